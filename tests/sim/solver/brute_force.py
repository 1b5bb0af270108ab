"""The value of a position by plain recursion over the rules, and positions to compare."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
from scipy.optimize import linprog

from sixth.rules.events import Choose
from sixth.rules.game import advance, legal
from sixth.rules.options import End, Rules
from sixth.rules.play import Game
from sixth.rules.state import State

RULES = (
    Rules(2, deck="tactical", hand=6),
    Rules(2, deck=30, hand=4),
    Rules(2, deck="tactical", hand=6, ends="both"),
    Rules(2, deck="tactical", hand=5, ends="both", rows=2, row_limit=2),
    Rules(2, deck="tactical", hand=6, goal="most"),
    Rules(2, deck=104, hand=6, heads="light", goal="most"),
    Rules(2, deck="tactical", hand=6, rows=1, row_limit=2),
    Rules(2, deck="tactical", hand=5, rows=3, row_limit=1),
    Rules(2, deck=104, hand=5, rows=7, row_limit=3, ends="both", heads="light"),
    Rules(2, deck="tactical", deal="draft", hand=6, rows=2, row_limit=3),
    Rules(2, deck=24, deal="halves", row_limit=3, end=End("rounds", 1)),
)


def endings(rules: Rules, cards: int, count: int, seed: int) -> Iterator[State]:
    """Yield positions with so many cards in each hand, in the last deal of rounds played at random."""
    rng = Random(f"{seed} {rules!r}")
    for _ in range(count):
        game = Game(rules, seed=rng.randrange(2**30))
        last = len(rules.parts(2))
        while not (
            game.state.phase == "choose" and game.state.part == last and len(game.state.hands[0]) <= cards
        ):
            for seat in game.to_act:
                game.act(seat, rng.choice(game.view(seat).legal))
        yield game.state


def value(state: State, utility: str = "heads") -> float:
    """Return what seat 0 gets, in heads of seat 1 less its own; with `win` 1, 0 or -1."""
    return _payoff(state, state.round, utility) - (0 if utility == "win" else _paid(state))


def _paid(state: State) -> int:
    heads = [state.rules.heads_in(pile) for pile in state.piles]
    return state.rules.sign * (heads[1] - heads[0])


def _payoff(state: State, number: int, utility: str) -> float:
    if state.phase == "choose" and state.round == number:
        return game_value([[_payoff(after(state, one, other), number, utility) for other in state.hands[1]]
                           for one in state.hands[0]])  # fmt: skip
    if state.phase == "take":
        values = [
            _payoff(advance(state, state.actor, action)[1], number, utility)
            for action in legal(state, state.actor or 0)
        ]
        return max(values) if state.actor == 0 else min(values)
    if utility == "win":
        return {(0,): 1.0, (1,): -1.0, (0, 1): 0.0}[state.winners]
    return float(_paid(state))


def after(state: State, one: int, other: int) -> State:
    """Return the state after both seats have chosen these cards."""
    return advance(advance(state, 0, Choose(one))[1], 1, Choose(other))[1]


def game_value(payoffs: Any) -> float:
    """Return the value of a matrix game to the player of the rows, who maximizes."""
    matrix = np.array(payoffs, float)
    sure, most = matrix.min(axis=1).max(), matrix.max(axis=0).min()
    if sure == most:
        return float(sure)
    rows, columns = matrix.shape
    done = linprog(
        [-1] + [0] * rows,
        A_ub=np.c_[np.ones(columns), -matrix.T],
        b_ub=np.zeros(columns),
        A_eq=[[0] + [1] * rows],
        b_eq=[1],
        bounds=[(None, None)] + [(0, None)] * rows,
    )
    return float(done.x[0])


def last_round(rules: Rules) -> Rules:
    """Return the rules with one round a game."""
    return rules if rules.deal == "halves" else rules.replace(end=End("rounds", 1))
