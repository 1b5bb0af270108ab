"""Puzzles: the view of a seat, and the losses and outlooks of its answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from random import Random
from typing import Final, Literal, get_args

from sixth.coach.account import ExactAnswer, Interval
from sixth.coach.outlook import Outlook, contrast
from sixth.coach.reasons import MAX_REASONS, facts_of, hints_for, reasons_for
from sixth.puzzles.replies import Reply, reply_sentence
from sixth.rules.codec import dumps
from sixth.rules.events import Action, Choose, Take
from sixth.rules.sentence import Sentence
from sixth.rules.view import View, sample
from sixth.rules.view_json import view_to_json

Theme = Literal["too-low", "sixth-card", "hold-back", "close-gap", "count", "row", "draft", "solved"]
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)

SOLVED_GAMES: Final = ("tactical", "logic")
"""The named games in which two seats know all cards at the end of each round."""

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

    Of a solved ending the losses are proved: every answer without a loss is right. `mix` has the chance of
    each answer in best play, and `replies` the reply that hurts it most. Both are empty for other puzzles.
    """

    game: str
    view: View
    answers: tuple[AnswerLoss, ...]
    theme: Theme
    found_by: tuple[str, ...]
    mix: tuple[float, ...] = ()
    replies: tuple[Reply, ...] = ()

    @property
    def name(self) -> str:
        """The name of the puzzle, a hash of its position: 8 hexadecimal digits."""
        return blake2b(dumps(view_to_json(self.view)).encode(), digest_size=4).hexdigest()

    @property
    def best(self) -> Action:
        """The answer that is clearly best; of a mix, the one to play most often."""
        if self.proved:
            return max(self.exact, key=lambda each: each.chance).answer
        return min(self.answers, key=lambda each: each.loss).answer

    @property
    def lead(self) -> AnswerLoss:
        """The best answer that is not right, whose loss is the lead of the best one."""
        wrong = (each for each in self.answers if not self.is_right(each.answer))
        return min(wrong, key=lambda each: each.loss)

    @property
    def proved(self) -> bool:
        """Whether the losses are proved, as all cards are known."""
        return bool(self.mix)

    @property
    def exact(self) -> tuple[ExactAnswer, ...]:
        """The answers as the coach has them where they are proved; empty where they are not."""
        pairs = zip(self.answers, self.mix, strict=True) if self.proved else ()
        return tuple(ExactAnswer(each.answer, each.loss, chance) for each, chance in pairs)

    @property
    def other_hand(self) -> tuple[int, ...]:
        """The hand of the other seat of a solved ending, which follows from the view; else empty."""
        # Every sample is the same state.
        return sample(self.view, Random(0)).hands[1 - (self.view.seat or 0)] if self.proved else ()

    @property
    def difficulty(self) -> int:
        """The difficulty, from 1 (every level finds the best answer) to 5 (none does)."""
        return 1 + len(LEVELS) - len(self.found_by)

    @property
    def outlooks(self) -> dict[Action, Outlook]:
        """The outlook of each answer."""
        return {each.answer: each.outlook for each in self.answers}

    def is_right(self, answer: Action) -> bool:
        """Return whether an answer is the best one or, of a solved ending, one of best play."""
        if self.proved:
            return next(each.loss == 0 for each in self.answers if each.answer == answer)
        return answer == self.best

    def facts(self, answer: Action) -> list[tuple[str, Mapping[str, str]]]:
        """Return the hints of an answer without the number of its card or row."""
        number = {"row": answer.row + 1} if isinstance(answer, Take) else {"card": answer.card}
        return [
            (each.template, {name: str(of) for name, of in each.values.items() if number.get(name) != of})
            for each in self.hints(answer)
        ]

    def reasons(self, answer: Action) -> tuple[Sentence, ...]:
        """Return the reasons for the value of an answer against the best one."""
        if self.proved:
            against = self._reply(self.best) if answer != self.best else ()
            return (*self.hints(answer), *against)
        return reasons_for(self.view, answer, self.best, self.outlooks)

    def hints(self, answer: Action) -> tuple[Sentence, ...]:
        """Return the reasons for the value of an answer; those of a worse answer do not reveal the best."""
        if self.proved:
            return (*self._reply(answer), *facts_of(self.view, answer)[:1])
        if answer == self.best and (against := self.contrast(self.lead.answer)):
            return (*against, *facts_of(self.view, answer))[:MAX_REASONS]
        return hints_for(self.view, answer, self.best, self.outlooks)

    def contrast(self, answer: Action) -> tuple[Sentence, ...]:
        """Return the largest difference of an answer to the best one in their outlooks, as sentences."""
        return tuple(contrast(answer, self.best, self.outlooks))

    def _reply(self, answer: Action) -> tuple[Sentence, ...]:
        """Return a sentence on the reply that hurts an answer of a solved ending most."""
        reply = self.replies[self.view.legal.index(answer)]
        return (reply_sentence(answer.card, reply),) if isinstance(answer, Choose) else ()
