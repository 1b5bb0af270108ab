"""Ended games: their records, read from the logs of their tables."""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import takewhile
from typing import Final

from sixth.rules.events import Abandoned, Event, GameEnded
from sixth.rules.record import Record
from sixth.rules.state import State
from sixth.server.table.events import Began, Opened, OwnEvent, TableEvent
from sixth.server.table.fold import fold
from sixth.server.table.state import seats_of

_MAX_EVENTS: Final = 100_000
"""Events of all games in the cache, which has at least one game."""


class EndedGame:
    """An ended game: its `record`, and the day whose daily deal it had, as YYYY-MM-DD, or ""."""

    def __init__(self, record: Record, daily: str = "") -> None:
        self.record, self.daily = record, daily

    def __len__(self) -> int:
        return len(self.record.events)

    @cached_property
    def end(self) -> State:
        """The state after the last event."""
        return self.record.state()


class Games:
    """A cache of ended games, which `load` reads from the logs of their tables."""

    def __init__(self, load: Callable[[str], Iterable[TableEvent]]) -> None:
        self.load = load
        self._cache: OrderedDict[str, EndedGame] = OrderedDict()

    def ended(self, table_id: str, game_id: str) -> EndedGame | None:
        """Return an ended game of a table; None for one that goes on or is unknown."""
        game = self._cache.get(game_id)
        if game is None:
            log = tuple(self.load(table_id))
            record = record_in(table_id, game_id, log)
            if (
                record is None
                or not record.events
                or not isinstance(record.events[-1], GameEnded | Abandoned)
            ):
                return None
            opening = log[0]
            game = self._cache[game_id] = EndedGame(
                record, opening.daily if isinstance(opening, Opened) else ""
            )
        self._cache.move_to_end(game_id)
        while len(self._cache) > 1 and sum(map(len, self._cache.values())) > _MAX_EVENTS:
            self._cache.popitem(last=False)
        return game


def record_in(table_id: str, game_id: str, events: Iterable[TableEvent]) -> Record | None:
    """Return the record of a game, as far as it has been played, from the events of its table."""
    log = iter(events)
    own: list[TableEvent] = []
    for began in log:
        if isinstance(began, OwnEvent):
            # Who sits where does not depend on how earlier games were played.
            own.append(began)
        if isinstance(began, Began) and began.game == game_id:
            break
    else:
        return None
    moves: list[Event] = []
    for event in takewhile(lambda event: not isinstance(event, Began), log):
        if not isinstance(event, OwnEvent):
            moves.append(event)
        elif not (moves and isinstance(moves[-1], GameEnded | Abandoned)):
            # A player who took over from a bot counts only if that was before the end of the game.
            own.append(event)
    table = fold(table_id, own)
    return Record(game_id, table.rules, seats_of(table.sitters), began.started, tuple(moves))
