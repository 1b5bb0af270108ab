"""The game's one idea in a minute, for who waits at a table: three cards, and every row one may think of."""

from functools import lru_cache
from typing import Final, NamedTuple

from sixth.i18n import current_language
from sixth.i18n import gettext as _
from sixth.rules.board import Row, places
from sixth.rules.games import GAMES
from sixth.server.web.views.cards import Card, cards_of
from sixth.text import heads_text

_TURNS: Final[tuple[tuple[int, tuple[Row, ...]], ...]] = (
    (43, ((12,), (37,), (58,))),
    (45, ((20,), (31, 33, 36, 39, 42), (61, 64))),
    (7, ((12, 15, 18), (40, 55), (71,))),
)
"""A card to be played, and the rows: behind one, as a sixth, too low for all."""


class Answer(NamedTuple):
    """A row that one may press, and what is said then; `right` is whether the card goes there."""

    cards: tuple[Card, ...]
    right: bool
    said: str


class Question(NamedTuple):
    """Where a card goes: one of three steps of the lesson."""

    asked: str
    card: Card
    answers: tuple[Answer, ...]


def questions() -> tuple[Question, ...]:
    """Return the steps of the lesson."""
    return _questions(current_language())


@lru_cache(16)
def _questions(_language: str) -> tuple[Question, ...]:
    rules = GAMES["classic"].replace(seats=4)
    cards = cards_of(rules.heads_of)
    found = []
    for card, rows in _TURNS:
        place = places(rows, card, both=False)
        best = place[0][0] if place else None
        answers = [
            Answer(
                tuple(cards[each] for each in row),
                right=best in (None, at),
                said=_said(card, row, rows[best][-1] if best is not None else 0, rules.row_limit),
            )
            for at, row in enumerate(rows)
        ]
        asked = (
            _("Where does the {card} go? Press a row.") if place else _("The {card} is too low. Press a row.")
        )
        found.append(Question(asked.format(card=card), cards[card], tuple(answers)))
    return tuple(found)


def _said(card: int, row: Row, best: int, limit: int) -> str:
    """What is said when a row is pressed, where the card goes behind `best`; 0 if it is too low for all."""
    cost = heads_text(GAMES["classic"].replace(seats=4).heads_in(row))
    if not best:
        return _("Your choice: you take this row, {heads}. The {card} starts a new one there.").format(
            heads=cost, card=card
        )
    if row[-1] > card:
        return _("No: the {card} is lower than the {end}.").format(card=card, end=row[-1])
    if row[-1] != best:
        return _("No: the {best} is closer.").format(best=best)
    if len(row) < limit:
        return _("Yes: the {end} is the closest lower end.").format(end=best)
    return _("Yes, but as the sixth card: you take the five, {heads}. The {card} starts a new row.").format(
        heads=cost, card=card
    )
