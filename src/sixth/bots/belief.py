"""What a search believes of the others: which cards they hold, and in which manner they play."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from sixth.bots.kernel_answers import my_block
from sixth.rules.options import SEATS
from sixth.sim.engine.layout import Keys, Plan, Words
from sixth.sim.policy.network import TILE, Floats
from sixth.sim.search.determinization import Doubles, Moment, draw, likelihoods, mingle

_TILE: Final = int(TILE)
_SWEEPS: Final = np.uint64(6)
"""How often each seat draws another hand for a world (see `mingle`)."""
_VARIED: Final = 1 / 16
"""The share of the worlds that must at least count when the first ones are taken."""
_KNOWN: Final = 64
"""Worlds where nothing is hidden: they are the same; only how others play is guessed."""

TimeLeft: TypeAlias = Callable[[], float]
"""How many seconds there still are for a move. It is asked again and again while a bot thinks."""


class Manner(NamedTuple):
    """One way in which others may play."""

    who: str
    """Whose likings they follow,"""
    care: float
    """what these are multiplied with before an answer is drawn from their softmax (0: any answer),"""
    belief: float
    """and how far this is believed of a seat before it has played, beside the other manners."""


POLICY: Final = "policy"
"""The player that the searching seat itself plays on by."""

SELVES: Final = (Manner(POLICY, 0.0, 0.1), Manner(POLICY, 0.3, 0.2), Manner(POLICY, 1.0, 0.7))
"""Followers of the policy, some of them careless."""

ANYBODY: Final = (
    Manner(POLICY, 0.0, 0.05),
    Manner(POLICY, 0.3, 0.1),
    Manner(POLICY, 1.0, 0.25),
    Manner(POLICY, 3.0, 0.1),
    # Flat Monte Carlo with more and more playouts.
    Manner("flat", 0.6, 0.1),
    Manner("flat", 1.5, 0.1),
    Manner("flat", 4.0, 0.1),
    # Rules of thumb, followed more and more strictly.
    *(Manner("nearest", care, 0.06) for care in (0.03, 0.1, 0.3)),
    *(Manner("roomy", care, 0.06) for care in (0.03, 0.1, 0.3)),
    *(Manner("wary", care, 0.06) for care in (0.15, 0.5, 2.0)),
)
"""All kinds of players; each asks for a player of its name (`sim.players`)."""


def _resampled(likely: Doubles, count: int, luck: np.random.Generator) -> Words:
    """`count` worlds, each as often as its log chance in `likely` says, give or take one, in any order."""
    weight = np.exp(likely - likely.max())
    while weight.sum() ** 2 < _VARIED * count * (weight * weight).sum():
        # Where all rests on a few worlds (many seats, late in a round), differences count for less.
        weight = np.sqrt(weight)
    steps = (np.arange(count) + luck.random()) / count
    found = np.searchsorted(np.cumsum(weight) / weight.sum(), steps)
    chosen: Words = np.minimum(found, len(weight) - 1).astype(np.uint64)
    luck.shuffle(chosen)
    return chosen


def _manners(likely: Doubles, origins: Words, luck: np.random.Generator) -> np.ndarray:
    """A manner for each seat in each world, by how likely it is of the hand that the seat holds there.

    `likely` (seats × manners × worlds) is the log chance of the manners, `origins` where hands are from.
    """
    shares = np.cumsum(np.exp(likely), axis=1)
    shares = np.take_along_axis(shares, origins[:, None, :].astype(np.intp), axis=2)
    found: np.ndarray = (luck.random((len(shares), 1, shares.shape[2])) > shares[:, :-1]).sum(axis=1)
    return found


class Seating(NamedTuple):
    """Who may sit on the seats. Kernels have one player a seat, so it is drawn for some playouts at once."""

    shares: Doubles
    """seats × players: how far the seat is believed to be that player."""
    cares: Floats
    """players × seats × worlds: with which care it plays there if it is that player."""
    luck: np.random.Generator

    def sit_down(self, seat: int, care: np.float32) -> None:
        """The seat is the first player's, with that care."""
        self.shares[seat] = np.arange(self.shares.shape[1]) == 0
        self.cares[:, seat] = care

    def draw(self) -> tuple[Words, Floats]:
        """A player for each seat, and the cares (seats × worlds) that go with them."""
        seats = np.arange(len(self.shares))
        drawn = (self.luck.random((len(seats), 1)) > np.cumsum(self.shares, axis=1)[:, :-1]).sum(axis=1)
        who = np.zeros(SEATS.stop, dtype=np.uint64)
        who[: len(seats)] = drawn
        return who, self.cares[drawn, seats]


@dataclass(frozen=True)
class Guess:
    """What is asked of `Company.guess`."""

    plan: Plan
    moment: Moment
    drawn: int
    """Worlds that are weighed by how likely the others would have played in them as they did,"""
    worlds: int
    """and those that are made of their hands."""
    wish: np.float32
    """What cares are multiplied with."""
    seed: np.uint64


class Company:
    """Who others may be.

    Raises:
        KeyError: a manner follows a player that is not in `players`.
    """

    def __init__(self, players: Mapping[str, Floats], manners: Sequence[Manner]) -> None:
        names = list(dict.fromkeys([POLICY, *(manner.who for manner in manners)]))
        self.players: Final = np.stack([players[name] for name in names])
        self._whose = np.array([names.index(manner.who) for manner in manners], dtype=np.uint64)
        self._cares = np.array([manner.care for manner in manners], dtype=np.float32)
        beliefs = np.array([manner.belief for manner in manners])
        self._beliefs = beliefs / beliefs.sum()

    def strangers(self, seats: int, worlds: int, wish: np.float32, luck: np.random.Generator) -> Seating:
        """Seats of which nothing has been seen."""
        found = luck.choice(len(self._beliefs), size=(seats, worlds), p=self._beliefs)
        return self._seated(found, wish, luck)

    def guess(self, asked: Guess, time_left: TimeLeft | None) -> tuple[Keys, Seating]:
        """Worlds as likely as what was seen says, and how the others play in them.

        They are fewer than asked for if weighing them takes a third of the time.
        """
        plan, moment, luck = asked.plan, asked.moment, np.random.default_rng(int(asked.seed))
        informed = moment.turn > 0 and not plan.flip
        guessing = informed and len(moment.hidden) > 0
        kept = min(asked.worlds, asked.drawn) if len(moment.hidden) else _KNOWN
        worlds = np.empty((len(moment.known), asked.drawn if guessing else kept), dtype=np.uint16)
        draw(worlds, moment, asked.seed)
        likely = np.zeros((int(plan.seats), len(self._cares), worlds.shape[1]))
        if informed:
            likely = self._weigh(asked, worlds, time_left)
            kept = max(1, kept * likely.shape[2] // worlds.shape[1])
            worlds = np.ascontiguousarray(worlds[:, : likely.shape[2]])
        likely += np.log(self._beliefs)[:, None]
        hands = np.logaddexp.reduce(likely, axis=1)
        chosen = _resampled(hands.sum(axis=0), kept, luck)
        origins = np.tile(chosen, (len(hands), 1))
        mingled = np.ascontiguousarray(worlds[:, chosen])
        if guessing:
            chances = np.cumsum(np.exp(hands - hands.max(axis=1, keepdims=True)), axis=1)
            mingle(worlds, moment, plan, chances, _SWEEPS, asked.seed, origins, mingled)
        found = _manners(likely - hands[:, None], origins, luck)
        return mingled, self._seated(found, asked.wish, luck)

    def _weigh(self, asked: Guess, worlds: Keys, time_left: TimeLeft | None) -> Doubles:
        """How likely all worlds are (`likelihoods`), or the first ones if they take a third of the time."""
        plan, moment, cares = asked.plan, asked.moment, self._cares * asked.wish
        step = worlds.shape[1] if time_left is None else _TILE
        enough = 0.0 if time_left is None else time_left() * 2 / 3
        likely = []
        for start in range(0, worlds.shape[1], step):
            some = np.ascontiguousarray(worlds[:, start : start + step])
            likely.append(np.empty((int(plan.seats), len(cares), some.shape[1])))
            likelihoods(my_block(), self.players, self._whose, cares, plan, moment, some, likely[-1])
            if time_left is not None and time_left() < enough:
                break
        return np.concatenate(likely, axis=2)

    def _seated(self, found: np.ndarray, wish: np.float32, luck: np.random.Generator) -> Seating:
        """The seating that fits to the manners that were `found` (seats × worlds)."""
        players, cares = len(self.players), self._cares * wish
        shares = np.empty((len(found), players))
        table = np.empty((players, *found.shape), dtype=np.float32)
        for seat, manners in enumerate(found):
            for player in range(players):
                here = self._whose[manners] == player
                shares[seat, player] = here.mean()
                table[player, seat] = cares[manners]
                # Worlds in which it is somebody else: it has some care that it has in the others.
                if here.any():
                    table[player, seat, ~here] = luck.choice(cares[manners[here]], size=(~here).sum())
        return Seating(shares, table, luck)
