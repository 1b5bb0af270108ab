"""The result of a round or a game, as a page shows it: who stands where, what cost most, how one goes on."""

from dataclasses import dataclass
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
"""More than a game of usual rules has; one of a card each may have thousands."""


class Result(NamedTuple):
    """What is shown of a result: everybody in order, and the round's story.

    `score` says who has won how many games at this table, as seat, name and games, once there were two.
    """

    standings: tuple[Standing, ...]
    story: str
    score: tuple[tuple[int, str, int], ...]


def result(seen: TableView) -> Result | None:
    """Return the result that lies on the table, or None where none does."""
    view = seen.view
    if view is None or not view.past or not (seen.between_rounds or view.over):
        return None
    names = names_of(seen)
    return Result(
        standings=standings(view),
        story=_story(view, names, seen.seat),
        score=_score(seen, names),
    )


def rounds_before(view: View) -> int:
    """Return how many rounds came before the last ones, which are shown one by one."""
    return max(0, len(view.past) - _MAX_ROUNDS_SHOWN)


def _score(seen: TableView, names: tuple[str, ...]) -> tuple[tuple[int, str, int], ...]:
    won = dict(seen.tally.wins)
    if seen.games < 2:
        return ()
    # Of bots, those that have won.
    sit = [
        (seat, names[seat], won.get(who.name, 0))
        for seat, who in enumerate(seen.sitters)
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


# ------------------------------------------------------------------ how a table goes on


@dataclass(frozen=True, slots=True)
class Onward:
    """How many of those who are here are ready for what comes next.

    `waits_for` says who is not yet, once anybody is; `pause` is what is left until it begins by itself.
    """

    ready: int
    company: int
    waits_for: str
    pause: str


def has_company(seen: TableView) -> bool:
    """Return whether there is anybody to talk to: more than one of those at the table is no bot."""
    return sum([who is not None and who.human for who in seen.sitters]) > 1


def onward(seen: TableView, now: int) -> Onward | None:
    """Return how a table goes on at `now` (milliseconds since 1970), or None where nothing has ended."""
    if seen.view is None or not (seen.between_rounds or seen.view.over):
        return None
    ready = sum(seen.ready[seat] for seat in seen.company)
    return Onward(ready, len(seen.company), ready_text(seen), pause_text(seen, now))
