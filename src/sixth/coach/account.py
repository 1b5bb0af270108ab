"""The values of a review: the value of each decision, and the luck in the result of each round.

All heads are whole multiples of 1/256, so their sums are exact in any order, both in floating point and as
decimals in JSON.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final, Literal

from sixth.coach.outlook import Outlook
from sixth.rules.events import Action
from sixth.rules.sentence import Sentence

Kind = Literal["choose", "take", "pick"]
Verdict = Literal["forced", "best", "fine", "unclear", "slip", "mistake", "blunder"]
Interval = tuple[float, float]
"""The low and the high end of a 95 % interval."""

VERSION: Final = 5
"""The version of the judgements: it goes up when they change, so that old reviews expire."""

STEPS: Final = 256
"""Heads are rounded to 1/`STEPS` of a head."""

ODDS_STEPS: Final = 65_536
"""Odds are rounded to 1/`ODDS_STEPS`, so that their changes add up exactly, too."""

SLIP, MISTAKE, BLUNDER = 0.25, 1.25, 2.5
"""The smallest losses, in heads, with these names; docs/coach.md explains the values."""


def stored(heads: float) -> float:
    """Return `heads` rounded to the nearest multiple of 1/256, as an account has them."""
    return round(heads * STEPS) / STEPS


def stored_odds(odds: float) -> float:
    """Return `odds` rounded to the nearest multiple of 1/65,536, as a review has them."""
    return round(odds * ODDS_STEPS) / ODDS_STEPS


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its 95 % interval."""

    value: float
    ci: Interval


@dataclass(frozen=True, slots=True)
class RoundOdds:
    """The odds (0 to 1) of winning the game before and after a round, and their `change`.

    They assume that all seats follow the policy in later rounds. A win that k seats share counts 1/k.
    """

    before: Estimate
    after: Estimate
    change: Estimate


@dataclass(frozen=True, slots=True)
class AnswerValue:
    """An answer, and the expected heads of the seat in the whole round after it, with their interval."""

    answer: Action
    value: float
    ci: Interval


@dataclass(frozen=True, slots=True)
class ExactAnswer:
    """An answer of a decision in which every card is known: its exact loss, and its share in best play.

    `loss` is in heads against the other seat, if that punishes the answer most: 0 if and only if the answer
    is a best one. `chance` is its probability in an optimal strategy.
    """

    answer: Action
    loss: float
    chance: float

    @property
    def is_best(self) -> bool:
        """Whether the answer costs nothing."""
        return self.loss == 0


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a seat: its answer, the best answer, and the cost of the answer in heads.

    `turn` counts from 1: the turns of the round, or the picks of the seat if `kind` is pick. `best` is the
    answer of the coach, chosen in other worlds than those in which `loss` was measured, so `loss` may be
    below 0 by chance. `answers` is empty for a `forced` answer, unless the round begins with it.

    `hindsight` is no judgement: it is by how many heads more the answer cost against `best` with the actual
    hands of the others than with the possible ones. Its mean is 0, whatever the seat plays. It is None if
    the answer is the best one, or if cards of the round were not dealt yet.

    `outlooks` are the outlooks after the answer and after the best one; None unless `is_loss`.

    Where every card is known and few are left, `proved` is True: `loss` is exact, `exact` has the loss of
    each answer, and `played_out` is the loss by playouts, which the account of the round counts. `best` is
    then the answer itself if it costs nothing.
    """

    turn: int
    kind: Kind
    answer: Action
    best: Action
    loss: float
    loss_ci: Interval
    verdict: Verdict
    answers: tuple[AnswerValue, ...]
    reasons: tuple[Sentence, ...] = ()
    hindsight: Estimate | None = None
    outlooks: tuple[Outlook, Outlook] | None = None
    proved: bool = False
    exact: tuple[ExactAnswer, ...] = ()
    played_out: Estimate | None = None

    @property
    def cost(self) -> Estimate:
        """The loss of the answer against the reference, which adds up with that of other decisions."""
        return self.played_out or Estimate(self.loss, self.loss_ci)

    @property
    def value(self) -> float | None:
        """The heads to expect in the round after the best answer; None if no answer was judged."""
        return next((each.value for each in self.answers if each.answer == self.best), None)

    @property
    def is_loss(self) -> bool:
        """Whether the answer clearly cost something."""
        return self.verdict in ("slip", "mistake", "blunder")


@dataclass(frozen=True, slots=True)
class Advice:
    """The answer of the coach, and facts of the position that give its reasons.

    `exact` has the exact loss of each answer where it is proved.
    """

    best: Action
    reasons: tuple[Sentence, ...]
    exact: tuple[ExactAnswer, ...] = ()


@dataclass(frozen=True, slots=True)
class Account:
    """The account of a seat: `deal` + `own` + `others` is how much worse than par its result is, in heads.

    The sum is `heads` - `par`, or `par` - `heads` where the most heads win. `par` is the mean of heads of a
    seat that always answers like the coach. `deal` is bad luck with the deal, `own` the cost of the seat's
    decisions, `others` bad luck with the cards that the others played. Each `_ci` is a 95 % interval.
    """

    heads: int
    par: float
    par_ci: Interval
    deal: float
    deal_ci: Interval
    own: float
    own_ci: Interval
    others: float
    others_ci: Interval

    @property
    def sign(self) -> int:
        """1 where the fewest heads win, -1 where the most heads win."""
        return 1 if self.deal + self.own + self.others == self.heads - self.par else -1


@dataclass(frozen=True, slots=True)
class RoundReview(Account):
    """The account of a round for one seat, and its decisions.

    `odds` are the odds of winning the game; None in a game of one round.
    """

    round: int
    decisions: tuple[Decision, ...]
    odds: RoundOdds | None = None
    par_estimated: bool = False
    """Whether `par` comes from a few rounds played for this review, as the rules have no table."""


@dataclass(frozen=True, slots=True)
class Review:
    """The review of one seat in one game."""

    game: str
    seat: int
    playouts: int
    seed: int
    rounds: tuple[RoundReview, ...]

    @property
    def total(self) -> Account:
        """The sum of the accounts of all rounds."""
        return sum_of(self.rounds)


def sum_of(rounds: Sequence[Account]) -> Account:
    """Return the sum of the accounts of `rounds`, with intervals.

    The measurements of the rounds are independent, so the squares of their errors add up. All rounds have
    the same par, so its errors themselves add up, in the term that begins with par.
    """
    pars, nothing = [_margin(each.par_ci) for each in rounds], [0.0] * len(rounds)
    has_deal = any(_margin(each.deal_ci) for each in rounds)

    def ends(term: str, shared: Sequence[float]) -> Interval:
        margins = [_margin(getattr(each, f"{term}_ci")) for each in rounds]
        alone = sum(max(0.0, margin**2 - par**2) for margin, par in zip(margins, shared, strict=True))
        return around(sums[term], hypot(alone**0.5, sum(shared)))

    sums = {term: sum(getattr(each, term) for each in rounds) for term in ("par", "deal", "own", "others")}
    return Account(
        heads=sum(each.heads for each in rounds),
        par=sums["par"],
        par_ci=ends("par", pars),
        deal=sums["deal"],
        deal_ci=ends("deal", pars if has_deal else nothing),
        own=sums["own"],
        own_ci=ends("own", nothing),
        others=sums["others"],
        others_ci=ends("others", nothing if has_deal else pars),
    )


def around(value: float, margin: float) -> Interval:
    """Return the interval from `value` - `margin` to `value` + `margin`."""
    return stored(value - margin), stored(value + margin)


def _margin(ends: Interval) -> float:
    """Return half the width of an interval."""
    return (ends[1] - ends[0]) / 2


def verdict_on(loss_ci: Interval, *, same: bool) -> Verdict:
    """Return the name of a loss; `same` means that the answer is the best one.

    A loss has the name of a threshold only if its whole interval is above the threshold.
    """
    if same:
        return "best"
    low, high = loss_ci
    if low > SLIP:
        return "blunder" if low > BLUNDER else "mistake" if low > MISTAKE else "slip"
    return "fine" if high <= SLIP else "unclear"
