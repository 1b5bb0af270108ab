"""The daily deal in words: results, comparisons, and the text to share."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from sixth.i18n import gettext as _, ngettext
from sixth.server.features.boards.results import Results
from sixth.server.web.text.labels import daily_title
from sixth.text import heads_text

_LEVELS: Final = ((10, 3), (5, 2), (1, 1))
"""The level of a turn by its least heads: a full row usually has five or more."""

_BLOCKS: Final = "⬜🟨🟧🟥"
"""A block for each level, which differ in lightness as well."""


def level(heads: int) -> int:
    """Return how bad a turn with these heads was, from 0 (no heads) to 3."""
    return next((each for least, each in _LEVELS if heads >= least), 0)


def place_text(more: int, same: int, others: int) -> str:
    """Return a result beside `others`, of whom `more` took more heads and `same` as many."""
    if not others:
        return _("Nobody else has finished this deal yet.")
    text = ngettext(
        "Better than {more} of {count} other, level with {same}.",
        "Better than {more} of {count} others, level with {same}.",
        others,
    )
    return text.format(more=more, count=others, same=same)


def result_text(field: Results, heads: int) -> str:
    """Return a player's own result in a few words: the place if others have finished, else the heads."""
    if field.players < 2:
        return heads_text(heads)
    place = field.players - field.more(heads) - field.same(heads) + 1
    return _("Place {place} of {players}").format(place=place, players=field.players)


def beside_text(par: int | None, own: int, bots: Sequence[int]) -> str:
    """Return a result beside those of the bots at the table, and beside that of a bot with the same cards."""
    heads = ", ".join(map(str, sorted(bots)))
    if par is None:
        return _("You {own} · bots {bots}").format(own=own, bots=heads)
    return _("Par {par} · you {own} · bots {bots}").format(par=par, own=own, bots=heads)


def share_text(day: date, turns: Sequence[int], url: str) -> str:
    """Return the text to share a game, which tells people who have not played yet about none of its cards."""
    line = "".join(_BLOCKS[level(heads)] for heads in turns)
    return f"Sixth · {daily_title(day, practice=False)}\n{line} {heads_text(sum(turns))}\n{url}"
