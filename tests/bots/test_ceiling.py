"""bench/ceiling.py: what its champions are told is true, and its file of deals goes on."""

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import sixth
from sixth.bots.belief import ALL_TYPES
from sixth.bots.observation import observe
from sixth.rules.play import Game
from sixth.rules.view import View

BENCH = Path(__file__).parents[2] / "bench"
FIT = {name: ["flat", 1.5, 0.1] for name in ("montecarlo", "careful", "montecarlo:1000")}


@pytest.fixture
def ceiling(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The bench as a module."""
    monkeypatch.syspath_prepend(BENCH)
    import ceiling

    return ceiling


def decisions(seats: int = 3) -> list[tuple[list[tuple[int, ...]], View]]:
    """Every decision of a round of random players, with the hands of all seats."""
    game, found = Game(sixth.games["classic"].replace(seats=seats, end=sixth.End("rounds", 1)), seed=2), []
    bot = sixth.bots.make("random", seed=1)
    while not game.over:
        for seat in game.to_act:
            found.append(([game.view(each).hand for each in range(seats)], game.view(seat)))
            game.act(seat, bot.act(game.view(seat)))
    return found


def kept(ceiling: Any, folder: Path, name: str) -> Path:
    """A file of the bench with a header alone, so that no types are fitted."""
    file = folder / name
    header = {"ceiling": ceiling.FORMAT, "seed": 1, "playouts": 20, "fit": FIT}
    file.write_text(json.dumps(header) + "\n", encoding="utf-8")
    return file


def play(ceiling: Any, file: Path, *more: str) -> None:
    """Play a deal for two at each pool, as the command does."""
    ceiling.main(["--keep", str(file), "--playouts", "20", "--seats", "2", "--workers", "1", *more])


def test_a_champion_told_hands_sees_what_everybody_holds(ceiling: Any) -> None:
    every = decisions()
    for hands, view in every:
        assert ceiling.hands_left(every[0][0], view) == tuple(hands)


def test_a_champion_told_hands_has_no_card_left_to_guess(ceiling: Any) -> None:
    every = decisions()
    dealt = every[0][0]
    champion = ceiling.SeeingChampion(ceiling.settings_for(20), Random(1), dealt)
    for _hands, view in every[:6]:
        assert champion.act(view) in view.legal
        open_view = ceiling.replace(view, open_hands=ceiling.hands_left(dealt, view))
        assert observe(open_view)[1].known.all()


def test_a_champion_told_models_takes_each_seat_for_what_it_is(ceiling: Any) -> None:
    types = [ceiling.type_named(name) for name in ("policy@1", "wary@0.5", "flat@1.5")]
    model = ceiling.ToldModel(types)
    view = next(view for _hands, view in decisions() if view.turn == 4 and view.seat == 0)
    plan, observation = observe(view)
    _worlds, seating = model.determinize(
        plan, observation, pool=64, worlds=32, sign=np.float32(1), seed=np.uint64(1)
    )
    assert seating.shares[1].argmax() == 1
    assert seating.shares[2].argmax() == 2
    assert seating.shares.max(axis=1).tolist() == [1.0, 1.0, 1.0]
    assert np.allclose(seating.inverse_temperatures[1, 1], 0.5)


def test_the_type_that_fits_a_program_is_found(ceiling: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    strict = next(kind for kind in ALL_TYPES if (kind.player, kind.inverse_temperature) == ("wary", 2.0))
    found = ceiling.fitted(("wary@2", "flat@4"), 1, rounds=12)
    assert found["wary@2"] == strict
    assert found["flat@4"].player == "flat"


def test_a_bench_that_was_stopped_goes_on_as_if_it_had_not_been(
    ceiling: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, stopped = kept(ceiling, tmp_path, "whole"), kept(ceiling, tmp_path, "stopped")
    play(ceiling, whole, "--deals", "2")
    printed = capsys.readouterr().out
    play(ceiling, stopped, "--deals", "1")
    with stopped.open("ab") as file:
        file.write(b'{"pool":"mix')
    capsys.readouterr()
    play(ceiling, stopped, "--deals", "2")
    assert capsys.readouterr().out == printed
    assert sorted(stopped.read_text().splitlines()) == sorted(whole.read_text().splitlines())
    assert [line.split("|")[4].strip() for line in printed.splitlines()[2:5]] == ["today", "models", "hands"]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('{"ceiling":"sixth-ceiling/1","seed":2,"playouts":20,"fit":{}}\n', "was made with other settings"),
        ("[1]\nno\n", "has a line that is no JSON"),
        ("no", "is no file of this bench"),
    ],
)
def test_another_file_is_refused_and_left_as_it_is(
    ceiling: Any, tmp_path: Path, text: str, wrong: str
) -> None:
    file = tmp_path / "other"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit, match=wrong):
        play(ceiling, file, "--deals", "1")
    assert file.read_text(encoding="utf-8") == text
