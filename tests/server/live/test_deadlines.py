"""Clocks of tables: the time that remains, the moves of bots for late players, and the watch over both."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import closing
from typing import Any

import pytest

from sixth.rules.events import Abandoned, Choose, Chose
from sixth.rules.game import Refusal
from sixth.server.core.errors import UnavailableError
from sixth.server.live.bots.pool import BotPool
from sixth.server.live.deadlines import DeadlineWatch
from sixth.server.live.door import Sender
from sixth.server.live.tables import Tables
from sixth.server.store.sql import SqlStore
from sixth.server.table import gameplay, state as at_table
from sixth.server.table.commands import Begin
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Began, TableEvent, TimedOut
from sixth.server.table.fold import fold
from sixth.server.table.state import Table
from sixth.server.table.view import table_view
from sixth.server.web.forms.models import OpenForm
from sixth.server.web.forms.pace import pace_fields, pace_of
from sixth.server.web.text.pace import time_left
from tests.server.support.clocks import ID, START, clocked_table, opening
from tests.server.support.logs import token
from tests.server.support.tables import change, settled

# ------------------------------------------------------------------ the pace of a table


def test_the_page_shows_the_time_that_remains_and_never_less_than_zero() -> None:
    table = clocked_table(20, 60)
    view = table_view(table.table, 0)
    # Ten seconds of the turn, then of the time bank, then none.
    for after, text in ((10_000, "0:10"), (30_000, "0:50"), (10**9, "0:00")):
        assert time_left(view, START + after) == text


@pytest.mark.parametrize(
    ("fields", "seconds"),
    [
        ({"pace": "none"}, (0, 0)),
        ({"pace": "brisk"}, (20, 60)),
        ({"pace": "days"}, (3 * 86_400, 0)),
        ({"pace": "own", "turn_time": "14", "turn_unit": "d"}, (14 * 86_400, 0)),
        ({"pace": "own", "turn_time": "5", "bank_time": "2", "bank_unit": "min"}, (5, 120)),
    ],
)
def test_a_form_chooses_the_pace_of_a_table(fields: dict[str, Any], seconds: tuple[int, int]) -> None:
    config = pace_of(form(**fields), TableConfig(listed=True))
    assert (config.turn_seconds, config.bank_seconds, config.listed) == (*seconds, True)
    # The form for the settings of the table, sent as it is, changes nothing.
    assert pace_of(form(**pace_fields(config)), TableConfig(listed=True)) == config


@pytest.mark.parametrize(
    "fields",
    [
        {"pace": "hurry"},
        {"pace": "own"},
        {"pace": "own", "turn_time": "4"},
        {"pace": "own", "turn_time": "15", "turn_unit": "d"},
        {"pace": "own", "turn_time": "-5"},
        {"pace": "own", "turn_time": "٣٠"},
        {"pace": "own", "turn_time": "9" * 30, "turn_unit": "d"},
        {"pace": "own", "turn_time": "30", "turn_unit": "years"},
        {"pace": "own", "turn_time": "30", "bank_time": "15", "bank_unit": "d"},
    ],
)
def test_an_impossible_pace_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(Refusal):
        pace_of(form(**fields), TableConfig())


def form(**fields: Any) -> OpenForm:
    return OpenForm(game="classic", seats=2, bots="mixed", name="", how="play", **fields)


# ------------------------------------------------------------------ late players


class Site:
    """Processes over one store, with a clock that the test sets."""

    def __init__(self, database_url: str) -> None:
        self.database_url, self.now = database_url, START
        self.store = SqlStore(database_url)
        self._open: list[Tables] = []

    def process(self) -> Tables:
        """Add a process over the same database."""
        store = SqlStore(self.database_url)
        self._open.append(Tables(store, BotPool(1), now=lambda: self.now))
        return self._open[-1]

    def log(self, kind: type) -> list[TableEvent]:
        """Return the events of one kind."""
        return [each for each in self.store.load(ID) if isinstance(each, kind)]

    def table(self) -> Table:
        """Return the table after all events of its log."""
        return fold(ID, self.store.load(ID))

    async def later(self, tables: Tables, seconds: float = 10) -> None:
        """Set the clock on, and have the process handle the deadlines that have passed."""
        self.now += round(seconds * 1000)
        await tables.deadlines.once()

    async def close(self) -> None:
        """Close all processes."""
        for tables in self._open:
            await tables.close()
        self.store.close()


def run(do: Callable[[Site], Coroutine[Any, Any, None]], database_url: str) -> None:
    """Run `do` with a site that has a table, of two people with a short clock."""

    async def main() -> None:
        site = Site(database_url)
        site.store.append(ID, 0, opening(5))
        try:
            await do(site)
        finally:
            await site.close()

    asyncio.run(main())


async def begin_first(site: Site) -> Tables:
    """Return a process at which the first game has begun."""
    tables = site.process()
    await begin(tables, game=1)
    return tables


async def begin(tables: Tables, *, game: int) -> None:
    """Have the host begin this game, or be ready for it; wait for the dealer."""
    await tables.door.carry_out(Sender(table_id=ID, token=token(0)), Begin(game=game, bots="careful"))
    await settled(tables, ID)


async def choose(tables: Tables, seat: int) -> None:
    """Play the first card of the person on this seat, or any if bots have played all of them."""
    state = at_table.current_game(await tables.get(ID))
    card = Choose(next(iter(state.hands[seat]), 1))
    await change(
        tables,
        ID,
        lambda now: gameplay.act_in_person(now, seat, card, game=1, round=state.round, turn=state.turn),
    )


def test_a_bot_plays_the_turn_of_a_player_without_time_and_the_log_has_it(database_url: str) -> None:
    async def do(site: Site) -> None:
        tables = await begin_first(site)
        await choose(tables, 0)
        await site.later(tables, 4.9)
        assert not site.log(TimedOut)
        await site.later(tables, 0.1)
        assert site.log(TimedOut) == [TimedOut(1)]
        table = site.table()
        assert at_table.current_game(table).turn == 2 or at_table.current_game(table).phase == "take"
        assert [each.missed for each in table.seats] == [0, 1]
        assert all(each.stand_in is None for each in table.seats)

    run(do, database_url)


def test_two_processes_that_find_one_deadline_play_its_turn_once(database_url: str) -> None:
    async def do(site: Site) -> None:
        one, other = await begin_first(site), site.process()
        await other.get(ID)
        await choose(one, 0)
        site.now += 5_000
        await asyncio.gather(one.deadlines.once(), other.deadlines.once())
        await other.deadlines.once()
        assert site.log(TimedOut) == [TimedOut(1)]
        first = [each for each in site.log(Chose) if isinstance(each, Chose) and each.seat == 1]
        assert len(first) == 1

    run(do, database_url)


def test_the_next_game_begins_by_itself_once_with_several_processes(database_url: str) -> None:
    async def do(site: Site) -> None:
        tables = await begin_first(site)
        await change(tables, ID, lambda _: (Abandoned("to see what follows"),))
        await begin(tables, game=2)
        await begin(tables, game=2)
        assert [each.ready for each in site.table().seats] == [True, False]
        one, other = site.process(), site.process()
        await asyncio.gather(site.later(one, 59), other.deadlines.once())
        assert len(site.log(Began)) == 1
        await asyncio.gather(site.later(one, 1), other.deadlines.once())
        assert len(site.log(Began)) == 2

    run(do, database_url)


def test_a_process_that_starts_plays_the_turns_whose_time_ran_out_before(database_url: str) -> None:
    async def do(site: Site) -> None:
        tables = await begin_first(site)
        await choose(tables, 0)
        await tables.close()
        site.now += 86_400_000
        again = site.process()
        again.deadlines.start()
        news = asyncio.Event()
        with again.pubsub.listen(ID, news):
            async with asyncio.timeout(10):
                while not site.log(TimedOut):
                    await news.wait()
                    news.clear()
        assert site.log(TimedOut) == [TimedOut(1)]

    run(do, database_url)


# ------------------------------------------------------------------ errors


def failing_watch(store: SqlStore, fault: Exception) -> DeadlineWatch:
    """Return a watch that raises this error at each deadline."""

    async def look_after(table: str) -> None:
        raise fault

    return DeadlineWatch(store.deadlines, look_after, lambda: START)


def test_a_deadline_that_cannot_be_handled_is_put_off_and_logged(
    database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(SqlStore(database_url)) as store:
        store.append(ID, 0, opening(5), START)
        asyncio.run(failing_watch(store, ArithmeticError()).once())
        assert not store.deadlines.due(START, 1)
        assert (store.deadlines.next() or 0) > START
    (record,) = caplog.records
    assert record.getMessage() == "The deadline of a table could not be handled; trying again."
    assert ID not in str(vars(record))


def test_deadlines_stay_as_they_are_while_the_database_does_not_answer(database_url: str) -> None:
    with closing(SqlStore(database_url)) as store:
        store.append(ID, 0, opening(5), START)
        with pytest.raises(UnavailableError):
            asyncio.run(failing_watch(store, UnavailableError("gone")).once())
        assert store.deadlines.due(START, 1) == ((ID, START),)
