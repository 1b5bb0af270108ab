"""A cache of tables, each with its latest steps."""

from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final

from sixth.server.table.fold import TableStep
from sixth.server.table.state import Table

_MAX_TABLES: Final = 1000
"""Tables in the cache beside those that are needed; a request for any other reads the store."""

_MAX_EVICTION_TRIES: Final = 4
"""Tables that are examined for one that can go, whenever the cache is full."""

MAX_STEPS: Final = 40
"""Steps kept of each table: more than a turn of ten players has, so that listeners need not read the log."""


class Cache:
    """Tables as this process knows them: as in the store, or at an earlier version.

    Tables for which `is_needed` is true, as they have listeners, stay in the cache.
    """

    def __init__(self, is_needed: Callable[[str], bool]) -> None:
        self._is_needed = is_needed
        self._entries: OrderedDict[str, tuple[Table, deque[TableStep]]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, table_id: str) -> Table | None:
        """Return a table, and make it the last to be dropped; None if it is not in the cache."""
        entry = self._entries.get(table_id)
        if entry is None:
            return None
        self._entries.move_to_end(table_id)
        return entry[0]

    def peek(self, table_id: str) -> Table | None:
        """Return a table as `get` does, without changing when it is dropped."""
        entry = self._entries.get(table_id)
        return None if entry is None else entry[0]

    def version(self, table_id: str) -> int:
        """Return the version of a table in the cache; 0 if it is not there."""
        entry = self._entries.get(table_id)
        return 0 if entry is None else entry[0].version

    def hold(self, table: Table, steps: Sequence[TableStep] = ()) -> Table:
        """Keep `table`, to which `steps` led, unless the cache has a later version; return the later one."""
        current, recent = self._entries.get(table.id, (None, None))
        if current is not None and current.version >= table.version:
            return current
        if recent is None or current is None or current.version != table.version - len(steps):
            recent = deque(maxlen=MAX_STEPS)
        recent.extend(steps)
        self._entries[table.id] = table, recent
        for _ in range(_MAX_EVICTION_TRIES):
            if len(self._entries) <= _MAX_TABLES:
                break
            oldest = next(iter(self._entries))
            if self._is_needed(oldest):
                self._entries.move_to_end(oldest)
            else:
                del self._entries[oldest]
        return table

    def forget(self, table_id: str) -> None:
        """Drop a table: it was deleted, or has to be read again."""
        self._entries.pop(table_id, None)

    def since(self, table_id: str, version: int) -> tuple[TableStep, ...] | None:
        """Return the steps after `version`; None if the cache does not go back that far."""
        entry = self._entries.get(table_id)
        if entry is None:
            return None
        table, recent = entry
        missing = table.version - version
        if missing > len(recent):
            return None
        return tuple(islice(recent, len(recent) - missing, None)) if missing > 0 else ()
