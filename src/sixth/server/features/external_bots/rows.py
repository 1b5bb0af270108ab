"""Registrations of bots from outside and their invitations, beside the logs in the same database.

So they outlast a restart, and are the same for all processes.
"""

from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import Connection, delete, exists, func, insert, select, text, update

from sixth.rules.game import Forbidden, NotNow
from sixth.server.core.refusals import NoRoom
from sixth.server.features.external_bots.invitations import (
    ACCEPTED,
    OPEN,
    SILENT,
    Invitation,
    Registration,
    declined,
    name_taken,
)
from sixth.server.features.external_bots.tables import invitations, outside_bots
from sixth.server.store.schema import games, sayable
from sixth.server.store.site_secrets import keyed_hash
from sixth.server.store.writer import StoreRows
from sixth.server.table.lookalikes import look_alike, skeleton

MAX_BOTS: Final = 200
"""Registrations at a site; beyond them a new one takes the place of one that is away."""

MAX_OF_NETWORK: Final = 5
"""Registrations of one network, so that no address has all places of a site."""

MAX_OPEN: Final = 20
"""Invitations of one bot that wait for an answer."""

MAX_TABLES: Final = 50
"""Tables at which one bot sits."""

MAX_MISSED: Final = 3
"""Invitations in a row without an answer, after which a bot is not invited until its stream begins anew."""

EXPIRY_MS: Final = 7 * 24 * 60 * 60 * 1000
"""Milliseconds without a stream after which a registration is deleted, and its name is free."""

_KEY: Final = "outside-networks"
"""The name of the secret with which networks are hashed."""

_KEPT_MS: Final = 60 * 60 * 1000
"""Milliseconds for which an invitation that led to no seat is kept."""


class OutsideRows(StoreRows):
    """Registrations and invitations; every `now` and `until` is in milliseconds since 1970, UTC."""

    # -------------------------------------------------------------- registrations

    def register(
        self, bot: str, proof: str, name: str, run_by: str, *, network: str, share: int | None, now: int
    ) -> Registration:
        """Register a bot, once for each `proof`; the same again may change `run_by`.

        A `network` has `share` registrations at most, or any number for None. Where all places are taken, the
        new bot has the place of one that is away and sits in no game.

        Raises:
            Refusal: another bot has that name, or this one has another; the network has its share; or all
                places are taken, and no bot can lose its own.
        """

        def add(connection: Connection) -> Registration:
            _lock(connection)
            known = connection.execute(_BOTS.where(outside_bots.c.proof == proof)).first()
            if known is not None:
                if known.name != name:
                    raise name_taken()
                changed = update(outside_bots).where(outside_bots.c.proof == proof)
                connection.execute(changed.values(run_by=run_by, seen_at=now))
                return Registration(*known)._replace(run_by=run_by)
            _delete_expired(connection, now)
            names = connection.execute(select(outside_bots.c.name)).scalars().all()
            if any(look_alike(name, other) for other in names):
                raise name_taken()
            hashed = keyed_hash(connection, _KEY, network)
            same = select(func.count()).where(outside_bots.c.network == hashed)
            if share is not None and (connection.scalar(same) or 0) >= share:
                raise Forbidden(
                    "outside-share",
                    "Your network has {most} bots here already; forget one before you register another.",
                    most=share,
                )
            if len(names) >= MAX_BOTS:
                _make_room(connection, now)
            looks = skeleton(name.casefold())
            times = {"since": now, "seen_at": now, "here_until": 0, "stream": "", "missed": 0}
            row = {"bot_id": bot, "proof": proof, "name": name, "looks": looks, "run_by": run_by}
            connection.execute(insert(outside_bots).values(**row, **times, network=hashed))
            return Registration(bot, name, run_by, now, stream="")

        return self._writer.submit(proof, add).result()

    def unregister(self, bot: str) -> None:
        """Delete the registration of a bot and its invitations."""
        self._write(bot, delete(outside_bots).where(outside_bots.c.bot_id == bot))

    def find(self, *, proof: str = "", bot: str = "") -> Registration | None:
        """Return the registration with this proof or id, None where there is none."""
        same = outside_bots.c.proof == proof if proof else outside_bots.c.bot_id == bot
        row = self._read(lambda each: each.execute(_BOTS.where(same)).first()) if sayable(bot) else None
        return row and Registration(*row)

    def invitable(self, now: int) -> tuple[Registration, ...]:
        """Return the bots that may be invited now, by name."""
        query = _BOTS.where(outside_bots.c.here_until > now, outside_bots.c.missed < MAX_MISSED)
        rows = self._read(lambda each: each.execute(query.order_by(outside_bots.c.looks)).all())
        return tuple(Registration(*row) for row in rows)

    def connect(self, bot: str, stream: str, *, now: int, until: int) -> None:
        """Note that a bot has opened a stream in place of any other; it counts as connected `until` then."""
        values = {"stream": stream, "seen_at": now, "here_until": until, "missed": 0}
        self._write(bot, update(outside_bots).where(outside_bots.c.bot_id == bot).values(**values))

    def extend(self, streams: Iterable[str], *, now: int, until: int) -> None:
        """Note that these streams are still open."""
        same = outside_bots.c.stream.in_(list(streams))
        self._write("stay", update(outside_bots).where(same).values(seen_at=now, here_until=until))

    def disconnect(self, stream: str) -> None:
        """Note that a stream has ended; nothing changes where its bot has opened another."""
        same = outside_bots.c.stream == stream
        self._write(stream, update(outside_bots).where(same).values(here_until=0))

    def delete_expired(self, now: int) -> None:
        """Delete the bots that have had no stream for long, and invitations that led to no seat."""
        self._writer.submit("forget", lambda connection: _delete_expired(connection, now)).result()

    # -------------------------------------------------------------- invitations

    def invite(self, new: Invitation, name: str, *, now: int) -> Invitation:
        """Keep an invitation of the bot with this name, and return it.

        An open one of the same bot to the same table is returned in place of it.

        Raises:
            Refusal: the bot is not connected, or too many wait for its answer.
        """

        def add(connection: Connection) -> Invitation:
            query = select(outside_bots.c.missed).where(
                outside_bots.c.bot_id == new.bot, outside_bots.c.here_until > now
            )
            # In PostgreSQL two hosts who invite it at the same time do so one after the other.
            missed = connection.scalar(query.with_for_update())
            if missed is None or missed >= MAX_MISSED:
                raise NotNow("bot-gone", "{name} is no longer here.", name=name)
            rows = connection.execute(_INVITATIONS.where(_is_current(new.bot, now))).all()
            current = [Invitation(*row) for row in rows]
            unanswered = [each for each in current if each.answer == OPEN]
            if same := next((each for each in unanswered if each.table == new.table), None):
                return same
            if len(unanswered) >= MAX_OPEN or len(current) - len(unanswered) >= MAX_TABLES:
                raise declined(name, "busy")
            connection.execute(insert(invitations).values(new))
            return new

        return self._writer.submit(new.bot, add).result()

    def invitation(self, invitation: str) -> Invitation | None:
        """Return an invitation as it is now, None where there is none."""
        query = _INVITATIONS.where(invitations.c.invitation_id == invitation)
        row = self._read(lambda each: each.execute(query).first()) if sayable(invitation) else None
        return row and Invitation(*row)

    def current_invitations(self, bot: str, now: int) -> tuple[Invitation, ...]:
        """Return the invitations of a bot that are open, or that it has accepted, oldest first."""
        query = _INVITATIONS.where(_is_current(bot, now)).order_by(invitations.c.until)
        rows = self._read(lambda each: each.execute(query).all())
        return tuple(Invitation(*row) for row in rows)

    def answer(self, bot: str, invitation: str, answer: str, *, now: int) -> str:
        """Note the answer of a bot to an invitation, and return the one that counts; `OPEN` for none.

        The first answer counts, and a decline only in time. A bot that sits at the table has accepted,
        however late that is.
        """

        def write(connection: Connection) -> str:
            this = (invitations.c.invitation_id == invitation) & (invitations.c.bot_id == bot)
            row = connection.execute(_INVITATIONS.where(this).with_for_update()).first()
            if row is None:
                return ""
            in_time = row.answer == OPEN and (row.until > now or answer == SILENT)
            if answer != ACCEPTED and not in_time:
                return str(row.answer)
            connection.execute(update(invitations).where(this).values(answer=answer))
            missed = outside_bots.c.missed + 1 if answer == SILENT else 0
            connection.execute(update(outside_bots).where(outside_bots.c.bot_id == bot).values(missed=missed))
            return answer

        return self._writer.submit(invitation, write).result() if sayable(invitation) else ""

    def leave(self, bot: str, table: str) -> None:
        """Delete the invitation of a bot to a table that it has left."""
        same = (invitations.c.bot_id == bot) & (invitations.c.table_id == table)
        same &= invitations.c.answer == ACCEPTED
        self._write(bot, delete(invitations).where(same))

    def _write(self, key: str, what: Any) -> None:
        self._writer.submit(key, lambda connection: connection.execute(what)).result()


_BOTS: Final = select(*(outside_bots.c[name] for name in ("bot_id", "name", "run_by", "since", "stream")))
_INVITATIONS: Final = select(invitations)


def _is_current(bot: str, now: int) -> Any:
    is_open = (invitations.c.answer == OPEN) & (invitations.c.until > now)
    return (invitations.c.bot_id == bot) & (is_open | (invitations.c.answer == ACCEPTED))


def _lock(connection: Connection) -> None:
    """Keep others from registering a similar name at the same time; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE outside_bots IN SHARE ROW EXCLUSIVE MODE"))


def _delete_expired(connection: Connection, now: int) -> None:
    long_ago = outside_bots.c.seen_at <= now - EXPIRY_MS
    connection.execute(delete(outside_bots).where(long_ago))
    over = (invitations.c.answer != ACCEPTED) & (invitations.c.until <= now - _KEPT_MS)
    connection.execute(delete(invitations).where(over))


def _make_room(connection: Connection, now: int) -> None:
    """Delete the bot that has been away for longest, of those that sit in no game."""
    plays = exists().where(
        invitations.c.bot_id == outside_bots.c.bot_id,
        invitations.c.answer == ACCEPTED,
        games.c.table_id == invitations.c.table_id,
        ~games.c.over,
    )
    bot = connection.scalar(
        select(outside_bots.c.bot_id)
        .where(outside_bots.c.here_until <= now, ~plays)
        .order_by(outside_bots.c.seen_at)
        .limit(1)
    )
    if bot is None:
        raise NoRoom("outside-full", "This site has no room for more bots from outside.")
    connection.execute(delete(outside_bots).where(outside_bots.c.bot_id == bot))
