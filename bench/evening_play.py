"""Rounds of a tournament between players of graded strength, thousands at a time: for `evenings.py`."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

import sixth
from sixth.bots.belief import ALL_TYPES
from sixth.bots.kernel_answers import thread_block
from sixth.bots.observation import plan_of
from sixth.coach.reference import one_round, players
from sixth.sim.engine.compiler import compiled_here
from sixth.sim.engine.lanes import deal_round, lay
from sixth.sim.engine.layout import CARD_SHIFT, LANES, SCORE, SEAT_MASK, ZERO, Index, Plan
from sixth.sim.policy.block import Block, hand_of
from sixth.sim.policy.network import LOGITS, NOTES, TILE, Floats
from sixth.sim.search.playouts import Lineup, Moment, card_logits, play_on, see

GAMES: Final = int(LANES)
NAMES: Final = ("policy", "flat", "nearest", "roomy", "wary")
"""The networks that players follow."""
NETWORKS: Final = np.stack([players()[name] for name in NAMES])
LOGIT_HEADS: Final = 0.5
"""Heads that a difference of 1 between logits is worth: the networks were trained so (docs/training.md)."""
CERTAIN: Final = 1e4
"""The inverse temperature of a bot that always gives its best answer, as those of the daily deal do."""

Numbers = NDArray[np.float64]
Indices = NDArray[np.int64]


@dataclass(frozen=True)
class Field:
    """Players: the network of each (its place in `NAMES`), and how strictly it follows."""

    networks: Indices
    inverse_temperatures: Numbers

    def __len__(self) -> int:
        return len(self.networks)

    def beside(self, *bots: tuple[str, float]) -> "Field":
        """Return the field with more players after its own."""
        networks = [NAMES.index(name) for name, _ in bots]
        return Field(
            np.append(self.networks, networks),
            np.append(self.inverse_temperatures, [each for _, each in bots]),
        )


def mixed(count: int) -> Field:
    """Return people as the coach takes them to be: its sixteen types as often as it expects them.

    Within a type some follow their network up to twice as strictly as others do.
    """
    kinds = list(ALL_TYPES)
    shares = np.cumsum([each.prior for each in kinds]) / sum(each.prior for each in kinds)
    networks, temperatures = [], []
    for place in (np.arange(count) + 0.5) / count:
        at = int(np.searchsorted(shares, place))
        begin = shares[at - 1] if at else 0.0
        within = (place - begin) / (shares[at] - begin)
        kind = kinds[at]
        networks.append(NAMES.index(kind.player))
        temperatures.append(kind.inverse_temperature * 2 ** (within - 0.5) or 0.05 * within)
    return Field(np.array(networks), np.array(temperatures))


def alike(count: int, low: float, high: float) -> Field:
    """Return players of one way to play, who follow the policy from `low` to `high`, evenly in logarithms."""
    return Field(np.zeros(count, dtype=np.int64), np.geomspace(low, high, count))


LADDERS: Final[dict[str, Callable[[int], Field]]] = {
    "mixed": mixed,
    "regulars": lambda count: alike(count, 0.3, 3.0),
}


@dataclass(frozen=True)
class Tables:
    """What is played: a table a row, the players by their number in the field, and the number of its deal."""

    players: Indices
    deals: Indices
    streams: Indices
    """Tables of one stream have the same luck with all choices."""


@dataclass(frozen=True)
class Results:
    """What came of tables: tables × seats."""

    heads: Numbers
    lost: Numbers
    """Heads lost by the own choices of cards, as the judging network has it; 0 if none was asked."""


def play(field: Field, tables: Tables, seed: int, *, judge: str | None = None) -> Results:
    """Play a round of classic at each table; a judge is the name of a network."""
    seats = tables.players.shape[1]
    rules = one_round(sixth.games["classic"].replace(seats=seats), seats)
    plan, b = plan_of(rules, seats), thread_block()
    cards = _dealt(plan, int(tables.deals.max()) + 1, seed)
    who = field.networks[tables.players]
    heads, lost = np.zeros((2, *tables.players.shape))
    for lineup, some in _alike(who):
        count = len(some)
        b.cards.reshape(-1, GAMES)[: len(cards), :count] = cards[:, tables.deals[some]]
        temperatures = field.inverse_temperatures[tables.players[some]].T
        b.inverse_temperature.reshape(-1, GAMES)[:seats, :count] = temperatures
        b.streams[:count] = tables.streams[some]
        b.seen[:] = 0
        lay(b.board, b.cards, plan)
        for row in range(rules.rows):
            see(b, (plan.turns * plan.seats + np.uint64(row)) * LANES)
        lost[some] = _played(plan, lineup, count, seed, judge)
        scores = b.board[int(SCORE) : int(SCORE) + seats * GAMES].reshape(seats, GAMES)
        heads[some] = scores[:, :count].T
    return Results(heads, lost)


def _dealt(plan: Plan, count: int, seed: int) -> NDArray[np.uint16]:
    """Return deals as kernels read them: strips × deals."""
    strips, b = int(plan.turns * plan.seats + plan.rows), thread_block()
    blocks = []
    for first in range(0, count, GAMES):
        deal_round(b.cards, plan, np.uint64(2 * seed), np.uint64(first))
        blocks.append(b.cards.reshape(-1, GAMES)[:strips].copy())
    return np.concatenate(blocks, axis=1)


def _alike(who: Indices) -> Iterator[tuple[Lineup, Indices]]:
    """Yield tables whose seats follow the same networks, as many as there are lanes, with those networks."""
    keys = who @ len(NAMES) ** np.arange(who.shape[1])
    order = np.argsort(keys, kind="stable")
    for run in np.split(order, np.nonzero(np.diff(keys[order]))[0] + 1):
        seated = np.zeros(16, dtype=np.uint64)
        seated[: who.shape[1]] = who[run[0]]
        for first in range(0, len(run), GAMES):
            yield Lineup(NETWORKS, seated), run[first : first + GAMES]


def _played(plan: Plan, lineup: Lineup, count: int, seed: int, judge: str | None) -> Numbers:
    """Play the block to the end; return what the choices of each seat cost: tables × seats."""
    b, games, luck = thread_block(), np.uint64(count), np.uint64(2 * seed + 1)
    seats, turns = int(plan.seats), int(plan.turns)
    lost = np.zeros((count, seats))
    if judge is None:
        play_on(b, lineup, plan, luck, games, Moment(ZERO), plan.turns)
        return lost
    network = players()[judge].reshape(1, -1)
    logits = np.empty((seats, turns, GAMES), dtype=np.float32)
    strips = b.cards.reshape(-1, GAMES)
    lanes = np.arange(count)
    for turn in range(turns):
        _judged(b, network, plan, np.uint64(turn), logits)
        hands = strips[turn * seats : turns * seats, :count].reshape(-1, seats, count) >> CARD_SHIFT
        play_on(b, lineup, plan, luck, games, Moment(np.uint64(turn)), np.uint64(turn + 1))
        shown = strips[turn * seats : (turn + 1) * seats, :count]
        for seat in range(seats):
            place = ((shown & SEAT_MASK) == seat).argmax(axis=0)
            card = shown[place, lanes] >> CARD_SHIFT
            values = logits[seat, : turns - turn, :count]
            given = values[(hands[:, seat] == card).argmax(axis=0), lanes]
            lost[:, seat] += LOGIT_HEADS * (values.max(axis=0) - given)
    return lost


@compiled_here
def _judged(b: Block, network: Floats, plan: Plan, turn: Index, logits: Floats) -> None:
    """Write what the network says of each card in hand: seats × cards × lanes."""
    strips = b.work[LOGITS:NOTES]
    of_tile = strips.reshape((1, strips.size))
    for seat in range(plan.seats):
        hand = hand_of(plan, seat, turn)
        for at in range(ZERO, LANES, TILE):
            card_logits(b, network, of_tile, plan, hand, at)
            for slot in range(hand.end - turn):
                for lane in range(TILE):
                    logits[seat, slot, at + lane] = of_tile[0, slot * TILE + lane]


def by_lot(rng: np.random.Generator, shape: Sequence[int], count: int, seats: int) -> Indices:
    """Return tables of so many seats with all of `count` players, drawn anew: shape × tables × seats."""
    drawn = rng.permuted(np.broadcast_to(np.arange(count), (*shape, count)), axis=-1)
    return drawn.reshape(*shape, count // seats, seats)
