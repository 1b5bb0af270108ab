"""What a search believes of the others: which cards they hold, and what type of opponent each of them is."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sixth.bots.kernel_answers import thread_block
from sixth.rules.options import SEATS
from sixth.sim.engine.layout import Keys, Plan, Words
from sixth.sim.policy.network import TILE, Floats
from sixth.sim.search.determinization import Doubles, Observation, draw, log_likelihoods, resample_hands

Types: TypeAlias = NDArray[np.intp]
"""Opponent types by their index: seats × worlds."""

_TILE: Final = int(TILE)
_GIBBS_SWEEPS: Final = np.uint64(6)
"""How often each seat draws another hand for a world (see `resample_hands`)."""
_MIN_EFFECTIVE_SHARE: Final = 1 / 16
"""The effective sample size, as a share of the worlds asked for, that resampling must not fall below."""
_OPEN_WORLDS: Final = 64
"""Worlds where no card is hidden: their cards are the same, and only the opponent types differ."""

TimeLeft: TypeAlias = Callable[[], float]
"""How many seconds are left for a move. It is asked again and again while a bot thinks."""


class OpponentType(NamedTuple):
    """One way in which others may play: a player, and how strictly its logits are followed."""

    player: str
    """The name of the player whose logits are followed."""
    inverse_temperature: float
    """What these logits are multiplied with before an answer is drawn from their softmax (0: any answer)."""
    prior: float
    """The weight of this type before the seat has played, relative to that of the other types."""


POLICY: Final = "policy"
"""The name of the player that the searching seat itself follows in playouts."""

POLICY_TYPES: Final = (
    OpponentType(POLICY, 0.0, 0.1),
    OpponentType(POLICY, 0.3, 0.2),
    OpponentType(POLICY, 1.0, 0.7),
)
"""Followers of the policy, some of them careless."""

ALL_TYPES: Final = (
    OpponentType(POLICY, 0.0, 0.05),
    OpponentType(POLICY, 0.3, 0.1),
    OpponentType(POLICY, 1.0, 0.25),
    OpponentType(POLICY, 3.0, 0.1),
    # Flat Monte Carlo with more and more playouts.
    OpponentType("flat", 0.6, 0.1),
    OpponentType("flat", 1.5, 0.1),
    OpponentType("flat", 4.0, 0.1),
    # Rules of thumb, followed more and more strictly.
    *(OpponentType("nearest", inverse_temperature, 0.06) for inverse_temperature in (0.03, 0.1, 0.3)),
    *(OpponentType("roomy", inverse_temperature, 0.06) for inverse_temperature in (0.03, 0.1, 0.3)),
    *(OpponentType("wary", inverse_temperature, 0.06) for inverse_temperature in (0.15, 0.5, 2.0)),
)
"""Opponents of every kind; each type follows a player of `sixth.sim.policy.presets.all_players`."""


def _resample_worlds(log_likelihood: Doubles, count: int, rng: np.random.Generator) -> Words:
    """Draw `count` indices of worlds, in random order, each about as often as its likelihood says."""
    weight = np.exp(log_likelihood - log_likelihood.max())
    while weight.sum() ** 2 < _MIN_EFFECTIVE_SHARE * count * (weight * weight).sum():
        # Where all rests on a few worlds (many seats, late in a round), differences count for less.
        weight = np.sqrt(weight)
    steps = (np.arange(count) + rng.random()) / count
    found = np.searchsorted(np.cumsum(weight) / weight.sum(), steps)
    chosen: Words = np.minimum(found, len(weight) - 1).astype(np.uint64)
    rng.shuffle(chosen)
    return chosen


def _draw_types(log_posterior: Doubles, origins: Words, rng: np.random.Generator) -> Types:
    """Draw an opponent type for each seat in each new world, given the hand that the seat holds there.

    `log_posterior` is seats × opponent types × worlds; `origins` (seats × new worlds) says from which of
    those worlds each hand comes.
    """
    shares = np.cumsum(np.exp(log_posterior), axis=1)
    shares = np.take_along_axis(shares, origins[:, None, :].astype(np.intp), axis=2)
    found: Types = (rng.random((len(shares), 1, shares.shape[2])) > shares[:, :-1]).sum(axis=1)
    return found


class Seating(NamedTuple):
    """Who may sit where. Kernels take one player a seat, so players are drawn for some playouts at a time."""

    shares: Doubles
    """seats × players: the probability that the seat is that player."""
    inverse_temperatures: Floats
    """players × seats × worlds: the seat's inverse temperature in that world if it is that player."""
    rng: np.random.Generator

    def assign(self, seat: int, inverse_temperature: np.float32) -> None:
        """Give the seat to the first player, with this inverse temperature in all worlds."""
        self.shares[seat] = np.arange(self.shares.shape[1]) == 0
        self.inverse_temperatures[:, seat] = inverse_temperature

    def draw(self) -> tuple[Words, Floats]:
        """Return a player for each seat, and the inverse temperatures (seats × worlds) that go with them."""
        seats = np.arange(len(self.shares))
        drawn = (self.rng.random((len(seats), 1)) > np.cumsum(self.shares, axis=1)[:, :-1]).sum(axis=1)
        who = np.zeros(SEATS.stop, dtype=np.uint64)
        who[: len(seats)] = drawn
        return who, self.inverse_temperatures[drawn, seats]


class OpponentModel:
    """A prior over opponent types, and what follows from how the others have played.

    `sign` is 1, or -1 where heads are wanted (`kernel_answers.utility_sign`).

    Raises:
        KeyError: an opponent type follows a player that is not in `players`.
    """

    def __init__(self, players: Mapping[str, Floats], types: Sequence[OpponentType]) -> None:
        names = list(dict.fromkeys([POLICY, *(kind.player for kind in types)]))
        self.players: Final = np.stack([players[name] for name in names])
        """players × `PLAYER`, float32: all that some type follows, the policy first."""
        self._player_of_type = np.array([names.index(kind.player) for kind in types], dtype=np.uint64)
        self._inverse_temperatures = np.array([kind.inverse_temperature for kind in types], dtype=np.float32)
        prior = np.array([kind.prior for kind in types])
        self._prior = prior / prior.sum()

    def strangers(self, seats: int, worlds: int, sign: np.float32, rng: np.random.Generator) -> Seating:
        """Return a seating of players of whom nothing has been seen."""
        found = rng.choice(len(self._prior), size=(seats, worlds), p=self._prior)
        return self._seating(found, sign, rng)

    def determinize(
        self,
        plan: Plan,
        observation: Observation,
        *,
        drawn: int,
        worlds: int,
        sign: np.float32,
        seed: np.uint64,
        time_left: TimeLeft | None = None,
        players_by: Doubles | None = None,
    ) -> tuple[Keys, Seating]:
        """Draw worlds (strips × worlds) from the posterior given the others' plays, and who sits there.

        `drawn` worlds are drawn evenly and weighed by how likely the others would have played in them as
        they did; `worlds` are made of their hands. Both are fewer if weighing takes a third of the time.

        With `players_by`, a random number from 0 to 1 for each seat, it is drawn by these which player each
        seat is, and its hands are such as that player would hold. Else a seat may be anybody, whatever it
        holds.
        """
        rng = np.random.default_rng(int(seed))
        informed = observation.turn > 0 and not plan.flip
        guessing = informed and len(observation.hidden) > 0
        kept = min(worlds, drawn) if len(observation.hidden) else _OPEN_WORLDS
        candidates = np.empty((len(observation.known), drawn if guessing else kept), dtype=np.uint16)
        draw(candidates, observation, seed)
        log_joint = np.zeros((int(plan.seats), len(self._prior), candidates.shape[1]))
        if informed:
            log_joint = self._weigh(plan, observation, candidates, sign, time_left)
            kept = max(1, kept * log_joint.shape[2] // candidates.shape[1])
            candidates = np.ascontiguousarray(candidates[:, : log_joint.shape[2]])
        log_joint += np.log(self._prior)[:, None]
        if players_by is not None:
            self._settle(log_joint, players_by)
        hands = np.logaddexp.reduce(log_joint, axis=1)
        chosen = _resample_worlds(hands.sum(axis=0), kept, rng)
        origins = np.tile(chosen, (len(hands), 1))
        resampled = np.ascontiguousarray(candidates[:, chosen])
        if guessing:
            weights = np.cumsum(np.exp(hands - hands.max(axis=1, keepdims=True)), axis=1)
            resample_hands(
                candidates, observation, plan, weights, _GIBBS_SWEEPS, seed, origins, resampled
            )  # fmt: skip
        found = _draw_types(log_joint - hands[:, None], origins, rng)
        return resampled, self._seating(found, sign, rng)

    def _settle(self, log_joint: Doubles, players_by: Doubles) -> None:
        """Choose the player of each seat by how likely it is, and rule out the types of all others."""
        for types, number in zip(log_joint, players_by, strict=True):
            evidence = np.logaddexp.reduce(types, axis=1)
            shares = np.cumsum(np.exp(evidence - evidence.max()))
            kind = min(int(np.searchsorted(shares, number * shares[-1])), len(shares) - 1)
            types[self._player_of_type != self._player_of_type[kind]] = -np.inf

    def _weigh(
        self, plan: Plan, observation: Observation, worlds: Keys, sign: np.float32, time_left: TimeLeft | None
    ) -> Doubles:
        """Return `log_likelihoods` of all worlds, or of the first ones if they take a third of the time."""
        scaled = self._inverse_temperatures * sign
        step = worlds.shape[1] if time_left is None else _TILE
        enough_s = 0.0 if time_left is None else time_left() * 2 / 3
        found = []
        for start in range(0, worlds.shape[1], step):
            some = np.ascontiguousarray(worlds[:, start : start + step])
            found.append(np.empty((int(plan.seats), len(scaled), some.shape[1])))
            log_likelihoods(
                thread_block(), self.players, self._player_of_type, scaled, plan, observation, some, found[-1]
            )
            if time_left is not None and time_left() < enough_s:
                break
        return np.concatenate(found, axis=2)

    def _seating(self, found: Types, sign: np.float32, rng: np.random.Generator) -> Seating:
        """Return the seating that fits to the opponent types that were `found` (seats × worlds)."""
        players, scaled = len(self.players), self._inverse_temperatures * sign
        shares = np.empty((len(found), players))
        table = np.empty((players, *found.shape), dtype=np.float32)
        for seat, types in enumerate(found):
            for player in range(players):
                here = self._player_of_type[types] == player
                shares[seat, player] = here.mean()
                table[player, seat] = scaled[types]
                # In worlds where the seat is somebody else, take an inverse temperature of the other worlds.
                if here.any():
                    table[player, seat, ~here] = rng.choice(scaled[types[here]], size=(~here).sum())
        return Seating(shares, table, rng)
