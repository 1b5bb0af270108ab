"""What tournaments keep of people: taken along, handed over, and deleted with them."""

import asyncio
from pathlib import Path

from sqlalchemy import select

import sixth
from sixth.rules.codec import loads
from sixth.server.core.route_limits import TABLES
from sixth.server.features.tournaments.door import Sender
from sixth.server.features.tournaments.rows import tournaments_of
from sixth.server.features.tournaments.service import JOINS, Tournaments
from sixth.server.people.erasure import erase
from sixth.server.store.people_schema import rated_seats
from sixth.server.table.identity import SOMEBODY, SeatTaker, hash_token, new_token
from sixth.tournaments.commands import Begin, Join
from tests.server.features.tournaments.evenings import HOST, of, opened, plan, running, settled
from tests.server.support.hosting import Site, prepare
from tests.server.support.people import keep_names, merge, read, write
from tests.server.support.playing import keep_name


def browser(name: str) -> SeatTaker:
    """Return the browser of a new guest of this id."""
    return SeatTaker(f"browser-{name}", "", 0, name, 0)


def test_the_name_of_a_deleted_person_goes_from_the_log_and_from_what_all_are_told(database_url: str) -> None:
    async def evening() -> None:
        async with running(database_url) as site:
            code, _ = await opened(site, people=3)
            ana = Sender(token=new_token(), taker=browser("a"))
            for name in ("Ana Before", "Ana After"):
                await of(site).send(code, ana, Join(name), counted=JOINS.counted_before)
            await of(site).send(code, HOST, Begin())
            seat = await of(site).seat(code, ana)
            assert b"Ana After" in await of(site).view(code)
            await asyncio.to_thread(write, site.store, erase, "a")
            await settled(site)
            assert b"Ana" not in await of(site).view(code)
            assert SOMEBODY.encode() in await of(site).view(code)
            log = await asyncio.to_thread(of(site).rows.load, code, 0)
            assert "Ana" not in repr(log)
            assert "P1" in repr(log)
            known = [each.event for each in (await of(site).get(code)).events()]
            assert known == log[::-1]
            # The rows are gone, and the same again does nothing.
            version = (await of(site).get(code)).version
            await settled(site)
            assert (await of(site).get(code)).version == version
            # The seat of a deleted person is played for; the name there goes like any other.
            assert seat is not None

    asyncio.run(evening())


def test_the_players_of_a_person_are_another_persons_whom_they_become(tmp_path: Path) -> None:
    async def evening() -> None:
        async with running(prepare(tmp_path)) as site:
            code, _ = await opened(site, people=3)
            for name in ("a", "b"):
                joins = Sender(token=new_token(), taker=browser(name))
                await of(site).send(code, joins, Join(name), counted=JOINS.counted_before)
            (own,) = await asyncio.to_thread(read, site.store, tournaments_of, "a")
            await asyncio.to_thread(merge, site.store, "a", "b")
            assert (await of(site).role(code, Sender(person="a"))).player is None
            assert (await of(site).role(code, Sender(person="b"))).player is not None
            assert own in await asyncio.to_thread(read, site.store, tournaments_of, "b")

    asyncio.run(evening())


def test_the_games_of_a_rated_tournament_count_for_people_who_keep_a_name(tmp_path: Path) -> None:
    async def evening() -> None:
        async with running(prepare(tmp_path)) as site:
            rated = {"rated": True, "rules": sixth.games["classic"].replace(seats=4)}
            code, _ = await opened(site, people=2, **rated)
            for name in ("a", "b"):
                joins = Sender(token=new_token(), taker=browser(name))
                await of(site).send(code, joins, Join(name), counted=JOINS.counted_before)
            await asyncio.to_thread(keep_names, site.store, "a")
            await of(site).send(code, HOST, Begin())
            seat = await of(site).seat(code, Sender(person="a"))
            assert seat is not None
            query = select(rated_seats.c.table_id, rated_seats.c.seat)
            rows = await asyncio.to_thread(
                site.store.read, lambda connection: connection.execute(query).all()
            )
            assert [tuple(row) for row in rows] == [(seat.table_id, seat.seat)]

    asyncio.run(evening())


def test_a_person_takes_along_the_tournaments_that_they_host_and_play_in(site: Site) -> None:
    ana = keep_name(site.person(), "Ana")
    tournaments: Tournaments = site.app.state.site.service(Tournaments)
    sender = Sender(token=new_token(), taker=taker_of(ana.client.cookies["sixth-you"]))

    async def enter() -> str:
        code = await tournaments.open(plan(), sender, counted=TABLES.counted_before)
        await tournaments.send(code, sender, Join("Ana B"), counted=JOINS.counted_before)
        return code

    code = asyncio.run(enter())
    lines = [loads(line) for line in ana.client.get("/you/export.jsonl").text.splitlines()]
    same = {"kind": "tournament", "code": code, "title": "Friday"}
    assert [each for each in lines if each["kind"] == "tournament"] == [
        {**same, "host": True},
        {**same, "name": "Ana B", "team": "", "place": 1},
    ]


def taker_of(secret: str) -> SeatTaker:
    """Return the browser with this secret."""
    return SeatTaker(hash_token(secret), "", 0, "nobody", 0)
