"""Lessons and matches, from what is ordered to what came of it: all that other threads or machines do.

Both depend on nothing but the order that is given, so it does not matter who carries it out, or when. No
PyTorch is needed for it.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixth.bots.observation import plan_of
from sixth.rules.options import Rules
from sixth.sim.engine.custom_policy import hand_end
from sixth.sim.engine.layout import LANES, SCORE, Bytes, Plan, Words
from sixth.sim.policy.architecture import KINDS
from sixth.sim.policy.network import Floats
from sixth.sim.search import examples as kernels
from sixth.sim.search.playouts import NOBODY, block, play_on

GAMES: Final = int(LANES)
"""Games in a lesson, and in a measurement."""
PLACES: Final = 16
"""Seats that kernels have room for."""
PICKS: Final = 12
"""Cards that a lesson on picks tries, of all that lie open."""
BEST: Final = 30.0
"""A care with which a player nearly always does what it thinks best."""

_ZERO: Final = np.uint64(0)


@dataclass(frozen=True)
class Cast:
    """Who plays at a table."""

    players: Floats
    """One in each row,"""
    who: Words
    """the row of each seat,"""
    care: NDArray[np.float64]
    """and what that seat's logits are multiplied with."""


@dataclass(frozen=True)
class LessonOrder:
    """A question to seat 0 of `cast` in turn `turn` of games `game` … of `seed`, in `GAMES` of them.

    Of a pick, `turn` is its number among all of the draft.
    """

    kind: str
    rules: Rules
    turn: int
    cast: Cast
    seed: int
    game: int


@dataclass(frozen=True)
class Lesson:
    """What was asked and what each answer cost; all of one lesson have equally many answers."""

    kind: str
    x: Floats
    """Features: questions × answers × inputs."""
    cost: Floats
    """Heads still to come if that answer is given: questions × answers."""
    sign: int
    """1 where few heads are wanted, -1 where many are."""


@dataclass(frozen=True)
class MatchOrder:
    """`GAMES` rounds from `game` on, in which seat `seat` is watched."""

    rules: Rules
    cast: Cast
    seat: int
    seed: int
    game: int


def askable(kind: str, rules: Rules) -> list[int]:
    """The turns of a round (or the picks) in which this question can be asked; none if it never is."""
    plan = plan_of(rules, rules.seats)
    if kind == "pick":
        return list(range(int(plan.turns * plan.seats))) if rules.drafts else []
    turns = range(int(plan.turns))
    if kind == "row":
        return list(turns)
    # Where cards are flipped, and with one card left, there is nothing to choose.
    return [turn for turn in turns if not plan.flip and int(hand_end(plan, np.uint64(turn))) - turn > 1]


def teach(order: LessonOrder) -> Lesson:
    """Ask, and try every answer."""
    plan = plan_of(order.rules, order.rules.seats)
    desk = _seated(order)
    x, cost = _TEACHERS[order.kind](desk, order, plan)
    return Lesson(order.kind, x, cost, _sign(order.rules))


def watch(order: MatchOrder) -> Bytes:
    """The heads of every seat of each round: rounds × seats, the watched one first."""
    plan = plan_of(order.rules, order.rules.seats)
    desk = _seated(order)
    b, seed, seats = desk.block, np.uint64(order.seed), order.rules.seats
    kernels.begin(b, plan, seed, np.uint64(order.game))
    play_on(
        b, desk.players, desk.who, plan, seed, LANES, _ZERO, plan.turns, NOBODY, NOBODY, desk.bytes
    )  # fmt: skip
    heads = b.board[int(SCORE) : int(SCORE) + seats * GAMES].reshape(seats, GAMES)
    return np.ascontiguousarray(np.roll(heads, -order.seat, axis=0).T)


class _Desk:
    """Room to work in."""

    players: Floats
    who: Words

    def __init__(self) -> None:
        self.block, self.kept = block(), block()
        self.bytes, self.asked = np.zeros((2, GAMES), dtype=np.uint8)


_MINE: Final = threading.local()


def _seated(order: LessonOrder | MatchOrder) -> _Desk:
    """This thread's desk, with the cast at the table."""
    if not hasattr(_MINE, "desk"):
        _MINE.desk = _Desk()
    desk: _Desk = _MINE.desk
    # What comes from another process may not be written to, for which kernels would be compiled once more.
    desk.players = np.require(order.cast.players, requirements=["C", "W"])
    desk.who = np.require(order.cast.who, requirements=["C", "W"])
    # Where many heads are wanted, everybody likes best what they would like least elsewhere.
    care = _sign(order.rules) * order.cast.care
    for b in (desk.block, desk.kept):
        b.care.reshape(PLACES, GAMES)[:] = care[:, None]
    return desk


def _sign(rules: Rules) -> int:
    return 1 if rules.goal == "fewest" else -1


def _teach_card(desk: _Desk, order: LessonOrder, plan: Plan) -> tuple[Floats, Floats]:
    x, cost = _room(order.kind, int(hand_end(plan, np.uint64(order.turn))) - order.turn)
    kernels.card_lesson(
        desk.block, desk.kept, desk.players, desk.who, plan,
        np.uint64(order.seed), np.uint64(order.game), np.uint64(order.turn), x, cost, desk.bytes,
    )  # fmt: skip
    return x, cost


def _teach_row(desk: _Desk, order: LessonOrder, plan: Plan) -> tuple[Floats, Floats]:
    x, cost = _room(order.kind, int(plan.rows))
    kernels.row_lesson(
        desk.block, desk.kept, desk.players, desk.who, plan,
        np.uint64(order.seed), np.uint64(order.game), np.uint64(order.turn), x, cost, desk.asked, desk.bytes,
    )  # fmt: skip
    asked = desk.asked.astype(np.bool_)
    return x[asked], cost[asked]


def _teach_pick(desk: _Desk, order: LessonOrder, plan: Plan) -> tuple[Floats, Floats]:
    x, cost = _room(order.kind, min(PICKS, len(plan.keys) - order.turn))
    kernels.pick_lesson(
        desk.block, desk.kept, desk.players, desk.who, plan,
        np.uint64(order.seed), np.uint64(order.game), np.uint64(order.turn), x, cost, desk.bytes,
    )  # fmt: skip
    return x, cost


_TEACHERS: Final[dict[str, Callable[[_Desk, LessonOrder, Plan], tuple[Floats, Floats]]]] = {
    "card": _teach_card,
    "row": _teach_row,
    "pick": _teach_pick,
}
assert _TEACHERS.keys() == KINDS.keys()


def _room(kind: str, answers: int) -> tuple[Floats, Floats]:
    return (
        np.zeros((GAMES, answers, KINDS[kind].inputs), dtype=np.float32),
        np.zeros((GAMES, answers), dtype=np.float32),
    )
