"""The result of a round or a game: the standings, the row that cost most, and how the table goes on."""

from typing import Final, NamedTuple

from sixth.rules.display.standings import Standing, standings
from sixth.rules.events import Placed
from sixth.rules.view import View
from sixth.server.table.view import TableView
from sixth.server.web.text.narration import names_of
from sixth.server.web.text.prompt import ready_text
from sixth.server.web.text.result import dearest_text
from sixth.server.web.views.clock import pause_text

_MAX_ROUNDS_SHOWN: Final = 50
"""The most rounds shown one by one; a game with one card each may have thousands."""


class Result(NamedTuple):
    """The result on a page: everybody in order, and the story of the round in a sentence.

    `score` has the games won at this table as (seat, name, games), from the second game on.
    """

    standings: tuple[Standing, ...]
    story: str
    score: tuple[tuple[int, str, int], ...]


def result(table: TableView) -> Result | None:
    """Return the result on the table, or None during a round."""
    view = table.view
    if view is None or not view.past or not (table.between_rounds or view.over):
        return None
    names = names_of(table)
    return Result(
        standings=standings(view), story=_story(view, names, table.seat), score=_score(table, names)
    )


def rounds_before(view: View) -> int:
    """Return how many rounds come before the last ones, which are shown one by one."""
    return max(0, len(view.past) - _MAX_ROUNDS_SHOWN)


def _score(table: TableView, names: tuple[str, ...]) -> tuple[tuple[int, str, int], ...]:
    won = dict(table.tally.wins)
    if table.games < 2:
        return ()
    # Bots are listed once they have won.
    sit = [
        (seat, names[seat], won.get(who.name, 0))
        for seat, who in enumerate(table.sitters)
        if who and (who.human or who.name in won)
    ]
    return tuple(sorted(sit, key=lambda each: -each[2]))


def _story(view: View, names: tuple[str, ...], me: int | None) -> str:
    takes = [
        (view.rules.heads_in(event.taken), event.seat, event.card)
        for event in view.history
        if isinstance(event, Placed) and event.taken
    ]
    return dearest_text(max(takes, key=lambda take: take[0], default=None), names, me)


def has_company(table: TableView) -> bool:
    """Return whether there is anybody to talk to: at least two people at the table."""
    return sum([who is not None and who.human for who in table.sitters]) > 1


def onward(table: TableView, now: int) -> dict[str, object] | None:
    """Return how a table goes on at `now` (milliseconds since 1970), or None during a round.

    `ready` of the `company` at the table are ready for the next round or game, `waits_for` says who is not,
    once anybody is; `pause` is the time left until it begins by itself.
    """
    if table.view is None or not (table.between_rounds or table.view.over):
        return None
    ready = sum(table.ready[seat] for seat in table.company)
    waits, pause = ready_text(table), pause_text(table, now)
    return {"ready": ready, "company": len(table.company), "waits_for": waits, "pause": pause}
