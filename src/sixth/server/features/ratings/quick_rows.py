"""Rows of rated quick games in the database: the people who wait for one, and who plays with whom."""

from collections.abc import Collection, Sequence, Set
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, and_, delete, insert, select, text, update

from sixth.server.features.ratings.rating import Rating
from sixth.server.features.ratings.tables import person_ratings, quick_entries
from sixth.server.people.tables import person_ties
from sixth.server.store.people_schema import people, person_browsers
from sixth.server.table.identity import new_id

SEATS: Final = 4
"""The seats of a quick game."""

BOTS_AFTER_MS: Final = 20 * 1000
"""Milliseconds after which bots take the free seats of a quick game."""

MAX_DISTANCE: Final = 300
"""The most that the ratings of two people at a quick game differ, in points."""

PRESENT_MS: Final = 10 * 1000
"""Milliseconds without a request of the waiting page after which nobody is seated with its person."""

_KEPT_MS: Final = 10 * 60 * 1000
"""Milliseconds without such a request after which an entry is deleted."""


class NewEntry(NamedTuple):
    """An entry with a new number: the hash of the browser's secret, and that of the token of its seat."""

    browser: str
    number: str
    proof: str


class Entry(NamedTuple):
    """A person who waits `since` a press (ms since 1970, UTC), or has a seat at the table `table_id`."""

    browser: str
    number: str
    proof: str
    since: int
    table_id: str | None
    person_id: str
    name: str
    mark: int
    rating: Rating


# Each change locks the entries, so that each table is formed once.


def enter(connection: Connection, new: NewEntry, now: int, tables: Collection[str]) -> None:
    """Add the entry of a browser that knows its seats at these tables, unless it waits already.

    A browser that does not know yet of the seat that it was given has it by the entry that is there.
    """
    _lock(connection)
    entries = quick_entries.c
    own, old = entries.browser == new.browser, entries.seen_at <= now - _KEPT_MS
    gone = (entries.seen_at <= now - PRESENT_MS) & entries.table_id.is_(None)
    over = old | (own & (gone | entries.table_id.in_(tables)))
    connection.execute(delete(quick_entries).where(over))
    if connection.scalar(select(entries.browser).where(own)) is None:
        values = {**new._asdict(), "since": now, "seen_at": now}
        connection.execute(insert(quick_entries).values(**values))


def leave(connection: Connection, browser: str) -> None:
    """Delete the entry of a browser that waits, by the hash of its secret."""
    _lock(connection)
    waits = (quick_entries.c.browser == browser) & quick_entries.c.table_id.is_(None)
    connection.execute(delete(quick_entries).where(waits))


def look(connection: Connection, browser: str, now: int) -> Sequence[Entry]:
    """Note that a browser still waits; return its entry, and after it those of its fellow players so far.

    A table that is full, or whose first person has waited for long enough, gets a name here, in all of its
    entries at once. The result is empty for a browser without an entry.
    """
    _lock(connection)
    own = quick_entries.c.browser == browser
    connection.execute(update(quick_entries).where(own).values(seen_at=now))
    entry = next(iter(_entries(connection, own)), None)
    if entry is None or entry.table_id is not None:
        return [entry] if entry else []
    here = quick_entries.c.seen_at > now - PRESENT_MS
    waiting = _entries(connection, quick_entries.c.table_id.is_(None), here)
    players = match(entry, waiting, _blocks(connection, [each.person_id for each in waiting]))
    if len(players) == SEATS or players[0].since <= now - BOTS_AFTER_MS:
        table_id, seated = new_id(), [each.browser for each in players]
        these = update(quick_entries).where(quick_entries.c.browser.in_(seated))
        connection.execute(these.values(table_id=table_id))
        entry = entry._replace(table_id=table_id)
    return [entry, *(each for each in players if each.browser != browser)]


def players_at(connection: Connection, table_id: str) -> Sequence[Entry]:
    """Return the people who have seats at a table, in the order of their presses."""
    return _entries(connection, quick_entries.c.table_id == table_id)


def _lock(connection: Connection) -> None:
    """Keep other processes from changing entries in this transaction; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE quick_entries IN SHARE ROW EXCLUSIVE MODE"))


def match(own: Entry, waiting: Sequence[Entry], blocks: Set[tuple[str, str]]) -> Sequence[Entry]:
    """Return the people at the table of `own`, of all who are `waiting`, the oldest first.

    Each joins the oldest table where all have about the same rating, and without `blocks` between them.
    """
    tables: list[list[Entry]] = []
    for each in waiting:
        near = (
            table
            for table in tables
            if len(table) < SEATS and all(_may_meet(each, other, blocks) for other in table)
        )
        if (joined := next(near, None)) is None:
            tables.append(joined := [])
        joined.append(each)
    return next(table for table in tables if own in table)


def _may_meet(one: Entry, other: Entry, blocks: Set[tuple[str, str]]) -> bool:
    pair = one.person_id, other.person_id
    # A game with one person at two seats would count for nobody.
    return (
        abs(one.rating.points - other.rating.points) <= MAX_DISTANCE
        and len(set(pair)) == 2
        and blocks.isdisjoint((pair, pair[::-1]))
    )


def _entries(connection: Connection, *which: Any) -> Sequence[Entry]:
    """Return some entries of people who keep names, the oldest first."""
    entries, rated = quick_entries.c, person_ratings.c
    of_entry = (entries.browser, entries.number, entries.proof, entries.since, entries.table_id)
    query = (
        select(
            *of_entry, people.c.person_id, people.c.name, people.c.mark, rated.mu, rated.sigma, rated.games
        )
        .select_from(quick_entries)
        .join(person_browsers, person_browsers.c.proof == entries.browser)
        .join(people, people.c.person_id == person_browsers.c.person_id)
        .outerjoin(person_ratings, and_(rated.alias == people.c.alias, rated.pool == "3-5"))
        .where(people.c.name != "", *which)
        .order_by(entries.since, entries.browser)
    )
    return [
        Entry._make((*of, Rating() if mu is None else Rating(mu, sigma, games)))
        for *of, mu, sigma, games in connection.execute(query)
    ]


def _blocks(connection: Connection, among: Collection[str]) -> frozenset[tuple[str, str]]:
    ties = person_ties.c
    query = select(ties.person_id, ties.other_id).where(ties.kind == "blocked", ties.person_id.in_(among))
    return frozenset((row.person_id, row.other_id) for row in connection.execute(query))
