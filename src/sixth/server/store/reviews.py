"""What the coach says of games that are over, and what it is asked, beside the logs in the same database.

Whoever works one out claims it for a while and renews that claim; where nobody does any more, somebody else
takes it up. So nothing is lost when a process is killed, and nothing is worked out twice meanwhile.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, func, select, update

from sixth.server.store.schema import insert_new, reviews, sayable
from sixth.server.store.writer import Writer

MAX_TRIES: Final = 3
"""How often a review is begun; whatever ends the process each time would do so again."""


class Subject(NamedTuple):
    """What a review is of: a seat of a game, by one version of the coach."""

    game: str
    seat: int
    coach: str


class Asked(NamedTuple):
    """A review as far as it is: `body` is its JSON once it is there, `share` is how much is done until then.

    `ahead` are those that were asked for earlier and are not there yet. One that was begun too often without
    coming to an end has `failed`.
    """

    body: str | None
    share: float
    ahead: int
    failed: bool


class Reviews:
    """Reviews asked for, worked out, and kept."""

    def __init__(self, read: Callable[[Callable[[Connection], Any]], Any], writer: Writer) -> None:
        self._read, self._writer = read, writer

    def find(self, subject: Subject, now: int) -> Asked | None:
        """Return a review as far as it is; None if nobody has asked for it."""

        def look(connection: Connection) -> Asked | None:
            wanted = select(
                reviews.c.body, reviews.c.share, reviews.c.asked_at, reviews.c.tries, reviews.c.taken_until
            )
            row = connection.execute(wanted.where(_is(subject))).first()
            if row is None:
                return None
            earlier = _open(subject.coach, now) & (reviews.c.asked_at < row.asked_at)
            ahead = 0 if row.body else connection.scalar(select(func.count()).where(earlier)) or 0
            failed = row.body is None and row.tries >= MAX_TRIES and row.taken_until <= now
            return Asked(row.body, row.share, ahead, failed)

        found: Asked | None = self._read(look) if sayable(subject.game) else None
        return found

    def ask(self, subject: Subject, table: str, now: int, most: int) -> bool:
        """Ask for a review, once however often; returns False if `most` are asked for and not there yet."""

        def add(connection: Connection) -> bool:
            row = connection.execute(select(reviews.c.tries, reviews.c.body).where(_is(subject))).first()
            if row is not None and (row.body is not None or row.tries < MAX_TRIES):
                return True
            waiting = connection.scalar(select(func.count()).where(_open(subject.coach, now))) or 0
            if waiting >= most:
                return False
            # Whoever asks again for what was given up may be luckier.
            again = update(reviews).where(_is(subject), reviews.c.taken_until <= now).values(tries=0)
            connection.execute(again)
            new = {"table_id": table, "asked_at": now, "taken_until": 0, "tries": 0, "share": 0.0}
            key = {"game_id": subject.game, "seat": subject.seat, "coach": subject.coach}
            insert_new(connection, reviews, **key, **new)
            return True

        return self._writer.submit(subject.game, add).result()

    def claim(self, coach: str, now: int, until: int) -> Subject | None:
        """Claim the review that has waited longest and nobody works on, until then; None if there is none."""
        free = _open(coach, now) & (reviews.c.taken_until <= now)
        wanted = select(reviews.c.game_id, reviews.c.seat).where(free).order_by(reviews.c.asked_at).limit(1)

        def take(connection: Connection) -> Subject | None:
            row = connection.execute(wanted.with_for_update(skip_locked=True)).first()
            if row is None:
                return None
            subject = Subject(row.game_id, row.seat, coach)
            taken = {"taken_until": until, "tries": reviews.c.tries + 1, "share": 0.0}
            connection.execute(update(reviews).where(_is(subject)).values(**taken))
            return subject

        return self._writer.submit(coach, take).result()

    def renew(self, subject: Subject, until: int, share: float) -> None:
        """Keep a claim until then, and say how much is done."""
        self._set(subject, taken_until=until, share=share)

    def give_back(self, subject: Subject) -> None:
        """Let somebody else claim it: it was not its fault that it came to no end."""
        self._set(subject, taken_until=0, tries=reviews.c.tries - 1)

    def fail(self, subject: Subject) -> None:
        """Let somebody else try, unless that was tried often enough."""
        self._set(subject, taken_until=0)

    def keep(self, subject: Subject, body: str) -> None:
        """Keep a review that is there."""
        self._set(subject, body=body, share=1.0, taken_until=0)

    def _set(self, subject: Subject, **values: Any) -> None:
        changed = update(reviews).where(_is(subject), reviews.c.body.is_(None)).values(**values)
        self._writer.submit(subject.game, lambda connection: connection.execute(changed)).result()


def _is(subject: Subject) -> Any:
    same = (reviews.c.game_id == subject.game) & (reviews.c.seat == subject.seat)
    return same & (reviews.c.coach == subject.coach)


def _open(coach: str, now: int) -> Any:
    """Those that are asked for and not there yet, but for those that were tried often enough."""
    trying = (reviews.c.tries < MAX_TRIES) | (reviews.c.taken_until > now)
    return (reviews.c.coach == coach) & reviews.c.body.is_(None) & trying
