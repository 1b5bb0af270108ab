"""Cards and marks as HTML."""

from functools import cache
from typing import Final

from markupsafe import Markup

from sixth.i18n import current_language
from sixth.rules.options import SEATS
from sixth.server.parts import PartDrawing
from sixth.server.web.views.cards import CardPicture
from sixth.text import heads_text

_MARKS: Final = tuple(
    [Markup(f'<i class="mark m{number}" aria-hidden="true"></i>') for number in range(max(SEATS))]
)


def at_least(count: int) -> str:
    """Return the classes that tell style sheets how many parts an element has: ` of2 of3 of5`, …

    Style sheets could count with `:has()`, but a browser would count again at every change inside.
    """
    return "".join([f" of{least}" for least in (2, 3, 5, 6, 7, 8, 9, 11) if count >= least])


def mark(number: int | None) -> Markup:
    """Return the coloured shape of this number, or nothing for None. Screen readers read the name instead."""
    return Markup() if number is None else _MARKS[number]


def interval(drawn: PartDrawing) -> Markup:
    """Return a drawing of lines, such as that of an interval."""
    paths = Markup().join(Markup('<path d="{}"/>').format(each) for each in drawn["paths"])
    svg = Markup('<svg class="interval" viewBox="0 0 100 12" role="img" aria-label="{}">{}</svg>')
    return svg.format(drawn["label"], paths)


def face(card: CardPicture, owners_mark: int | None = None) -> Markup:
    """Return what is printed on a card; its owner's mark replaces the number in one corner."""
    return _face(current_language(), card, marked=owners_mark is not None) + mark(owners_mark)


@cache
def _face(_language: str, card: CardPicture, *, marked: bool) -> Markup:
    long = ' class="long"' if card.number > 99 else ""
    again = "" if marked else f' data-n="{card.number}"'
    return Markup(
        f"<b{long}{again}>{card.number}</b>"
        f'<i class="heads n{card.heads}" aria-hidden="true"></i>'
        f'<span class="only-read"> ({heads_text(card.heads)})</span>'
    )


def plain_card(card: CardPicture, owners_mark: int | None = None, *, new: bool = False) -> Markup:
    """Return a card that scripts do not move.

    The card bears the mark of its owner; a `new` card stands out.
    """
    stands_out = " new" if new else ""
    return Markup(f'<span class="card h{card.heads}{stands_out}">{face(card, owners_mark)}</span>')
