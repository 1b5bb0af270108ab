"""The ways to find a table: short codes, and the list of open tables."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime
from time import monotonic
from typing import Final

from sixth.server.core.errors import UnavailableError
from sixth.server.store.directory import Directory
from sixth.server.table.state import Table

_MAX_CODES: Final = 1000
"""Codes kept in memory."""

_RENEW_S: Final = 60 * 60.0
"""Seconds after which the directory is asked again, which also renews the code."""

_MAX_LISTED: Final = 50

_LOG: Final = logging.getLogger(__name__)


class Lobby:
    """Codes and the list of open tables, as `directory` keeps them."""

    def __init__(self, directory: Directory) -> None:
        self._directory = directory
        self._codes: OrderedDict[str, tuple[str, float]] = OrderedDict()
        self.on_listed: Callable[[], object] = lambda: None
        """Called when a table was added to the list."""

    async def code_of(self, table: Table) -> str:
        """Return the short code of a table; "" if it has none.

        A table gets a code before its first game, and keeps it as long as somebody looks at the table.
        """
        gathering = table.state is None
        code, asked_at = self._codes.get(table.id, ("", -_RENEW_S))
        if monotonic() - asked_at < _RENEW_S and (code or not gathering):
            return code
        new: str | None = await asyncio.to_thread(self._directory.code_of, table.id, make=gathering)
        self._codes[table.id] = new or "", monotonic()
        self._codes.move_to_end(table.id)
        while len(self._codes) > _MAX_CODES:
            self._codes.popitem(last=False)
        return new or ""

    def cached_code(self, table_id: str) -> str:
        """Return the code of a table in the cache, or ""."""
        return self._codes.get(table_id, ("", 0.0))[0]

    async def listed(self) -> tuple[tuple[str, datetime], ...]:
        """Return the names of the newest tables in the list, each with the time at which it was listed."""
        return await asyncio.to_thread(self._directory.listed, _MAX_LISTED)

    async def update(self, before: Table | None, table: Table) -> None:
        """List the table if it has become open, unlist it if it no longer is.

        What a crash leaves in the list is removed when the list is read (`Tables.open_tables`).
        """
        try:
            if table.open != (before is not None and before.open):
                change = self._directory.list if table.open else self._directory.unlist
                await asyncio.to_thread(change, table.id)
                if table.open:
                    self.on_listed()
        except UnavailableError as error:
            # The events are kept already, so the command has succeeded all the same.
            _LOG.warning("The list of open tables is not up to date: %s.", error)
