"""The result of a round or a game: the standings, and the games won."""

from typing import Final, NamedTuple

from sixth.rules.display.standings import Standing, standings
from sixth.rules.view import View
from sixth.server.table.view import TableView
from sixth.server.web.text.narration import names_of

_MAX_ROUNDS_SHOWN: Final = 50
"""The most rounds shown one by one; a game with one card each may have thousands."""


class Result(NamedTuple):
    """The result on a page: everybody in order.

    `score` has the games won at this table as (seat, name, games), from the second game on.
    """

    standings: tuple[Standing, ...]
    score: tuple[tuple[int, str, int], ...]


def result(table: TableView) -> Result | None:
    """Return the result on the table, or None during a round."""
    view = table.view
    if view is None or not view.past or not (table.between_rounds or view.over):
        return None
    return Result(standings=standings(view), score=_score(table, names_of(table)))


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


def has_company(table: TableView) -> bool:
    """Return whether there is anybody to talk to: at least two people at the table."""
    return sum([who is not None and who.human for who in table.sitters]) > 1
