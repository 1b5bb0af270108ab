"""The deals of a duplicate, which nobody learns before they have played them."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from sixth.server.core.refusals import NotFound
from sixth.server.features.tournaments.seating import (
    config_of,
    seat_token,
    table_id_of,
)
from sixth.server.site import Site
from sixth.server.store.games import readable
from sixth.server.table.events import Opened
from sixth.server.table.identity import Audience
from sixth.tournaments.commands import Begin, End, Report, Swap, TournamentCommand, Undo
from sixth.tournaments.standings import standings
from sixth.tournaments.state import Round
from tests.server.features.tournaments.evenings import (
    HOST,
    begun,
    of,
    plan,
    play,
    play_round,
    running,
    settled,
)
from tests.server.support.hosting import prepare


async def deals(site: Site, code: str, round: int) -> list[object]:
    """Return what each table of a round was dealt from."""
    rows = [row for row in await of(site).tables_of(code) if row.round == round]
    logs = [await asyncio.to_thread(site.store.load, row.table_id) for row in rows]
    return [next(event.secret for event in log if isinstance(event, Opened)) for log in logs]


def test_all_tables_of_a_duplicate_have_the_same_deals_and_each_round_has_others(tmp_path: Path) -> None:
    async def evening() -> None:
        async with running(prepare(tmp_path)) as site:
            code, senders = await begun(site, duplicate=True)
            await play_round(site, code, senders)
            await settled(site)
            await of(site).send(code, HOST, Begin())
            await settled(site)
            first, second = await deals(site, code, 1), await deals(site, code, 2)
            assert first[0] == first[1] != second[0] == second[1]
            plain, _ = await begun(site)
            await settled(site)
            assert len(set(await deals(site, plain, 1))) == 2

    asyncio.run(evening())


async def may_read(site: Site, game: str) -> bool:
    """Return whether the site has the record of a game for those who ask, and links to it."""
    is_linked = game in await asyncio.to_thread(site.store.read, partial(readable, these=[game]))
    assert is_linked == await site.tables.archive.has(game)
    try:
        await site.tables.archive.get(game)
    except NotFound:
        assert not is_linked
        return False
    assert is_linked
    return True


ENTERED = tuple([Report(1, number, (6, 1, 2, 3), sure=True) for number in (1, 2)])


@pytest.mark.parametrize("commands", [(), (End(),), ENTERED], ids=["waits", "ends it", "enters heads"])
def test_no_game_of_a_duplicate_can_be_read_before_all_tables_have_played_it(
    tmp_path: Path, commands: tuple[TournamentCommand, ...]
) -> None:
    """Whatever the host does meanwhile."""

    async def evening() -> None:
        async with running(prepare(tmp_path)) as site:
            code, senders = await begun(site, duplicate=True)
            await play_round(site, code, senders, tables=1)
            await settled(site)
            rows = await of(site).tables_of(code)
            (game,) = [row.game for row in rows if row.game]
            assert not await may_read(site, game)
            for row in rows:
                assert not Audience.of(None).may_look(await site.tables.get(row.table_id))
                assert not Audience.of(None, screen=True).may_look(await site.tables.get(row.table_id))
            for command in commands:
                await of(site).send(code, HOST, command)
            before = standings(await of(site).get(code))
            await settled(site)
            assert not await may_read(site, game)
            assert game.encode() not in await of(site).view(code)
            await play_round(site, code, senders)
            await settled(site)
            assert await may_read(site, game)
            if End() in commands:
                assert standings(await of(site).get(code)) == before
            else:
                assert game.encode() in await of(site).view(code)

    asyncio.run(evening())


def test_a_round_that_begins_while_another_plays_its_deals_opens_none_of_them(tmp_path: Path) -> None:
    async def evening() -> None:
        async with running(prepare(tmp_path)) as site:
            code, senders = await begun(site, duplicate=True)
            await play_round(site, code, senders, tables=1)
            await settled(site)
            late = [row.table_id for row in await of(site).tables_of(code) if not row.game]
            (game,) = [row.game for row in await of(site).tables_of(code) if row.game]
            seats = [each for sender in senders if (each := await of(site).seat(code, sender))]
            tokens = {each.seat: each.token for each in seats if each.table_id in late}
            await of(site).send(code, HOST, Begin(sure=True))
            await settled(site)
            await play_round(site, code, senders)
            await settled(site)
            assert (await of(site).get(code)).rounds[1].is_played
            assert not await may_read(site, game)
            await play(site.tables, late[0], [tokens[seat] for seat in sorted(tokens)])
            await settled(site)
            assert await may_read(site, game)

    asyncio.run(evening())


def test_the_tables_of_a_round_that_was_undone_are_held_no_longer(tmp_path: Path) -> None:
    """Its deals are played nowhere else, even if the round begins again in the same second."""

    async def evening() -> None:
        async with running(prepare(tmp_path)) as site:
            code, senders = await begun(site, duplicate=True)
            await settled(site)
            first, drawn = await deals(site, code, 1), (await of(site).get(code)).rounds[0].tables
            seats = [each for sender in senders if (each := await of(site).seat(code, sender))]
            left = seats[0].table_id
            tokens = {each.seat: each.token for each in seats if each.table_id == left}
            await of(site).send(code, HOST, Undo())
            await of(site).send(code, HOST, Swap(drawn[0][0], drawn[1][0]))
            await of(site).send(code, HOST, Begin())
            await settled(site)
            assert set(first).isdisjoint(await deals(site, code, 1))
            assert left not in {row.table_id for row in await of(site).tables_of(code)}
            await play(site.tables, left, [tokens[seat] for seat in sorted(tokens)])
            await settled(site)
            game = (await site.tables.get(left)).game_id
            assert game is not None
            assert await may_read(site, game)
            assert not (await of(site).get(code)).rounds[0].played

    asyncio.run(evening())


def test_the_game_of_a_plain_tournament_can_be_read_at_once(tmp_path: Path) -> None:
    async def evening() -> None:
        async with running(prepare(tmp_path)) as site:
            code, senders = await begun(site)
            await play_round(site, code, senders, tables=1)
            await settled(site)
            (game,) = [row.game for row in await of(site).tables_of(code) if row.game]
            assert await may_read(site, game)

    asyncio.run(evening())


def test_what_everybody_is_told_has_no_secret_no_token_and_no_table(tmp_path: Path) -> None:
    async def evening() -> None:
        async with running(prepare(tmp_path)) as site:
            code, senders = await begun(site, duplicate=True)
            await play_round(site, code, senders, tables=1)
            await settled(site)
            told = (await of(site).view(code)).decode()
            tournament = await of(site).get(code)
            log = await asyncio.to_thread(of(site).rows.load, code, 0)
            secrets = {HOST.token, HOST.proof, tournament.seed, *(await deals(site, code, 1))}
            for sender in senders:
                seat = await of(site).seat(code, sender)
                assert seat is not None
                secrets |= {sender.token, sender.proof, seat.token, seat.table_id}
            assert len(secrets) > 20
            assert not [each for each in secrets if str(each) in told]
            # Neither is what the deals and the tokens of seats follow from in the log.
            secret = await asyncio.to_thread(of(site).rows.secret, code)
            assert str(secret) not in repr(log)

    asyncio.run(evening())


def test_ids_tokens_and_deals_follow_from_the_secret_of_the_tournament_alone() -> None:
    rounds = [Round(1, "rounds", (("p", "q", "r"),), at) for at in ("20:00", "20:01")]
    ids = {table_id_of(secret, each, 1) for secret in "ab" for each in rounds}
    tokens = {seat_token(secret, table, "p") for secret in "ab" for table in ids}
    assert len(ids) == 4
    assert len(tokens) == 8
    assert not config_of(plan(duplicate=True)).spectators
