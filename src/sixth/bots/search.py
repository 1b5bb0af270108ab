"""Search: every answer is tried in many worlds that agree with what was seen, and the best one is given."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, log2
from random import Random
from time import monotonic
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from sixth.bots.answers import ONE_PLAYER, answers, my_block, wish
from sixth.bots.moment import moment_of, stakes_of
from sixth.bots.picks import pick_moment_of
from sixth.bots.policy import likes
from sixth.rules.events import Action
from sixth.rules.options import SEATS, End
from sixth.rules.view import View
from sixth.sim.layout import Bytes, Keys, Plan
from sixth.sim.network import TILE, Floats
from sixth.sim.picking import PickMoment
from sixth.sim.playing import HEADS_A_LOGIT
from sixth.sim.trial import Stakes, try_answers, try_picks
from sixth.sim.worlds import Doubles, Moment, draw, likelihoods

_TILE: Final = int(TILE)
_SMALL: Final = 256
"""Playouts between two looks at the clock, and with the same guess of who plays how."""
_PRIOR: Final = 32
"""Playouts that the policy's own liking of an answer is worth."""
_FULL: Final = 220
"""Cards weighed in a playout of a whole classic round of four; where it is more there are fewer playouts."""
_BRIEF: Final = 0.005
"""Seconds in which a search would not get anywhere: with less it answers by the policy's own liking."""
_KNOWN: Final = 64
"""Worlds where nothing is hidden, as in a draft: they are the same; only how others play is guessed."""

TimeLeft: TypeAlias = Callable[[], float]
"""How many seconds there still are for a move. It is asked again and again while the bot thinks."""


@dataclass(frozen=True)
class Settings:
    """How a search thinks.

    `trials`: playouts in all; fewer where rounds are longer than the classic one of four seats, or where
    `seconds` are over before. `drawn`: worlds that are weighed by how likely the others would have played in
    them as they did, of which `worlds` are kept; fewer of both where that takes a third of the time. Others
    follow the policy with one of these `cares` (`playing.Block.care`; 0 is a random player), each of which is
    believed as much at first as `beliefs` says. `own`: the same for its own later moves. `picks`: cards of a
    draft that are tried, those that the policy likes best. `win`: what winning a game of one round is worth,
    in heads; `match`: what winning a longer one is, where heads are only the way there. `strangers`: how far
    it is believed at first that a seat does not follow the policy but plays as flat Monte Carlo would, with
    the care `strange`; this asks for a player that does.
    """

    trials: int
    seconds: float | None = None
    drawn: int = 1024
    worlds: int = 512
    cares: tuple[float, ...] = (0.0, 0.3, 1.0)
    beliefs: tuple[float, ...] = (0.1, 0.2, 0.7)
    own: float = 4.0
    picks: int = 16
    win: float = 8.0
    match: float = 30.0
    strangers: float = 0.35
    strange: float = 2.0


def settings_for(trials: int) -> Settings:
    """The settings that go well with so many playouts: weighing worlds takes its share of the time."""
    worlds = min(1024, max(32, trials // 8))
    return Settings(trials=trials, drawn=2 * worlds, worlds=worlds)


class SearchBot:
    """Tries what it may do in worlds weighed by how likely the others would have played as they did there.

    Every answer meets the same worlds and the same luck. Sequential halving (Karnin, Koren and Somekh 2013)
    shares the playouts: in each round the better half of the answers goes on.
    """

    def __init__(
        self, settings: Settings, player: Floats, rng: Random, time_left: TimeLeft | None = None,
        *, flat: Floats | None = None,
    ) -> None:  # fmt: skip
        self._settings = settings
        self._time_left = time_left
        self._players = np.stack([player] if flat is None else [player, flat])
        self._rng = rng

    def act(self, view: View) -> Action:
        if len(view.legal) == 1:
            return view.legal[0]
        return view.legal[int(self.values(view).argmax())]

    def values(self, view: View) -> Doubles:
        """What each of `view.legal` is worth to this seat, in heads: -inf where it was given up early.

        Where there was no time for any playout these are the policy's own likings instead.
        """
        settings = self._settings
        time_left = self._time_left or (None if settings.seconds is None else _countdown(settings.seconds))
        if time_left is not None and time_left() < _BRIEF:
            return likes(view, self._players[0]).astype(np.float64)
        seed = np.uint64(int(self._rng.random() * 2**53))
        codes, prior = answers(view), self._prior(view)
        if view.phase != "pick":
            trials = self._trials(view, seed, time_left)
            return _halve(trials, codes, prior, _afford(settings.trials, trials.plan, view), time_left)
        picks = self._pick_trials(view, seed)
        best = np.sort(np.argsort(-prior, kind="stable")[: settings.picks])
        values = np.full(len(codes), -np.inf)
        budget = _afford(settings.trials, picks.plan, view)
        values[best] = _halve(picks, codes[best], prior[best], budget, time_left)
        return values

    def _prior(self, view: View) -> Doubles:
        """What the policy thinks that each answer saves, in heads."""
        liked = likes(view, self._players[0]).astype(np.float64)
        prior: Doubles = HEADS_A_LOGIT * (liked - liked.mean())
        return prior

    def _stakes(self, view: View) -> Stakes:
        one_round = view.rules.end == End("rounds", 1)
        return stakes_of(view, win=self._settings.win if one_round else self._settings.match)

    def _pick_trials(self, view: View, seed: np.uint64) -> "_PickTrials":
        settings = self._settings
        plan, moment = pick_moment_of(view)
        cares = np.array(settings.cares, dtype=np.float32) * wish(view)
        luck = np.random.default_rng(int(seed))
        care = luck.choice(cares, size=(int(plan.seats), settings.worlds), p=settings.beliefs)
        care[int(moment.seat)] = settings.own * wish(view)
        return _PickTrials(self._players, plan, moment, self._stakes(view), care, seed)

    def _trials(self, view: View, seed: np.uint64, time_left: TimeLeft | None) -> "_Trials":
        settings = self._settings
        plan, moment = moment_of(view)
        seats, kept = int(plan.seats), settings.worlds if len(moment.hidden) else _KNOWN
        cares = np.array(settings.cares, dtype=np.float32) * wish(view)
        informed = moment.turn > 0 and not plan.flip
        count = settings.drawn if informed and len(moment.hidden) else kept
        worlds = np.empty((seats * int(plan.turns), count), dtype=np.uint16)
        draw(worlds, moment, seed)
        beliefs = np.array(settings.beliefs)
        likely = np.zeros((seats, len(cares), count))
        if informed:
            likely = _weigh(self._players[0], plan, moment, worlds, cares, time_left=time_left)
            kept = max(1, kept * likely.shape[2] // count)
            worlds = np.ascontiguousarray(worlds[:, : likely.shape[2]])
        strange = np.array([settings.strange], dtype=np.float32) * wish(view)
        for stranger in self._players[1:]:
            others = np.zeros((seats, 1, worlds.shape[1]))
            if informed:
                others = _weigh(stranger, plan, moment, worlds, strange, time_left=None)
            likely = np.concatenate([likely, others], axis=1)
            beliefs = np.append(beliefs * (1 - settings.strangers), settings.strangers)
        luck = np.random.default_rng(int(seed))
        chosen, kinds = _kept(likely, beliefs, kept, luck)
        strangers = (kinds >= len(cares)).mean(axis=1)
        strangers[int(moment.seat)] = 0.0
        # A seat that is a stranger in one world follows the policy in some playouts there all the same.
        followers = luck.choice(len(cares), size=kinds.shape, p=settings.beliefs)
        care = cares[np.where(kinds < len(cares), kinds, followers)]
        care[int(moment.seat)] = settings.own * wish(view)
        worlds = np.ascontiguousarray(worlds[:, chosen])
        return _Trials(
            self._players, plan, moment, self._stakes(view), worlds, care, seed, strangers, strange[0], luck
        )


def _countdown(seconds: float) -> TimeLeft:
    end = monotonic() + seconds
    return lambda: end - monotonic()


def _weigh(
    player: Floats, plan: Plan, moment: Moment, worlds: Keys, cares: Floats, *, time_left: TimeLeft | None
) -> Doubles:
    """How likely all worlds are (see `likelihoods`), or the first ones if they take a third of the time."""
    step = worlds.shape[1] if time_left is None else _TILE
    enough = 0.0 if time_left is None else time_left() * 2 / 3
    likely = []
    for start in range(0, worlds.shape[1], step):
        some = np.ascontiguousarray(worlds[:, start : start + step])
        likely.append(np.empty((int(plan.seats), len(cares), some.shape[1])))
        likelihoods(my_block(), player, plan, moment, some, cares, likely[-1])
        if time_left is not None and time_left() < enough:
            break
    return np.concatenate(likely, axis=2)


def _afford(trials: int, plan: Plan, view: View) -> int:
    """As many playouts as take the time of `trials` in a whole classic round of four, or `trials`."""
    turns, half = int(plan.turns), int(plan.half)
    now = 0 if view.phase == "pick" else max(0, view.turn - 1)
    hands = [(half if turn < half else turns) - turn for turn in range(now, turns)]
    weighed = int(plan.seats) * sum(hands) + len(view.open_deck) ** 2 // 2
    return max(1, min(trials, trials * _FULL // max(1, weighed)))


def _kept(
    likely: Doubles, beliefs: Doubles, count: int, luck: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Which worlds to keep, and of which kind each seat is there (seats × worlds).

    `likely` (seats × kinds × worlds) is the log chance that the seat, being of that kind, plays as it has.
    """
    likely = likely + np.log(beliefs)[:, None]
    top = likely.max(axis=1)
    each = np.exp(likely - top[:, None])
    total = each.sum(axis=1)
    weight = (np.log(total) + top).sum(axis=0)
    weight = np.exp(weight - weight.max())
    # Systematic resampling: each world is kept as often as its weight says, give or take one.
    steps = (np.arange(count) + luck.random()) / count
    chosen = np.minimum(np.searchsorted(np.cumsum(weight) / weight.sum(), steps), len(weight) - 1)
    luck.shuffle(chosen)
    shares = np.cumsum(each / total[:, None], axis=1)[:, :, chosen]
    return chosen, (luck.random((len(likely), 1, count)) > shares[:, :-1]).sum(axis=1)


class _Trials(NamedTuple):
    """All that the playouts of one decision need."""

    players: Floats
    plan: Plan
    moment: Moment
    stakes: Stakes
    worlds: Keys
    care: Floats
    seed: np.uint64
    strangers: Doubles
    """By seat: how far it is believed to be a stranger, now that it has been seen playing."""
    strange: np.float32
    luck: np.random.Generator

    def run(self, codes: Bytes, first: int, number: int) -> Doubles:
        """The sum, by answer, of what they came to in `number` worlds from the `first` on."""
        results = np.zeros((len(codes), 2))
        # Who is a stranger is drawn for all these worlds at once, as kernels have one player a seat.
        odd = self.luck.random(len(self.strangers)) < self.strangers
        who = np.zeros(SEATS.stop, dtype=np.uint64)
        who[: len(odd)] = odd
        care = np.where(odd[:, None], self.strange, self.care)
        try_answers(
            my_block(), self.players, who, self.plan, self.moment, self.stakes, self.worlds, care,
            np.uint64(first), np.uint64(number), self.seed, codes, results,
        )  # fmt: skip
        return results[:, 0]


class _PickTrials(NamedTuple):
    """The same of a pick."""

    players: Floats
    plan: Plan
    moment: PickMoment
    stakes: Stakes
    care: Floats
    seed: np.uint64

    def run(self, codes: Bytes, first: int, number: int) -> Doubles:
        """The sum, by answer, of what they came to in `number` playouts from the `first` on."""
        results = np.zeros((len(codes), 2))
        try_picks(
            my_block(), self.players, ONE_PLAYER, self.plan, self.moment, self.stakes, self.care,
            np.uint64(first), np.uint64(number), self.seed, codes, results,
        )  # fmt: skip
        return results[:, 0]


def _halve(
    trials: _Trials | _PickTrials, codes: Bytes, prior: Doubles, budget: int, time_left: TimeLeft | None
) -> Doubles:
    """Sequential halving; what each answer that was not given up is worth, in heads.

    What answers are worth beside one another is first what `prior` says, as if `_PRIOR` playouts had said so.
    """
    count = len(codes)
    sums, tried = np.zeros(count), 0
    left = np.arange(count)
    rounds = max(1, ceil(log2(count)))
    a_round = 0.0 if time_left is None else time_left() / rounds
    for later in reversed(range(rounds)):
        until = tried + max(1, budget // rounds // len(left))
        while tried < until:
            step = max(1, min(until - tried, _SMALL // len(left)))
            sums[left] += trials.run(codes[left], tried, step)
            tried += step
            if time_left is None:
                continue
            seconds = time_left()
            if seconds <= 0:
                return _means(sums, prior, tried, left)
            if seconds < later * a_round:
                break
        if len(left) > 2:
            better = np.argsort(-_means(sums, prior, tried, left)[left], kind="stable")
            left = left[better[: (len(left) + 1) // 2]]
    return _means(sums, prior, tried, left)


def _means(sums: Doubles, prior: Doubles, tried: int, left: np.ndarray) -> Doubles:
    """By answer the mean of its playouts, drawn towards the prior as long as there are few."""
    values = np.full(len(sums), -np.inf)
    mean = sums[left].mean() / tried
    beside = sums[left] - mean * tried + (prior[left] - prior[left].mean()) * _PRIOR
    values[left] = mean + beside / (tried + _PRIOR)
    return values
