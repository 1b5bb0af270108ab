"""Tournaments in this process, over any database, whose games are played to their end at once."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from sqlalchemy import select

import sixth
from sixth.rules.events import Choose, Take
from sixth.rules.game import legal
from sixth.rules.options import End
from sixth.server.app import FEATURES
from sixth.server.core.route_limits import TABLES
from sixth.server.core.wall_clock import Now, wall_clock_ms
from sixth.server.features.tournaments.door import Sender
from sixth.server.features.tournaments.service import JOINS, Tournaments
from sixth.server.live.door import Sender as SeatSender
from sixth.server.live.tables import Tables
from sixth.server.site import Site, make_site
from sixth.server.store.schema import game_ends
from sixth.server.store.sql import SqlStore
from sixth.server.table import commands as table
from sixth.server.table.identity import new_token
from sixth.tournaments.commands import Begin, Join
from sixth.tournaments.plan import Plan

RULES = sixth.games["classic"].replace(seats=4, hand=2, end=End("rounds", 1))
"""Games of two turns."""

HOST = Sender(token=new_token())


def plan(**changes: object) -> Plan:
    """Return the plan of a short tournament."""
    return replace(Plan(name="Friday", rules=RULES, rounds=2), **changes)  # type: ignore[arg-type]


@asynccontextmanager
async def running(database: str, now: Now = wall_clock_ms) -> AsyncIterator[Site]:
    """A site over a database until the context ends, without pages."""
    site = make_site(SqlStore(database, now), features=FEATURES)
    site.start()
    try:
        yield site
    finally:
        await site.close()


def of(site: Site) -> Tournaments:
    """Return the tournaments of a site."""
    return site.service(Tournaments)


async def opened(site: Site, people: int = 8, **changes: object) -> tuple[str, Sequence[Sender]]:
    """Open a tournament that so many people join; return its code and the people."""
    code = await of(site).open(plan(**changes), HOST, counted=TABLES.counted_before)
    senders = [Sender(token=new_token()) for _ in range(people)]
    for number, sender in enumerate(senders):
        await of(site).send(code, sender, Join(f"P{number}"), counted=JOINS.counted_before)
    return code, senders


async def begun(site: Site, people: int = 8, **changes: object) -> tuple[str, Sequence[Sender]]:
    """Open a tournament whose first round begins; return its code and the people."""
    code, senders = await opened(site, people, **changes)
    await of(site).send(code, HOST, Begin())
    return code, senders


async def play(tables: Tables, table_id: str, tokens: Sequence[str]) -> None:
    """Play the game at a table to its end, with the first legal action of each seat (by their tokens)."""
    while (now := await tables.get(table_id)).playing:
        state = now.state
        assert state is not None
        for seat, token in enumerate(tokens):
            actions = legal(state, seat)
            if not actions or (state.phase == "choose" and state.chosen[seat] is not None):
                continue
            moment = {"game": now.games, "round": state.round, "turn": state.turn}
            match actions[0]:
                case Choose(card):
                    command: table.Command = table.Choose(**moment, card=card)
                case Take(row, end):
                    command = table.Take(**moment, row=row, end=end)
                case other:
                    raise AssertionError(other)
            await tables.door.carry_out(SeatSender(table_id=table_id, token=token), command)
            break
        await asyncio.sleep(0)


async def play_round(site: Site, code: str, senders: Sequence[Sender], *, tables: int | None = None) -> None:
    """Play the games of the round that goes on, or of its first tables, to their end."""
    at: dict[str, dict[int, str]] = {}
    for sender in senders:
        if seat := await of(site).seat(code, sender):
            at.setdefault(seat.table_id, {})[seat.seat] = seat.token
    for table_id in list(at)[:tables]:
        await play(site.tables, table_id, [at[table_id][seat] for seat in sorted(at[table_id])])


async def settled(site: Site) -> None:
    """Have the loop of tournaments do all that is due, beside the one that runs."""
    rows = of(site).rows

    def is_settled() -> bool:
        # In this order, as an end is read, then reported, and may begin a round.
        unread = site.store.read(lambda connection: connection.execute(select(game_ends)).first())
        return unread is None and not rows.tables_at("over") and not rows.tables_at("due")

    while True:
        of(site).note_end()
        await of(site).once()
        if await asyncio.to_thread(is_settled):
            return
