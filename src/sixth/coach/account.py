"""The account as values: what each decision was worth, and how much of a round's result was luck.

All heads in it are whole multiples of 1/256. Sums of such numbers are exact, as floating point and as the
decimals of JSON, in any order.
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
"""Both ends of a 95 % interval."""

VERSION: Final = 4
"""Goes up whenever the same decision may be judged otherwise, so that nobody keeps what is no longer said."""

STEPS: Final = 256
"""Parts of a head that figures are rounded to."""

ODDS_STEPS: Final = 65_536
"""Parts of 1 that odds are rounded to, so that their changes add up as exactly."""

SLIP, MISTAKE, BLUNDER = 0.25, 1.25, 2.5
"""Heads from which on a loss has that name; docs/coach.md says where they are from."""


def stored(heads: float) -> float:
    """Return `heads` as the account keeps them: the nearest multiple of 1/256."""
    return round(heads * STEPS) / STEPS


def stored_odds(odds: float) -> float:
    """Return `odds` as the account keeps them: the nearest multiple of 1/65,536."""
    return round(odds * ODDS_STEPS) / ODDS_STEPS


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its 95 % interval."""

    value: float
    ci: Interval


@dataclass(frozen=True, slots=True)
class RoundOdds:
    """The odds of winning the game before and after a round, and their `change`, as far as equals play on.

    From there on all seats follow the policy. A win that k share counts as 1/k of one.
    """

    before: Estimate
    after: Estimate
    change: Estimate


@dataclass(frozen=True, slots=True)
class AnswerValue:
    """An answer, and the heads that the seat is then expected to take in the whole round, with interval."""

    answer: Action
    value: float
    ci: Interval


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat was asked, what it answered and what that cost it, in heads.

    `turn` counts the turns of the round, or with `kind` pick the seat's picks, from 1. `best` is the answer
    that the coach would have given, chosen in other worlds than those in which `loss` was measured; so a
    `loss` may come out below 0 by chance. Of a `forced` answer there is nothing to say: `answers` is empty
    then, unless the round begins with it.

    `hindsight` opens the hands, which is no judgement: by how many heads more the answer cost against `best`
    with the cards that the others held than with those that they might have held. It is 0 on average,
    whatever is played; None where the best answer was given, or cards that nobody held yet come later on.

    `outlooks` are what became of each card of the hand in the worlds, after the answer and after the best
    one; None where the answer cost nothing clearly.
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

    @property
    def value(self) -> float | None:
        """The heads that were to be expected with the best answer; None where nothing was worked out."""
        return next((each.value for each in self.answers if each.answer == self.best), None)

    @property
    def is_loss(self) -> bool:
        """Whether it clearly cost something."""
        return self.verdict in ("slip", "mistake", "blunder")


@dataclass(frozen=True, slots=True)
class Advice:
    """What the coach would answer, and facts of the position that speak of it."""

    best: Action
    reasons: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Account:
    """The account of a seat: `deal` + `own` + `others` is by how much it went worse than par.

    That is `heads` - `par`, or where heads are wanted `par` - `heads`. `par` are the heads that a seat takes
    on average that always answers as the coach would. `deal` is bad luck of the deal, `own` what the seat's
    decisions cost, `others` bad luck with all that came after them: what the others played.
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
        """1 where heads are losses, -1 where they are wanted."""
        return 1 if self.deal + self.own + self.others == self.heads - self.par else -1


@dataclass(frozen=True, slots=True)
class RoundReview(Account):
    """The account of a round for one seat, and its decisions.

    `odds` are those of winning the game; None where it has one round only.
    """

    round: int
    decisions: tuple[Decision, ...]
    odds: RoundOdds | None = None
    par_estimated: bool = False
    """Whether `par` comes from a few rounds that were played for this review, as there is no table of it."""


@dataclass(frozen=True, slots=True)
class Review:
    """What the coach says of one seat in one game."""

    game: str
    seat: int
    playouts: int
    seed: int
    rounds: tuple[RoundReview, ...]

    @property
    def total(self) -> Account:
        """The account of all rounds together."""
        return sum_of(self.rounds)


def sum_of(rounds: Sequence[Account]) -> Account:
    """Return the account of all these rounds together.

    What was measured in each is independent of the others, so the squares of those errors add up. Par is one
    figure for all of them: its errors themselves do, in the term that begins with it.
    """
    pars, nothing = [_margin(each.par_ci) for each in rounds], [0.0] * len(rounds)
    judged = any(_margin(each.deal_ci) for each in rounds)

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
        deal_ci=ends("deal", pars if judged else nothing),
        own=sums["own"],
        own_ci=ends("own", nothing),
        others=sums["others"],
        others_ci=ends("others", nothing if judged else pars),
    )


def around(value: float, margin: float) -> Interval:
    """Return the interval from `margin` below a figure to `margin` above it."""
    return stored(value - margin), stored(value + margin)


def _margin(ends: Interval) -> float:
    """Return half the width of an interval."""
    return (ends[1] - ends[0]) / 2


def verdict_on(loss_ci: Interval, *, same: bool) -> Verdict:
    """Return the name of a loss; `same` says that the best answer was given.

    A loss is called by a threshold only if its whole interval lies beyond it.
    """
    if same:
        return "best"
    low, high = loss_ci
    if low > SLIP:
        return "blunder" if low > BLUNDER else "mistake" if low > MISTAKE else "slip"
    return "fine" if high <= SLIP else "unclear"
