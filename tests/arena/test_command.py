"""`sixth arena` as it is typed: what it prints, draws and refuses."""

import json
import re
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from sixth.extras import install_command
from sixth.rules.codec import rules_to_json
from tests.arena.tables import ANSWERS, contest, script

SHORT = ("careful,nearest,random,random", "--rounds", "40", "--seed", "7", "--workers", "2")


def test_json_is_one_document_with_an_entry_for_each_seat(run: Any) -> None:
    result = run(*SHORT, "--json")
    assert (result.code, result.err) == (0, "")
    document = json.loads(result.out)
    assert " ".join(document) == "game seats rounds deals seed bots differences unit rules"
    assert [document[key] for key in ("game", "seats", "rounds", "deals", "seed", "unit")] == [
        "classic", 4, 40, 10, 7, "round",
    ]  # fmt: skip
    assert document["rules"] == rules_to_json(contest("random,random,random,random").played)
    assert [bot["bot"] for bot in document["bots"]] == ["careful", "nearest", "random", "random"]
    for bot in document["bots"]:
        assert list(bot) == [
            "bot", "heads", "heads_ci", "win", "win_ci", "rating", "rating_ci", "ms_per_move", "faults",
            "first_fault", "rounds",
        ]  # fmt: skip
        for key in ("heads", "win", "rating"):
            assert bot[f"{key}_ci"][0] <= bot[key] <= bot[f"{key}_ci"][1]
        assert bot["ms_per_move"] > 0
        assert (bot["faults"], bot["first_fault"]) == (0, None)
    assert sum(bot["win"] for bot in document["bots"]) == pytest.approx(1, abs=0.001)
    for each in document["differences"]:
        one, other = (document["bots"][bot] for bot in each["of"])
        assert each["bots"] == [one["bot"], other["bot"]]
        assert each["heads"] == pytest.approx(one["heads"] - other["heads"], abs=0.001)
        assert each["clear"] == (each["heads_ci"][0] > 0 or each["heads_ci"][1] < 0)
    assert [each["of"] for each in document["differences"]] == [*map(list, combinations(range(4), 2))]


def test_more_bots_than_seats_take_turns_and_are_compared_as_if_all_had_met(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "ladder.json"
    result = run(
        "careful,nearest,random,nearest,random", "--seats", "3", "--rounds", "60", "--seed", "7",
        "--workers", "2", "--publish", str(file), "--json",
    )  # fmt: skip
    document = json.loads(result.out)
    assert json.loads(file.read_text()) == document
    assert [document[key] for key in ("seats", "rounds", "deals")] == [3, 60, 20]
    assert [bot["rounds"] for bot in document["bots"]] == [36] * 5
    assert len(document["differences"]) == 10
    clear = {tuple(each["of"]) for each in document["differences"] if each["clear"]}
    assert {(0, 2), (0, 4)} <= clear
    assert not {(1, 3), (2, 4)} & clear


def test_people_get_tables(run: Any) -> None:
    out = run(*SHORT).out
    assert out.startswith(
        "40 rounds of classic: 10 deals, each played in all 4 rotations of the seats; seed 7\n"
    )
    assert re.search(r"careful +\d+\.\d\d ± \d\.\d\d +\d+\.\d ± \d+\.\d % +\d\d\.\d ± \d\.\d +\d+\.\d\d", out)
    assert re.search(r"random 2 ", out)
    assert re.search(r"careful − random 1 +-\d+\.\d\d ± \d\.\d\d +yes", out)


def test_whole_games_and_other_rules_can_be_played(run: Any) -> None:
    command = ("careful,random", "--rounds", "3", "--game", "both-ends", "--set", "end=score:30", "--whole")
    document = json.loads(run(*command, "--seed", "2", "--json").out)
    assert (document["unit"], document["rounds"], document["deals"]) == ("game", 4, 2)
    assert document["rules"]["end"] == {"kind": "score", "limit": 30}
    assert max(bot["heads"] for bot in document["bots"]) >= 30
    assert [bot["heads_ci"] for bot in document["bots"]] == [None, None]
    assert "4 games of both-ends: 2 deals" in run(*command).out


def test_the_seed_that_was_chosen_is_told(run: Any) -> None:
    seeds = [json.loads(run("random,random", "--rounds", "1", "--json").out)["seed"] for _ in range(2)]
    assert seeds[0] != seeds[1]


def test_a_bot_that_fails_is_told_with_its_first_fault(run: Any, tmp_path: Path) -> None:
    bot = script(tmp_path, "bad", f"{ANSWERS}    answer(view, 17)\n")
    assert bot.command
    command = ("bad,random", "--rounds", "10", "--bot", f"bad={' '.join(bot.command)}")
    assert (
        "bad lost 10 rounds by its own fault; the first time it gave a wrong answer: 17 is no"
        in run(*command).out
    )
    (bad, _) = json.loads(run(*command, "--json").out)["bots"]
    assert (bad["faults"], bad["win"], bad["ms_per_move"]) == (10, 0, None)
    assert bad["first_fault"].startswith("gave a wrong answer: 17 is no action; it takes ")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ((), "Name a bot for each seat, as in careful,random, or give --best-response"),
        (("random",), "A game takes 2 to 10 seats, but there is 1 bot named"),
        ((",".join(["random"] * 11),), "but there are 11 bots named"),
        (("random,random", "--rounds", "0"), "--rounds takes a whole number of at least 1, not 0"),
        (("random,random", "--workers", "0"), "--workers takes a whole number of at least 1, not 0"),
        (("random,random", "--seconds", "nan"), "--seconds takes a number above 0"),
        (("random,random", "--seconds", "soon"), "Invalid value for '--seconds'"),
        (("random,random", "--plot", "a.pdf"), "--plot takes a file that ends in .png or .svg, not 'a.pdf'"),
        (("random,random", "--game", "chess"), "There is no game 'chess'"),
        (("random,random", "--set", "deck"), "--set takes option=value"),
        (("random,random", "--bot", "x"), "--bot takes NAME=COMMAND"),
    ],
)
def test_a_senseless_arena_is_bad_usage(
    arguments: tuple[str, ...], text: str, run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run(*arguments).refuses(2, text)
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_done_is_refused_in_a_sentence(run: Any, tmp_path: Path) -> None:
    file = str(tmp_path / "kept")
    assert run(*SHORT, "--keep", file).code == 0
    run(*SHORT, "--keep", file, "--whole").refuses(
        1, "kept was made with rounds, not games; ask for the same"
    )
    run(*SHORT, "--keep", str(tmp_path)).refuses(1, "is no file that can be read again")
    run(*SHORT, "--plot", str(tmp_path / "no" / "a.png")).refuses(1, "cannot be written: No such file")
    run("x,random", "--bot", "x=/no/such/bot").refuses(1, "The bot x cannot be started with /no/such/bot: No")


@pytest.mark.parametrize("library", ["numpy", "openskill", "matplotlib"])
def test_without_its_libraries_the_arena_says_how_to_get_them(
    library: str, run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    picture = ("--plot", str(tmp_path / "a.svg"))
    run(*SHORT, *picture).refuses(1, f"install it with: {install_command('arena')}")
    assert not list(tmp_path.iterdir())


# ------------------------------------------------------------------ pictures


def test_a_picture_is_drawn_as_png_or_svg_and_the_same_every_time(run: Any, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.png", "a.SVG", "b.png", "b.svg")]
    for file in files:
        assert run(*SHORT, "--plot", str(file)).code == 0
    png, svg, *second = (file.read_bytes() for file in files)
    assert png.startswith(b"\x89PNG")
    assert svg.startswith(b"<?xml")
    assert [png, svg] == second
    for text in ("careful", "random 2", "mean heads a round (fewest win)", "classic: 10 deals", "seed 7"):
        assert text in svg.decode()
