"""The daily deal in words: what it is called, how somebody fared, and what they tell others of it."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from sixth.i18n import gettext as _
from sixth.i18n import ngettext
from sixth.server.web.text.titles import daily_title
from sixth.text import heads_text

_LEVELS: Final = ((10, 3), (5, 2), (1, 1))
"""From how many heads on a turn is how bad, of 3: a row that is full has five or more, as a rule."""

_BLOCKS: Final = "⬜🟨🟧🟥"
"""One for each level, told apart by how light they are, too."""


def level(heads: int) -> int:
    """Return how bad a turn with so many heads was: 0 (none) to 3."""
    return next((each for least, each in _LEVELS if heads >= least), 0)


def place_text(more: int, same: int, others: int) -> str:
    """Return how somebody fared of whose `others` so many took more heads, and so many the same."""
    if not others:
        return _("Nobody else has finished this deal yet.")
    said = ngettext(
        "Fewer heads than {more} of {count} other, as many as {same}.",
        "Fewer heads than {more} of {count} others, as many as {same}.",
        others,
    )
    return said.format(more=more, count=others, same=same)


def field_text(players: int) -> str:
    """Return how many have finished a deal."""
    if not players:
        return _("Nobody has finished this deal.")
    said = ngettext(
        "{count} player has finished this deal.", "{count} players have finished this deal.", players
    )
    return said.format(count=players)


def share_text(day: date, turns: Sequence[int], url: str) -> str:
    """Return what somebody may tell of their game to whoever has not played yet: no card of it."""
    line = "".join(_BLOCKS[level(heads)] for heads in turns)
    return f"Sixth · {daily_title(day, practice=False)}\n{line} {heads_text(sum(turns))}\n{url}"
