"""The tables of the next round: everybody once, the same for the same seed, and what a swap costs."""

import pytest

from sixth.tournaments.pairing import draw, has_next_round, next_players
from tests.tournaments.evenings import Evening, names


@pytest.mark.parametrize("seating", ["lot", "swiss", "league"])
def test_everybody_who_is_there_sits_once(seating: str) -> None:
    evening = Evening(*names(11), seating=seating, rounds=2)
    evening.play()
    for round in evening.now.rounds:
        assert sorted(each for table in round.tables for each in table) == names(11)
        assert sorted(len(table) for table in round.tables) == [3, 4, 4]


def test_the_same_seed_draws_the_same_tables() -> None:
    now = Evening(*names(12)).now
    assert draw(now, "a") == draw(now, "a") != draw(now, "b")


def test_nobody_meets_twice_where_that_can_be_helped() -> None:
    evening = Evening(*names(16), rounds=5)
    evening.play()
    pairs = [
        frozenset((one, other))
        for round in evening.now.rounds
        for table in round.tables
        for one in table
        for other in table
        if one < other
    ]
    assert len(pairs) == len(set(pairs)) == 5 * 4 * 6


def test_after_the_last_round_there_is_no_next() -> None:
    evening = Evening(*names(4), rounds=1)
    assert has_next_round(evening.now)
    evening.play()
    assert not has_next_round(evening.now)
    assert next_players(evening.now) == ()
