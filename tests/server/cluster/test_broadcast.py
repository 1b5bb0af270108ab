"""Messages between processes over PostgreSQL and Redis, also while a Redis comes and goes."""

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import httpx2
import psycopg
import pytest
from redis import Redis
from sqlalchemy import event

from sixth.rules.record import HUMAN
from sixth.server.cluster.broadcast import SINGLE_PROCESS
from sixth.server.cluster.presence import Gossip
from sixth.server.cluster.redis import RedisCounts, make_client
from sixth.server.core.counters import NO_COUNTERS
from sixth.server.core.limits import Limit, LocalCounts
from sixth.server.core.settings import Settings
from sixth.server.live.chat import Chat
from sixth.server.live.listening.inbox import Inbox
from sixth.server.live.listening.pubsub import PubSub
from sixth.server.live.log import TableLog
from sixth.server.store import CHANNEL, GOSSIP
from sixth.server.store.sql import SqlStore
from sixth.server.table.events import Sat
from sixth.server.table.identity import hash_token, new_token
from tests.server.support.hosting import Site, hosting, until
from tests.server.support.playing import Person, client_of
from tests.server.support.postgres import Postgres
from tests.server.support.redis_server import RedisServer, redis_server
from tests.server.support.serving import PATIENCE, SOON, Server, serving
from tests.server.support.wire import do, wait_for, wire

AWAY = r"Messages from other processes are late: .*"
OFTEN = Limit("often", 5, 10)


@pytest.fixture(scope="module")
def redis() -> Iterator[RedisServer]:
    """Start a Redis that tests share; a test that stops one starts its own."""
    with redis_server() as server:
        yield server


@pytest.fixture(params=["postgresql", "redis", "trusted redis"])
def kind(request: pytest.FixtureRequest) -> str:
    """Return the kind of carrier of messages."""
    return str(request.param)


@pytest.fixture
def two(kind: str, database: Postgres, redis: RedisServer, tmp_path: Path) -> Iterator[tuple[Site, Site]]:
    """Start two sites that serve the same tables and exchange messages over one kind of carrier."""
    settings = Settings(redis=redis.url if "redis" in kind else None, redis_trusted=kind == "trusted redis")
    url = database.make()
    with (
        hosting(tmp_path / "one", url, settings) as one,
        hosting(tmp_path / "other", url, settings) as other,
    ):
        yield one, other


def at(site: Site, other: Person) -> Person:
    """Return a person at another process with the cookies of `other`."""
    person = site.person()
    person.client.cookies = other.client.cookies
    person.table = other.table
    return person


def test_a_change_at_one_process_shows_at_the_other_at_once(two: tuple[Site, Site]) -> None:
    one, other = two
    ana, bo = one.person(), other.person()
    table = ana.open("invite", seats=2, name="Ana")
    bo.join(table, name="Bo")
    with wire(bo) as lines:
        next(lines)
        ana.look()
        began = time.monotonic()
        ana.send("begin")
        wait_for(lines, lambda line: "full" in line and line["full"]["view"]["hand"])
        assert time.monotonic() - began < SOON


def test_a_process_reads_no_event_from_the_database_that_it_received(
    two: tuple[Site, Site], kind: str
) -> None:
    """A Redis that is not trusted carries no events, so they must be read."""
    one, other = two
    ana, bo = one.person(), other.person()
    bo.join(ana.open("invite", seats=2, name="Ana"), name="Bo")
    ana.look()
    ana.send("begin")
    bo.look()
    form = ana.page.forms["hand"]
    fields = {**form.fields, "card": next(card for name, card in form.buttons if name == "card")}
    version = len(one.log(ana.table))
    reads: list[Site] = []

    def note_reads(site: Site) -> None:
        def on_query(*arguments: object) -> None:
            if "log.happening" in str(arguments[2]):
                reads.append(site)

        event.listen(site.store.engine, "before_cursor_execute", on_query)

    with wire(bo) as lines:
        next(lines)
        for site in two:
            note_reads(site)
        # As scripts send it: a form would lead to a page, which reads the log.
        assert do(ana, "choose", **{name: int(value) for name, value in fields.items()}).status_code == 200
        wait_for(lines, lambda line: line["v"] == version + 1)
    assert set(map(id, reads)) == ({id(other)} if kind == "redis" else set())


def test_messages_through_an_untrusted_redis_hold_no_card(
    database: Postgres, redis: RedisServer, tmp_path: Path
) -> None:
    with (
        Redis.from_url(redis.url, decode_responses=True) as client,
        client.pubsub() as channel,
        hosting(tmp_path / "one", database.make(), Settings(redis=redis.url)) as site,
    ):
        channel.subscribe(f"{CHANNEL}:0")
        ana = site.person()
        ana.open("play", seats=2, name="Ana")
        ana.send("hand")
        version = len(site.log(ana.table))
        for message in channel.listen():
            if message["type"] == "message":
                table, at, by = message["data"].split(" ")
                assert (table, by) == (ana.table, site.store.name)
                if int(at) == version:
                    break


def test_a_line_of_chat_at_one_process_shows_at_the_other_once(two: tuple[Site, Site]) -> None:
    one, other = two
    ana, bo = one.person(), other.person()
    table = ana.open("invite", seats=3, name="Ana")
    bo.join(table, name="Bo")
    ana.look()
    with wire(bo) as lines:
        next(lines)
        ana.client.post(f"/t/{table}/say", data={"text": "Grüezi <b>"})
        message = wait_for(lines, lambda line: "said" in line)
    bo.client.post(f"/t/{table}/say", data={"phrase": "hello"})
    until(lambda: len(one.tables.chat.lines(table)) == 2, "the other process had the line")
    assert one.tables.chat.lines(table) == other.tables.chat.lines(table)
    assert all(f'id="line{line.number}"' in bo.look().html for line in one.tables.chat.lines(table))
    assert message["said"] == "Grüezi <b>"
    # The same form, sent again to the other process, adds no line.
    assert at(other, ana).client.post(f"/t/{table}/say", data={"text": "Grüezi <b>"}).status_code == 200
    assert len(other.tables.chat.lines(table)) == 2


def test_a_watcher_at_one_process_counts_at_the_other(two: tuple[Site, Site]) -> None:
    one, other = two
    ana = one.person()
    table = ana.open("invite", seats=3, name="Ana")
    with ExitStack() as stack:
        screen = stack.enter_context(wire(ana, screen=1))
        for site in two:
            watcher = site.person()
            watcher.table = table
            next(stack.enter_context(wire(watcher)))
        wait_for(screen, lambda line: line.get("watchers") == 2)
        until(lambda: other.tables.pubsub.watchers(table) == 2, "both counted there, too")
    until(
        lambda: (one.tables.pubsub.watchers(table), other.tables.pubsub.watchers(table)) == (0, 0),
        "all had left",
    )


@contextmanager
def process(folder: Path) -> Iterator[tuple[Chat, Inbox]]:
    """Start the parts of a process that receive messages: its chat and its inbox."""
    with closing(SqlStore(f"sqlite:///{folder}/sixth.sqlite3")) as store:
        pubsub, chat = PubSub(SINGLE_PROCESS), Chat(SINGLE_PROCESS)
        yield chat, Inbox(TableLog(store, pubsub, NO_COUNTERS), pubsub, chat)


def test_all_processes_know_the_seats_that_people_look_from_until_they_go(tmp_path: Path) -> None:
    messages: list[str] = []
    there, here = Gossip(messages.append), Gossip(lambda message: None)
    there.send_seats("table", [0, 2])
    there.send_seats("table", [2])
    with process(tmp_path) as (_, inbox):
        here.receive(messages[0], inbox)
        assert here.seats_elsewhere("table") == {0, 2}
        here.receive(messages[1], inbox)
        assert here.seats_elsewhere("table") == {2}
        assert here.seats_elsewhere("other") == frozenset()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("sixth.server.cluster.presence._EXPIRY_S", 0)
            assert here.seats_elsewhere("table") == frozenset()


def test_what_is_published_at_one_process_wakes_the_subscribers_at_another(tmp_path: Path) -> None:
    messages: list[str] = []
    there, here, woken = Gossip(messages.append), Gossip(lambda message: None), asyncio.Event()
    there.publish("lamps/1")
    with closing(SqlStore(f"sqlite:///{tmp_path}/sixth.sqlite3")) as store:
        pubsub, chat = PubSub(SINGLE_PROCESS), Chat(SINGLE_PROCESS)
        inbox = Inbox(TableLog(store, pubsub, NO_COUNTERS), pubsub, chat)
        with pubsub.subscribe("lamps/1", woken):
            here.receive(messages[0], inbox)
    assert woken.is_set()


def test_the_watchers_of_a_process_that_died_soon_stop_counting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages: list[str] = []
    there, here = Gossip(messages.append), Gossip(lambda message: None)
    there.send_watchers("table", 1)
    with process(tmp_path) as (_, inbox):
        here.receive(messages[0], inbox)
        assert here.watchers_elsewhere("table") == 1
        monkeypatch.setattr("sixth.server.cluster.presence._EXPIRY_S", 0)
        assert here.watchers_elsewhere("table") == 0


INVALID = (
    *("", "{", "[]", "1", "{}", '{"by": "x", "watchers": 1}', '{"by": "x", "watchers": {"t": "many"}}'),
    *('{"by": "x", "seats": {"t": "many"}}', '{"by": "x", "seats": {"t": 1}}'),
    '{"by": "x", "table": "t", "line": {"said": "hi"}}',
    '{"by": "x", "table": "t", "line": {"number": 1, "seat": 0, "name": "", "kind": "sing", "said": ""}}',
)


@pytest.mark.parametrize("message", INVALID)
def test_an_invalid_message_changes_nothing(message: str, tmp_path: Path) -> None:
    gossip = Gossip(lambda message: None)
    with process(tmp_path) as (chat, inbox):
        gossip.receive(message, inbox)
        assert (gossip.watchers_elsewhere("t"), chat.lines("t")) == (0, ())
        assert not gossip.seats_elsewhere("t")


def test_a_redis_carries_messages_instead_of_the_database(
    database: Postgres, redis: RedisServer, tmp_path: Path
) -> None:
    url = database.make()
    with (
        psycopg.connect(url, autocommit=True) as connection,
        hosting(tmp_path / "one", url, Settings(redis=redis.url)) as site,
    ):
        connection.execute(f"LISTEN {CHANNEL}".encode())
        site.person().open("invite", name="Ana")
        assert not list(connection.notifies(timeout=0))


def test_processes_that_share_a_redis_count_together(
    database: Postgres, redis: RedisServer, tmp_path: Path
) -> None:
    url, settings = database.make(), Settings(redis=redis.url, unlimited=(), address_tables=4)
    form = {"game": "classic", "seats": "2", "bots": "careful", "name": "Ana", "how": "invite"}
    with (
        hosting(tmp_path / "one", url, settings) as one,
        hosting(tmp_path / "other", url, settings) as other,
    ):
        clients = [site.person().client for site in (one, other, one, other)]
        answers = [client.post("/tables", data=form) for client in clients]
        # The daily deal is a table, too.
        today = datetime.now(UTC).date().isoformat()
        answers.append(clients[1].post(f"/api/v1/daily/{today}", json={"name": "Ana"}))
        answers.append(clients[0].post("/daily", data={"day": today}))
    assert [answer.status_code for answer in answers] == [200] * 4 + [429] * 2
    assert 890 < int(answers[-1].headers["Retry-After"]) <= 900


def test_a_redis_counts_as_a_process_does_and_a_clock_set_back_blocks_none(redis: RedisServer) -> None:
    async def count() -> None:
        async with make_client(redis.url) as client:
            counts, local = RedisCounts(client), LocalCounts()
            for _ in range(8):
                seconds = await counts.wait(OFTEN, "x")
                assert seconds == pytest.approx(local.wait(OFTEN, "x"), abs=0.5)
            assert 0 < await client.pttl("sixth_often:x") <= 10_000
            # As if the clock of the Redis had been set back by a day since.
            await client.set("sixth_often:y", (time.time() + 86_400) * 1000)
            assert await counts.wait(OFTEN, "y") == 2

    asyncio.run(count())


# ------------------------------------------------------------------ a Redis that comes and goes


@contextmanager
def server(folder: Path, database: str, redis: RedisServer) -> Iterator[Server]:
    """Start a process that receives its messages from a Redis."""
    with serving(folder, database=database, options=("--redis", redis.url), complaints=AWAY) as running:
        yield running


def test_a_redis_that_dies_or_hangs_and_comes_back_stops_no_game(database: Postgres, tmp_path: Path) -> None:
    """Meanwhile no request waits for it, and streams at another process show every change."""
    url = database.make()
    with ExitStack() as stack:
        redis = stack.enter_context(redis_server())
        one = stack.enter_context(server(tmp_path / "one", url, redis))
        other = stack.enter_context(server(tmp_path / "other", url, redis))
        ana, bo = (Person(stack.enter_context(client_of(each.url))) for each in (one, other))
        bo.join(ana.open("invite", seats=2, name="Ana"), name="Bo")
        ana.look()
        ana.send("begin")
        lines = stack.enter_context(wire(bo))
        for goes, comes in ((redis.kill, redis.start), (redis.hang, redis.go_on)):
            until(lambda: redis.listeners(f"{GOSSIP}:0") == 2, "both processes listened")
            until(lambda: hears(bo, ana), "Bo heard Ana")
            goes()
            choice = ana.look().forms["hand"]
            cards = [int(value) for name, value in choice.buttons if name == "card"]
            card = next(card for card in cards if card != ana.page.chosen)
            assert quickly(lambda: ana.send("hand", str(card)))  # noqa: B023 # at once
            version = ana.look().version or 0
            wait_for(lines, lambda line: line.get("v", 0) >= version)  # noqa: B023 # at once
            assert bo.client.get("/readyz").status_code == 200
            comes()
        until(lambda: hears(bo, ana), "Bo heard Ana again")


def quickly(do: Callable[[], object]) -> bool:
    """Call `do` and return whether it was quick, even for a busy machine."""
    began = time.monotonic()
    do()
    return time.monotonic() - began < SOON


def hears(bo: Person, ana: Person) -> bool:
    """Return whether Bo sees at one process a line that Ana writes at the other, within thirty looks."""
    text = f"It is {time.monotonic()}"
    ana.client.post(f"/t/{ana.table}/say", data={"text": text})
    return any(text in bo.look().by_id["lines"].text for _ in range(30))


def test_events_that_a_process_stored_before_it_died_show_at_another(
    database: Postgres, redis: RedisServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It died before it sent the version; the other process polls the store."""
    monkeypatch.setattr("sixth.server.cluster.redis._POLL_SELDOM_S", 0.5)
    with (
        hosting(tmp_path / "one", url := database.make(), Settings(redis=redis.url)) as one,
        hosting(tmp_path / "other", url, Settings(redis=redis.url)) as other,
        closing(SqlStore(url, notifies=False)) as dead,
    ):
        ana, bo = one.person(), other.person()
        bo.join(ana.open("invite", seats=3, name="Ana"), name="Bo")
        with wire(bo) as lines:
            next(lines)
            seating = Sat(2, "Cy", HUMAN, hash_token(new_token()))
            dead.append(bo.table, len(one.log(bo.table)), (seating,))
            wait_for(lines, lambda line: "Cy" in json.dumps(line))


def test_events_that_a_page_reads_from_the_log_reach_all_listeners(
    database: Postgres, tmp_path: Path
) -> None:
    """The message may come later, and then changes nothing."""
    with (
        hosting(tmp_path / "one", url := database.make()) as one,
        closing(SqlStore(url, notifies=False)) as elsewhere,
    ):
        ana, bo = one.person(), one.person()
        bo.join(ana.open("invite", seats=3, name="Ana"), name="Bo")
        with wire(bo) as lines:
            next(lines)
            elsewhere.append(
                bo.table, len(one.log(bo.table)), (Sat(2, "Cy", HUMAN, hash_token(new_token())),)
            )
            ana.look()
            wait_for(lines, lambda line: "Cy" in json.dumps(line))


def test_a_server_starts_without_its_redis(database: Postgres, tmp_path: Path) -> None:
    with (
        closing(httpx2.Client(timeout=PATIENCE)) as client,
        serving(
            tmp_path / "data",
            database=database.make(),
            options=("--redis", "redis://127.0.0.1:1/0"),
            complaints=AWAY,
        ) as running,
    ):
        assert client.get(running.url).status_code == 200
