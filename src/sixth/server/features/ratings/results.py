"""The end of a rated game, from the log of its table. Runs in the process for ended games."""

from collections.abc import Iterable
from typing import NamedTuple

from sixth.rules.display.standings import places, standings
from sixth.rules.events import Abandoned, GameEnded
from sixth.rules.games import name_of
from sixth.server.features.ratings.rating import Pool, pool_of
from sixth.server.live.ended.game import Games
from sixth.server.table.events import Began, Returned, StoodIn, TableEvent
from sixth.server.table.fold import apply_event, fold
from sixth.server.table.state import Table


class SeatEnd(NamedTuple):
    """A seat at the end of a rated game: its place, and the kind of the bot that has it, "" for a person."""

    place: int
    bot: str = ""


class RatedEnd(NamedTuple):
    """The end of a rated game, which the log of its table has at `version`."""

    version: int
    pool: Pool
    game: str
    seats: tuple[SeatEnd, ...]


def end_of_game(games: Games, *, table_id: str, game_id: str) -> RatedEnd | None:
    """Return the end of a game; None if it was not rated, did not end, or its log is gone."""
    return end_in(table_id, game_id, games.load(table_id))


def end_in(table_id: str, game_id: str, events: Iterable[TableEvent]) -> RatedEnd | None:
    """Return the end of a game in the events of its table; None as for `end_of_game`.

    A player who did not come back to the game after leaving, or running out of time too often, has the last
    place. Where nobody else is left, the game counts for nobody.
    """
    log = tuple(events)
    if not log:
        return None
    table, agreed, left = fold(table_id, log[:1]), set[int](), set[int]()
    for version, event in enumerate(log[1:], 2):
        table = apply_event(table, event)
        if isinstance(event, Began):
            agreed, left = {seat for seat in range(len(table.seats)) if table.in_person(seat)}, set()
        if table.game_id != game_id or table.state is None:
            continue
        match event:
            case StoodIn(seat) if seat in table.state.seats_in:
                left.add(seat)
            case Returned(seat):
                left.discard(seat)
            case GameEnded():
                return _end(table, version, agreed, left)
            case Abandoned():
                return None
    return None


def _end(table: Table, version: int, agreed: set[int], left: set[int]) -> RatedEnd | None:
    game, seats = name_of(table.rules), range(len(table.seats))
    known = table.again or table.daily
    if not table.config.rated or table.state is None or game is None or known:
        return None
    bots = [each.kind if each and not each.human else "" for each in table.sitters]
    if any(map(table.is_outside, seats)) or (agreed <= left and not any(bots)):
        return None
    place_of = {each.seat: each.place for each in standings(table.state)}
    ranks = places([(seat in left, 0 if seat in left else place_of[seat]) for seat in seats])
    ends = tuple(SeatEnd(ranks[seat], bots[seat]) for seat in seats)
    return RatedEnd(version, pool_of(len(seats)), game, ends)
