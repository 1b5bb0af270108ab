"""Where people asked to be sent a word when it is their turn, beside the logs in the same database.

Whoever looks after one claims it for a while. What a killed process had claimed is looked after again, by
another or when it starts anew.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection, Update, delete, func, select, update

from sixth.server.store.schema import insert_new, pushes, sayable, secrets, shared_secret
from sixth.server.store.writer import Part

_KEY: Final = "push-key"


@dataclass(frozen=True, slots=True, kw_only=True)
class Push:
    """A browser that asked; see `schema.pushes`."""

    table_id: str
    seat: int
    proof: str
    endpoint: str
    p256dh: str
    auth: str
    language: str
    site: str
    told: int = 0
    look_at: int | None = None
    tries: int = 0


class Pushes(Part):
    """One of them a seat at most, and the key with which the site signs what it sends."""

    def key(self, make: Callable[[], str]) -> str:
        """Return the site's key, which is made if there is none yet, once for all processes."""
        wanted = select(secrets.c.value).where(secrets.c.name == _KEY)
        found: str | None = self._read(lambda connection: connection.scalar(wanted))
        make_once = partial(shared_secret, name=_KEY, make=make)
        return found or self._writer.submit(_KEY, make_once).result()

    def find(self, table: str, seat: int) -> Push | None:
        """Return what was asked for at a seat."""
        wanted = select(pushes).where(pushes.c.table_id == table, pushes.c.seat == seat)
        row = self._read(lambda connection: connection.execute(wanted).first()) if sayable(table) else None
        return None if row is None else Push(**row._asdict())

    def keep(self, push: Push, most: int) -> bool:
        """Keep it instead of what was asked for at its seat; False where the site has `most` already."""

        def put(connection: Connection) -> bool:
            connection.execute(delete(pushes).where(_at(push)))
            if (connection.scalar(select(func.count()).select_from(pushes)) or 0) >= most:
                return False
            insert_new(connection, pushes, **asdict(push))
            return True

        return self._writer.submit(push.table_id, put).result()

    def forget(self, table: str, seat: int) -> None:
        """Forget what was asked for at a seat."""
        gone = delete(pushes).where(pushes.c.table_id == table, pushes.c.seat == seat)
        self._writer.submit(table, lambda connection: connection.execute(gone)).result()

    def forget_one(self, push: Push) -> None:
        """Forget this, unless another has come to its place."""
        gone = delete(pushes).where(_same(push))
        self._writer.submit(push.table_id, lambda connection: connection.execute(gone)).result()

    # -------------------------------------------------------------- when there may be something to tell

    def wake(self, tables: Collection[str], now: int) -> None:
        """Have those of these tables looked after now; what is to be looked after later stays so."""
        idle = pushes.c.table_id.in_(tables) & pushes.c.look_at.is_(None)
        found = select(pushes.c.table_id).where(idle).limit(1)
        # Hardly anybody has asked, and to find that out keeps nobody from writing.
        if self._read(lambda connection: connection.scalar(found)) is not None:
            self._do(update(pushes).where(idle).values(look_at=now))

    def wake_all(self, now: int, *, alone: bool) -> None:
        """Have all of them looked after now, as a process starts; those claimed, too, if it is `alone`."""
        every = update(pushes).values(look_at=now)
        self._do(every if alone else every.where(pushes.c.look_at.is_(None)))

    def next(self) -> int | None:
        """Return when one must be looked after next, in milliseconds since 1970; None for never."""
        found: int | None = self._read(
            lambda connection: connection.scalar(select(func.min(pushes.c.look_at)))
        )
        return found

    def claim(self, now: int, until: int, most: int) -> Sequence[Push]:
        """Claim at most so many that must be looked after, until then."""
        due = select(pushes).where(pushes.c.look_at <= now).order_by(pushes.c.look_at).limit(most)

        def take(connection: Connection) -> Sequence[Push]:
            found = [
                Push(**row._asdict()) for row in connection.execute(due.with_for_update(skip_locked=True))
            ]
            for push in found:
                connection.execute(update(pushes).where(_at(push)).values(look_at=until))
            return found

        waiting = self.next()
        return self._writer.submit(_KEY, take).result() if waiting is not None and waiting <= now else ()

    def settle(self, push: Push, *, look_at: int | None, told: int, tries: int = 0) -> None:
        """Keep what has come of looking after one, unless another has come to its place."""
        self._do(update(pushes).where(_same(push)).values(look_at=look_at, told=told, tries=tries))

    def _do(self, change: Update) -> None:
        self._writer.submit(_KEY, lambda connection: connection.execute(change)).result()


def _at(push: Push) -> Any:
    return (pushes.c.table_id == push.table_id) & (pushes.c.seat == push.seat)


def _same(push: Push) -> Any:
    return _at(push) & (pushes.c.endpoint == push.endpoint)
