"""Registrations of bots from outside and their invitations, beside the logs in the same database.

So they outlast a restart, and are the same for all processes.
"""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from functools import partial
from secrets import token_hex
from typing import Any, Final

from sqlalchemy import Connection, delete, exists, func, insert, select, text, update

from sixth.server.features.external_bots.invitations import (
    ACCEPTED,
    OPEN,
    SILENT,
    Invitation,
    Reason,
    Registration,
)
from sixth.server.features.external_bots.tables import invitations, outside_bots
from sixth.server.store.schema import games, sayable
from sixth.server.store.site_secrets import shared_secret
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


class NameTakenError(Exception):
    """Another bot has that name, or one that looks like it."""


class FullError(Exception):
    """No more registrations, or open invitations, have room."""


class ShareError(Exception):
    """No more registrations of that network have room."""


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
            NameTakenError: another bot has that name, or this one has another.
            ShareError: the network has its share.
            FullError: all places are taken, and no bot can lose its own.
        """

        def add(connection: Connection) -> Registration:
            _lock(connection)
            known = connection.execute(_BOTS.where(outside_bots.c.proof == proof)).first()
            if known is not None:
                if known.name != name:
                    raise NameTakenError
                changed = update(outside_bots).where(outside_bots.c.proof == proof)
                connection.execute(changed.values(run_by=run_by, seen_at=now))
                return _registration(known)._replace(run_by=run_by)
            _delete_expired(connection, now)
            names = connection.execute(select(outside_bots.c.name)).scalars().all()
            if any(look_alike(name, other) for other in names):
                raise NameTakenError
            hashed = _hash_network(connection, network)
            same = select(func.count()).where(outside_bots.c.network == hashed)
            if share is not None and (connection.scalar(same) or 0) >= share:
                raise ShareError
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

        def remove(connection: Connection) -> None:
            _lock(connection)
            _delete(connection, [bot])

        self._writer.submit(bot, remove).result()

    def find(self, *, proof: str = "", bot: str = "") -> Registration | None:
        """Return the registration with this proof or id, None where there is none."""
        same = outside_bots.c.proof == proof if proof else outside_bots.c.bot_id == bot
        row = self._read(lambda each: each.execute(_BOTS.where(same)).first()) if sayable(bot) else None
        return None if row is None else _registration(row)

    def invitable(self, now: int) -> tuple[Registration, ...]:
        """Return the bots that may be invited now, by name."""
        query = _BOTS.where(outside_bots.c.here_until > now, outside_bots.c.missed < MAX_MISSED)
        rows = self._read(lambda each: each.execute(query.order_by(outside_bots.c.looks)).all())
        return tuple(map(_registration, rows))

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

        def remove(connection: Connection) -> None:
            _lock(connection)
            _delete_expired(connection, now)

        self._writer.submit("forget", remove).result()

    # -------------------------------------------------------------- invitations

    def invite(self, new: Invitation, *, now: int) -> Invitation | None:
        """Keep an invitation and return it; return the open one of the same bot to the same table, if any.

        Return None where the bot is not connected.

        Raises:
            FullError: too many wait for its answer.
        """

        def add(connection: Connection) -> Invitation | None:
            query = select(outside_bots.c.missed).where(
                outside_bots.c.bot_id == new.bot, outside_bots.c.here_until > now
            )
            # In PostgreSQL two hosts who invite it at the same time do so one after the other.
            missed = connection.scalar(query.with_for_update())
            if missed is None or missed >= MAX_MISSED:
                return None
            current = connection.execute(_INVITATIONS.where(_is_current(new.bot, now))).all()
            unanswered = [row for row in current if row.answer == OPEN]
            same = next((row for row in unanswered if row.table_id == new.table), None)
            if same is not None:
                return _invitation(same)
            if len(unanswered) >= MAX_OPEN or len(current) - len(unanswered) >= MAX_TABLES:
                raise FullError
            row = {"invitation_id": new.id, "bot_id": new.bot, "table_id": new.table}
            connection.execute(insert(invitations).values(**row, until=new.until, answer=OPEN))
            return new

        return self._writer.submit(new.bot, add).result() if sayable(new.bot) else None

    def invitation(self, invitation: str) -> Invitation | None:
        """Return an invitation as it is now, None where there is none."""
        query = _INVITATIONS.where(invitations.c.invitation_id == invitation)
        row = self._read(lambda each: each.execute(query).first()) if sayable(invitation) else None
        return None if row is None else _invitation(row)

    def current_invitations(self, bot: str, now: int) -> tuple[Invitation, ...]:
        """Return the invitations of a bot that are open, or that it has accepted, oldest first."""
        query = _INVITATIONS.where(_is_current(bot, now)).order_by(invitations.c.until)
        rows = self._read(lambda each: each.execute(query).all())
        return tuple(_invitation(row) for row in rows)

    def accept(self, invitation: str) -> None:
        """Note that the bot has sat down."""

        def do(connection: Connection) -> None:
            this = invitations.c.invitation_id == invitation
            bot = connection.scalar(select(invitations.c.bot_id).where(this).with_for_update())
            connection.execute(update(invitations).where(this).values(answer=ACCEPTED))
            connection.execute(update(outside_bots).where(outside_bots.c.bot_id == bot).values(missed=0))

        self._writer.submit(invitation, do).result()

    def decline(self, invitation: str, why: Reason, *, bot: str, now: int) -> bool:
        """Decline an open invitation; the same again changes nothing. Return False where it is too late."""

        def do(connection: Connection) -> bool:
            this = (invitations.c.invitation_id == invitation) & (invitations.c.bot_id == bot)
            row = connection.execute(_INVITATIONS.where(this).with_for_update()).first()
            if row is None or (row.answer != why and (row.answer != OPEN or row.until <= now)):
                return False
            connection.execute(update(invitations).where(this).values(answer=why))
            connection.execute(update(outside_bots).where(outside_bots.c.bot_id == bot).values(missed=0))
            return True

        return self._writer.submit(invitation, do).result() if sayable(invitation) else False

    def time_out(self, invitation: str) -> Invitation | None:
        """Note that nobody waits for an answer any more, and return the resulting invitation."""

        def do(connection: Connection) -> Invitation | None:
            this = invitations.c.invitation_id == invitation
            row = connection.execute(_INVITATIONS.where(this).with_for_update()).first()
            if row is None or row.answer != OPEN:
                return None if row is None else _invitation(row)
            connection.execute(update(invitations).where(this).values(answer=SILENT))
            this_bot = outside_bots.c.bot_id == row.bot_id
            missed = outside_bots.c.missed + 1
            connection.execute(update(outside_bots).where(this_bot).values(missed=missed))
            return _invitation(row)._replace(answer=SILENT)

        return self._writer.submit(invitation, do).result()

    def leave(self, bot: str, table: str) -> None:
        """Delete the invitation of a bot to a table that it has left."""
        same = (invitations.c.bot_id == bot) & (invitations.c.table_id == table)
        same &= invitations.c.answer == ACCEPTED
        self._write(bot, delete(invitations).where(same))

    def _write(self, key: str, what: Any) -> None:
        self._writer.submit(key, lambda connection: connection.execute(what)).result()


_BOTS: Final = select(outside_bots)
_INVITATIONS: Final = select(invitations)


def _is_current(bot: str, now: int) -> Any:
    is_open = (invitations.c.answer == OPEN) & (invitations.c.until > now)
    return (invitations.c.bot_id == bot) & (is_open | (invitations.c.answer == ACCEPTED))


def _registration(row: Any) -> Registration:
    return Registration(row.bot_id, row.name, row.run_by, row.since, stream=row.stream)


def _invitation(row: Any) -> Invitation:
    return Invitation(row.invitation_id, row.bot_id, row.table_id, row.until, row.answer)


def _lock(connection: Connection) -> None:
    """Keep others from registering a similar name at the same time; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE outside_bots IN SHARE ROW EXCLUSIVE MODE"))


def _delete_expired(connection: Connection, now: int) -> None:
    long_ago = outside_bots.c.seen_at <= now - EXPIRY_MS
    _delete(connection, connection.execute(select(outside_bots.c.bot_id).where(long_ago)).scalars().all())
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
        raise FullError
    _delete(connection, [bot])


def _hash_network(connection: Connection, network: str) -> str:
    """Return a network as it is kept: a hash with a key that only this site knows."""
    key = bytes.fromhex(shared_secret(connection, _KEY, partial(token_hex, 32)))
    return hmac.new(key, network.encode(), hashlib.sha256).hexdigest()


def _delete(connection: Connection, bots: Sequence[str]) -> None:
    connection.execute(delete(outside_bots).where(outside_bots.c.bot_id.in_(bots)))
