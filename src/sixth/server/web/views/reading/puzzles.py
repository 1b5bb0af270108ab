"""A puzzle as its page shows it: the position, and for each answer what is said of it."""

from typing import NamedTuple

from sixth.coach.account import AnswerValue
from sixth.coach.text import answer_text, interval_text
from sixth.i18n import ngettext, translate
from sixth.puzzles import Puzzle
from sixth.puzzles.text import difficulty_text, loss_text, outcome_text, question_text, theme_text
from sixth.rules.events import Action, Take
from sixth.server.web.text.labels import game_titles
from sixth.server.web.views.cards import Card, ShownRow, cards_of, shown_row
from sixth.server.web.views.coach.drawing import Whisker, whiskers


class Answer(NamedTuple):
    """An answer: the name of its part of the page, the `card` that it plays or else its `words`."""

    name: str
    card: Card | None
    words: str
    right: bool
    outcome: str
    reasons: tuple[str, ...]
    loss: str
    interval: str
    whisker: Whisker


class PuzzlePage(NamedTuple):
    """All that the page of a puzzle shows; `gone` are cards that lie in nobody's hand or row any more."""

    about: str
    question: str
    theme: str
    rows: tuple[ShownRow, ...]
    too_low: Card | None
    pending: tuple[Card, ...]
    hand: tuple[Card, ...]
    answers: tuple[Answer, ...]
    gone: tuple[int, ...]


def puzzle_page(puzzle: Puzzle) -> PuzzlePage:
    """Return what the page of a puzzle shows, in the language in use."""
    view, cards = puzzle.view, cards_of(puzzle.view.rules.heads_of)
    players = ngettext("{count} player", "{count} players", view.rules.seats).format(count=view.rules.seats)
    # The card that asks for a row is the next to be placed.
    placing = [cards[card] for card, _seat in view.pending]
    return PuzzlePage(
        about=f"{game_titles()[puzzle.game]} · {players} · {difficulty_text(puzzle)}",
        question=question_text(puzzle),
        theme=theme_text(puzzle.theme),
        rows=tuple(shown_row(view.rules, at, row, cards, {}) for at, row in enumerate(view.rows)),
        too_low=placing[0] if view.phase == "take" else None,
        pending=tuple(placing[1:]),
        hand=tuple(cards[card] for card in view.hand),
        answers=_answers(puzzle, cards),
        gone=tuple(sorted(card for pile in view.piles for card in pile)),
    )


def _answers(puzzle: Puzzle, cards: tuple[Card, ...]) -> tuple[Answer, ...]:
    drawn = whiskers([AnswerValue(each.answer, each.loss, each.ci) for each in puzzle.answers])
    return tuple(
        Answer(
            name=_name(each.answer),
            card=None if isinstance(each.answer, Take) else cards[each.answer.card],
            words=answer_text(each.answer),
            right=each.answer == puzzle.best,
            outcome=outcome_text(puzzle, each.answer),
            reasons=tuple(translate(reason) for reason in puzzle.reasons(each.answer)),
            loss=loss_text(each),
            interval=interval_text(each.ci),
            whisker=whisker,
        )
        for each, whisker in zip(puzzle.answers, drawn, strict=True)
    )


def _name(answer: Action) -> str:
    if isinstance(answer, Take):
        return f"row{answer.row + 1}{answer.end or ''}"
    return f"card{answer.card}"
