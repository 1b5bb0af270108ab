"""How tables are found: by a short code, or in the list of open ones."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime
from time import monotonic
from typing import Final

from sixth.server.core.errors import UnavailableError
from sixth.server.store import Directory
from sixth.server.table.state import Table

_MAX_CODES: Final = 1000
"""Codes held in memory."""

_RENEW_S: Final = 60 * 60.0
"""Seconds after which the directory is asked again, and so told that the table is still in use."""

_MAX_LISTED: Final = 50

_LOG: Final = logging.getLogger(__name__)


class Lobby:
    """Codes and the list of open tables, as `directory` keeps them."""

    def __init__(self, directory: Directory) -> None:
        self._directory = directory
        self._codes: OrderedDict[str, tuple[str, float]] = OrderedDict()
        self.on_listed: Callable[[], object] = lambda: None
        """Hears when a table has come into the list."""

    async def code_of(self, table: Table) -> str:
        """Return the short code that leads to a table as long as it is looked at; "" if it has none.

        It is given one while people gather; whoever plays alone needs none.
        """
        gathering = table.state is None
        code, asked = self._codes.get(table.id, ("", -_RENEW_S))
        if monotonic() - asked < _RENEW_S and (code or not gathering):
            return code
        found: str | None = await asyncio.to_thread(self._directory.code_of, table.id, make=gathering)
        self._codes[table.id] = found or "", monotonic()
        self._codes.move_to_end(table.id)
        while len(self._codes) > _MAX_CODES:
            self._codes.popitem(last=False)
        return found or ""

    def known_code(self, table_id: str) -> str:
        """Return the code of a table if somebody has asked for it in this process, else ""."""
        return self._codes.get(table_id, ("", 0.0))[0]

    async def find(self, code: str) -> str | None:
        """Return the name of the table to which a code leads, or None."""
        return await asyncio.to_thread(self._directory.find, code)

    async def listed(self) -> tuple[tuple[str, datetime], ...]:
        """Return the names of the newest tables in the list, each with since when it is there."""
        return await asyncio.to_thread(self._directory.listed, _MAX_LISTED)

    async def unlist(self, table_id: str) -> None:
        """Take a table out of the list."""
        await asyncio.to_thread(self._directory.unlist, table_id)

    async def file(self, before: Table | None, table: Table) -> None:
        """Have the directory say of the table what is so now; what a crash leaves behind is found later."""
        try:
            if table.open != (before is not None and before.open):
                change = self._directory.list if table.open else self._directory.unlist
                await asyncio.to_thread(change, table.id)
                if table.open:
                    self.on_listed()
        except UnavailableError as error:
            # What happened is kept, and is not to be called off for this.
            _LOG.warning("A table is not listed as it is: %s.", error)
