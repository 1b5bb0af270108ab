"""Reviews and requests for reviews, beside the logs in the same database.

The process that works on a review claims it for a while and renews the claim. If it is killed, another
process goes on after the last finished round.
"""

import hashlib
import hmac
from collections.abc import Callable, Collection, Mapping, Sequence
from secrets import token_hex
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, and_, delete, func, select, update

from sixth.server.features.reviews.costs import ChoicesCost, Costs
from sixth.server.features.reviews.tables import review_rounds, review_turns, reviews
from sixth.server.store import schema
from sixth.server.store.schema import games, insert_new
from sixth.server.store.site_secrets import shared_secret
from sixth.server.store.sql import SqlStore
from sixth.server.store.writer import Part

MAX_TRIES: Final = 3
"""Errors after which a review is given up."""

MAX_DEATHS: Final = 30
"""Processes in a row that end without a finished round, after which the review is given up.

Each claim holds longer than the last one, so that takes some 25 minutes.
"""

_CLAIM_MS, _MAX_CLAIM_MS = 5_000, 60_000
"""Milliseconds for which a claim holds, at first and at most; from the fourth death in a row it doubles."""

_DEATHS_AT_ONCE: Final = 3
"""Deaths in a row after which claims hold no longer than the first: a few may have any reason."""

_TURNS_KEPT_MS: Final = 60 * 60 * 1000
"""Milliseconds for which the last turn of a network or table counts."""

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


class Asker(NamedTuple):
    """The source of a request: its network, and whether the game has just ended at the table it is from."""

    network: str = ""
    just_ended: bool = False


class PendingReview(NamedTuple):
    """A review that is not finished; `network` is a hash, `taken` is whether a process works on it."""

    subject: Subject
    table: str
    network: str
    just_ended: bool
    asked_at: int
    taken: bool


class ReviewClaim(NamedTuple):
    """A review on which a process works: its first `done` rounds are finished, which are a `share` of it.

    The claim holds for `hold_ms` unless it is renewed.
    """

    waiting: PendingReview
    done: int
    share: float
    hold_ms: int

    @property
    def subject(self) -> Subject:
        """The subject of the review."""
        return self.waiting.subject


LastWorked = Mapping[str, int]
"""The time of the last turn of each network (its hash) and table, in milliseconds since 1970."""

Order = Callable[[Sequence[PendingReview], LastWorked, int], Sequence[PendingReview]]
"""Sorts the reviews that wait at a time, the next one first."""


class ReviewRows(Part):
    """Requests for reviews, unfinished reviews, and finished ones."""

    def __init__(self, store: SqlStore) -> None:
        super().__init__(store.read, store.writer)

    def find(self, subject: Subject, now: int) -> ReviewProgress | None:
        """Return the progress of a review, with 0 as `ahead`; None if there is no request for it."""
        if not schema.sayable(subject.game):
            return None
        query = select(reviews.c.body, reviews.c.share, _has_failed(now).label("failed")).where(_is(subject))
        row = self._read(lambda connection: connection.execute(query).first())
        return row and ReviewProgress(row.body, row.share, 0, row.body is None and bool(row.failed))

    def waiting(self, coach: str, now: int) -> tuple[Sequence[PendingReview], LastWorked]:
        """Return all unfinished reviews, and the last turns of their networks and tables."""
        queue: tuple[Sequence[PendingReview], LastWorked] = self._read(
            lambda connection: _queue(connection, coach, now)
        )
        return queue

    def ask(self, subject: Subject, table: str, asker: Asker, now: int, *, most: int, share: int) -> bool:
        """Request a review, unless it is requested already.

        Returns False if `most` reviews are unfinished, or `share` of the network of the asker.
        """

        def add(connection: Connection) -> bool:
            query = select(reviews.c.network, reviews.c.body, _has_failed(now).label("failed"))
            row = connection.execute(query.where(_is(subject))).first()
            if row is not None and row.body is not None:
                return True
            key = shared_secret(connection, _KEY, token_hex)
            network = hmac.new(key.encode(), asker.network.encode(), hashlib.sha256).hexdigest()
            waiting, _ = _queue(connection, subject.coach, now)
            of_network = sum(each.network == network for each in waiting)
            if row is not None and not row.failed:
                changes: dict[str, Any] = {"just_ended": True} if asker.just_ended else {}
                # A review waits for the turn of the network with the fewest reviews of those that request it.
                if of_network < sum(each.network == row.network for each in waiting):
                    changes["network"] = network
                if changes:
                    connection.execute(update(reviews).where(_is(subject)).values(**changes))
                return True
            if len(waiting) >= most or of_network >= share:
                return False
            new: dict[str, Any] = {"asked_at": now, "taken_until": 0, "tries": 0, "deaths": 0}
            new |= {"network": network, "just_ended": asker.just_ended}
            if row is not None:
                # A review that was given up is tried again.
                connection.execute(update(reviews).where(_is(subject)).values(**new))
            else:
                insert_new(connection, reviews, **_key(subject), table_id=table, share=0.0, **new)
            return True

        return self._writer.submit(subject.game, add).result()

    def claim(self, coach: str, now: int, order: Order) -> ReviewClaim | None:
        """Claim the first review in `order` on which no process works; None if there is none."""

        long_ago = now - _TURNS_KEPT_MS

        def take(connection: Connection) -> ReviewClaim | None:
            connection.execute(delete(review_turns).where(review_turns.c.at < long_ago))
            for each in order(*_queue(connection, coach, now), now):
                claim = None if each.taken else _take(connection, each, now)
                if claim is not None:
                    _note_turn(connection, each, now)
                    return claim
            return None

        return self._writer.submit(coach, take).result()

    def renew(self, claim: ReviewClaim, now: int, share: float) -> None:
        """Renew a claim, and note the share that is done."""
        # A late renewal of a released claim changes nothing.
        claimed = and_(_is(claim.subject), reviews.c.body.is_(None), reviews.c.taken_until > 0)
        statement = update(reviews).where(claimed).values(taken_until=now + claim.hold_ms, share=share)

        def do(connection: Connection) -> None:
            connection.execute(statement)
            _note_turn(connection, claim.waiting, now)

        self._writer.submit(claim.subject.game, do).result()

    def add_round(self, claim: ReviewClaim, number: int, body: str, share: float) -> bool:
        """Keep a finished round, numbered from 0, and the share of the review that is done with it.

        Returns False if another process has kept the round already.
        """
        subject = claim.subject

        def add(connection: Connection) -> bool:
            unfinished = update(reviews).where(_is(subject), reviews.c.body.is_(None))
            is_changed = connection.execute(unfinished.values(deaths=0, share=share)).rowcount
            if not is_changed or number != _count_rounds(connection, subject):
                return False
            row = {"number": number, "table_id": claim.waiting.table, "body": body}
            insert_new(connection, review_rounds, **_key(subject), **row)
            return True

        return self._writer.submit(subject.game, add).result()

    def rounds(self, subject: Subject) -> Sequence[str]:
        """Return the finished rounds of an unfinished review, in their order."""
        query = (
            select(review_rounds.c.body).where(_is(subject, review_rounds)).order_by(review_rounds.c.number)
        )
        bodies: Sequence[str] = self._read(lambda connection: connection.execute(query).scalars().all())
        return bodies

    def release(self, claim: ReviewClaim) -> None:
        """End a claim after a turn, or as the process closes; any process may claim the review then."""
        self._set(claim.subject, taken_until=0)

    def fail(self, claim: ReviewClaim) -> None:
        """Count an error of a review and end the claim; after `MAX_TRIES` errors it is given up."""
        self._set(claim.subject, taken_until=0, tries=reviews.c.tries + 1)

    def keep(self, subject: Subject, body: str) -> None:
        """Keep a finished review in place of its rounds."""
        rounds = delete(review_rounds).where(_is(subject, review_rounds))
        self._set(subject, rounds, body=body, share=1.0, taken_until=0, network="")

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

    def _set(self, subject: Subject, *also: Any, **values: Any) -> None:
        change = update(reviews).where(_is(subject), reviews.c.body.is_(None)).values(**values)

        def do(connection: Connection) -> None:
            for each in (change, *also):
                connection.execute(each)

        self._writer.submit(subject.game, do).result()


# ------------------------------------------------------------------ in a transaction


def _queue(connection: Connection, coach: str, now: int) -> tuple[Sequence[PendingReview], LastWorked]:
    row = reviews.c
    query = select(
        *(row.game_id, row.seat, row.table_id, row.network, row.just_ended, row.asked_at, row.taken_until)
    ).where(row.coach == coach, row.body.is_(None), ~_has_failed(now))
    waiting = [
        PendingReview(Subject(game, seat, coach), table, network, just_ended, asked_at, taken_until > now)
        for game, seat, table, network, just_ended, asked_at, taken_until in connection.execute(query)
    ]
    turns = connection.execute(select(review_turns.c.whose, review_turns.c.at))
    return waiting, {row.whose: row.at for row in turns}


def _take(connection: Connection, each: PendingReview, now: int) -> ReviewClaim | None:
    """Claim a review, unless another process was faster, or its processes have died too often."""
    free = and_(_is(each.subject), reviews.c.body.is_(None), reviews.c.taken_until <= now)
    query = (
        select(reviews.c.taken_until, reviews.c.deaths, reviews.c.share)
        .where(free)
        .with_for_update(skip_locked=True)
    )
    row = connection.execute(query).first()
    if row is None:
        return None
    # A process that does not release its claim has died.
    deaths = row.deaths + (row.taken_until > 0)
    has_failed = deaths >= MAX_DEATHS
    hold_ms = min(_CLAIM_MS * 2 ** max(0, deaths - _DEATHS_AT_ONCE), _MAX_CLAIM_MS)
    values = {"deaths": deaths, "taken_until": 0 if has_failed else now + hold_ms}
    connection.execute(update(reviews).where(_is(each.subject)).values(**values))
    if has_failed:
        return None
    return ReviewClaim(each, _count_rounds(connection, each.subject), row.share, hold_ms)


def _count_rounds(connection: Connection, subject: Subject) -> int:
    query = select(func.count()).select_from(review_rounds).where(_is(subject, review_rounds))
    return connection.scalar(query) or 0


def _note_turn(connection: Connection, each: PendingReview, now: int) -> None:
    # All processes write in the same order, as otherwise two of them could wait for each other.
    for whose in sorted({each.network, each.table}):
        insert_new(connection, review_turns, whose=whose, at=now)
        connection.execute(update(review_turns).where(review_turns.c.whose == whose).values(at=now))


def _key(subject: Subject) -> dict[str, Any]:
    return {"game_id": subject.game, "seat": subject.seat, "coach": subject.coach}


def _is(subject: Subject, table: Any = reviews) -> Any:
    return and_(*(table.c[name] == value for name, value in _key(subject).items()))


def _in(coach: str, seats: Collection[tuple[str, int]]) -> Any:
    """Return whether a review is of one of these games, whichever the seat."""
    return (reviews.c.coach == coach) & reviews.c.game_id.in_({game for game, _ in seats})


def _has_failed(now: int) -> Any:
    is_given_up = (reviews.c.tries >= MAX_TRIES) | (reviews.c.deaths >= MAX_DEATHS)
    return is_given_up & (reviews.c.taken_until <= now)
