"""A broadcast by PostgreSQL's LISTEN and NOTIFY.

That a table moved is told by the transaction that appends to its log (`store.sql`), so nobody hears of what
was not kept.
"""

import asyncio

from psycopg import AsyncConnection, OperationalError
from psycopg.sql import SQL, Identifier

from sixth.server.cluster.broadcast import Receiver
from sixth.server.cluster.channels import PAUSE_S, ChannelBroadcast
from sixth.server.core.errors import UnavailableError
from sixth.server.store import CHANNEL, GOSSIP
from sixth.server.store.sql import SqlStore


class PostgresBroadcast(ChannelBroadcast):
    """A broadcast among the processes that share the database of `store`."""

    errors = (OperationalError, UnavailableError)

    def __init__(self, store: SqlStore) -> None:
        super().__init__(store.name)
        self._store = store
        self._url = store.url.set(drivername="postgresql").render_as_string(hide_password=False)

    async def _hear(self, receiver: Receiver) -> None:
        async with await AsyncConnection.connect(self._url, autocommit=True) as connection:
            for channel in (CHANNEL, GOSSIP):
                await connection.execute(SQL("LISTEN {}").format(Identifier(channel)))
            # What was told while nobody listened here is in the log all the same.
            receiver.all_may_have_moved()
            self._pause = PAUSE_S
            await self._hear_on(connection, receiver)

    async def _hear_on(self, connection: AsyncConnection, receiver: Receiver) -> None:
        """Call `_heard` for what comes, as long as the connection lasts.

        Every process hears of every append, and `AsyncConnection.notifies` takes longer for it.
        """
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[None] = loop.create_future()

        def read() -> None:
            try:
                connection.pgconn.consume_input()
                while (told := connection.pgconn.notifies()) is not None:
                    self._heard(told.relname.decode(), told.extra.decode(), receiver)
            except Exception as error:
                loop.remove_reader(number)
                ended.set_exception(error)

        number = connection.fileno()
        loop.add_reader(number, read)
        try:
            await ended
        finally:
            loop.remove_reader(number)

    async def _carry(self, channel: str, message: str) -> None:
        await asyncio.to_thread(self._store.tell, channel, message)
