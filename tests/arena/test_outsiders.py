"""bench/outsiders.py: programs of others from a config; the examples of docs/bots.md are such programs."""

import json
import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sixth
from sixth.rules.view_json import action_from_json, view_to_json
from tests.arena.tables import ANSWERS, script
from tests.pages import code_blocks

BENCH = Path(__file__).parents[2] / "bench"


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The bench as a module."""
    monkeypatch.syspath_prepend(BENCH)
    monkeypatch.syspath_prepend(BENCH / "adapters")
    import outsiders

    return outsiders


@pytest.fixture
def examples(tmp_path: Path) -> dict[str, str]:
    """The commands of the two example bots of docs/bots.md, by name."""
    highest, mine = tmp_path / "highest.py", tmp_path / "mine.py"
    python, py = (code_blocks("bots.md", kind)[0] for kind in ("python", "py"))
    highest.write_text(python + py, encoding="utf-8")
    mine.write_text(code_blocks("bots.md", "python3")[0], encoding="utf-8")
    return {"highest": f"{sys.executable} {highest}", "mine": f"{sys.executable} -I {{path}}/mine.py"}


def config(folder: Path, *programs: dict[str, str], **settings: Any) -> str:
    """A config as JSON of few rounds with these programs."""
    file = folder / "config.json"
    few = {"seats": 3, "rounds": 6, "pair_rounds": 4, "ours": ["careful"]}
    file.write_text(json.dumps({**few, **settings, "bots": programs}), encoding="utf-8")
    return str(file)


def lines(text: str) -> list[list[str]]:
    """The rows of the printed table, cell by cell, without the times of moves."""
    return [
        [cell.strip() for cell in line.split("|")[1:-2]]
        for line in text.splitlines()
        if line.startswith("| ")
    ][1:]


def test_every_pair_and_a_mixed_table_are_played_and_kept(
    bench: Any, examples: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    programs = [{"name": name, "command": text, "path": str(tmp_path)} for name, text in examples.items()]
    arguments = [config(tmp_path, *programs), "--keep", str(tmp_path / "kept"), "--workers", "1"]
    bench.main(arguments)
    found = lines(capsys.readouterr().out)
    assert [[row[0], row[3]] for row in found] == [
        *(["mixed", name] for name in ("careful", "highest", "mine")),
        *(["careful and highest", name] for name in ("careful", "highest")),
        *(["careful and mine", name] for name in ("careful", "mine")),
        *(["highest and mine", name] for name in ("highest", "mine")),
    ]
    assert [row[2] for row in found] == ["6"] * 3 + ["4"] * 6
    assert sum(float(row[4]) for row in found) == pytest.approx(4.0, abs=0.01)
    # One table was stopped in the middle of a line; it goes on, and the others are not played again.
    file = next((tmp_path / "kept").glob("own-time-3-*"))
    text = file.read_text(encoding="utf-8")
    file.write_text(text[: text.rindex("heads")], encoding="utf-8")
    others = {each: each.read_bytes() for each in (tmp_path / "kept").iterdir() if each != file}
    bench.main(arguments)
    assert lines(capsys.readouterr().out) == found
    assert all(each.read_bytes() == data for each, data in others.items())


def test_at_equal_time_programs_and_searches_have_as_long(
    bench: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    slow = script(tmp_path, "slow", ANSWERS + "    time.sleep(float(sys.argv[1])); answer(view)\n")
    assert slow.command is not None
    start = " ".join(slow.command)
    program = {"name": "slow", "command": f"{start} 0", "equal": f"{start} {{seconds}}"}
    file = config(tmp_path, program, ours=["search"], rounds=1, pair_rounds=2, equal_s=0.05)
    bench.main([file, "--keep", str(tmp_path / "kept"), "--workers", "1"])
    rows = [line.split("|") for line in capsys.readouterr().out.splitlines() if line.startswith("| search")]
    assert [row[2].strip() for row in rows] == ["own time"] * 2 + ["0.05 s"] * 2
    own, equal = float(rows[1][7]), float(rows[3][7])
    assert own < 50 <= equal
    assert float(rows[2][7]) > 20


def test_a_bot_that_fails_gets_a_sentence_and_nothing_else_is_lost(
    bench: Any, examples: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    crash = script(tmp_path, "crash", ANSWERS + "    answer(view) if number % 7 else sys.exit('no luck')\n")
    wrong = script(tmp_path, "wrong", ANSWERS + '    answer(view, {"choose": 999})\n')
    assert crash.command is not None
    assert wrong.command is not None
    programs = [
        {"name": "highest", "command": examples["highest"]},
        {"name": "crash", "command": " ".join(crash.command)},
        {"name": "wrong", "command": " ".join(wrong.command)},
        {"name": "absent", "command": "./no-such-program"},
        {"name": "unfound", "command": "true {path}", "path": str(tmp_path / "nowhere")},
    ]
    file = config(tmp_path, *programs, rounds=4, seats=4)
    bench.main([file, "--keep", str(tmp_path / "kept"), "--workers", "1"])
    out = capsys.readouterr().out
    assert "crash lost 4 of 4 rounds (mixed, own time) by its own fault; the first time it stopped" in out
    assert "no luck" in out
    assert (
        "wrong lost 4 of 4 rounds (mixed, own time) by its own fault; the first time it gave a wrong" in out
    )
    assert "The bot absent cannot be started with ./no-such-program: " in out
    assert f"The bot unfound is left out: there is no {tmp_path / 'nowhere'}." in out
    assert "Traceback" not in out
    played = lines(out)
    assert {row[3] for row in played} == {"careful", "highest", "crash", "wrong"}
    assert ["careful and highest", "own time", "4", "careful"] in [row[:4] for row in played]


@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        ("c.toml", "seats = ", "c.toml is no TOML"),
        ("c.json", "{", "c.json is no JSON"),
        ("c.json", "[1]", "has to be an object"),
        ("c.toml", "seats = 4", "names no bots"),
        ("c.toml", "[[bots]]\nname = 'a'", "has no command"),
        ("c.toml", "[[bots]]\nname = 'a'\ncommand = '\"x'", "a quotation mark too few in its command"),
        ("c.toml", "[[bots]]\nname = 'careful'\ncommand = 'x'\n", None),
        ("c.toml", "seat = 4\n[[bots]]\nname = 'a'\ncommand = 'x'", "has no key 'seat'"),
        ("c.toml", "seats = '4'\n[[bots]]\nname = 'a'\ncommand = 'x'", "a wrong value of seats"),
        ("c.toml", "seats = 11\n[[bots]]\nname = 'a'\ncommand = 'x'", "2 to 10 seats"),
        ("c.toml", "equal_s = 0\n[[bots]]\nname = 'a'\ncommand = 'x'", "above 0"),
        ("c.toml", "ours = ['a']\n[[bots]]\nname = 'b'\ncommand = 'x'", "There is no bot 'a'"),
        ("c.toml", "ours = ['random']\n[[bots]]\nname = 'random'\ncommand = 'x'", "the same name"),
    ],
)
def test_a_wrong_config_is_refused_in_a_sentence(
    bench: Any, tmp_path: Path, name: str, text: str, wrong: str | None
) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    if wrong is None:
        assert bench.read_config(file).bots[0].command == "x"
        return
    with pytest.raises(bench.ConfigError, match=wrong):
        bench.read_config(file)


def test_a_config_that_is_not_there_ends_with_a_usage_error(
    bench: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        bench.main([str(tmp_path / "none.toml"), "--keep", str(tmp_path)])
    assert ended.value.code == 2
    assert "cannot be read: No such file or directory." in capsys.readouterr().err


# ------------------------------------------------------------------ adapters


def views(seats: int) -> list[Any]:
    """The views of all decisions of a round, as programs read them."""
    game = sixth.Game(sixth.games["classic"].replace(seats=seats, end=sixth.End("rounds", 1)), seed=3)
    bot, found = sixth.bots.make("random", seed=1), []
    while not game.over:
        for seat in game.to_act:
            found.append(game.view(seat))
            game.act(seat, bot.act(found[-1]))
    return found


def as_json(view: Any) -> Any:
    return json.loads(json.dumps(view_to_json(view)))


def weights(folder: Path, inputs: int = 635) -> Path:
    """A state like those of take6, untrained."""
    rng, sizes = np.random.default_rng(1), (inputs, 256, 256, 256, 10)
    state = {}
    for at, name in enumerate(("fc_1", "fc_2", "fc_3", "fc_out")):
        state[f"default_policy/{name}/kernel"] = rng.normal(0, 0.05, sizes[at : at + 2])
        state[f"default_policy/{name}/bias"] = np.zeros(sizes[at + 1])
    file = folder / "weights"
    file.write_bytes(pickle.dumps({"weights": state}))
    return file


def test_a_network_of_take6_plays_through_its_adapter(
    bench: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = f"{sys.executable} {BENCH / 'adapters' / 'gatti.py'} {{path}}"
    program = {"name": "take6", "command": command, "path": str(weights(tmp_path))}
    bench.main([config(tmp_path, program), "--keep", str(tmp_path / "kept"), "--workers", "1"])
    out = capsys.readouterr().out
    assert [row[3] for row in lines(out)] == ["careful", "take6"]
    assert "fault" not in out


def test_a_network_of_take6_sees_the_table_and_its_own_score_first(bench: Any) -> None:
    import gatti

    for view in views(4):
        seen = gatti.inputs(as_json(view))
        assert seen.shape == (635,)
        hand, rows, known, scores = np.split(seen, (104, 520, 624))
        assert tuple(np.flatnonzero(hand) + 1) == view.hand
        assert rows.sum() == sum(map(len, view.rows))
        unknown = {*view.unseen(), *view.hand} - ({view.chosen} if view.chosen else set())
        assert set(np.flatnonzero(known == 0) + 1) == unknown
        assert scores[0] == pytest.approx(min(1, view.round_heads[view.seat] / 66))
        assert scores.tolist()[4:] == [-1.0] * 6 + [0.0]


def test_weights_of_something_else_are_refused(bench: Any, tmp_path: Path) -> None:
    import gatti

    with pytest.raises(SystemExit, match="other inputs"):
        gatti.layers(weights(tmp_path, inputs=7))
    (tmp_path / "text").write_text("no pickle")
    with pytest.raises(SystemExit, match="no state of a network"):
        gatti.layers(tmp_path / "text")
    with pytest.raises(SystemExit, match="cannot be read"):
        gatti.layers(tmp_path / "nothing")


def test_an_agent_of_rl_6_nimmt_sees_its_own_environment(bench: Any, tmp_path: Path) -> None:
    import brehmer

    for view in views(4):
        state = brehmer.state_of(as_json(view))
        assert len(state) == 10 + 1 + 3 * 4 + 4 * 6
        assert state[: len(view.hand)] == [card - 1 for card in view.hand]
        assert state[10] == 4
        assert state[11:15] == [len(row) for row in view.rows]
        assert state[15:19] == [row[-1] - 1 for row in view.rows]
        assert state[19:23] == [view.rules.heads_in(row) for row in view.rows]
        assert sorted(card for card in state[23:] if card >= 0) == sorted(
            card - 1 for row in view.rows for card in row
        )
        if view.phase == "take":
            taken = action_from_json(json.dumps(brehmer.answer(None, as_json(view))), view)
            assert isinstance(taken, sixth.Take)
            assert view.rules.heads_in(view.rows[taken.row]) == min(map(view.rules.heads_in, view.rows))
    with pytest.raises(SystemExit, match="is no clone of rl-6-nimmt"):
        brehmer.adapted(tmp_path)
