"""A puzzle as a value: a position as one seat saw it, what its answers cost, and what comes of them."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, Literal, get_args

from sixth.coach.account import Interval
from sixth.coach.outlook import Outlook, contrast
from sixth.coach.reasons import MAX_REASONS, facts_of, hints_for, reasons_for
from sixth.rules.codec import dumps
from sixth.rules.events import Action
from sixth.rules.sentence import Sentence
from sixth.rules.view import View
from sixth.rules.view_json import view_to_json

Theme = Literal["too-low", "sixth-card", "hold-back", "close-gap", "count", "row", "draft"]
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)

LEVELS: Final = ("careful", "montecarlo", "policy", "search")
"""Bots that are given each puzzle, weakest first; the more of them miss it, the harder it is."""


@dataclass(frozen=True, slots=True)
class AnswerLoss:
    """How many heads an answer costs more than the best one, with its 95 % interval.

    `outlook` is what becomes of each card of the hand in the worlds; () where nobody looked.
    """

    answer: Action
    loss: float
    ci: Interval
    outlook: Outlook = ()


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position of the named game `game`, what its answers cost, and who finds the best one.

    `answers` are those of `view.legal`, in that order. The best was found in other worlds than those in
    which the losses were measured, so its own loss is 0 and no other is above it by the choice.
    """

    game: str
    view: View
    answers: tuple[AnswerLoss, ...]
    theme: Theme
    found_by: tuple[str, ...]

    @property
    def name(self) -> str:
        """Return a name that follows from the position."""
        return blake2b(dumps(view_to_json(self.view)).encode(), digest_size=4).hexdigest()

    @property
    def best(self) -> Action:
        """Return the answer that is clearly best."""
        return min(self.answers, key=lambda each: each.loss).answer

    @property
    def lead(self) -> AnswerLoss:
        """Return the second best answer: what it costs is how far the best one leads."""
        return sorted(self.answers, key=lambda each: each.loss)[1]

    @property
    def difficulty(self) -> int:
        """Return how hard it is, from 1 (every level finds it) to 5 (none does)."""
        return 1 + len(LEVELS) - len(self.found_by)

    @property
    def outlooks(self) -> dict[Action, Outlook]:
        """Return the outlook of each answer."""
        return {each.answer: each.outlook for each in self.answers}

    def reasons(self, answer: Action) -> tuple[Sentence, ...]:
        """Return why an answer is as good or bad as it is beside the best one."""
        return reasons_for(self.view, answer, self.best, self.outlooks)

    def hints(self, answer: Action) -> tuple[Sentence, ...]:
        """Return why an answer is as good or bad as it is; of no other than the best that this one is it."""
        if answer == self.best and (against := self.contrast(self.lead.answer)):
            return (*against, *facts_of(self.view, answer))[:MAX_REASONS]
        return hints_for(self.view, answer, self.best, self.outlooks)

    def contrast(self, answer: Action) -> tuple[Sentence, ...]:
        """Return where an answer differs most from the best one, in the worlds."""
        return tuple(contrast(answer, self.best, self.outlooks))
