"""The tables of the next round: everybody once, the same for the same seed, and what a swap costs."""

import pytest

from sixth.tournaments.commands import Draw, Swap
from sixth.tournaments.pairing import cost_of_swap, draw, has_next_round, next_players
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


def test_the_host_sees_what_a_swap_costs() -> None:
    evening = Evening(*names(16), rounds=2)
    evening.play_round([(66, 1, 2, 3)] * 4)
    evening.send(Draw())
    drawn = evening.now.rounds[1]
    one = drawn.tables[0][0]
    met = next(table for table in evening.now.rounds[0].tables if one in table)
    # Somebody whom one has met sits at another table, with somebody whom one takes the place of.
    friend = next(each for each in met if each != one)
    there = drawn.tables[drawn.table_of(friend) - 1]
    other = next(each for each in there if each != friend)
    before, after = cost_of_swap(evening.now, one, other)
    assert before.repeats < after.repeats
    evening.send(Swap(one, other))
    assert cost_of_swap(evening.now, one, other)[0] == after


def test_after_the_last_round_there_is_no_next() -> None:
    evening = Evening(*names(4), rounds=1)
    assert has_next_round(evening.now)
    evening.play()
    assert not has_next_round(evening.now)
    assert next_players(evening.now) == ()
