"""Bots that people run elsewhere and have registered here, and invitations of them to tables.

Beside the logs in the same database, so that it outlasts a restart and is the same for all processes.
"""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from secrets import token_hex
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, case, delete, exists, func, insert, select, text, update

from sixth.server.store.schema import (
    games,
    insert_new,
    invitations,
    outside_bots,
    outside_games,
    sayable,
    secrets,
)
from sixth.server.store.writer import Part
from sixth.server.table.lookalikes import look_alike, skeleton
from sixth.server.table.outside.fares import NO_FARES, Fares
from sixth.server.table.outside.invitations import (
    ACCEPTED,
    LEFT,
    OPEN,
    SILENT,
    Invitation,
    Refused,
    Registered,
)

MAX_BOTS: Final = 200
"""Registrations at a site; beyond them a new one takes the place of one that is away."""

MAX_OPEN: Final = 20
"""Invitations of one bot that wait for an answer."""

MAX_TABLES: Final = 50
"""Tables at which one bot sits."""

MAX_MISSED: Final = 3
"""So many invitations in a row without an answer, and it is not invited until its stream begins anew."""

_DAY_MS: Final = 24 * 60 * 60 * 1000
FORGOTTEN_MS: Final = 90 * _DAY_MS
"""After so long without being seen a registration is forgotten, and its name is free."""

FORGOTTEN_UNPLAYED_MS: Final = _DAY_MS
"""The same for one that has never played."""

KEPT_PLAYED_MS: Final = _DAY_MS
"""How long one that has played keeps its place while it is away, where all places are taken."""

_KEY: Final = "outside-networks"
"""The name of the secret with which networks are hashed."""

_KEPT_MS: Final = 60 * 60 * 1000
"""How long it is kept what became of an invitation that led to nothing."""


class Uncounted(NamedTuple):
    """A game that is over, and the bot of that `proof` at its table."""

    game: str
    bot: str
    table: str
    proof: str


class NameTakenError(Exception):
    """Another bot is called so, or looks like it."""


class FullError(Exception):
    """There are as many registrations, or open invitations, as there may be."""


class ShareError(Exception):
    """A network has as many registrations as it may have."""


class OutsideBots(Part):
    """Registrations and invitations; every `now` is in milliseconds since 1970, UTC."""

    # -------------------------------------------------------------- who there is

    def register(
        self, bot: str, proof: str, name: str, run_by: str, *, network: str, share: int | None, now: int
    ) -> Registered:
        """Register a bot, once for each `proof`; whoever runs it may say otherwise who they are.

        A `network` has `share` registrations at most, or as many as it likes for None. Where all places are
        taken, the new bot has that of one that is away and does not play.

        Raises:
            NameTakenError: another bot has that name, or this one has another.
            ShareError: the network has its share.
            FullError: there are too many, and none of them can go.
        """

        def add(connection: Connection) -> Registered:
            _lock(connection)
            known = connection.execute(_BOTS.where(outside_bots.c.proof == proof)).first()
            if known is not None:
                if known.name != name:
                    raise NameTakenError
                changed = update(outside_bots).where(outside_bots.c.proof == proof)
                connection.execute(changed.values(run_by=run_by, seen_at=now))
                return _registered(known, now)._replace(run_by=run_by)
            _forget(connection, now)
            names = connection.execute(select(outside_bots.c.name)).scalars().all()
            if any(look_alike(name, other) for other in names):
                raise NameTakenError
            hidden = _hidden(connection, network)
            here = select(func.count()).where(outside_bots.c.network == hidden)
            if share is not None and (connection.scalar(here) or 0) >= share:
                raise ShareError
            if len(names) >= MAX_BOTS:
                _make_room(connection, now)
            looks = skeleton(name.casefold())
            seen = {"since": now, "seen_at": now, "here_until": 0, "stream": "", "missed": 0}
            row = {"bot_id": bot, "proof": proof, "name": name, "looks": looks, "run_by": run_by}
            more = {"fares": NO_FARES.to_text(), "network": hidden}
            connection.execute(insert(outside_bots).values(**row, **seen, **more))
            return Registered(bot, name, run_by, now, here=False, stream="", fares=NO_FARES)

        return self._writer.submit(proof, add).result()

    def unregister(self, bot: str) -> None:
        """Forget a bot, and all that is kept of it."""

        def cut(connection: Connection) -> None:
            _lock(connection)
            _cut(connection, [bot])

        self._writer.submit(bot, cut).result()

    def find(self, *, now: int, proof: str = "", bot: str = "") -> Registered | None:
        """Return the bot of this proof or id, if there is one."""
        same = outside_bots.c.proof == proof if proof else outside_bots.c.bot_id == bot
        row = self._read(lambda each: each.execute(_BOTS.where(same)).first()) if sayable(bot) else None
        return None if row is None else _registered(row, now)

    def here(self, now: int) -> tuple[Registered, ...]:
        """Return the bots that may be invited now, by name."""
        wanted = _BOTS.where(outside_bots.c.here_until > now, outside_bots.c.missed < MAX_MISSED)
        rows = self._read(lambda each: each.execute(wanted.order_by(outside_bots.c.looks)).all())
        return tuple(_registered(row, now) for row in rows)

    def came(self, bot: str, stream: str, *, now: int, until: int) -> None:
        """Note that a bot is here, by this stream and no other from now on."""
        here = {"stream": stream, "seen_at": now, "here_until": until, "missed": 0}
        self._write(bot, update(outside_bots).where(outside_bots.c.bot_id == bot).values(**here))

    def stay(self, streams: Iterable[str], *, now: int, until: int) -> None:
        """Note that the bots of these streams are still here."""
        same = outside_bots.c.stream.in_(list(streams))
        self._write("stay", update(outside_bots).where(same).values(seen_at=now, here_until=until))

    def went(self, stream: str) -> None:
        """Note that the bot of this stream is gone, unless it has another by now."""
        same = outside_bots.c.stream == stream
        self._write(stream, update(outside_bots).where(same).values(here_until=0))

    def forget(self, now: int) -> None:
        """Forget the bots that nobody has seen for long, and invitations that led to nothing."""

        def cut(connection: Connection) -> None:
            _lock(connection)
            _forget(connection, now)

        self._writer.submit("forget", cut).result()

    # -------------------------------------------------------------- invitations

    def invite(self, new: Invitation, *, now: int) -> Invitation | None:
        """Keep an invitation, unless one of the same bot to the same table is open: then return that.

        None where the bot is not here.

        Raises:
            FullError: too many wait for its answer.
        """

        def add(connection: Connection) -> Invitation | None:
            wanted = select(outside_bots.c.missed).where(
                outside_bots.c.bot_id == new.bot, outside_bots.c.here_until > now
            )
            # In PostgreSQL two who invite it at the same time do so one after the other.
            missed = connection.scalar(wanted.with_for_update())
            if missed is None or missed >= MAX_MISSED:
                return None
            mine = connection.execute(_INVITATIONS.where(_mine(new.bot, now))).all()
            waiting = [row for row in mine if row.answer == OPEN]
            same = next((row for row in waiting if row.table_id == new.table), None)
            if same is not None:
                return _invitation(same)
            if len(waiting) >= MAX_OPEN or len(mine) - len(waiting) >= MAX_TABLES:
                raise FullError
            row = {"invitation_id": new.id, "bot_id": new.bot, "table_id": new.table}
            connection.execute(insert(invitations).values(**row, until=new.until, answer=OPEN, proof=""))
            return new

        return self._writer.submit(new.bot, add).result() if sayable(new.bot) else None

    def invitation(self, invitation: str) -> Invitation | None:
        """Return an invitation as it is now."""
        wanted = _INVITATIONS.where(invitations.c.invitation_id == invitation)
        row = self._read(lambda each: each.execute(wanted).first()) if sayable(invitation) else None
        return None if row is None else _invitation(row)

    def waiting(self, bot: str, now: int) -> tuple[Invitation, ...]:
        """Return the invitations of a bot that are open, or that it has accepted, oldest first."""
        wanted = _INVITATIONS.where(_mine(bot, now)).order_by(invitations.c.until)
        rows = self._read(lambda each: each.execute(wanted).all())
        return tuple(_invitation(row) for row in rows)

    def accept(self, invitation: str, *, proof: str) -> None:
        """Note that the bot has sat down; `proof` is the hash of what proves its seat."""

        def do(connection: Connection) -> None:
            this = invitations.c.invitation_id == invitation
            bot = connection.scalar(select(invitations.c.bot_id).where(this).with_for_update())
            connection.execute(update(invitations).where(this).values(answer=ACCEPTED, proof=proof))
            connection.execute(update(outside_bots).where(outside_bots.c.bot_id == bot).values(missed=0))

        self._writer.submit(invitation, do).result()

    def refuse(self, invitation: str, why: Refused, *, bot: str, now: int) -> bool:
        """Answer an invitation that is open; the same again changes nothing. False where it is too late."""

        def do(connection: Connection) -> bool:
            this = (invitations.c.invitation_id == invitation) & (invitations.c.bot_id == bot)
            row = connection.execute(_INVITATIONS.where(this).with_for_update()).first()
            if row is None or (row.answer != why and (row.answer != OPEN or row.until <= now)):
                return False
            connection.execute(update(invitations).where(this).values(answer=why))
            connection.execute(update(outside_bots).where(outside_bots.c.bot_id == bot).values(missed=0))
            return True

        return self._writer.submit(invitation, do).result() if sayable(invitation) else False

    def give_up(self, invitation: str) -> Invitation | None:
        """Wait no longer for an answer; returns the invitation as it is then."""

        def do(connection: Connection) -> Invitation | None:
            this = invitations.c.invitation_id == invitation
            row = connection.execute(_INVITATIONS.where(this).with_for_update()).first()
            if row is None or row.answer != OPEN:
                return None if row is None else _invitation(row)
            connection.execute(update(invitations).where(this).values(answer=SILENT))
            mine = outside_bots.c.bot_id == row.bot_id
            missed = outside_bots.c.missed + 1
            connection.execute(update(outside_bots).where(mine).values(missed=missed))
            return _invitation(row)._replace(answer=SILENT)

        return self._writer.submit(invitation, do).result()

    def leave(self, bot: str, table: str) -> None:
        """Note that a bot no longer plays at a table to which it was invited."""
        same = (invitations.c.bot_id == bot) & (invitations.c.table_id == table)
        same &= invitations.c.answer == ACCEPTED
        self._write(bot, update(invitations).where(same).values(answer=LEFT))

    # -------------------------------------------------------------- how they fare

    def uncounted(self, most: int) -> tuple[Uncounted, ...]:
        """Return games that are over, and not counted yet for a bot that was invited to their table."""
        wanted = (
            select(games.c.game_id, invitations.c.bot_id, games.c.table_id, invitations.c.proof)
            .distinct()
            .join(invitations, invitations.c.table_id == games.c.table_id)
            .where(invitations.c.answer.in_((ACCEPTED, LEFT)), games.c.over, ~_counted())
            .limit(most)
        )
        rows = self._read(lambda each: each.execute(wanted).all())
        return tuple(Uncounted(*row) for row in rows)

    def count(self, game: Uncounted, fared: Fares) -> None:
        """Add how a bot fared in a game, once."""

        def add(connection: Connection) -> None:
            mine = outside_bots.c.bot_id == game.bot
            before = connection.scalar(select(outside_bots.c.fares).where(mine).with_for_update())
            key = (outside_games.c.game_id == game.game) & (outside_games.c.bot_id == game.bot)
            if before is None or connection.execute(select(outside_games).where(key)).first() is not None:
                return
            row = {"game_id": game.game, "bot_id": game.bot, "table_id": game.table}
            connection.execute(insert(outside_games).values(row))
            both = Fares.of_text(before).plus(fared)
            connection.execute(update(outside_bots).where(mine).values(fares=both.to_text()))

        self._writer.submit(game.bot, add).result()

    def settle(self) -> None:
        """Forget the seats that bots have left, once nothing is left to count there."""
        open_games = exists().where(games.c.table_id == invitations.c.table_id, ~games.c.over)
        uncounted = exists().where(games.c.table_id == invitations.c.table_id, games.c.over, ~_counted())
        done = (invitations.c.answer == LEFT) & ~open_games & ~uncounted
        self._write("settle", delete(invitations).where(done))

    def _write(self, key: str, what: Any) -> None:
        self._writer.submit(key, lambda connection: connection.execute(what)).result()


_BOTS: Final = select(outside_bots)
_INVITATIONS: Final = select(invitations)


def _mine(bot: str, now: int) -> Any:
    """Those of a bot that are open, or that it has accepted."""
    is_open = (invitations.c.answer == OPEN) & (invitations.c.until > now)
    return (invitations.c.bot_id == bot) & (is_open | (invitations.c.answer == ACCEPTED))


def _counted() -> Any:
    """Whether a game is counted for the bot of an invitation."""
    same = (outside_games.c.game_id == games.c.game_id) & (outside_games.c.bot_id == invitations.c.bot_id)
    return exists().where(same)


def _registered(row: Any, now: int) -> Registered:
    return Registered(
        row.bot_id,
        row.name,
        row.run_by,
        row.since,
        here=row.here_until > now,
        stream=row.stream,
        fares=Fares.of_text(row.fares),
    )


def _invitation(row: Any) -> Invitation:
    return Invitation(row.invitation_id, row.bot_id, row.table_id, row.until, row.answer)


def _lock(connection: Connection) -> None:
    """Let nobody else register at the same time, by a name that looks alike; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE outside_bots IN SHARE ROW EXCLUSIVE MODE"))


def _forget(connection: Connection, now: int) -> None:
    seen = outside_bots.c.seen_at
    unplayed = outside_bots.c.fares == NO_FARES.to_text()
    long_ago = (seen <= now - FORGOTTEN_MS) | (unplayed & (seen <= now - FORGOTTEN_UNPLAYED_MS))
    _cut(connection, connection.execute(select(outside_bots.c.bot_id).where(long_ago)).scalars().all())
    over = invitations.c.answer.not_in((ACCEPTED, LEFT)) & (invitations.c.until <= now - _KEPT_MS)
    connection.execute(delete(invitations).where(over))


def _make_room(connection: Connection, now: int) -> None:
    """Forget the bot that matters least of those that are away: first those that nobody has seen play.

    Raises:
        FullError: all are here, play, or have played and were here not long ago.
    """
    unplayed = outside_bots.c.fares == NO_FARES.to_text()
    plays = exists().where(
        invitations.c.bot_id == outside_bots.c.bot_id,
        invitations.c.answer == ACCEPTED,
        games.c.table_id == invitations.c.table_id,
        ~games.c.over,
    )
    may_go = unplayed | (outside_bots.c.seen_at <= now - KEPT_PLAYED_MS)
    found = connection.scalar(
        select(outside_bots.c.bot_id)
        .where(outside_bots.c.here_until <= now, ~plays, may_go)
        .order_by(case((unplayed, 0), else_=1), outside_bots.c.seen_at)
        .limit(1)
    )
    if found is None:
        raise FullError
    _cut(connection, [found])


def _hidden(connection: Connection, network: str) -> str:
    """Return a network as it is kept: a hash with a key that only this site knows."""
    wanted = select(secrets.c.value).where(secrets.c.name == _KEY)
    insert_new(connection, secrets, name=_KEY, value=token_hex(32))
    key = bytes.fromhex(connection.scalar(wanted) or "")
    return hmac.new(key, network.encode(), hashlib.sha256).hexdigest()


def _cut(connection: Connection, bots: Sequence[str]) -> None:
    for table in (outside_games, invitations, outside_bots):
        connection.execute(delete(table).where(table.c.bot_id.in_(bots)))
