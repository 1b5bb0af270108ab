"""The idea of the game in a minute, for people who wait at a table: three questions with answers."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from sixth.i18n import current_language, gettext as _
from sixth.rules.board import Row, places
from sixth.rules.games import GAMES
from sixth.server.web.views.cards import cards_of
from sixth.text import heads_text

_TURNS: Final[tuple[tuple[int, tuple[Row, ...]], ...]] = (
    (43, ((12,), (37,), (58,))),
    (45, ((20,), (31, 33, 36, 39, 42), (61, 64))),
    (7, ((12, 15, 18), (40, 55), (71,))),
)
"""Cards to play, each with the rows: one that fits, one that is the sixth, one that is too low."""


def questions() -> Sequence[Mapping[str, object]]:
    """Return the questions where a card goes, in the language in use.

    An answer is a row to press, with the reply to that; `right` is whether the card goes there.
    """
    return _questions(current_language())


@lru_cache(16)
def _questions(_language: str) -> Sequence[Mapping[str, object]]:
    rules = GAMES["classic"].replace(seats=4)
    cards = cards_of(rules.heads_of)
    steps = []
    for card, rows in _TURNS:
        place = places(rows, card, both=False)
        best = place[0][0] if place else None
        answers = [
            {
                "cards": [cards[each] for each in row],
                "right": best in (None, at),
                "reply": _reply(card, row, rows[best][-1] if best is not None else 0, rules.row_limit),
            }
            for at, row in enumerate(rows)
        ]
        text = _("Where does the {card} go? Press a row.")
        if not place:
            text = _("The {card} is too low. Press a row.")
        steps.append({"text": text.format(card=card), "card": cards[card], "answers": answers})
    return steps


def _reply(card: int, row: Row, best: int, limit: int) -> str:
    """Return the reply to a press on `row`; the card goes behind `best`, 0 for a card too low for all."""
    text = _("Yes, but as the sixth card: you take the five, {heads}. The {card} starts a new row.")
    if not best:
        text = _("Your choice: you take this row, {heads}. The {card} starts a new one there.")
    elif row[-1] > card:
        text = _("No: the {card} is lower than the {end}.")
    elif row[-1] != best:
        text = _("No: the {best} is closer.")
    elif len(row) < limit:
        text = _("Yes: the {end} is the closest lower end.")
    cost = heads_text(GAMES["classic"].replace(seats=4).heads_in(row))
    return text.format(heads=cost, card=card, end=row[-1], best=best)
