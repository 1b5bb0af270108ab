"""Where each card of a hand would go if nothing changed, and what that would cost now."""

from typing import NamedTuple

from sixth.i18n import gettext as _
from sixth.rules.board import Place, places
from sixth.rules.view import View
from sixth.text import heads_text


class Preview(NamedTuple):
    """What would become of `card` now: the places it may go to, as `2:left`, rows counted from 1.

    Where there is none, it takes any row.
    """

    card: int
    aims: tuple[str, ...]
    text: str


def previews(view: View) -> tuple[Preview, ...]:
    """Return a preview for each card still held, while cards are chosen; none knows another's card."""
    if view.phase != "choose" or view.rules.flips:
        return ()
    heads = tuple(sum(view.rules.heads_of[each] for each in row) for row in view.rows)
    return tuple(_preview(view, heads, card) for card in view.hand)


def _preview(view: View, heads: tuple[int, ...], card: int) -> Preview:
    found = places(view.rows, card, both=view.rules.both_ends)
    return Preview(card, tuple(f"{row + 1}:{side}" for row, side in found), _words(view, heads, card, found))


def _words(view: View, heads: tuple[int, ...], card: int, found: tuple[Place, ...]) -> str:
    if not found:
        said = _("{card} is too low: you'd pick a row to take ({heads} or more).")
        if view.rules.both_ends:
            said = _("{card} lies within every row: you'd pick one to take ({heads} or more).")
        return said.format(card=card, heads=heads_text(min(heads)))
    if len(found) > 1:
        return _("{card} is as close to row {row} as to row {other}.").format(
            card=card, row=found[0][0] + 1, other=found[1][0] + 1
        )
    at, side = found[0]
    row = view.rows[at]
    if len(row) >= view.rules.row_limit:
        said = _("{card} would take row {row}: {heads}.")
        return said.format(card=card, row=at + 1, heads=heads_text(heads[at]))
    said = (
        _("{card} would go to row {row} ({heads}), before {other}.")
        if side == "left"
        else _("{card} would go to row {row} ({heads}), after {other}.")
    )
    other = row[0] if side == "left" else row[-1]
    return said.format(card=card, row=at + 1, heads=heads_text(heads[at]), other=other)
