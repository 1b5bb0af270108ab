"""Training examples and matches: tasks for threads or other machines, and their results.

A result depends on its task alone, whichever machine runs it. Tasks need no PyTorch.
"""

import threading
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixth.bots.bot import heads_hurt
from sixth.bots.observation import plan_of
from sixth.rules.options import Rules
from sixth.sim.engine.layout import LANES, SCORE, ZERO, Bytes, Plan, Words, hand_end
from sixth.sim.policy.architecture import KINDS
from sixth.sim.policy.block import Block, Hand, block
from sixth.sim.policy.hand_tokens import room_for
from sixth.sim.policy.network import Floats
from sixth.sim.search import examples as kernels
from sixth.sim.search.hand_examples import choose_by_hand
from sixth.sim.search.playouts import Lineup, Moment, play_on

GAMES: Final = int(LANES)
"""Games that a task plays side by side."""
PLACES: Final = 16
"""Seats that kernels have room for."""
MAX_PICKS: Final = 12
"""Cards that an example of a pick tries, of all that lie open."""
BEST: Final = 30.0
"""An inverse temperature at which a player nearly always gives its best answer."""


@dataclass(frozen=True)
class TaskSeating:
    """Who plays at a table, by seat."""

    players: Floats
    """The players, (players, `PLAYER`)."""
    who: Words
    """The row of `players` that sits at each seat, (`PLACES`,)."""
    inverse_temperature: NDArray[np.float64]
    """What the logits of each seat are multiplied with, (`PLACES`,)."""


@dataclass(frozen=True, kw_only=True)
class ExampleTask:
    """A question of one kind to seat 0, in the same turn of `GAMES` games."""

    kind: str
    """One of `KINDS`."""
    rules: Rules
    turn: int
    """The turn of the round, from 0; of a pick, its number among all of the draft."""
    seating: TaskSeating
    seed: int
    game: int
    """The number of the first of the games, which are those of `seed` from there on."""
    worlds: int = 1
    """In how many worlds the answers are tried; more than one only for a hand network."""
    rivals: float = 0.0
    """What a head of the others is worth, as a share of an own one; only for a hand network."""


@dataclass(frozen=True)
class Examples:
    """Questions of one kind and what each of their answers cost; all have equally many answers."""

    kind: str
    x: Floats
    """The features of each answer, (questions, answers, inputs)."""
    cost: Floats
    """The heads still to come if that answer is given, (questions, answers)."""
    sign: int
    """1 where few heads are good, -1 where many are."""


@dataclass(frozen=True, kw_only=True)
class MatchTask:
    """`GAMES` rounds of `seed` from number `game` on, of which seat `seat` is measured.

    With a hand network that seat plays the card that it likes best.
    """

    rules: Rules
    seating: TaskSeating
    seat: int
    seed: int
    game: int
    hand: Floats | None = None
    """The hand network of the measured seat, float32, `HAND_NETWORK`."""


def askable(kind: str, rules: Rules) -> list[int]:
    """Return the turns of a round, or the picks, in which a question of this kind can occur."""
    plan = plan_of(rules, rules.seats)
    if kind == "pick":
        return list(range(int(plan.turns * plan.seats))) if rules.drafts else []
    turns = range(int(plan.turns))
    if kind == "row":
        return list(turns)
    # Where cards are flipped, and with one card left, there is nothing to choose.
    return [turn for turn in turns if not plan.flip and int(hand_end(plan, np.uint64(turn))) - turn > 1]


def make_examples(task: ExampleTask) -> Examples:
    """Ask the question of a task in each of its games; return the cost of every answer."""
    plan, desk = plan_of(task.rules, task.rules.seats), desk_for(task)
    kernel, answers = {
        "card": (kernels.card_examples, int(hand_end(plan, np.uint64(task.turn))) - task.turn),
        "row": (kernels.row_examples, int(plan.rows)),
        "pick": (kernels.pick_examples, min(MAX_PICKS, len(plan.keys) - task.turn)),
    }[task.kind]
    results = kernels.Tried(
        np.zeros((GAMES, answers, KINDS[task.kind].inputs), dtype=np.float32),
        np.zeros((GAMES, answers), dtype=np.float32),
        desk.questions_mask,
    )
    numbers = np.uint64(task.seed), np.uint64(task.game), np.uint64(task.turn)
    kernel(desk.block, desk.backup, desk.lineup, plan, *numbers, results)
    # Only where a card has no place is there a row to choose.
    asked = results.asked.astype(np.bool_) if task.kind == "row" else slice(None)
    return Examples(task.kind, results.features[asked], results.costs[asked], sign_of(task.rules))


def play_match(task: MatchTask) -> Bytes:
    """Play a match; return the heads of every seat, (rounds, seats), that of the measured player first."""
    plan = plan_of(task.rules, task.rules.seats)
    desk = desk_for(task)
    b, seed, seats = desk.block, np.uint64(task.seed), task.rules.seats
    kernels.begin(b, plan, seed, np.uint64(task.game))
    if task.hand is None:
        play_on(b, desk.lineup, plan, seed, LANES, Moment(ZERO), plan.turns)
    else:
        _play_by_hand(b, desk.lineup, plan, task)
    heads = b.board[int(SCORE) : int(SCORE) + seats * GAMES].reshape(seats, GAMES)
    return np.ascontiguousarray(np.roll(heads, -task.seat, axis=0).T)


def _play_by_hand(b: Block, lineup: Lineup, plan: Plan, task: MatchTask) -> None:
    """Play a match in which the measured seat plays cards by its hand network."""
    seat, net = np.uint64(task.seat), np.require(task.hand, requirements=["C", "W"])
    player = lineup.players[int(lineup.who[task.seat])]
    for turn in range(int(plan.turns)):
        hand = Hand(seat, np.uint64(turn), hand_end(plan, np.uint64(turn)))
        cards = int(hand.end) - turn
        if cards > 1 and not plan.flip:
            choose_by_hand(b, player, net, plan, hand, room_for(GAMES, cards, int(plan.rows)))
        play_on(b, lineup, plan, np.uint64(task.seed), LANES, Moment(hand.turn, seat), np.uint64(turn + 1))


class _Desk:
    """The arrays of one thread."""

    lineup: Lineup

    def __init__(self) -> None:
        self.block, self.backup = block(), block()
        self.questions_mask = np.zeros(GAMES, dtype=np.uint8)


_THREAD: Final = threading.local()


def desk_for(task: ExampleTask | MatchTask) -> _Desk:
    """Return this thread's arrays, with the players of the task."""
    if not hasattr(_THREAD, "desk"):
        _THREAD.desk = _Desk()
    desk: _Desk = _THREAD.desk
    # Arrays from another process can be read-only, for which kernels would be compiled once more.
    desk.lineup = Lineup(
        np.require(task.seating.players, requirements=["C", "W"]),
        np.require(task.seating.who, requirements=["C", "W"]),
    )
    # Where many heads are good, players prefer the answers that they avoid elsewhere.
    inverse_temperature = sign_of(task.rules) * task.seating.inverse_temperature
    for b in (desk.block, desk.backup):
        b.inverse_temperature.reshape(PLACES, GAMES)[:] = inverse_temperature[:, None]
    return desk


def sign_of(rules: Rules) -> int:
    """Return 1 where few heads are good, -1 where many are."""
    return 1 if heads_hurt(rules) else -1
