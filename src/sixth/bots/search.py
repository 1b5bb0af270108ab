"""The search bot: it rolls out every answer in many worlds that agree with its view."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, log2
from random import Random
from time import monotonic
from typing import Final, NamedTuple

import numpy as np

from sixth.bots.belief import ALL_TYPES, POLICY_TYPES, OpponentModel, OpponentType, PossiblePlayers, TimeLeft
from sixth.bots.equilibrium import equilibrium
from sixth.bots.kernel_answers import answer_codes, roll_out, utility_sign
from sixth.bots.observation import observe_decision, stakes_of
from sixth.bots.policy import answer_logits
from sixth.rules.events import Action
from sixth.rules.options import End
from sixth.rules.view import View
from sixth.sim.engine.layout import Bytes, Keys, Plan
from sixth.sim.policy.architecture import HEADS_PER_LOGIT
from sixth.sim.policy.network import Floats
from sixth.sim.search.determinization import Float64Array, Observation
from sixth.sim.search.drafts import DraftObservation
from sixth.sim.search.playouts import Lineup
from sixth.sim.search.rollouts import NO_WORLDS, Playouts, Stakes

_BATCH_PLAYOUTS: Final = 256
"""Playouts between two looks at the clock, with the same random players."""
_FIRST_BATCHES: Final = 8
"""Batches after which an answer may be dropped as clearly worse."""
_PRIOR_PLAYOUTS: Final = 32
"""The weight of the policy's estimate of an answer, in playouts."""
_CLASSIC_ROUND_CARDS: Final = 220
"""The cards in all hands of a classic round of four, summed over its turns (see `_afford`)."""
_MIN_SEARCH_S: Final = 0.005
"""The least seconds for a search; with less time the answer follows from the policy's logits."""


@dataclass(frozen=True)
class SearchSettings:
    """The settings of a search.

    `playouts` and `pool` are fewer in proportion if the round has more cards than a classic round of four.
    Playouts also stop when `seconds` are over, and weighing worlds stops after a third of the time.
    """

    playouts: int
    """Playouts of all answers together."""
    seconds: float | None = None
    """Seconds for a move; None for no limit."""
    pool: int = 1024
    """Worlds that are drawn, and weighed by the likelihood of the plays of the others in them."""
    worlds: int = 512
    """Worlds that are resampled from the hands of the pool, for the playouts."""
    opponent_types: tuple[OpponentType, ...] = POLICY_TYPES
    """The possible types of the others."""
    own: float = 4.0
    """The inverse temperature of the seat's own later moves in playouts."""
    clear: float = 2.0
    """Standard errors by which an answer is clearly worse than the best and is tried no more; inf: never."""
    picks: int = 16
    """The number of picks in a draft that are rolled out: those with the highest logits."""
    win: float = 8.0
    """The utility of winning a game of one round, in heads."""
    match: float = 30.0
    """The utility of winning a longer game, in heads."""
    solved_positions: int = 0
    """The most positions of a solution where all cards of two seats are known; 0 to search there, too."""


def settings_for(playouts: int) -> SearchSettings:
    """Return the settings of a search with `playouts` playouts, with worlds in proportion."""
    worlds = min(512, max(32, playouts // 8))
    return SearchSettings(playouts=playouts, pool=2 * worlds, worlds=worlds, opponent_types=ALL_TYPES)


class SearchBot:
    """A bot that rolls out its answers in worlds weighed by the likelihood of the plays of the others.

    All answers have the same worlds and the same luck. Sequential halving (Karnin, Koren and Somekh 2013)
    shares the playouts: in each of its rounds the better half of the answers stays. What is clearly worse is
    dropped at once, and the search ends when one answer is left.
    """

    def __init__(
        self,
        settings: SearchSettings,
        players: Mapping[str, Floats],
        rng: Random,
        time_left: TimeLeft | None = None,
    ) -> None:
        self._settings = settings
        self._time_left = time_left
        self._rng = rng
        self._opponents = OpponentModel(players, settings.opponent_types)

    def act(self, view: View) -> Action:
        """Return the action with the highest utility (see `values`), or a random one of an equilibrium."""
        if len(view.legal) == 1:
            return view.legal[0]
        time_left = self._begin()
        strategy = equilibrium(view, self._settings.solved_positions, time_left)
        if strategy is not None:
            return self._rng.choices(list(strategy), list(strategy.values()))[0]
        return view.legal[int(self._values(view, time_left).argmax())]

    def values(self, view: View) -> Float64Array:
        """Return the utility of each action in `view.legal` to the seat of `view`, in heads.

        It is -inf for answers that were dropped early. Without time for any playout, the result has the
        logits of the policy instead.
        """
        return self._values(view, self._begin())

    def _begin(self) -> TimeLeft | None:
        seconds = self._settings.seconds
        return self._time_left or (None if seconds is None else _countdown(seconds))

    def _values(self, view: View, time_left: TimeLeft | None) -> Float64Array:
        settings = self._settings
        logits = answer_logits(view, self._opponents.players[0]).astype(np.float64)
        if time_left is not None and time_left() < _MIN_SEARCH_S:
            return logits
        seed = np.uint64(int(self._rng.random() * 2**53))
        # The prior is the policy's estimate of the heads that each answer saves.
        codes, prior = answer_codes(view), HEADS_PER_LOGIT * (logits - logits.mean())
        rollouts = self._rollouts(view, seed, time_left)
        budget = _afford(settings.playouts, rollouts.plan, view)
        most = settings.picks if view.phase == "pick" else len(codes)
        best = np.sort(np.argsort(-prior, kind="stable")[:most])
        values = np.full(len(codes), -np.inf)
        values[best] = _halve(rollouts, codes[best], prior[best], budget, time_left, clear=settings.clear)
        return values

    def _rollouts(self, view: View, seed: np.uint64, time_left: TimeLeft | None) -> "_Rollouts":
        settings, sign = self._settings, utility_sign(view)
        plan, observation = observe_decision(view)
        if isinstance(observation, DraftObservation):
            worlds, rng = NO_WORLDS, np.random.default_rng(int(seed))
            seating = self._opponents.strangers(int(plan.seats), settings.worlds, sign, rng)
        else:
            worlds, seating = self._opponents.determinize(
                plan,
                observation,
                pool=_afford(settings.pool, plan, view),
                worlds=settings.worlds,
                sign=sign,
                seed=seed,
                time_left=time_left,
            )
        seating.assign(int(observation.seat), settings.own * sign)
        stakes = stakes_of(view, win=settings.win if view.rules.end == End("rounds", 1) else settings.match)
        return _Rollouts(self._opponents.players, plan, observation, stakes, worlds, seating, seed)


def _countdown(seconds: float) -> TimeLeft:
    end = monotonic() + seconds
    return lambda: end - monotonic()


def _afford(count: int, plan: Plan, view: View) -> int:
    """Return how many playouts, or worlds to weigh, take the time of `count` in a classic round of four.

    Past turns are weighed and later turns are played. A card of either takes about the same time, because
    worlds are fewer than playouts but are weighed by every network. So the number is the same in all turns.
    """
    turns, half, seats = int(plan.turns), int(plan.half), int(plan.seats)
    now = 0 if view.phase == "pick" else max(0, view.turn - 1)
    hands = [(half if turn < half else turns) - turn for turn in range(turns)]
    cards = (seats - 1) * sum(hands[:now]) + seats * sum(hands[now:]) + len(view.open_deck) ** 2 // 2
    return max(1, min(count, count * _CLASSIC_ROUND_CARDS // cards))


class _Rollouts(NamedTuple):
    """The arguments of the playouts of one decision."""

    players: Floats
    plan: Plan
    observation: Observation | DraftObservation
    stakes: Stakes
    worlds: Keys
    """uint16, strips × worlds; `NO_WORLDS` in a draft."""
    seating: PossiblePlayers
    seed: np.uint64

    def run(self, codes: Bytes, first: int, number: int) -> Float64Array:
        """Return the sum of utilities of each answer in `number` playouts, in worlds from index `first`."""
        who, inverse_temperatures = self.seating.draw()
        playouts = Playouts(
            codes, self.worlds, inverse_temperatures, np.uint64(first), np.uint64(number), self.seed
        )
        return roll_out(Lineup(self.players, who), self.plan, self.observation, self.stakes, playouts)


def _halve(
    rollouts: _Rollouts,
    codes: Bytes,
    prior: Float64Array,
    budget: int,
    time_left: TimeLeft | None,
    *,
    clear: float,
) -> Float64Array:
    """Share at most `budget` playouts by sequential halving; return the utility of each answer, in heads.

    It is -inf for answers that were dropped: in each round those that are worse than the best by `clear`
    standard errors, and after it half of the others. `prior` has the weight of `_PRIOR_PLAYOUTS` playouts in
    the differences between answers.
    """
    count = len(codes)
    sums, batches = np.zeros(count), _Batches([], [])
    playouts = 0
    rest = np.arange(count)
    rounds = max(1, ceil(log2(count)))
    round_s = 0.0 if time_left is None else time_left() / rounds
    for later in reversed(range(rounds)):
        until = playouts + max(1, budget // rounds // len(rest))
        while playouts < until and len(rest) > 1:
            step = max(1, min(until - playouts, _BATCH_PLAYOUTS // len(rest)))
            batch = np.full(count, -np.inf)
            batch[rest] = rollouts.run(codes[rest], playouts, step)
            sums[rest] += batch[rest]
            playouts += step
            batches.add(batch, step)
            rest = batches.close_to_best(rest, _means(sums, prior, playouts, rest), clear)
            if time_left is None:
                continue
            seconds = time_left()
            if seconds <= 0:
                return _means(sums, prior, playouts, rest)
            if seconds < later * round_s:
                break
        if len(rest) > 2:
            better = np.argsort(-_means(sums, prior, playouts, rest)[rest], kind="stable")
            rest = rest[better[: (len(rest) + 1) // 2]]
    return _means(sums, prior, playouts, rest)


class _Batches(NamedTuple):
    """Batches of playouts, from which the error of differences between answers follows."""

    sums: list[Float64Array]
    """The sum of utilities of each answer, by batch."""
    sizes: list[int]
    """The playouts of each answer, by batch."""

    def add(self, sums: Float64Array, size: int) -> None:
        """Add a batch."""
        self.sums.append(sums)
        self.sizes.append(size)

    def close_to_best(self, rest: np.ndarray, values: Float64Array, clear: float) -> np.ndarray:
        """Return the answers of `rest` whose `values` are within `clear` standard errors of the best."""
        count = len(self.sums)
        if count < _FIRST_BATCHES or clear == np.inf:
            return rest
        sizes = np.array(self.sizes, dtype=np.float64)[:, None]
        means = np.stack(self.sums)[:, rest] / sizes
        best = values[rest].argmax()
        differences = means[:, best, None] - means
        playouts = sizes.sum()
        excess = differences - (sizes * differences).sum(axis=0) / playouts
        error = np.sqrt((sizes * excess * excess).sum(axis=0) / ((count - 1) * playouts))
        close: np.ndarray = rest[values[rest] >= values[rest].max() - clear * error]
        return close


def _means(sums: Float64Array, prior: Float64Array, playouts: int, rest: np.ndarray) -> Float64Array:
    """Return the mean utility of each answer, combined with the prior; -inf for dropped answers."""
    values = np.full(len(sums), -np.inf)
    mean = sums[rest].mean() / playouts
    differences = sums[rest] - mean * playouts + (prior[rest] - prior[rest].mean()) * _PRIOR_PLAYOUTS
    values[rest] = mean + differences / (playouts + _PRIOR_PLAYOUTS)
    return values
