"""Reviews and requests for reviews, beside the logs in the same database.

The process that works on a review claims it for a while, and anew with each note of its progress. If it is
killed, another process begins the review again.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, and_, func, select, tuple_, update

from sixth.server.features.reviews.costs import ChoicesCost, Costs
from sixth.server.features.reviews.tables import reviews
from sixth.server.store import schema
from sixth.server.store.games import readable
from sixth.server.store.schema import insert_new
from sixth.server.store.site_secrets import keyed_hash
from sixth.server.store.writer import StoreRows

MAX_TRIES: Final = 3
"""Errors after which a review is given up."""

HOLD_MS: Final = 5_000
"""Milliseconds for which a claim holds: longer than most positions take on a busy machine."""

_KEY: Final = "review-key"


class Subject(NamedTuple):
    """The subject of a review: a seat of a game, for one version of the coach."""

    game: str
    seat: int
    coach: str


class ReviewProgress(NamedTuple):
    """The progress of a review: the `share` that is done, and its JSON `body` when it is finished.

    `ahead` is how many reviews go before it. A review that was given up has `failed`.
    """

    body: str | None
    share: float
    ahead: int
    failed: bool


@dataclass
class ReviewClaim:
    """A review on which a process works; the claim holds until `until`, in milliseconds since 1970."""

    subject: Subject
    until: int


class ReviewRows(StoreRows):
    """Requests for reviews, unfinished reviews, and finished ones."""

    def find(self, subject: Subject, now: int) -> ReviewProgress | None:
        """Return the progress of a review; None if there is no request for it.

        No review goes before one on which a process works.
        """
        if not schema.sayable(subject.game):
            return None

        def look(connection: Connection) -> ReviewProgress | None:
            row = connection.execute(select(reviews).where(_is(subject))).first()
            if row is None:
                return None
            is_over = row.body is not None or row.tries >= MAX_TRIES
            ahead = 0
            if not is_over and row.taken_until <= now:
                earlier = tuple_(*_ORDER) < tuple_(row.asked_at, row.game_id, row.seat)
                waiting = _queue(subject.coach).where(earlier).subquery()
                ahead = connection.scalar(select(func.count()).select_from(waiting)) or 0
            return ReviewProgress(row.body, row.share, ahead, failed=is_over and row.body is None)

        progress: ReviewProgress | None = self._read(look)
        return progress

    def ask(self, subject: Subject, table_id: str, network: str, now: int, *, most: int, share: int) -> bool:
        """Request a review, unless it is requested already.

        Returns False if `most` reviews are unfinished, or `share` of the network of the request.
        """

        def add(connection: Connection) -> bool:
            query = select(reviews.c.body, reviews.c.tries).where(_is(subject))
            row = connection.execute(query).first()
            if row is not None and (row.body is not None or row.tries < MAX_TRIES):
                return True
            hashed = keyed_hash(connection, _KEY, network)
            waiting = connection.execute(_queue(subject.coach, reviews.c.network)).all()
            if len(waiting) >= most or sum(each.network == hashed for each in waiting) >= share:
                return False
            new = {"asked_at": now, "taken_until": 0, "tries": 0, "network": hashed}
            if row is not None:
                # A review that was given up is tried again.
                connection.execute(update(reviews).where(_is(subject)).values(**new))
            else:
                insert_new(connection, reviews, **_key(subject), table_id=table_id, share=0.0, **new)
            return True

        return self._writer.submit(subject.game, add).result()

    def claim(self, coach: str, now: int) -> ReviewClaim | None:
        """Claim the first review on which no process works; None if there is none."""
        query = _queue(coach).where(reviews.c.taken_until <= now).limit(1)

        def take(connection: Connection) -> ReviewClaim | None:
            row = connection.execute(query.with_for_update(skip_locked=True)).first()
            if row is None:
                return None
            subject, until = Subject(row.game_id, row.seat, coach), now + HOLD_MS
            connection.execute(update(reviews).where(_is(subject)).values(taken_until=until))
            return ReviewClaim(subject, until)

        return self._writer.submit(coach, take).result()

    def note(self, claim: ReviewClaim, now: int, share: float) -> bool:
        """Note the share of a review that is done; the claim holds for longer then.

        Returns False if another process has claimed or finished the review.
        """
        held, until = _held(claim), now + HOLD_MS

        def write(connection: Connection) -> bool:
            change = update(reviews).where(held).values(share=share, taken_until=until)
            if not connection.execute(change).rowcount:
                return False
            claim.until = until
            return True

        return self._writer.submit(claim.subject.game, write).result()

    def release(self, claim: ReviewClaim) -> None:
        """End a claim as the process closes; any process may claim the review then."""
        self._end(claim, taken_until=0)

    def fail(self, claim: ReviewClaim) -> None:
        """Count an error of a review and end the claim; after `MAX_TRIES` errors it is given up."""
        self._end(claim, taken_until=0, tries=reviews.c.tries + 1)

    def _end(self, claim: ReviewClaim, **values: Any) -> None:
        def do(connection: Connection) -> None:
            # A note that was submitted before has changed until when the claim holds.
            connection.execute(update(reviews).where(_held(claim)).values(**values))

        self._writer.submit(claim.subject.game, do).result()

    def keep(self, subject: Subject, body: str, cost: ChoicesCost) -> None:
        """Keep a finished review, and what the choices of its seat cost."""
        unfinished = update(reviews).where(_is(subject), reviews.c.body.is_(None))
        change = unfinished.values(body=body, share=1.0, taken_until=0, network="", **cost._asdict())
        self._writer.submit(subject.game, lambda connection: connection.execute(change)).result()

    def costs(self, coach: str, seats: Collection[tuple[str, int]]) -> Costs:
        """Return what the choices of these seats, each of a game, cost, of those whose review is finished."""
        of_games = (reviews.c.coach == coach) & reviews.c.game_id.in_({game for game, _ in seats})
        query = select(reviews.c.game_id, reviews.c.seat, reviews.c.choices, reviews.c.loss)
        finished = query.where(of_games, reviews.c.body.is_not(None))
        rows = self._read(lambda connection: connection.execute(finished).all())
        return {(row.game_id, row.seat): ChoicesCost(*row[2:]) for row in rows if tuple(row[:2]) in seats}

    def still_there(self, ended: Collection[str]) -> Collection[str]:
        """Return those of these games that can be read."""
        there: Collection[str] = self._read(lambda connection: readable(connection, ended))
        return there


_ORDER: Final = reviews.c.asked_at, reviews.c.game_id, reviews.c.seat


def _queue(coach: str, *columns: Any) -> Select[Any]:
    """Return the query for all unfinished reviews, by the time of their requests: game, seat and columns."""
    row = reviews.c
    unfinished = and_(row.coach == coach, row.body.is_(None), row.tries < MAX_TRIES)
    return select(row.game_id, row.seat, *columns).where(unfinished).order_by(*_ORDER)


def _held(claim: ReviewClaim) -> Any:
    """Return whether a claim still holds: every other one holds until another time."""
    return _is(claim.subject) & (reviews.c.taken_until == claim.until)


def _key(subject: Subject) -> dict[str, Any]:
    return {"game_id": subject.game, "seat": subject.seat, "coach": subject.coach}


def _is(subject: Subject) -> Any:
    return and_(*(reviews.c[name] == value for name, value in _key(subject).items()))
