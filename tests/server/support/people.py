"""People for tests of the database, without requests."""

from collections.abc import Sequence
from functools import partial

from sixth.server.store.seat_rows import SeatRows, SeatTaker, write
from sixth.server.store.sql import SqlStore


def arrive(store: SqlStore, *names: str, tables: Sequence[str] = ("table",), since: int = 0) -> None:
    """Have browsers with these names take seats at tables; one that is new becomes that of a guest.

    The ids of the guests, and the hashes of the tokens of the seats, are these names, too.
    """
    for name in names:
        for table in tables:
            rows = SeatRows({name: SeatTaker(name, "", since, name, 0)})
            store.writer.submit(table, partial(write, table=table, rows=rows)).result()
