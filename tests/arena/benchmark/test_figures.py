"""The figures, computed a second time from the records."""

from fractions import Fraction
from pathlib import Path
from statistics import fmean

import pytest

from sixth.arena.benchmark.figures import figures
from sixth.arena.benchmark.playing import play_benchmark
from sixth.records import read_records
from sixth.rules.play import Game
from tests.arena.benchmark.small import BOT, SMALL


def test_the_figures_are_the_means_of_the_records(tmp_path: Path) -> None:
    records = tmp_path / "records"
    found = figures(BOT, play_benchmark(SMALL, BOT, 1, workers=1, records=records))
    games = [Game.from_record(record) for record in read_records(records)]
    shares = []
    for part, shown in zip(SMALL.parts, found["parts"], strict=True):
        rounds, games = games[: 5 * part.seats], games[5 * part.seats :]
        assert {game.game.split("-")[0] for game in rounds} == {part.game}
        heads, others, wins = [], [], []
        for number, game in enumerate(rounds):
            seat = number % part.seats
            heads.append(game.totals[seat])
            others.append((sum(game.totals) - game.totals[seat]) / (part.seats - 1))
            wins.append(Fraction(seat in game.winners, len(game.winners)))
        assert shown["heads"] == pytest.approx(fmean(heads), abs=1e-4)
        assert shown["others"] == pytest.approx(fmean(others), abs=1e-4)
        assert shown["win"] == pytest.approx(fmean(wins), abs=1e-4)
        assert shown["shares"] == pytest.approx(fmean(wins) * part.seats, abs=2e-4)
        for name in ("heads", "others", "win", "shares"):
            low, high = shown[f"{name}_ci"]
            assert low <= shown[name] <= high
        shares.append(shown["shares"])
    assert found["shares"] == pytest.approx(fmean(shares), abs=1e-3)
    low, high = found["shares_ci"]
    assert low < found["shares"] < high


def test_few_deals_have_no_interval() -> None:
    found = figures(BOT, play_benchmark(SMALL, BOT, 0.2, workers=1, records=None))
    assert found["shares_ci"] is None
    assert [part["deals"] for part in found["parts"]] == [1] * 4
