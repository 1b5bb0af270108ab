"""Puzzles: the view of a seat, and the losses and outlooks of its answers."""

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
"""The bots that try each puzzle, weakest first; the more of them miss it, the harder it is."""


@dataclass(frozen=True, slots=True)
class AnswerLoss:
    """The loss of an answer against the best one, in heads, with its 95 % interval.

    `outlook` is the outlook after the answer; () for answers without one.
    """

    answer: Action
    loss: float
    ci: Interval
    outlook: Outlook = ()


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position of the named game `game`, the losses of its answers, and the levels that find the best one.

    `answers` has the actions of `view.legal`, in this order. The best answer was selected in other worlds
    than those that measured the losses, so the selection does not bias them; its own loss is 0.
    """

    game: str
    view: View
    answers: tuple[AnswerLoss, ...]
    theme: Theme
    found_by: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name of the puzzle, a hash of its position: 8 hexadecimal digits."""
        return blake2b(dumps(view_to_json(self.view)).encode(), digest_size=4).hexdigest()

    @property
    def best(self) -> Action:
        """The answer that is clearly best."""
        return min(self.answers, key=lambda each: each.loss).answer

    @property
    def lead(self) -> AnswerLoss:
        """The second best answer, whose loss is the lead of the best one."""
        return sorted(self.answers, key=lambda each: each.loss)[1]

    @property
    def difficulty(self) -> int:
        """The difficulty, from 1 (every level finds the best answer) to 5 (none does)."""
        return 1 + len(LEVELS) - len(self.found_by)

    @property
    def outlooks(self) -> dict[Action, Outlook]:
        """The outlook of each answer."""
        return {each.answer: each.outlook for each in self.answers}

    def reasons(self, answer: Action) -> tuple[Sentence, ...]:
        """Return the reasons for the value of an answer against the best one."""
        return reasons_for(self.view, answer, self.best, self.outlooks)

    def hints(self, answer: Action) -> tuple[Sentence, ...]:
        """Return the reasons for the value of an answer; those of a worse answer do not reveal the best."""
        if answer == self.best and (against := self.contrast(self.lead.answer)):
            return (*against, *facts_of(self.view, answer))[:MAX_REASONS]
        return hints_for(self.view, answer, self.best, self.outlooks)

    def contrast(self, answer: Action) -> tuple[Sentence, ...]:
        """Return the largest difference of an answer to the best one in their outlooks, as sentences."""
        return tuple(contrast(answer, self.best, self.outlooks))
