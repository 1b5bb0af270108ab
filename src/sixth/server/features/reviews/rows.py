"""Reviews, those that are there and those that were requested, beside the logs in the same database.

The process that works on a review claims it for a while and renews that claim; where it does so no more,
another process goes on, from the last round that was finished. So nothing is lost when a process is killed.
"""

import hashlib
import hmac
from collections.abc import Callable, Mapping, Sequence
from secrets import token_hex
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, and_, delete, func, select, update

from sixth.server.store.schema import (
    insert_new,
    review_rounds,
    review_turns,
    reviews,
    sayable,
    shared_secret,
)
from sixth.server.store.sql import SqlStore
from sixth.server.store.writer import Part

MAX_TRIES: Final = 3
"""Attempts that end with an error before a review is given up."""

MAX_DEATHS: Final = 30
"""Times in a row that a process is gone before it has finished a round, before the review is given up.

Claims hold ever longer, so that takes some 25 minutes, in which nothing else has stopped the review.
"""

_CLAIM_MS, _MAX_CLAIM_MS = 5_000, 60_000
"""How long a claim holds at first and at most; from the fourth death in a row on it doubles each time."""

_DEATHS_AT_ONCE: Final = 3
"""Deaths in a row after which a review is taken up as soon as ever: a few are no sign of anything."""

_TURNS_KEPT_MS: Final = 60 * 60 * 1000
"""How long it matters when somebody had a turn."""

_KEY: Final = "review-key"


class Subject(NamedTuple):
    """What a review is of: a seat of a game, by one version of the coach."""

    game: str
    seat: int
    coach: str


class Progress(NamedTuple):
    """How far a review is: `body` is its JSON once it is there, `share` is how much is done until then.

    `ahead` is how many others go before it, as far as is known. A review that was given up has `failed`.
    """

    body: str | None
    share: float
    ahead: int
    failed: bool


class Asker(NamedTuple):
    """The source of a request: its network, and whether the game has just ended at the table it is from."""

    network: str = ""
    just_ended: bool = False


class Waiting(NamedTuple):
    """A review that is not there yet; `network` is a hash, `taken` says that somebody works on it."""

    subject: Subject
    table: str
    network: str
    just_ended: bool
    asked_at: int
    taken: bool


class Claim(NamedTuple):
    """A review to be worked on: its first `done` rounds are finished, which are a `share` of it.

    The claim holds for `hold_ms` unless it is renewed.
    """

    waiting: Waiting
    done: int
    share: float
    hold_ms: int

    @property
    def subject(self) -> Subject:
        """What the review is of."""
        return self.waiting.subject


Turns = Mapping[str, int]
"""When a network (its hash) or a table was last worked for, in milliseconds since 1970."""

Order = Callable[[Sequence[Waiting], Turns, int], Sequence[Waiting]]
"""Sorts those that wait at a moment, the next one first."""


class Rows(Part):
    """Reviews that were requested, are worked out, and are kept."""

    def __init__(self, store: SqlStore) -> None:
        super().__init__(store.read, store.writer)

    def find(self, subject: Subject, now: int) -> Progress | None:
        """Return a review as far as it is, with nobody `ahead`; None if nobody has asked for it."""
        if not sayable(subject.game):
            return None
        wanted = select(reviews.c.body, reviews.c.share, _given_up(now).label("failed")).where(_is(subject))
        row = self._read(lambda connection: connection.execute(wanted).first())
        return row and Progress(row.body, row.share, 0, row.body is None and bool(row.failed))

    def waiting(self, coach: str, now: int) -> tuple[Sequence[Waiting], Turns]:
        """Return all reviews that are not there yet, and who had a turn when."""
        found: tuple[Sequence[Waiting], Turns] = self._read(lambda connection: _queue(connection, coach, now))
        return found

    def ask(self, subject: Subject, table: str, asker: Asker, now: int, *, most: int, share: int) -> bool:
        """Ask for a review, once however often.

        Returns False if `most` are asked for and not there yet, or `share` from the network of the asker.
        """

        def add(connection: Connection) -> bool:
            wanted = select(reviews.c.network, reviews.c.body, _given_up(now).label("failed"))
            row = connection.execute(wanted.where(_is(subject))).first()
            if row is not None and row.body is not None:
                return True
            key = shared_secret(connection, _KEY, token_hex)
            network = hmac.new(key.encode(), asker.network.encode(), hashlib.sha256).hexdigest()
            found, _ = _queue(connection, subject.coach, now)
            here = sum(each.network == network for each in found)
            if row is not None and not row.failed:
                better: dict[str, Any] = {"just_ended": True} if asker.just_ended else {}
                # It goes when the one of those who asked for it that waits for the fewest has a turn.
                if here < sum(each.network == row.network for each in found):
                    better["network"] = network
                if better:
                    connection.execute(update(reviews).where(_is(subject)).values(**better))
                return True
            if len(found) >= most or here >= share:
                return False
            new: dict[str, Any] = {"asked_at": now, "taken_until": 0, "tries": 0, "deaths": 0}
            new |= {"network": network, "just_ended": asker.just_ended}
            if row is not None:
                # A review that was given up may come to an end this time.
                connection.execute(update(reviews).where(_is(subject)).values(**new))
            else:
                insert_new(connection, reviews, **_key(subject), table_id=table, share=0.0, **new)
            return True

        return self._writer.submit(subject.game, add).result()

    def claim(self, coach: str, now: int, order: Order) -> Claim | None:
        """Claim the first review in `order` that nobody works on; None if there is none."""

        long_ago = now - _TURNS_KEPT_MS

        def take(connection: Connection) -> Claim | None:
            connection.execute(delete(review_turns).where(review_turns.c.at < long_ago))
            for each in order(*_queue(connection, coach, now), now):
                claim = None if each.taken else _take(connection, each, now)
                if claim is not None:
                    _note_turn(connection, each, now)
                    return claim
            return None

        return self._writer.submit(coach, take).result()

    def renew(self, claim: Claim, now: int, share: float) -> None:
        """Keep a claim, and say how much is done."""
        # Once it was let go of, a renewal that comes late changes nothing.
        going = and_(_is(claim.subject), reviews.c.body.is_(None), reviews.c.taken_until > 0)
        changed = update(reviews).where(going)
        changed = changed.values(taken_until=now + claim.hold_ms, share=share)

        def do(connection: Connection) -> None:
            connection.execute(changed)
            _note_turn(connection, claim.waiting, now)

        self._writer.submit(claim.subject.game, do).result()

    def add_round(self, claim: Claim, number: int, body: str, share: float) -> bool:
        """Keep a finished round, numbered from 0, and the share of the review that is done with it.

        Returns False if another process has kept the round already.
        """
        subject = claim.subject

        def add(connection: Connection) -> bool:
            going = (
                update(reviews).where(_is(subject), reviews.c.body.is_(None)).values(deaths=0, share=share)
            )
            if not connection.execute(going).rowcount or number != _rounds_done(connection, subject):
                return False
            row = {"number": number, "table_id": claim.waiting.table, "body": body}
            insert_new(connection, review_rounds, **_key(subject), **row)
            return True

        return self._writer.submit(subject.game, add).result()

    def rounds(self, subject: Subject) -> Sequence[str]:
        """Return the finished rounds of a review that is not there yet, in their order."""
        wanted = (
            select(review_rounds.c.body).where(_is(subject, review_rounds)).order_by(review_rounds.c.number)
        )
        found: Sequence[str] = self._read(lambda connection: connection.execute(wanted).scalars().all())
        return found

    def release(self, claim: Claim) -> None:
        """Let others claim a review that has had its turn, or whose process ends in good order."""
        self._set(claim.subject, taken_until=0)

    def fail(self, claim: Claim) -> None:
        """Count an error, and let others try, unless there were too many."""
        self._set(claim.subject, taken_until=0, tries=reviews.c.tries + 1)

    def keep(self, subject: Subject, body: str) -> None:
        """Keep a review that is there."""
        rounds = delete(review_rounds).where(_is(subject, review_rounds))
        self._set(subject, rounds, body=body, share=1.0, taken_until=0, network="")

    def _set(self, subject: Subject, *also: Any, **values: Any) -> None:
        changed = update(reviews).where(_is(subject), reviews.c.body.is_(None)).values(**values)

        def do(connection: Connection) -> None:
            for each in (changed, *also):
                connection.execute(each)

        self._writer.submit(subject.game, do).result()


# ------------------------------------------------------------------ in a transaction


def _queue(connection: Connection, coach: str, now: int) -> tuple[Sequence[Waiting], Turns]:
    row = reviews.c
    wanted = select(
        *(row.game_id, row.seat, row.table_id, row.network, row.just_ended, row.asked_at, row.taken_until)
    ).where(row.coach == coach, row.body.is_(None), ~_given_up(now))
    found = [
        Waiting(Subject(game, seat, coach), table, network, just_ended, asked_at, taken_until > now)
        for game, seat, table, network, just_ended, asked_at, taken_until in connection.execute(wanted)
    ]
    turns = connection.execute(select(review_turns.c.whose, review_turns.c.at))
    return found, {row.whose: row.at for row in turns}


def _take(connection: Connection, each: Waiting, now: int) -> Claim | None:
    """Claim a review, unless another process was faster, or its processes have died too often."""
    free = and_(_is(each.subject), reviews.c.body.is_(None), reviews.c.taken_until <= now)
    wanted = (
        select(reviews.c.taken_until, reviews.c.deaths, reviews.c.share)
        .where(free)
        .with_for_update(skip_locked=True)
    )
    row = connection.execute(wanted).first()
    if row is None:
        return None
    # Nobody let go of a claim that has run out.
    deaths = row.deaths + (row.taken_until > 0)
    given_up = deaths >= MAX_DEATHS
    hold_ms = min(_CLAIM_MS * 2 ** max(0, deaths - _DEATHS_AT_ONCE), _MAX_CLAIM_MS)
    taken = {"deaths": deaths, "taken_until": 0 if given_up else now + hold_ms}
    connection.execute(update(reviews).where(_is(each.subject)).values(**taken))
    return None if given_up else Claim(each, _rounds_done(connection, each.subject), row.share, hold_ms)


def _rounds_done(connection: Connection, subject: Subject) -> int:
    wanted = select(func.count()).select_from(review_rounds).where(_is(subject, review_rounds))
    return connection.scalar(wanted) or 0


def _note_turn(connection: Connection, each: Waiting, now: int) -> None:
    # All processes write in the same order, so that none waits for another that waits for it.
    for whose in sorted({each.network, each.table}):
        insert_new(connection, review_turns, whose=whose, at=now)
        connection.execute(update(review_turns).where(review_turns.c.whose == whose).values(at=now))


def _key(subject: Subject) -> dict[str, Any]:
    return {"game_id": subject.game, "seat": subject.seat, "coach": subject.coach}


def _is(subject: Subject, table: Any = reviews) -> Any:
    return and_(*(table.c[name] == value for name, value in _key(subject).items()))


def _given_up(now: int) -> Any:
    spent = (reviews.c.tries >= MAX_TRIES) | (reviews.c.deaths >= MAX_DEATHS)
    return spent & (reviews.c.taken_until <= now)
