"""Clocks: who must act until when, what a bot does at zero, and that nothing of it is lost or done twice."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from sixth.rules.events import Abandoned, Choose, Chose
from sixth.rules.game import Refusal
from sixth.server.core.errors import UnavailableError
from sixth.server.live import autoplay
from sixth.server.live.bots.pool import BotPool
from sixth.server.live.deadlines import DeadlineWatch, Wakeup
from sixth.server.live.tables import Tables
from sixth.server.store.sql import SqlStore
from sixth.server.table import gameplay, seating
from sixth.server.table import state as at_table
from sixth.server.table.commands import Begin, Context, decide
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Began, StoodIn, TableEvent, TimedOut
from sixth.server.table.fold import apply_event, fold
from sixth.server.table.state import Table
from sixth.server.table.view import table_view
from sixth.server.web.forms.models import OpenForm
from sixth.server.web.forms.pace import pace_fields, pace_of
from sixth.server.web.views.clock import clocks
from tests.server.support.clocks import ID, START, Played, opening, played
from tests.server.support.hosting import until
from tests.server.support.logs import secret
from tests.server.support.serving import serving

# ------------------------------------------------------------------ how time is told and chosen


def test_the_page_is_told_what_is_left_and_never_more_than_nothing() -> None:
    table = played(20, 60)
    look = table_view(table.table, 0)
    # Ten seconds of the turn, the reserve, and nothing at all.
    for after, left in ((10_000, "0:10"), (30_000, "0:50"), (10**9, "0:00")):
        shown = clocks(look, START + after)
        assert shown is not None
        assert shown.own == left


@pytest.mark.parametrize(
    ("chosen", "seconds"),
    [
        ({"pace": "none"}, (0, 0)),
        ({"pace": "brisk"}, (20, 60)),
        ({"pace": "days"}, (3 * 86_400, 0)),
        ({"pace": "own", "turn_time": "14", "turn_unit": "d"}, (14 * 86_400, 0)),
        ({"pace": "own", "turn_time": "5", "bank_time": "2", "bank_unit": "min"}, (5, 120)),
    ],
)
def test_a_pace_is_chosen(chosen: dict[str, Any], seconds: tuple[int, int]) -> None:
    config = pace_of(form(**chosen), TableConfig(listed=True))
    assert (config.turn_seconds, config.bank_seconds, config.listed) == (*seconds, True)
    # What the settings of the table are filled in with gives the same again.
    assert pace_of(form(**pace_fields(config)), TableConfig(listed=True)) == config


@pytest.mark.parametrize(
    "chosen",
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
def test_a_pace_that_cannot_be_is_refused(chosen: dict[str, Any]) -> None:
    with pytest.raises(Refusal):
        pace_of(form(**chosen), TableConfig())


def form(**chosen: Any) -> OpenForm:
    return OpenForm(game="classic", seats=2, bots="mixed", name="", how="play", **chosen)


# ------------------------------------------------------------------ what happens at zero


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind: what time has done is kept in both."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/sixth.sqlite3"
    made: str = request.getfixturevalue("database").make()
    return made


class Site:
    """Processes over one store whose time is what the test says."""

    def __init__(self, url: str) -> None:
        self.url, self.now = url, START
        self.store = SqlStore(url)
        self._open: list[Tables] = []

    def process(self) -> Tables:
        """One more process, with an eye of its own on the same database."""
        store = SqlStore(self.url)
        self._open.append(Tables(store, BotPool(1), now=lambda: self.now))
        return self._open[-1]

    def log(self, kind: type) -> list[TableEvent]:
        """What happened of one kind."""
        return [each for each in self.store.load(ID) if isinstance(each, kind)]

    def table(self) -> Table:
        """The table as its log says it is."""
        return fold(ID, self.store.load(ID))

    async def later(self, tables: Tables, seconds: float = 10) -> None:
        """Time passes, and the process looks at its clocks."""
        self.now += round(seconds * 1000)
        await tables.deadlines.once()

    async def close(self) -> None:
        """All processes end."""
        for tables in self._open:
            await tables.close()
        self.store.close()


@contextmanager
def site(url: str, *, bank: int = 0) -> Iterator[Site]:
    """A table of two people with five seconds a turn, whose game has not begun."""
    found = Site(url)
    found.store.append(ID, 0, opening(5, bank))
    yield found


def run(do: Callable[[Site], Coroutine[Any, Any, None]], url: str, *, bank: int = 0) -> None:
    """Let this happen at a table."""

    async def whole() -> None:
        with site(url, bank=bank) as found:
            try:
                await do(found)
            finally:
                await found.close()

    asyncio.run(whole())


async def begun(site: Site) -> Tables:
    """A process at which the game has begun."""
    tables = site.process()
    await begin(tables, game=1)
    return tables


async def begin(tables: Tables, *, game: int) -> None:
    """The host begins that game, or is ready for it."""
    context = Context(now=tables.now(), began=autoplay.new_game())
    await tables.command(ID, lambda now: decide(now, 0, Begin(game=game, bots="careful"), context))


async def choose(tables: Tables, seat: int) -> None:
    """The person on that seat plays a card."""
    state = at_table.current_game(await tables.get(ID))
    card = Choose(state.hands[seat][0])
    await tables.command(
        ID, lambda now: gameplay.act_in_person(now, seat, card, game=1, round=state.round, turn=state.turn)
    )


def test_a_bot_plays_the_turn_of_who_has_no_time_left_and_all_are_told(url: str) -> None:
    async def do(site: Site) -> None:
        tables = await begun(site)
        await choose(tables, 0)
        await site.later(tables, 4.9)
        assert not site.log(TimedOut)
        await site.later(tables, 0.1)
        assert site.log(TimedOut) == [TimedOut(1)]
        table = site.table()
        assert at_table.current_game(table).turn == 2 or at_table.current_game(table).phase == "take"
        assert [each.missed for each in table.seats] == [0, 1]
        assert all(each.stand_in is None for each in table.seats)

    run(do, url)


def test_a_reserve_is_used_before_a_bot_plays(url: str) -> None:
    async def do(site: Site) -> None:
        tables = await begun(site)
        await choose(tables, 0)
        await site.later(tables, 64.9)
        assert not site.log(TimedOut)
        await site.later(tables, 0.2)
        assert site.log(TimedOut) == [TimedOut(1)]
        assert site.table().clock is not None
        noted = site.table().clock
        assert noted is not None
        assert noted.banks == (60_000, 0)

    run(do, url, bank=60)


def test_two_processes_that_sweep_play_a_turn_once(url: str) -> None:
    async def do(site: Site) -> None:
        one, other = await begun(site), site.process()
        await other.get(ID)
        await choose(one, 0)
        site.now += 5_000
        await asyncio.gather(one.deadlines.once(), other.deadlines.once())
        await other.deadlines.once()
        assert site.log(TimedOut) == [TimedOut(1)]
        first = [each for each in site.log(Chose) if isinstance(each, Chose) and each.seat == 1]
        assert len(first) == 1

    run(do, url)


def test_after_three_in_a_row_a_bot_keeps_the_seat_until_its_owner_is_back(url: str) -> None:
    async def do(site: Site) -> None:
        tables = await begun(site)
        for _ in range(9):
            if site.log(StoodIn):
                break
            await site.later(tables)
        assert [each.seat for each in site.log(TimedOut) if isinstance(each, TimedOut)].count(0) == 3
        assert {each.why for each in site.log(StoodIn) if isinstance(each, StoodIn)} == {"time"}
        table = site.table()
        assert not table.in_person(0)
        with pytest.raises(Refusal, match="take your seat back"):
            await choose(tables, 0)
        await tables.command(ID, lambda now: seating.come_back(now, 0))
        table = site.table()
        assert table.in_person(0)
        assert table.seats[0].missed == 0

    run(do, url)


def test_a_turn_of_ones_own_ends_the_row(url: str) -> None:
    async def do(site: Site) -> None:
        tables = await begun(site)
        await site.later(tables)
        assert [each.missed for each in site.table().seats] == [1, 1]
        while at_table.current_game(site.table()).phase == "take":
            await site.later(tables)
        before = site.table().seats[0].missed
        assert before >= 1
        await choose(tables, 0)
        assert site.table().seats[0].missed == 0

    run(do, url)


def test_the_next_round_begins_by_itself(url: str) -> None:
    async def do(site: Site) -> None:
        tables = await begun(site)
        for _ in range(200):
            table = site.table()
            if at_table.current_game(table).round == 2 or at_table.current_game(table).over:
                break
            moved = asyncio.Event()
            with tables.pubsub.listening(ID, moved):
                await site.later(tables)
                driver = tables.pubsub.closed or gameplay.bots_to_act(await tables.get(ID))
                if driver:
                    await asyncio.wait_for(moved.wait(), 10)
        assert at_table.current_game(site.table()).round == 2

    run(do, url)


def test_the_next_game_begins_once_by_itself_in_whichever_process_that_starts(url: str) -> None:
    async def do(site: Site) -> None:
        tables = await begun(site)
        await tables.command(ID, lambda _: (Abandoned("to see what follows"),))
        await begin(tables, game=2)
        await begin(tables, game=2)
        assert [each.ready for each in site.table().seats] == [True, False]
        one, other = site.process(), site.process()
        await asyncio.gather(site.later(one, 59), other.deadlines.once())
        assert len(site.log(Began)) == 1
        await asyncio.gather(site.later(one, 1), other.deadlines.once())
        assert len(site.log(Began)) == 2

    run(do, url)


def test_a_clock_set_back_plays_nothing_twice(url: str) -> None:
    async def do(site: Site) -> None:
        tables = await begun(site)
        await choose(tables, 0)
        await site.later(tables, 5)
        chosen = len(site.log(Chose))
        await site.later(tables, -3_600)
        other = site.process()
        await other.deadlines.once()
        assert len(site.log(Chose)) == chosen
        noted = site.table().clock
        assert noted is not None
        assert noted.at == START + 5_000

    run(do, url)


def test_a_process_that_starts_plays_what_has_come_due_meanwhile(url: str) -> None:
    async def do(site: Site) -> None:
        tables = await begun(site)
        await choose(tables, 0)
        await tables.close()
        site.now += 86_400_000
        again = site.process()
        again.deadlines.start()
        moved = asyncio.Event()
        with again.pubsub.listening(ID, moved):
            async with asyncio.timeout(10):
                while not site.log(TimedOut):
                    await moved.wait()
                    moved.clear()
        assert site.log(TimedOut) == [TimedOut(1)]

    run(do, url)


def begun_log(turn: int) -> tuple[TableEvent, ...]:
    """A table of two people with so many seconds a turn, whose game has just begun."""
    table = Played(fold(ID, opening(turn)))
    table.do((Began("game", "2026-01-01T00:00:00+00:00", secret(1, 2)),))
    return (*opening(turn), *table.log)


def test_the_time_goes_on_over_a_kill_and_no_turn_is_played_twice(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    store = SqlStore(f"sqlite:///{data}/sixth.sqlite3")
    log = begun_log(1)
    # The time was up long ago, and nobody looks at the table.
    store.append(ID, 0, log, alarm=START)
    with serving(data) as server:
        until(lambda: _timeouts(store) >= 2, "a bot had played")
        server.kill()
        server.restart()
        until(lambda: _timeouts(store) >= 4, "the next turn was played too")
    events = store.load(ID)
    now = fold(ID, log)
    moments = []
    for event in events[len(log) :]:
        if isinstance(event, Chose):
            moments.append((event.seat, at_table.current_game(now).turn))
        now = apply_event(now, event)
    assert len(moments) == len(set(moments))
    store.close()


def _timeouts(store: SqlStore) -> int:
    return sum(isinstance(each, TimedOut) for each in store.load(ID))


# ------------------------------------------------------------------ what goes wrong


def watching(store: SqlStore, fault: Exception) -> DeadlineWatch:
    """A watch over tables that cannot be looked after."""

    async def look_after(table: str) -> None:
        raise fault

    return DeadlineWatch(store.deadlines, look_after, Wakeup(), lambda: START)


def test_a_table_that_cannot_be_looked_after_is_left_for_later_and_told_of(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(SqlStore(url)) as store:
        store.append(ID, 0, opening(5), START)
        asyncio.run(watching(store, ArithmeticError()).once())
        assert not store.deadlines.due(START, 1)
        assert (store.deadlines.next() or 0) > START
    (said,) = caplog.records
    assert said.getMessage() == "The deadline of a table could not be handled; trying again."
    assert ID not in str(vars(said))


def test_while_the_database_is_away_deadlines_stay_as_they_are(url: str) -> None:
    with closing(SqlStore(url)) as store:
        store.append(ID, 0, opening(5), START)
        with pytest.raises(UnavailableError):
            asyncio.run(watching(store, UnavailableError("gone")).once())
        assert store.deadlines.due(START, 1) == ((ID, START),)
