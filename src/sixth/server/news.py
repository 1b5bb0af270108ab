"""News from other processes that share the store: which table has moved, by PostgreSQL's LISTEN and NOTIFY.

Who appends tells it in the same transaction (`store.sql`), so nobody hears of what was not kept.
"""

import asyncio
import logging
from typing import Final

from psycopg import AsyncConnection, OperationalError
from psycopg.sql import SQL, Identifier
from sqlalchemy.engine import URL

from sixth.server.background import Background
from sixth.server.live import Live
from sixth.server.store import CHANNEL

_PAUSE, _LONGEST_PAUSE = 0.2, 5.0
"""Seconds until a lost connection is tried again."""

_LOG: Final = logging.getLogger(__name__)


class News(Background):
    """Passes on to `live` what other processes, and this one, have written; until it is closed."""

    def __init__(self, url: URL, live: Live) -> None:
        self._url = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._live = live

    async def _run(self) -> None:
        pause = _PAUSE
        while True:
            try:
                async with await AsyncConnection.connect(self._url, autocommit=True) as connection:
                    await connection.execute(SQL("LISTEN {}").format(Identifier(CHANNEL)))
                    # What was told while nobody listened here is in the log all the same.
                    self._live.notify_all()
                    pause = _PAUSE
                    async for told in connection.notifies():
                        self._live.notify(told.payload)
            except OperationalError as error:
                if pause == _PAUSE:
                    _LOG.warning("News from other processes are late: %s.", str(error).splitlines()[0])
            await asyncio.sleep(pause)
            pause = min(_LONGEST_PAUSE, 2 * pause)
