"""Cards and marks as HTML.

Only names come from people, and those are escaped here; all else is a number or our own.
"""

from functools import cache
from typing import Final

from markupsafe import Markup, escape

from sixth.i18n import current_language
from sixth.i18n import gettext as _
from sixth.rules.options import SEATS
from sixth.server.web.views.cards import Card, ShownRow
from sixth.text import heads_text

_MARKS: Final = tuple(
    [Markup(f'<i class="mark m{seat}" aria-hidden="true"></i>') for seat in range(max(SEATS))]
)


def at_least(count: int) -> str:
    """Return the classes by which style sheets know of how many parts something is made: `of3`, `of5`, …

    They could count by `:has()`, but then a browser counts again whenever anything inside changes.
    """
    return "".join([f" of{least}" for least in (2, 3, 5, 6, 7, 8, 9, 11) if count >= least])


def mark(seat: int | None) -> Markup:
    """Return the colour and shape of whoever sits there, if anybody; names say the same to the ear."""
    return Markup() if seat is None else _MARKS[seat]


def face(card: Card, owner: int | None = None) -> Markup:
    """Return what is printed on a card: the number in one corner only where the mark of its `owner` lies."""
    return _face(current_language(), card, marked=owner is not None) + mark(owner)


@cache
def _face(_language: str, card: Card, *, marked: bool) -> Markup:
    long = ' class="long"' if card.number > 99 else ""
    again = "" if marked else f' data-n="{card.number}"'
    return Markup(
        f"<b{long}{again}>{card.number}</b>"
        f'<i class="heads n{card.heads}" aria-hidden="true"></i>'
        f'<span class="only-read"> ({heads_text(card.heads)})</span>'
    )


def plain_card(card: Card, owner: int | None = None, *, new: bool = False) -> Markup:
    """Return a card that stays where it is, or that is on the page a second time.

    `owner` is the seat whose mark it bears; `new` is whether it stands out.
    """
    stands_out = " new" if new else ""
    return Markup(f'<span class="card h{card.heads}{stands_out}">{face(card, owner)}</span>')


def took(row: ShownRow) -> Markup:
    """Return who took a row in this turn, and what it cost them, or nothing."""
    if row.taken is None:
        return Markup()
    name, heads = row.taken
    short = escape(_("{name} +{heads}").format(name=name, heads=heads))
    said = escape(_("{name} {heads}").format(name=name, heads=heads_text(heads)))
    free = at_least(row.room if row.shows_places else 0)
    return Markup(
        f'<span class="took{free}"><span aria-hidden="true">{short}<i class="heads n1"></i></span>'
        f'<span class="only-read">{said}</span></span>'
    )
