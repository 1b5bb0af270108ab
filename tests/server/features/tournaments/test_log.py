"""The logs of tournaments: written once, read by several processes, and told to all who listen."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from sixth.rules.codec import loads
from sixth.server.features.tournaments.rows import Changes, TournamentRows
from sixth.server.store import ConflictError
from sixth.server.store.sql import SqlStore
from sixth.server.table.identity import SOMEBODY
from sixth.tournaments.commands import Enter
from sixth.tournaments.events import (
    Joined,
    Opened,
    Renamed,
    TournamentEvent,
)
from tests.server.features.tournaments.evenings import HOST, of, opened, plan, running
from tests.server.support.hosting import prepare

OPENED = Opened(plan(), "seed", "host", "2026-11-28T20:00:00+00:00")


def test_of_two_appends_after_the_same_event_one_is_written(store: SqlStore) -> None:
    rows = TournamentRows(store)
    assert rows.create("bcdfg", "secret", (OPENED,), Changes(1))
    assert not rows.create("bcdfg", "other", (OPENED,), Changes(1))
    rows.append("bcdfg", 1, (Joined("a", "Ana"),), Changes(2))
    with pytest.raises(ConflictError):
        rows.append("bcdfg", 1, (Joined("b", "Bo"),), Changes(3))
    assert rows.load("bcdfg", 0) == [OPENED, Joined("a", "Ana")]
    assert rows.load("bcdfg", 1) == [Joined("a", "Ana")]
    assert (rows.secret("bcdfg"), rows.secret("xxxxx"), rows.secret("\0")) == ("secret", None, None)


def test_names_of_people_are_erased_where_they_stand(store: SqlStore) -> None:
    rows = TournamentRows(store)
    events = (OPENED, Joined("a", "Ana"), Joined("b", "Bo"), Renamed("a", "Anna"))
    rows.create("bcdfg", "secret", events, Changes(1))

    def without_name(event: TournamentEvent) -> TournamentEvent:
        if isinstance(event, Joined | Renamed) and event.player == "a":
            return replace(event, name=SOMEBODY)
        return event

    rows.rewrite("bcdfg", without_name)
    assert rows.load("bcdfg", 0) == [
        OPENED,
        Joined("a", SOMEBODY),
        Joined("b", "Bo"),
        Renamed("a", SOMEBODY),
    ]


def test_old_tournaments_are_deleted_with_all_their_rows(store: SqlStore) -> None:
    rows = TournamentRows(store)
    rows.create("bcdfg", "secret", (OPENED,), Changes(10))
    rows.create("bcdfh", "secret", (OPENED,), Changes(20))
    assert rows.delete_old(20) == ["bcdfg"]
    assert rows.secret("bcdfg") is None
    assert rows.load("bcdfg", 0) == []
    assert rows.load("bcdfh", 0) == [OPENED]


async def following(lines: AsyncIterator[bytes]) -> bytes:
    """Return the next line that says something."""
    async with asyncio.timeout(20):
        while True:
            line = await anext(lines)
            if line != b"\n":
                return line


def test_all_listeners_are_told_the_same_bytes_also_by_another_process(database_url: str) -> None:
    async def evening() -> None:
        async with running(database_url) as site:
            code, _ = await opened(site, people=3)
            # A file has one process.
            async with running(database_url) if site.store.shared else nullcontext(site) as other:
                listeners = [of(site).listen(code) for _ in range(3)] + [of(other).listen(code)]
                first = [await following(each) for each in listeners]
                assert len(set(first)) == 1
                assert first[0] is first[1] is first[2]
                for name in ("Dan", "Eva", "Fay"):
                    await of(other).send(code, HOST, Enter(name))
                last = first
                while b"Fay" not in last[0]:
                    last = [await following(each) for each in listeners]
                assert {loads(each.decode())["version"] for each in last} == {7}
                assert last[0] is last[1] is last[2]

    asyncio.run(evening())


def test_a_listener_is_told_at_most_twice_a_second_and_the_end_when_the_site_closes(tmp_path: Path) -> None:
    async def evening() -> int:
        async with running(prepare(tmp_path)) as site:
            code, _ = await opened(site, people=1)
            told, lines = 0, of(site).listen(code)
            first = await following(lines)
            for number in range(20):
                await of(site).send(code, HOST, Enter(f"Guest {number}"))
            while (await following(lines)) != await of(site).view(code):
                told += 1
            assert first != await of(site).view(code)
        async with asyncio.timeout(20):
            assert [line async for line in lines] in ([], [b"\n"])
        return told

    assert asyncio.run(evening()) <= 2
