"""Bounds of the heads of each seat, held to plain recursion over the rules with linear programs."""

from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest

from sixth.rules.events import Choose
from sixth.rules.game import advance, legal
from sixth.rules.games import GAMES
from sixth.rules.options import Rules
from sixth.rules.play import Game
from sixth.rules.state import State
from sixth.sim.solver import SolverError, bounds, solve
from tests.sim.solver.brute_force import RULES, endings, game_value

TABLES = (
    (Rules(4, deck="tactical"), 2),
    (Rules(3, deck="tactical", hand=6, ends="both"), 2),
    (Rules(3, deck="tactical", goal="most"), 2),
    (Rules(5, deck=104, row_limit=2, rows=3, heads="light"), 1),
    (Rules(3, deck="tactical", rows=2), 3),
)


def ending(rules: Rules, cards: int, seed: int) -> State:
    """Return a position with so many cards in each hand, after turns at random."""
    rng = Random(seed)
    game = Game(rules, seed=seed)
    while game.state.phase != "choose" or len(game.state.hands[0]) > cards:
        for seat in game.to_act:
            game.act(seat, rng.choice(game.view(seat).legal))
    return game.state


def payoff(state: State, seat: int, *, helped: bool) -> float:
    """Return what a seat is sure of, or gets if all play for it, with what it took before; more is better."""
    if state.phase == "take":
        actor = state.actor or 0
        values = [
            payoff(advance(state, actor, action)[1], seat, helped=helped) for action in legal(state, actor)
        ]
        return max(values) if helped or actor == seat else min(values)
    if state.phase != "choose" or not state.hands[0]:
        return -state.rules.sign * state.rules.heads_in(state.piles[seat])
    others = [each for each in range(state.rules.seats) if each != seat]
    matrix = [
        [
            payoff(played(state, {seat: card, **dict(zip(others, cards, strict=True))}), seat, helped=helped)
            for cards in product(*(state.hands[each] for each in others))
        ]
        for card in state.hands[seat]
    ]
    return float(np.max(matrix)) if helped else game_value(matrix)


def played(state: State, cards: dict[int, int]) -> State:
    """Return the state after each seat has chosen its card of `cards`."""
    for seat, card in cards.items():
        state = advance(state, seat, Choose(card))[1]
    return state


@pytest.mark.parametrize(("rules", "cards"), TABLES, ids=repr)
def test_bounds_are_those_of_plain_recursion(rules: Rules, cards: int) -> None:
    for seed in range(2 if cards < 3 else 1):
        state = ending(rules, cards, seed)
        for seat, found in enumerate(bounds(state)):
            before = rules.heads_in(state.piles[seat])
            sure, best = (-rules.sign * payoff(state, seat, helped=helped) for helped in (False, True))
            assert found.sure == pytest.approx(sure - before, abs=1e-7)
            assert found.best == pytest.approx(best - before, abs=1e-7)
            assert sum(found.strategy.values()) == pytest.approx(1)


def test_against_one_other_who_avoids_heads_a_seat_does_no_worse_than_it_is_sure_of() -> None:
    for state in endings(RULES[0], 3, 4, 1):
        mine, yours = bounds(state)
        value = solve(state, has_answers=False, has_line=False).value
        assert mine.best - yours.sure <= value + 1e-9
        assert value <= mine.sure - yours.best + 1e-9


def test_what_is_not_small_or_open_is_refused_in_a_sentence() -> None:
    for rules, code in (
        (Rules(4, deck="tactical"), "too-many-orders"),
        (GAMES["halves"].replace(seats=3), "hidden"),
        (GAMES["kids"].replace(seats=3), "flips"),
    ):
        with pytest.raises(SolverError) as error:
            bounds(Game(rules, seed=1).state)
        assert error.value.code == code
    low = replace(ending(Rules(3, deck="tactical"), 2, 0), rows=((60,), (61,), (62,), (63,)))
    for seat, hand in enumerate(low.hands):
        low = advance(low, seat, Choose(hand[0]))[1]
    assert low.phase == "take"
    with pytest.raises(SolverError) as error:
        bounds(low)
    assert error.value.code == "row-to-take"
