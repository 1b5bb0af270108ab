"""Why somebody took a row, in one line that stays until the next cards are turned over."""

from sixth.i18n import gettext as _
from sixth.rules.view import View
from sixth.server.table.asks import Asks
from sixth.server.table.view import TableView
from sixth.server.web.text.narration import names_of
from sixth.server.web.views.turn import TakenRow
from sixth.text import heads_text


def why_text(seen: TableView, asks: Asks, taken: tuple[TakenRow, ...]) -> str:
    """Return why a row was taken, the viewer's own before all others; which costs least while they choose."""
    view = seen.view
    if view is None or view.over or seen.between_rounds:
        return ""
    if asks == "take":
        return _cheapest(view)
    if not taken:
        return ""
    # Where cards are turned over one by one a turn has no end, and the last take is what matters.
    own = [each for each in taken if each.seat == seen.seat and not view.rules.flips]
    return taken_text((own or taken)[-1], names_of(seen), seen.seat, both_ends=view.rules.both_ends)


def taken_text(taken: TakenRow, names: tuple[str, ...], me: int | None, *, both_ends: bool) -> str:
    """Return who took which row, what it cost, and what led to it."""
    said = _said(taken, me, both_ends=both_ends)
    other, first = taken.filled or (taken.seat, 0)
    return said.format(
        name=names[taken.seat],
        row=taken.row,
        heads=heads_text(taken.heads),
        card=taken.card,
        other=names[other],
        first=first,
    )


def _said(taken: TakenRow, me: int | None, *, both_ends: bool) -> str:
    mine = taken.seat == me
    if not taken.fits:
        if both_ends:
            low = _("You took row {row}, {heads}: your {card} lies within every row.")
            return low if mine else _("{name} took row {row}, {heads}: {card} lies within every row.")
        low = _("You took row {row}, {heads}: your {card} was too low.")
        return low if mine else _("{name} took row {row}, {heads}: {card} was too low.")
    if taken.filled is None:
        full = _("You took row {row}, {heads}: it was full.")
        return full if mine else _("{name} took row {row}, {heads}: it was full.")
    if mine:
        return _("You took row {row}, {heads}: {other}'s {first} went first.")
    if taken.filled[0] == me:
        return _("{name} took row {row}, {heads}: your {first} went first.")
    return _("{name} took row {row}, {heads}: {other}'s {first} went first.")


def _cheapest(view: View) -> str:
    heads = [sum([view.rules.heads_of[card] for card in row]) for row in view.rows]
    least = min(heads)
    return _("The cheapest: row {row}, {heads}.").format(row=heads.index(least) + 1, heads=heads_text(least))
