"""Rounds by the million: the same whatever the threads and lanes, and what is refused."""

from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

import sixth
from sixth.rules.options import Rules
from sixth.sim import Deal, Policy, Sim, SimError
from sixth.sim.engine.layout import CHOSEN_ROW, LANES, hand_end
from tests.sim.copies import copied

CLASSIC = Rules(seats=4)


def test_random_play_costs_what_it_is_known_to_cost() -> None:
    heads = Sim(CLASSIC).random_rounds(1_000_000, seed=1)
    mean, error = heads.mean(), heads.std() / len(heads) ** 0.5
    assert abs(mean - 12.1254) < 4 * error  # 12.1254 ± .0003 over 33 million rounds of other seeds
    assert abs(heads.mean(axis=0) - mean).max() < 4.5 * error


@pytest.mark.parametrize("name", sixth.games)
@pytest.mark.parametrize("seats", [2, 6])
def test_threads_and_calls_change_nothing(name: str, seats: int) -> None:
    simulation = Sim(sixth.games[name].replace(seats=seats))
    whole = simulation.random_rounds(150_000, seed=11, take="random")
    assert whole.shape == (150_000, seats)
    assert (simulation.random_rounds(150_000, seed=11, take="random", threads=3) == whole).all()
    for first, end in ((0, 1), (1, 1000), (int(LANES) - 1, int(LANES) + 1), (133_333, 150_000)):
        part = simulation.random_rounds(end - first, seed=11, take="random", first=first)
        assert (part == whole[first:end]).all()


def test_lanes_change_nothing(tmp_path: Path) -> None:
    for lanes in (1, 3):
        with copied(tmp_path, lanes=lanes) as room:
            few = room.Sim(CLASSIC).random_rounds(7, seed=5, take="random", first=1000)
        assert (few == Sim(CLASSIC).random_rounds(7, seed=5, take="random", first=1000)).all()


def test_a_seed_means_the_same_rounds_on_every_machine_and_for_ever() -> None:
    heads = Sim(CLASSIC).random_rounds(3, seed=1)
    assert heads.tolist() == [[2, 2, 12, 17], [28, 2, 19, 7], [15, 19, 18, 3]]
    both = Sim(Rules(seats=4, ends="both"))
    heads = both.random_rounds(2, seed=2**64 - 1, first=2**47, take="random")
    assert heads.tolist() == [[15, 5, 0, 37], [16, 12, 15, 0]]


def test_no_rounds_are_no_rounds() -> None:
    simulation = Sim(CLASSIC)
    assert simulation.random_rounds(0, seed=1).shape == (0, 4)
    assert simulation.play(simulation.deals(0, seed=1)).totals.shape == (0, 4)


# ------------------------------------------------------------------ policies


@numba.njit
def choose_highest(cards: Any, board: Any, plan: Any, turn: Any, seat: Any, seed: Any, game: Any) -> None:
    here = (turn * plan.seats + seat) * LANES
    for other in range(turn + np.uint64(1), hand_end(plan, turn)):
        there = (other * plan.seats + seat) * LANES
        for lane in range(LANES):
            one, two = cards[here + lane], cards[there + lane]
            cards[here + lane] = max(one, two)
            cards[there + lane] = min(one, two)


@numba.njit
def take_last(board: Any, plan: Any, turn: Any, place: Any, seed: Any, game: Any) -> None:
    for lane in range(LANES):
        board[CHOSEN_ROW + lane] = np.uint8(plan.rows - np.uint64(1))


def test_a_policy_that_decides_nothing_plays_random_rounds() -> None:
    simulation = Sim(CLASSIC)
    assert (simulation.policy_rounds(2000, Policy(), seed=4) == simulation.random_rounds(2000, seed=4)).all()


@pytest.mark.parametrize("name", ["classic", "halves"])
def test_a_policy_decides_cards_and_rows(name: str) -> None:
    rules = sixth.games[name].replace(seats=4)
    simulation = Sim(rules)
    heads = simulation.policy_rounds(200, Policy(choose_highest, take_last), seed=4)
    deal = simulation.deals(200, seed=4)
    parts = np.split(deal.plays, np.cumsum(rules.parts(4))[:-1], axis=1)
    plays = np.concatenate([np.sort(part, axis=1)[:, ::-1] for part in parts], axis=1)
    takes = np.full_like(plays, rules.rows - 1)
    assert (simulation.play(Deal(deal.rows, plays), take=takes).totals == heads).all()


# ------------------------------------------------------------------ refusals


def test_a_policy_that_is_not_compiled_is_refused() -> None:
    with pytest.raises(SimError, match=r"take is a function compiled with numba\.njit"):
        Policy(take=print)


def test_rows_of_a_draft_that_do_not_ascend_are_refused() -> None:
    simulation = Sim(sixth.games["logic"].replace(seats=4))
    deal = simulation.deals(2, seed=1)
    deal.rows[1] = deal.rows[1, ::-1].copy()
    with pytest.raises(SimError, match="ascending"):
        simulation.play(deal)


@pytest.mark.parametrize(
    ("numbers", "word"),
    [
        ({"count": -1}, "count"),
        ({"count": 1.5}, "count"),
        ({"count": True}, "count"),
        ({"count": 2**60}, "count"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**64}, "seed"),
        ({"seed": "x"}, "seed"),
        ({"first": -1}, "first"),
        ({"first": 2**48}, "first"),
        ({"threads": 0}, "threads"),
        ({"take": "dearest"}, "cheapest or random"),
    ],
)
def test_a_number_out_of_range_is_refused(numbers: dict[str, Any], word: str) -> None:
    with pytest.raises(SimError, match=word):
        Sim(CLASSIC).random_rounds(**{"count": 1, "seed": 1, **numbers})


def _deal(**changes: Any) -> Deal:
    deal = Sim(CLASSIC).deals(3, seed=1)
    return Deal(**{"rows": deal.rows.copy(), "plays": deal.plays.copy(), **changes})


def test_a_deal_that_the_rules_do_not_have_is_refused() -> None:
    simulation = Sim(CLASSIC)
    twice, none, high = _deal(), _deal(), _deal()
    twice.plays[1, 2, 3] = twice.rows[1, 0]
    none.plays[2, 0, 0] = 0
    high.rows[0, 0] = 105
    wide = _deal().rows.astype(np.int64)
    for deal, word in (
        (twice, "only once"),
        (none, "1 to 104"),
        (high, "1 to 104"),
        (_deal(rows=wide), "uint8"),
        (_deal(rows=[1, 2]), "uint8"),
        (_deal(plays=None), "uint8"),
        (_deal(plays=_deal().plays[:, 1:]), "uint8"),
        (_deal(rows=_deal().rows[1:]), "uint8"),
    ):
        with pytest.raises(SimError, match=word):
            simulation.play(deal)


def test_decisions_that_the_rules_do_not_have_are_refused() -> None:
    simulation, deal = Sim(CLASSIC), _deal()
    for take in (np.full_like(deal.plays, 4), np.full_like(deal.plays, 132), deal.plays[:1], None):
        with pytest.raises(SimError, match=r"row from 0 to 3|uint8|cheapest"):
            simulation.play(deal, take=take)  # type: ignore[arg-type]


def test_a_card_the_deck_does_not_have_is_refused() -> None:
    rules = Rules(seats=4, deck="tactical")
    deal = Sim(rules).deals(1, seed=1)
    deal.rows[0, 0] = 60
    with pytest.raises(SimError, match="1 to 44"):
        Sim(rules).play(deal)
