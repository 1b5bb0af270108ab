"""The tables that are at hand: each as it is now, and how it came there of late."""

from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final

from sixth.server.table.state import Step, Table

_MAX_TABLES: Final = 1000
"""Tables held beside those that are needed; the others are read from the store again when somebody asks."""

_MAX_LOOKS: Final = 4
"""How many are looked at for one that can go, whenever there are more: needed ones are soon past."""

MAX_STEPS: Final = 40
"""Steps held of each: more than a turn of ten, so that whoever listens need not read the log."""


class Cache:
    """What this process knows of tables. It may know less than the store, never anything else.

    Those that are `needed`, as somebody listens to them, are not forgotten.
    """

    def __init__(self, needed: Callable[[str], bool]) -> None:
        self._needed = needed
        self._held: OrderedDict[str, tuple[Table, deque[Step]]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._held)

    def get(self, table_id: str) -> Table | None:
        """Return the table as it is known here, which is now the last to be forgotten."""
        held = self._held.get(table_id)
        if held is None:
            return None
        self._held.move_to_end(table_id)
        return held[0]

    def peek(self, table_id: str) -> Table | None:
        """Return the table as it is known here; it is forgotten as soon as if nobody had asked."""
        held = self._held.get(table_id)
        return None if held is None else held[0]

    def version(self, table_id: str) -> int:
        """Return the version of the table as it is known here; 0 if it is not."""
        held = self._held.get(table_id)
        return 0 if held is None else held[0].version

    def hold(self, table: Table, came: Sequence[Step] = ()) -> Table:
        """Hold `table`, to which the steps `came` led, unless more is known; gives what is known then."""
        known, late = self._held.get(table.id, (None, None))
        if known is not None and known.version >= table.version:
            return known
        if late is None or known is None or known.version != table.version - len(came):
            late = deque(maxlen=MAX_STEPS)
        late.extend(came)
        self._held[table.id] = table, late
        for _ in range(_MAX_LOOKS):
            if len(self._held) <= _MAX_TABLES:
                break
            oldest = next(iter(self._held))
            if self._needed(oldest):
                self._held.move_to_end(oldest)
            else:
                del self._held[oldest]
        return table

    def forget(self, table_id: str) -> None:
        """Know nothing of a table any more."""
        self._held.pop(table_id, None)

    def since(self, table_id: str, version: int) -> tuple[Step, ...] | None:
        """Return the steps after `version`; None where that is too long ago, or the table not held."""
        held = self._held.get(table_id)
        if held is None:
            return None
        table, late = held
        missing = table.version - version
        if missing > len(late):
            return None
        return tuple(islice(late, len(late) - missing, None)) if missing > 0 else ()
