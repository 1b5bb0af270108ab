"""Search: every answer is tried in many worlds that agree with what was seen, and the best one is given."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, log2
from random import Random
from time import monotonic
from typing import Final, NamedTuple

import numpy as np

from sixth.bots.belief import ANYBODY, SELVES, Company, Guess, Manner, Seating, TimeLeft
from sixth.bots.draft_observation import pick_moment_of
from sixth.bots.kernel_answers import answers, my_block, wish
from sixth.bots.observation import moment_of, stakes_of
from sixth.bots.policy import likes
from sixth.rules.events import Action
from sixth.rules.options import End
from sixth.rules.view import View
from sixth.sim.engine.layout import Bytes, Keys, Plan
from sixth.sim.policy.network import Floats
from sixth.sim.search.determinization import Doubles, Moment
from sixth.sim.search.drafts import PickMoment
from sixth.sim.search.playouts import HEADS_A_LOGIT
from sixth.sim.search.rollouts import Stakes, try_answers, try_picks

_SMALL: Final = 256
"""Playouts between two looks at the clock, and with the same guess of who plays how."""
_PRIOR: Final = 32
"""Playouts that the policy's own liking of an answer is worth."""
_FULL: Final = 220
"""Cards of a whole classic round of four: a move that has to think about more has fewer of everything."""
_BRIEF: Final = 0.005
"""Seconds in which a search would not get anywhere: with less it answers by the policy's own liking."""


@dataclass(frozen=True)
class Settings:
    """How a search thinks.

    `trials`: playouts in all. `drawn`: worlds that are weighed by how likely the others would have played in
    them as they did, `worlds`: those that are made of their hands for the playouts. All are fewer where there
    are more cards than in the classic round of four seats, playouts where `seconds` are over before, worlds
    where weighing them takes a third of the time. `manners`: how others may play. `own`: the care of its own
    later moves. `picks`: cards of a draft that are tried, those that the policy likes best. `win`: what it is
    worth to win a game of one round, in heads; `match`: to win a longer one, where heads are only the means.
    """

    trials: int
    seconds: float | None = None
    drawn: int = 1024
    worlds: int = 512
    manners: tuple[Manner, ...] = SELVES
    own: float = 4.0
    picks: int = 16
    win: float = 8.0
    match: float = 30.0


def settings_for(trials: int) -> Settings:
    """The settings that go well with so many playouts: weighing worlds takes its share of the time."""
    worlds = min(1024, max(32, trials // 8))
    return Settings(trials=trials, drawn=2 * worlds, worlds=worlds, manners=ANYBODY)


class SearchBot:
    """Tries what it may do in worlds weighed by how likely the others would have played as they did there.

    Every answer meets the same worlds and the same luck. Sequential halving (Karnin, Koren and Somekh 2013)
    shares the playouts: in each round the better half of the answers goes on.
    """

    def __init__(
        self,
        settings: Settings,
        players: Mapping[str, Floats],
        rng: Random,
        time_left: TimeLeft | None = None,
    ) -> None:
        self._settings = settings
        self._time_left = time_left
        self._rng = rng
        self._company = Company(players, settings.manners)

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
            return likes(view, self._company.players[0]).astype(np.float64)
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
        liked = likes(view, self._company.players[0]).astype(np.float64)
        prior: Doubles = HEADS_A_LOGIT * (liked - liked.mean())
        return prior

    def _stakes(self, view: View) -> Stakes:
        one_round = view.rules.end == End("rounds", 1)
        return stakes_of(view, win=self._settings.win if one_round else self._settings.match)

    def _pick_trials(self, view: View, seed: np.uint64) -> "_PickTrials":
        settings = self._settings
        plan, moment = pick_moment_of(view)
        luck = np.random.default_rng(int(seed))
        seating = self._company.strangers(int(plan.seats), settings.worlds, wish(view), luck)
        seating.sit_down(int(moment.seat), settings.own * wish(view))
        return _PickTrials(self._company.players, plan, moment, self._stakes(view), seating, seed)

    def _trials(self, view: View, seed: np.uint64, time_left: TimeLeft | None) -> "_Trials":
        settings = self._settings
        plan, moment = moment_of(view)
        drawn = _afford(settings.drawn, plan, view)
        guess = Guess(plan, moment, drawn, settings.worlds, wish(view), seed)
        worlds, seating = self._company.guess(guess, time_left)
        seating.sit_down(int(moment.seat), settings.own * wish(view))
        return _Trials(self._company.players, plan, moment, self._stakes(view), worlds, seating, seed)


def _countdown(seconds: float) -> TimeLeft:
    end = monotonic() + seconds
    return lambda: end - monotonic()


def _afford(wanted: int, plan: Plan, view: View) -> int:
    """So many playouts, or worlds to weigh, as take the time of `wanted` in a classic round of four.

    What was played is weighed and what is left is played: a card of either takes about as long, as worlds are
    fewer than playouts and every network looks at them. So from turn to turn there are as many.
    """
    turns, half, seats = int(plan.turns), int(plan.half), int(plan.seats)
    now = 0 if view.phase == "pick" else max(0, view.turn - 1)
    hands = [(half if turn < half else turns) - turn for turn in range(turns)]
    cards = (seats - 1) * sum(hands[:now]) + seats * sum(hands[now:]) + len(view.open_deck) ** 2 // 2
    return max(1, min(wanted, wanted * _FULL // cards))


class _Trials(NamedTuple):
    """All that the playouts of one decision need."""

    players: Floats
    plan: Plan
    moment: Moment
    stakes: Stakes
    worlds: Keys
    seating: Seating
    seed: np.uint64

    def run(self, codes: Bytes, first: int, number: int) -> Doubles:
        """The sum, by answer, of what they came to in `number` worlds from the `first` on."""
        results = np.zeros((len(codes), 2))
        who, care = self.seating.draw()
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
    seating: Seating
    seed: np.uint64

    def run(self, codes: Bytes, first: int, number: int) -> Doubles:
        """The sum, by answer, of what they came to in `number` playouts from the `first` on."""
        results = np.zeros((len(codes), 2))
        who, care = self.seating.draw()
        try_picks(
            my_block(), self.players, who, self.plan, self.moment, self.stakes, care,
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
