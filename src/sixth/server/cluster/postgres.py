"""A broadcast by PostgreSQL's LISTEN and NOTIFY.

The transaction that appends to a log also sends the version of the table (`store.sql`), so no process
receives what was not stored.
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

    async def _receive(self, receiver: Receiver) -> None:
        async with await AsyncConnection.connect(self._url, autocommit=True) as connection:
            for channel in (CHANNEL, GOSSIP):
                await connection.execute(SQL("LISTEN {}").format(Identifier(channel)))
            # The log has the changes whose messages this process missed.
            receiver.refresh_all()
            self._pause = PAUSE_S
            await self._read_all(connection, receiver)

    async def _read_all(self, connection: AsyncConnection, receiver: Receiver) -> None:
        """Call `_deliver` for each notification, as long as the connection lasts.

        Every process receives every append, and `AsyncConnection.notifies` is slower.
        """
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[None] = loop.create_future()

        def read() -> None:
            try:
                connection.pgconn.consume_input()
                while (notify := connection.pgconn.notifies()) is not None:
                    self._deliver(notify.relname.decode(), notify.extra.decode(), receiver)
            except Exception as error:
                loop.remove_reader(number)
                ended.set_exception(error)

        number = connection.fileno()
        loop.add_reader(number, read)
        try:
            await ended
        finally:
            loop.remove_reader(number)

    async def _publish(self, channel: str, message: str) -> None:
        await asyncio.to_thread(self._store.tell, channel, message)
