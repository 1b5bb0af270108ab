"""The account as values: what each decision was worth, and how much of a round's result was luck.

All heads in it are whole multiples of 1/256. Sums of such numbers are exact, as floating point and as the
decimals of JSON, in any order.
"""

from dataclasses import dataclass
from typing import Final, Literal

from sixth.rules.events import Action
from sixth.rules.sentence import Sentence

Kind = Literal["choose", "take", "pick"]
Verdict = Literal["forced", "best", "fine", "unclear", "slip", "mistake", "blunder"]
Interval = tuple[float, float]
"""Both ends of a 95 % interval."""

VERSION: Final = 1
"""Goes up whenever the same decision may be judged otherwise, so that nobody keeps what is no longer said."""

STEPS: Final = 256
"""Parts of a head that figures are rounded to."""

SLIP, MISTAKE, BLUNDER = 0.25, 1.25, 2.5
"""Heads from which on a loss has that name; docs/coach.md says where they are from."""


def stored(heads: float) -> float:
    """Return `heads` as the account keeps them: the nearest multiple of 1/256."""
    return round(heads * STEPS) / STEPS


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
class RoundReview:
    """The account of a round for one seat: `deal` + `own` + `others` is by how much it went worse than par.

    That is `heads` - `par`, or where heads are wanted `par` - `heads`. `par` are the heads that a seat takes
    on average that always answers as the coach would. `deal` is bad luck of the deal, `own` what the seat's
    decisions cost, `others` bad luck with all that came after them: what the others played.
    """

    round: int
    heads: int
    par: float
    deal: float
    deal_ci: Interval
    own: float
    own_ci: Interval
    others: float
    others_ci: Interval
    decisions: tuple[Decision, ...]
    par_estimated: bool = False
    """Whether `par` comes from a few rounds that were played for this review, as there is no table of it."""

    @property
    def sign(self) -> int:
        """1 where heads are losses, -1 where they are wanted."""
        return 1 if self.deal + self.own + self.others == self.heads - self.par else -1


@dataclass(frozen=True, slots=True)
class Review:
    """What the coach says of one seat in one game."""

    game: str
    seat: int
    playouts: int
    seed: int
    rounds: tuple[RoundReview, ...]


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
