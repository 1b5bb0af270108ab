"""Games that are over: their records, read from the logs of their tables."""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import takewhile
from typing import Final

from sixth.rules.events import Abandoned, Event, GameEnded
from sixth.rules.record import Record
from sixth.rules.state import State
from sixth.server.table.events import Began, Opened, Own, TableEvent
from sixth.server.table.state import fold, seats_of

_MAX_EVENTS: Final = 100_000
"""Events of the games that are at hand; one more game is held in any case."""


class EndedGame:
    """A game that is over, by its `record`.

    `daily` is the day whose deal it had, as YYYY-MM-DD; "" for any other.
    """

    def __init__(self, record: Record, daily: str = "") -> None:
        self.record, self.daily = record, daily

    def __len__(self) -> int:
        return len(self.record.events)

    @cached_property
    def end(self) -> State:
        """The state after its last event."""
        return self.record.state()


class Games:
    """The games that are over, read by `load` from the logs of their tables; the last ones are at hand."""

    def __init__(self, load: Callable[[str], Iterable[TableEvent]]) -> None:
        self.load = load
        self._held: OrderedDict[str, EndedGame] = OrderedDict()

    def ended(self, table_id: str, game_id: str) -> EndedGame | None:
        """Return a game of a table; None for one that goes on or is unknown."""
        game = self._held.get(game_id)
        if game is None:
            log = tuple(self.load(table_id))
            record = record_in(table_id, game_id, log)
            if (
                record is None
                or not record.events
                or not isinstance(record.events[-1], GameEnded | Abandoned)
            ):
                return None
            opened = log[0]
            game = self._held[game_id] = EndedGame(record, opened.daily if isinstance(opened, Opened) else "")
        self._held.move_to_end(game_id)
        while len(self._held) > 1 and sum(map(len, self._held.values())) > _MAX_EVENTS:
            self._held.popitem(last=False)
        return game


def record_in(table_id: str, game_id: str, events: Iterable[TableEvent]) -> Record | None:
    """Return the record of a game by all that has happened at its table, so far as it has been played."""
    log = iter(events)
    own: list[TableEvent] = []
    for began in log:
        if isinstance(began, Own):
            # Who sits where does not depend on how earlier games were played.
            own.append(began)
        if isinstance(began, Began) and began.game == game_id:
            break
    else:
        return None
    played: list[Event] = []
    for event in takewhile(lambda event: not isinstance(event, Began), log):
        if not isinstance(event, Own):
            played.append(event)
        elif not (played and isinstance(played[-1], GameEnded | Abandoned)):
            # Whoever took over from a bot has played the game to its end.
            own.append(event)
    at_table = fold(table_id, own)
    return Record(game_id, at_table.rules, seats_of(at_table.sitters), began.started, tuple(played))
