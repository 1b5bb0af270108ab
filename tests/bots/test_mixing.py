"""bench/mixing.py: its policy mixes as much as it is told, by luck that can be repeated."""

from math import inf
from pathlib import Path
from typing import Any

import pytest

import sixth
from sixth import bots
from sixth.rules.view import View

BENCH = Path(__file__).parents[2] / "bench"


@pytest.fixture
def mixing(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The bench as a module."""
    monkeypatch.syspath_prepend(BENCH)
    import mixing

    return mixing


def first_turns() -> list[View]:
    """The views of the first seat in the first turns of 40 rounds."""
    rules = sixth.games["classic"].replace(seats=4)
    return [sixth.Game(rules, seed=seed).view(0) for seed in range(40)]


def test_a_strict_policy_is_the_bot_and_a_softer_one_errs_more_often(mixing: Any) -> None:
    views, policy = first_turns(), bots.make("policy")
    best = [policy.act(seen) for seen in views]
    same = {}
    for inverse_temperature in (inf, 4.0, 1.0, 0.0):
        bot, again = (mixing.MixingPolicy(inverse_temperature, "key") for _ in range(2))
        actions = [bot.act(seen) for seen in views]
        assert actions == [again.act(seen) for seen in views]
        same[inverse_temperature] = sum(one == other for one, other in zip(actions, best, strict=True))
    assert same[inf] == 40
    assert 40 > same[4.0] > same[1.0] > same[0.0]


def test_a_row_has_the_gain_of_both_searches(mixing: Any) -> None:
    row = mixing.measure(2.0, range(1), 20, 1)
    assert set(row) == {"alone", "known", "unknown", "heads", "wins"}
    assert 0 <= row["wins"]["mean"] <= 1
    assert row["known"]["mean"] <= row["alone"]["mean"]
