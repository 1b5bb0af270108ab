"""Tournaments at work: rounds at tables of the site, their results, and what goes on by itself."""

import asyncio
from pathlib import Path

import pytest

import sixth
from sixth.rules.codec import loads
from sixth.rules.game import NotNow, Refusal
from sixth.server.core.limits import TooOftenError
from sixth.server.core.refusals import NotFound
from sixth.server.core.route_limits import TABLES
from sixth.server.features.tournaments.door import Sender
from sixth.server.features.tournaments.service import JOINS, code_from
from sixth.server.site import Site
from sixth.server.table.events import Opened
from sixth.server.table.identity import SeatTaker, new_id, new_token
from sixth.tournaments.commands import Begin, Change, End, Join, Leave, Report, Undo
from tests.server.features.tournaments.evenings import (
    HOST,
    begun,
    of,
    opened,
    plan,
    play_round,
    running,
    settled,
)
from tests.server.support.hosting import Clock, prepare


def test_a_round_is_played_at_tables_of_the_site_and_its_results_are_entered(database_url: str) -> None:
    async def evening() -> None:
        async with running(database_url) as site:
            code, senders = await begun(site)
            seats = [await of(site).seat(code, each) for each in senders]
            assert len({(each.table_id, each.seat) for each in seats if each}) == 8
            await play_round(site, code, senders)
            await settled(site)
            (first,) = (await of(site).get(code)).rounds
            assert sorted(first.results) == [1, 2]
            for row in await of(site).tables_of(code):
                state = (await site.tables.get(row.table_id)).state
                assert state is not None
                assert first.results[row.number].heads == state.totals
            version = (await of(site).get(code)).version
            await settled(site)
            assert (await of(site).get(code)).version == version

    asyncio.run(evening())


def test_the_next_round_begins_after_the_pause_once_with_two_processes(database_url: str) -> None:
    async def evening() -> None:
        clock = Clock()
        async with running(database_url, clock) as site:
            code, senders = await begun(site, pause_seconds=3600)
            await play_round(site, code, senders)
            await settled(site)
            clock.forward(3_000_000)
            await settled(site)
            # The tables of the next round are known at once, for people to find them in the pause.
            first, second = (await of(site).get(code)).rounds
            assert first.began_at
            assert second.tables
            assert not second.began_at
            told = loads((await of(site).view(code)).decode())["next"]
            assert told["tables"] == [list(each) for each in second.tables]
            if not site.store.shared:
                # A file has one process, which may be another one by now.
                clock.forward(600_000)
                await settled(site)
            else:
                async with running(database_url, clock) as other:
                    clock.forward(600_000)
                    await asyncio.gather(settled(site), settled(other))
                    await settled(other)
            rounds = (await of(site).get(code)).rounds
            assert [each.number for each in rounds if each.began_at] == [1, 2]
            tables = await of(site).tables_of(code)
            assert [(each.round, each.number) for each in tables] == [(1, 1), (1, 2), (2, 1), (2, 2)]
            assert (await site.tables.get(tables[-1].table_id)).playing

    asyncio.run(evening())


def person(name: str) -> SeatTaker:
    """Return the browser of somebody new."""
    return SeatTaker(name.ljust(64, "-"), "", 0, new_id(), 0)


def test_each_device_of_a_person_has_the_same_seat_and_no_stranger_has_one(tmp_path: Path) -> None:
    async def evening() -> None:
        async with running(prepare(tmp_path)) as site:
            code, _ = await opened(site)
            ana = Sender(token=new_token(), taker=(taker := person("ana")))
            await of(site).send(code, ana, Join("Ana"), counted=JOINS.counted_before)
            await of(site).send(code, HOST, Begin())
            phone, again = await of(site).seat(code, ana), await of(site).seat(code, ana)
            laptop = await of(site).seat(code, Sender(person=taker.guest))
            # A second device that joins under another name is still the same player.
            tablet = Sender(token=new_token(), person=taker.guest)
            await of(site).send(code, tablet, Join("Anna"), counted=JOINS.counted_before)
            assert phone is not None
            assert phone == again == laptop == await of(site).seat(code, tablet)
            assert len((await of(site).get(code)).players) == 9
            eve = Sender(token=new_token(), person="nobody")
            assert await of(site).seat(code, eve) is None
            for command in (Begin(), Leave(), Report(1, 1, (1, 1, 1, 1, 1)), End(), Change(plan())):
                before = (await of(site).get(code)).version
                with pytest.raises(Refusal):
                    await of(site).send(code, eve, command)
                assert (await of(site).get(code)).version == before

    asyncio.run(evening())


def test_the_host_is_known_on_another_device_by_their_person(tmp_path: Path) -> None:
    async def evening() -> None:
        async with running(prepare(tmp_path)) as site:
            host = Sender(token=new_token(), taker=(taker := person("host")))
            code = await of(site).open(plan(), host, counted=TABLES.counted_before)
            for number in range(4):
                who = Sender(token=new_token())
                await of(site).send(code, who, Join(f"P{number}"), counted=JOINS.counted_before)
            laptop = Sender(person=taker.guest)
            assert (await of(site).role(code, laptop)).is_host
            await of(site).send(code, laptop, Begin())
            assert (await of(site).get(code)).rounds[0].began_at

    asyncio.run(evening())


def test_a_bot_plays_for_a_player_who_leaves_amid_a_round(tmp_path: Path) -> None:
    async def evening() -> None:
        async with running(prepare(tmp_path)) as site:
            code, senders = await begun(site)
            seat = await of(site).seat(code, senders[0])
            assert seat is not None
            await of(site).send(code, senders[0], Leave())
            table = await site.tables.get(seat.table_id)
            assert table.seats[seat.seat].stand_in is not None

    asyncio.run(evening())


def test_a_plan_that_no_table_could_have_is_refused(tmp_path: Path) -> None:
    async def evening() -> None:
        async with running(prepare(tmp_path)) as site:
            code, _ = await opened(site)
            for wrong in ({"turn_seconds": 1}, {"turn_seconds": 0}, {"rated": True, "duplicate": True}):
                with pytest.raises(Refusal):
                    await of(site).send(code, HOST, Change(plan(**wrong)))
            assert (await of(site).get(code)).plan == plan()

    asyncio.run(evening())


def test_a_tournament_that_people_have_joined_does_not_become_rated(tmp_path: Path) -> None:
    async def evening() -> None:
        async with running(prepare(tmp_path)) as site:
            rated = plan(rated=True, rules=sixth.games["classic"].replace(seats=4))
            code, _ = await opened(site, people=0)
            await of(site).send(code, HOST, Change(rated))
            assert (await of(site).get(code)).plan.rated
            code, _ = await opened(site, people=1)
            with pytest.raises(NotNow):
                await of(site).send(code, HOST, Change(rated))
            assert not (await of(site).get(code)).plan.rated

    asyncio.run(evening())


async def stranger(site: Site, code: str) -> str:
    """Return the code of the refusal of a stranger who tries a code."""
    with pytest.raises(Refusal) as raised:
        await of(site).role(code, Sender(network="net"))
    return raised.value.code


def test_strangers_of_a_network_try_few_codes_and_its_players_come_in_all_the_same(tmp_path: Path) -> None:
    async def evening() -> None:
        async with running(prepare(tmp_path)) as site:
            code, (ana, *_) = await opened(site, people=1)
            for _ in range(200):
                # A big screen, and those who look on in a hall.
                await of(site).role(code, Sender(network="hall"))
            tried = [await stranger(site, new_id()[:5]) for _ in range(50)]
            assert set(tried) == {"no-tournament", "too-many"}
            assert tried.index("too-many") <= 30
            assert await stranger(site, code) == "too-many"
            with pytest.raises(TooOftenError):
                await of(site).send(new_id()[:5], Sender(token=new_token(), network="net"), Leave())
            assert (await of(site).role(code, Sender(token=ana.token, network="net"))).player
            assert (await of(site).role(code, Sender(network="other"))).player is None

    asyncio.run(evening())


@pytest.mark.parametrize("text", ["", "abcde", "bcdf", "bcdfgh", "bcdf%", "bcd\0f", "bcdf\n\n."])
def test_what_cannot_be_a_code_is_no_tournament(text: str) -> None:
    with pytest.raises(NotFound):
        code_from(text)


def test_a_code_is_read_as_people_write_it() -> None:
    assert code_from(" BCdf2 ") == "bcdf2"


def test_a_host_undoes_the_beginning_of_a_round_and_it_begins_again_at_other_tables(tmp_path: Path) -> None:
    async def evening() -> None:
        clock = Clock()
        async with running(prepare(tmp_path), clock) as site:
            code, (ana, *_) = await begun(site, duplicate=True)
            before = await of(site).seat(code, ana)
            first = {row.table_id for row in await of(site).tables_of(code)}
            clock.forward(60_000)
            await of(site).send(code, HOST, Undo())
            assert await of(site).seat(code, ana) is None
            assert not await of(site).tables_of(code)
            await of(site).send(code, HOST, Begin())
            after = await of(site).seat(code, ana)
            assert before is not None
            assert after is not None
            assert (after.round, after.table_id != before.table_id) == (1, True)
            assert first.isdisjoint({row.table_id for row in await of(site).tables_of(code)})
            deals = [site.store.load(each.table_id)[0] for each in (before, after)]
            assert isinstance(deals[0], Opened)
            assert isinstance(deals[1], Opened)
            assert deals[0].secret != deals[1].secret

    asyncio.run(evening())


def test_a_tournament_whose_rounds_follow_by_themselves_ends_after_the_last(tmp_path: Path) -> None:
    async def evening() -> None:
        clock = Clock()
        async with running(prepare(tmp_path), clock) as site:
            code, senders = await begun(site, people=3, rounds=1, pause_seconds=600)
            await play_round(site, code, senders)
            await settled(site)
            assert not (await of(site).get(code)).ended_at
            clock.forward(600_000)
            await settled(site)
            assert (await of(site).get(code)).ended_at

    asyncio.run(evening())
