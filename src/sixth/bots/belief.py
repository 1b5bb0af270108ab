"""The opponent model of a search: the hands that the others may hold, and the type of each opponent."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sixth.bots.kernel_answers import thread_block
from sixth.rules.options import SEATS
from sixth.sim.engine.layout import Keys, Plan, Words
from sixth.sim.policy.network import TILE, Floats
from sixth.sim.search.determinization import Float64Array, Observation, draw, log_likelihoods, resample_hands

Types: TypeAlias = NDArray[np.intp]
"""Opponent types by their index: seats × worlds."""

_TILE: Final = int(TILE)
_GIBBS_SWEEPS: Final = np.uint64(6)
"""The number of new hands that each seat draws for a world (see `resample_hands`)."""
_MIN_EFFECTIVE_SHARE: Final = 1 / 16
"""The least effective sample size in resampling, as a share of the number of worlds."""
_OPEN_WORLDS: Final = 64
"""The number of worlds if no card is hidden: they differ in opponent types only."""

TimeLeft: TypeAlias = Callable[[], float]
"""A function that returns the seconds left for a move; it is called repeatedly during a search."""


class OpponentType(NamedTuple):
    """A type of opponent: a player, and how strictly the opponent follows its logits."""

    player: str
    """The name of the player whose logits the opponent follows."""
    inverse_temperature: float
    """The factor of the logits before an answer is drawn from their softmax (0: any answer)."""
    prior: float
    """The weight of this type before the seat has played, relative to the other types."""


POLICY: Final = "policy"
"""The name of the player that the searching seat itself follows in playouts."""

POLICY_TYPES: Final = (
    OpponentType(POLICY, 0.0, 0.1),
    OpponentType(POLICY, 0.3, 0.2),
    OpponentType(POLICY, 1.0, 0.7),
)
"""Opponents that follow the policy, more or less strictly."""

ALL_TYPES: Final = (
    OpponentType(POLICY, 0.0, 0.05),
    OpponentType(POLICY, 0.3, 0.1),
    OpponentType(POLICY, 1.0, 0.25),
    OpponentType(POLICY, 3.0, 0.1),
    # Flat Monte Carlo with more and more playouts.
    OpponentType("flat", 0.6, 0.1),
    OpponentType("flat", 1.5, 0.1),
    OpponentType("flat", 4.0, 0.1),
    # Rules of thumb, more and more strictly.
    *(OpponentType("nearest", inverse_temperature, 0.06) for inverse_temperature in (0.03, 0.1, 0.3)),
    *(OpponentType("roomy", inverse_temperature, 0.06) for inverse_temperature in (0.03, 0.1, 0.3)),
    *(OpponentType("wary", inverse_temperature, 0.06) for inverse_temperature in (0.15, 0.5, 2.0)),
)
"""Opponents of every kind; each type follows a player of `sixth.sim.policy.presets.all_players`."""


def _resample_worlds(log_likelihood: Float64Array, count: int, rng: np.random.Generator) -> Words:
    """Return `count` random indices of worlds, in random order, in proportion to the likelihoods."""
    weight = np.exp(log_likelihood - log_likelihood.max())
    while weight.sum() ** 2 < _MIN_EFFECTIVE_SHARE * count * (weight * weight).sum():
        # If a few worlds have almost all the weight (many seats, late in a round), flatten the weights.
        weight = np.sqrt(weight)
    steps = (np.arange(count) + rng.random()) / count
    positions = np.searchsorted(np.cumsum(weight) / weight.sum(), steps)
    indices: Words = np.minimum(positions, len(weight) - 1).astype(np.uint64)
    rng.shuffle(indices)
    return indices


def _draw_types(log_posterior: Float64Array, origins: Words, rng: np.random.Generator) -> Types:
    """Return a random opponent type for each seat in each new world, given its hand: seats × new worlds.

    `log_posterior` is seats × opponent types × worlds; `origins` (seats × new worlds) has the index of the
    world from which each hand comes.
    """
    shares = np.cumsum(np.exp(log_posterior), axis=1)
    shares = np.take_along_axis(shares, origins[:, None, :].astype(np.intp), axis=2)
    types: Types = (rng.random((len(shares), 1, shares.shape[2])) > shares[:, :-1]).sum(axis=1)
    return types


class PossiblePlayers(NamedTuple):
    """The possible players of each seat.

    Kernels take one player for each seat, so players are drawn for a batch of playouts.
    """

    shares: Float64Array
    """seats × players: the probability that the player sits on the seat."""
    inverse_temperatures: Floats
    """players × seats × worlds: the inverse temperature of the seat in the world with this player."""
    rng: np.random.Generator

    def assign(self, seat: int, inverse_temperature: np.float32) -> None:
        """Give the seat to the first player, with this inverse temperature in all worlds."""
        self.shares[seat] = np.arange(self.shares.shape[1]) == 0
        self.inverse_temperatures[:, seat] = inverse_temperature

    def draw(self) -> tuple[Words, Floats]:
        """Return a random player for each seat, and their inverse temperatures (seats × worlds)."""
        seats = np.arange(len(self.shares))
        players = (self.rng.random((len(seats), 1)) > np.cumsum(self.shares, axis=1)[:, :-1]).sum(axis=1)
        who = np.zeros(SEATS.stop, dtype=np.uint64)
        who[: len(seats)] = players
        return who, self.inverse_temperatures[players, seats]


class OpponentModel:
    """A prior over opponent types, and its posterior after the plays of the others.

    Parameters called `sign` are 1, or -1 where the most heads win (`kernel_answers.utility_sign`).
    """

    def __init__(self, players: Mapping[str, Floats], types: Sequence[OpponentType]) -> None:
        names = list(dict.fromkeys([POLICY, *(kind.player for kind in types)]))
        self.players: Final = np.stack([players[name] for name in names])
        """players × `PLAYER`, float32: the networks of all types, the policy first."""
        self._player_of_type = np.array([names.index(kind.player) for kind in types], dtype=np.uint64)
        self._inverse_temperatures = np.array([kind.inverse_temperature for kind in types], dtype=np.float32)
        prior = np.array([kind.prior for kind in types])
        self._prior = prior / prior.sum()

    def strangers(
        self, seats: int, worlds: int, sign: np.float32, rng: np.random.Generator
    ) -> PossiblePlayers:
        """Return a seating of opponents before any of their plays: types are drawn from the prior."""
        types = rng.choice(len(self._prior), size=(seats, worlds), p=self._prior)
        return self._seating(types, sign, rng)

    def determinize(
        self,
        plan: Plan,
        observation: Observation,
        *,
        pool: int,
        worlds: int,
        sign: np.float32,
        seed: np.uint64,
        time_left: TimeLeft | None = None,
        players_by: Float64Array | None = None,
    ) -> tuple[Keys, PossiblePlayers]:
        """Return worlds (strips × worlds) from the posterior given the plays of the others, and the seating.

        `pool` worlds are drawn uniformly and weighed by the likelihood of the plays of the others; `worlds`
        worlds are resampled from their hands. Both are fewer if weighing takes a third of the time.

        `players_by` has a random number from 0 to 1 for each seat, which selects its player; the hands of the
        seat are then those of this player. Without it, a seat may be any player, whatever its hand.
        """
        rng = np.random.default_rng(int(seed))
        has_plays = observation.turn > 0 and not plan.flip
        has_guesses = has_plays and len(observation.hidden) > 0
        count = min(worlds, pool) if len(observation.hidden) else _OPEN_WORLDS
        candidates = np.empty((len(observation.known), pool if has_guesses else count), dtype=np.uint16)
        draw(candidates, observation, seed)
        log_joint = np.zeros((int(plan.seats), len(self._inverse_temperatures), candidates.shape[1]))
        if has_plays:
            log_joint = self._weigh(plan, observation, candidates, sign, time_left)
            count = max(1, count * log_joint.shape[2] // candidates.shape[1])
            candidates = np.ascontiguousarray(candidates[:, : log_joint.shape[2]])
        log_joint += np.log(self._prior)[..., None]
        if players_by is not None:
            self._settle(log_joint, players_by)
        hands = np.logaddexp.reduce(log_joint, axis=1)
        indices = _resample_worlds(hands.sum(axis=0), count, rng)
        origins = np.tile(indices, (len(hands), 1))
        new_worlds = np.ascontiguousarray(candidates[:, indices])
        if has_guesses:
            weights = np.cumsum(np.exp(hands - hands.max(axis=1, keepdims=True)), axis=1)
            resample_hands(
                candidates, observation, plan, weights, _GIBBS_SWEEPS, seed, origins, new_worlds
            )  # fmt: skip
        types = _draw_types(log_joint - hands[:, None], origins, rng)
        return new_worlds, self._seating(types, sign, rng)

    def _settle(self, log_joint: Float64Array, players_by: Float64Array) -> None:
        """Select the player of each seat by `players_by`, and rule out the types of other players."""
        for types, number in zip(log_joint, players_by, strict=True):
            evidence = np.logaddexp.reduce(types, axis=1)
            shares = np.cumsum(np.exp(evidence - evidence.max()))
            kind = min(int(np.searchsorted(shares, number * shares[-1])), len(shares) - 1)
            types[self._player_of_type != self._player_of_type[kind]] = -np.inf

    def _weigh(
        self, plan: Plan, observation: Observation, worlds: Keys, sign: np.float32, time_left: TimeLeft | None
    ) -> Float64Array:
        """Return `log_likelihoods` of all worlds, or of the first worlds if they take a third of the time."""
        temperatures = self._inverse_temperatures * sign
        step = worlds.shape[1] if time_left is None else _TILE
        least_s = 0.0 if time_left is None else time_left() * 2 / 3
        parts = []
        for start in range(0, worlds.shape[1], step):
            some = np.ascontiguousarray(worlds[:, start : start + step])
            parts.append(np.empty((int(plan.seats), len(temperatures), some.shape[1])))
            log_likelihoods(
                thread_block(),
                self.players,
                self._player_of_type,
                temperatures,
                plan,
                observation,
                some,
                parts[-1],
            )
            if time_left is not None and time_left() < least_s:
                break
        return np.concatenate(parts, axis=2)

    def _seating(self, types_of_seats: Types, sign: np.float32, rng: np.random.Generator) -> PossiblePlayers:
        players, temperatures = len(self.players), self._inverse_temperatures * sign
        shares = np.empty((len(types_of_seats), players))
        table = np.empty((players, *types_of_seats.shape), dtype=np.float32)
        for seat, types in enumerate(types_of_seats):
            for player in range(players):
                here = self._player_of_type[types] == player
                shares[seat, player] = here.mean()
                table[player, seat] = temperatures[types]
                # In worlds where the seat has another player, use a temperature of the other worlds.
                if here.any():
                    table[player, seat, ~here] = rng.choice(temperatures[types[here]], size=(~here).sum())
        return PossiblePlayers(shares, table, rng)
