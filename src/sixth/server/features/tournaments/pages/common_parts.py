"""The parts of pages that are the same for many readers, drawn once for each state of a tournament.

Hundreds of phones ask for them together, after each result.
"""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from markupsafe import Markup

from sixth.i18n import current_language
from sixth.server.features.tournaments.pages.shared_view import Reader, SharedView
from sixth.server.features.tournaments.pages.standings import StandingLine, standing_lines
from sixth.server.web.templating.environment import render
from sixth.tournaments.state import Tournament

ReaderKind = Literal["host", "player", "onlooker"]

_MAX_KEPT: Final = 100


class CommonParts(NamedTuple):
    """The standings, and the tables of the last round and the standings as HTML."""

    tournament: Tournament
    standings: Sequence[StandingLine]
    html: Markup


class CommonPartsCache:
    """The parts that were drawn last, for some tournaments, in each language and for each kind of reader."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str, ReaderKind], CommonParts] = OrderedDict()

    def get(self, code: str, tournament: Tournament, reader: Reader) -> CommonParts:
        """Return the parts of a tournament for a reader, drawn anew if it is another state than last time."""
        kind: ReaderKind = "host" if reader.is_host else "onlooker" if reader.player is None else "player"
        key = (code, current_language(), kind)
        kept = self._kept.get(key)
        if kept is None or kept.tournament is not tournament:
            kept = self._kept[key] = _drawn(code, tournament, kind)
        self._kept.move_to_end(key)
        if len(self._kept) > _MAX_KEPT:
            self._kept.popitem(last=False)
        return kept


def _drawn(code: str, tournament: Tournament, kind: ReaderKind) -> CommonParts:
    lines = standing_lines(tournament)
    view = SharedView(code, tournament, Reader(is_host=kind == "host"), lines)
    context = {"t": view, "lines": lines, "is_player": kind == "player"}
    return CommonParts(tournament, lines, Markup(render("tournaments/templates/results.html", **context)))
