"""Tables before and during a game, and events at them."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import pytest

import sixth
from sixth.rules.game import Refusal
from sixth.rules.options import Rules
from sixth.server.live.door import Sender
from sixth.server.live.tables import Tables
from sixth.server.table import gameplay
from sixth.server.table.commands import Command, Context
from sixth.server.table.events import Opened
from sixth.server.table.fold import fold, steps_with_due
from sixth.server.table.state import Table
from tests.server.support.logs import Log, beginning, secret, sitting

CLASSIC = sixth.games["classic"].replace(seats=3)


def empty(rules: Rules = CLASSIC) -> Table:
    """Return a table without players."""
    return fold("table", (Opened(rules, secret(1, 1)),))


def full(rules: Rules = CLASSIC) -> Table:
    """Return a table with a person on every seat, before the game."""
    return fold("table", sitting(rules, seed=1))


def after(table: Table, events: Log) -> Table:
    """Return the table after these events, and after those of the game that are due then."""
    return steps_with_due(table, events)[-1][1] if events else table


def refusal(request: Callable[[], object]) -> str:
    """Return the code of the refusal that `request` raises."""
    with pytest.raises(Refusal) as raised:
        request()
    assert str(raised.value).endswith(".")
    return raised.value.code


def playing(rules: Rules = CLASSIC) -> Table:
    """Return a table with a person on every seat, whose game has just been dealt."""
    table = after(full(rules), (beginning(full(rules), 1),))
    return after(table, gameplay.dealers_turn(table))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Write(Command, sender="site", limit=None):
    write: Callable[[Table], Log]

    def events(self, table: Table, context: Context) -> Log:
        return self.write(table)


async def change(tables: Tables, table_id: str, write: Callable[[Table], Log]) -> Table:
    """Write the events that `write` returns for a table through its door; return the table after them."""
    return await tables.door.carry_out(Sender(table_id=table_id), _Write(write=write))


async def settled(tables: Tables, table_id: str) -> Table:
    """Wait until the dealer and the bots of a table have nothing to do; return the table then."""
    news = asyncio.Event()
    with tables.pubsub.listen(table_id, news):
        while gameplay.moves_by_itself(table := await tables.get(table_id)):
            await news.wait()
            news.clear()
    return table
