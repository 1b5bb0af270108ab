"""Reviews and requests for reviews, beside the logs in the same database.

The process that works on a review claims it for a while, and anew with each note of its progress. If it is
killed, another process goes on after the last finished round.
"""

import hashlib
import hmac
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from secrets import token_hex
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, and_, delete, func, select, update

from sixth.server.features.reviews.costs import ChoicesCost, Costs
from sixth.server.features.reviews.tables import review_rounds, reviews
from sixth.server.store import schema
from sixth.server.store.schema import games, insert_new
from sixth.server.store.site_secrets import shared_secret
from sixth.server.store.writer import StoreRows

MAX_TRIES: Final = 3
"""Errors in a row, without a finished round between them, after which a review is given up."""

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
    """A review on which a process works: its first `done` rounds are finished.

    The claim holds until `until`, in milliseconds since 1970.
    """

    subject: Subject
    table_id: str
    done: int
    until: int


class ReviewRows(StoreRows):
    """Requests for reviews, unfinished reviews, and finished ones."""

    def find(self, subject: Subject) -> ReviewProgress | None:
        """Return the progress of a review, with 0 as `ahead`; None if there is no request for it."""
        if not schema.sayable(subject.game):
            return None
        query = select(reviews.c.body, reviews.c.share, reviews.c.tries).where(_is(subject))
        row = self._read(lambda connection: connection.execute(query).first())
        return row and ReviewProgress(row.body, row.share, 0, row.body is None and row.tries >= MAX_TRIES)

    def queue(self, coach: str, now: int) -> Mapping[Subject, ReviewProgress]:
        """Return the progress of all unfinished reviews, in their order; none goes before one in work."""
        query = _queue(coach, reviews.c.share, reviews.c.taken_until)
        rows = self._read(lambda connection: connection.execute(query).all())
        return {
            Subject(game, seat, coach): ReviewProgress(None, share, 0 if until > now else place, failed=False)
            for place, (game, seat, share, until) in enumerate(rows)
        }

    def ask(self, subject: Subject, table_id: str, network: str, now: int, *, most: int, share: int) -> bool:
        """Request a review, unless it is requested already.

        Returns False if `most` reviews are unfinished, or `share` of the network of the request.
        """

        def add(connection: Connection) -> bool:
            query = select(reviews.c.body, reviews.c.tries).where(_is(subject))
            row = connection.execute(query).first()
            if row is not None and (row.body is not None or row.tries < MAX_TRIES):
                return True
            key = shared_secret(connection, _KEY, token_hex)
            hashed = hmac.new(key.encode(), network.encode(), hashlib.sha256).hexdigest()
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
        query = _queue(coach, reviews.c.table_id).where(reviews.c.taken_until <= now).limit(1)

        def take(connection: Connection) -> ReviewClaim | None:
            row = connection.execute(query.with_for_update(skip_locked=True)).first()
            if row is None:
                return None
            subject, until = Subject(row.game_id, row.seat, coach), now + HOLD_MS
            connection.execute(update(reviews).where(_is(subject)).values(taken_until=until))
            return ReviewClaim(subject, row.table_id, _count_rounds(connection, subject), until)

        return self._writer.submit(coach, take).result()

    def note(self, claim: ReviewClaim, now: int, share: float, round: str | None = None) -> bool:
        """Note the share of a review that is done, with the next finished round if there is one.

        The claim holds for longer then, also one that had run out if a round is new. Returns False if another
        process has claimed the review, or has finished the round before.
        """
        subject, held, done, until = claim.subject, _held(claim), claim.done, now + HOLD_MS

        def write(connection: Connection) -> bool:
            if round is not None and done != _count_rounds(connection, subject):
                return False
            which = held if round is None else _is(subject) & reviews.c.body.is_(None)
            change = update(reviews).where(which).values(share=share, taken_until=until)
            if not connection.execute(change if round is None else change.values(tries=0)).rowcount:
                return False
            if round is not None:
                row = {"number": done, "table_id": claim.table_id, "body": round}
                insert_new(connection, review_rounds, **_key(subject), **row)
            claim.until, claim.done = until, done + (round is not None)
            return True

        return self._writer.submit(subject.game, write).result()

    def rounds(self, subject: Subject) -> Sequence[str]:
        """Return the finished rounds of an unfinished review, in their order."""
        query = (
            select(review_rounds.c.body).where(_is(subject, review_rounds)).order_by(review_rounds.c.number)
        )
        bodies: Sequence[str] = self._read(lambda connection: connection.execute(query).scalars().all())
        return bodies

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

    def keep(self, subject: Subject, body: str) -> None:
        """Keep a finished review in place of its rounds."""
        unfinished = update(reviews).where(_is(subject), reviews.c.body.is_(None))

        def do(connection: Connection) -> None:
            connection.execute(unfinished.values(body=body, share=1.0, taken_until=0, network=""))
            connection.execute(delete(review_rounds).where(_is(subject, review_rounds)))

        self._writer.submit(subject.game, do).result()

    # -------------------------------------------------------------- costs

    def costs(self, coach: str, seats: Collection[tuple[str, int]]) -> Costs:
        """Return what the choices of these seats, each of a game, cost, of those whose cost is kept."""
        kept = reviews.c.choices.is_not(None)
        query = select(reviews.c.game_id, reviews.c.seat, reviews.c.choices, reviews.c.loss)
        rows = self._read(lambda connection: connection.execute(query.where(_in(coach, seats), kept)).all())
        return {(row.game_id, row.seat): ChoicesCost(*row[2:]) for row in rows if tuple(row[:2]) in seats}

    def uncounted(self, coach: str, seats: Collection[tuple[str, int]]) -> Mapping[Subject, str]:
        """Return the finished reviews of these seats whose cost is not kept yet."""
        is_new = reviews.c.choices.is_(None) & reviews.c.body.is_not(None)
        query = select(reviews.c.game_id, reviews.c.seat, reviews.c.body).where(_in(coach, seats), is_new)
        rows = self._read(lambda connection: connection.execute(query).all())
        return {Subject(game, seat, coach): body for game, seat, body in rows if (game, seat) in seats}

    def keep_costs(self, costs: Mapping[Subject, ChoicesCost]) -> None:
        """Keep what the choices of these reviewed seats cost."""

        def write(connection: Connection) -> None:
            for subject, cost in sorted(costs.items()):
                connection.execute(update(reviews).where(_is(subject)).values(**cost._asdict()))

        self._writer.submit("costs", write).result()

    def still_there(self, ended: Collection[str]) -> Collection[str]:
        """Return those of these games that are over and whose logs are there."""
        query = select(games.c.game_id).where(games.c.game_id.in_(ended), games.c.over)
        return set(self._read(lambda connection: connection.execute(query).scalars().all()))


def _queue(coach: str, *columns: Any) -> Select[Any]:
    """Return the query for all unfinished reviews, by the time of their requests: game, seat and columns."""
    row = reviews.c
    unfinished = and_(row.coach == coach, row.body.is_(None), row.tries < MAX_TRIES)
    order = row.asked_at, row.game_id, row.seat
    return select(row.game_id, row.seat, *columns).where(unfinished).order_by(*order)


def _count_rounds(connection: Connection, subject: Subject) -> int:
    query = select(func.count()).select_from(review_rounds).where(_is(subject, review_rounds))
    return connection.scalar(query) or 0


def _held(claim: ReviewClaim) -> Any:
    """Return whether a claim still holds: every other one holds until another time."""
    return _is(claim.subject) & (reviews.c.taken_until == claim.until)


def _key(subject: Subject) -> dict[str, Any]:
    return {"game_id": subject.game, "seat": subject.seat, "coach": subject.coach}


def _is(subject: Subject, table: Any = reviews) -> Any:
    return and_(*(table.c[name] == value for name, value in _key(subject).items()))


def _in(coach: str, seats: Collection[tuple[str, int]]) -> Any:
    """Return whether a review is of one of these games, whichever the seat."""
    return (reviews.c.coach == coach) & reviews.c.game_id.in_({game for game, _ in seats})
