"""What several processes tell one another, by PostgreSQL or by Redis; and that a Redis may come and go."""

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
from sixth.server.cluster.redis import RedisCounts, connected
from sixth.server.core.counters import NO_COUNTERS
from sixth.server.core.limits import Limit, LocalCounts
from sixth.server.core.settings import Settings
from sixth.server.service.chat import Chat
from sixth.server.service.listening.inbox import Inbox
from sixth.server.service.listening.pubsub import PubSub
from sixth.server.service.log import TableLog
from sixth.server.store import CHANNEL, GOSSIP
from sixth.server.store.sql import SqlStore
from sixth.server.table.events import Sat
from sixth.server.table.identity import hashed, new_token
from tests.server.support.hosting import Site, hosting, until
from tests.server.support.playing import Person
from tests.server.support.postgres import Postgres
from tests.server.support.redis_server import RedisServer, redis_server
from tests.server.support.serving import PATIENCE, SOON, Server, serving
from tests.server.support.wire import do, wait_for, wire

AWAY = r"News from other processes are late: .*"
OFTEN = Limit("often", 5, 10)


@pytest.fixture(scope="module")
def redis() -> Iterator[RedisServer]:
    """A Redis that tests share; who stops it takes another."""
    with redis_server() as server:
        yield server


@pytest.fixture(params=["postgresql", "redis", "trusted redis"])
def kind(request: pytest.FixtureRequest) -> str:
    """What carries the news."""
    return str(request.param)


@pytest.fixture
def two(kind: str, database: Postgres, redis: RedisServer, tmp_path: Path) -> Iterator[tuple[Site, Site]]:
    """Two that serve the same tables, and tell one another of them by the one or the other."""
    settings = Settings(redis=redis.url if "redis" in kind else None, redis_trusted=kind == "trusted redis")
    url = database.make()
    with (
        hosting(tmp_path / "one", url, settings) as one,
        hosting(tmp_path / "other", url, settings) as other,
    ):
        yield one, other


def at(site: Site, other: Person) -> Person:
    """Somebody at another process, with the cookies that they have."""
    person = site.person()
    person.client.cookies = other.client.cookies
    person.table = other.table
    return person


def test_what_happens_at_one_process_is_seen_at_the_other_at_once(two: tuple[Site, Site]) -> None:
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


def test_nobody_reads_from_the_database_what_they_were_told(two: tuple[Site, Site], kind: str) -> None:
    """But through a Redis that others may read no cards go; those who hear of a move there read it."""
    one, other = two
    ana, bo = one.person(), other.person()
    bo.join(ana.open("invite", seats=2, name="Ana"), name="Bo")
    ana.look()
    ana.send("begin")
    bo.look()
    form = ana.page.forms["hand"]
    chosen = {**form.fields, "card": next(card for name, card in form.buttons if name == "card")}
    version = len(one.log(ana.table))
    reads: list[Site] = []

    def note(site: Site) -> None:
        def asked(*given: object) -> None:
            if "log.happening" in str(given[2]):
                reads.append(site)

        event.listen(site.store.engine, "before_cursor_execute", asked)

    with wire(bo) as lines:
        next(lines)
        for site in two:
            note(site)
        # As scripts send it: nobody is led to a page, which is always read.
        assert do(ana, "choose", **{name: int(value) for name, value in chosen.items()}).status_code == 200
        wait_for(lines, lambda line: line["v"] == version + 1)
    assert set(map(id, reads)) == ({id(other)} if kind == "redis" else set())


def test_what_goes_through_a_redis_shows_no_card(
    database: Postgres, redis: RedisServer, tmp_path: Path
) -> None:
    with (
        Redis.from_url(redis.url, decode_responses=True) as client,
        client.pubsub() as heard,
        hosting(tmp_path / "one", database.make(), Settings(redis=redis.url)) as site,
    ):
        heard.subscribe(f"{CHANNEL}:0")
        ana = site.person()
        ana.open("play", seats=2, name="Ana")
        ana.send("hand")
        version = len(site.log(ana.table))
        for message in heard.listen():
            if message["type"] == "message":
                table, known, by = message["data"].split(" ")
                assert (table, by) == (ana.table, site.store.name)
                if int(known) == version:
                    break


def test_what_is_said_at_one_process_is_heard_at_the_other_once(two: tuple[Site, Site]) -> None:
    one, other = two
    ana, bo = one.person(), other.person()
    table = ana.open("invite", seats=3, name="Ana")
    bo.join(table, name="Bo")
    ana.look()
    with wire(bo) as lines:
        next(lines)
        ana.client.post(f"/t/{table}/say", data={"text": "Grüezi <b>"})
        heard = wait_for(lines, lambda line: "said" in line)
    bo.client.post(f"/t/{table}/say", data={"phrase": "hello"})
    until(lambda: len(one.tables.chat.lines(table)) == 2, "the other had heard it")
    assert one.tables.chat.lines(table) == other.tables.chat.lines(table)
    assert all(f'id="line{line.number}"' in bo.look().html for line in one.tables.chat.lines(table))
    assert heard["said"]["said"] == "Grüezi <b>"
    # The same form, sent again to the other, is still the same.
    assert at(other, ana).client.post(f"/t/{table}/say", data={"text": "Grüezi <b>"}).status_code == 200
    assert len(other.tables.chat.lines(table)) == 2


def test_who_watches_at_one_process_is_counted_at_the_other(two: tuple[Site, Site]) -> None:
    one, other = two
    ana = one.person()
    table = ana.open("invite", seats=3, name="Ana")
    with ExitStack() as stack:
        screen = stack.enter_context(wire(ana, screen=1))
        for site in two:
            watcher = site.person()
            watcher.table = table
            next(stack.enter_context(wire(watcher)))
        wait_for(screen, lambda line: line == {"watchers": 2})
        until(lambda: other.tables.pubsub.watchers(table) == 2, "both were counted there, too")
    until(
        lambda: (one.tables.pubsub.watchers(table), other.tables.pubsub.watchers(table)) == (0, 0), "all left"
    )


@contextmanager
def process(folder: Path) -> Iterator[tuple[Chat, Inbox]]:
    """What a process hears with, and where it comes to."""
    with closing(SqlStore(f"sqlite:///{folder}/sixth.sqlite3")) as store:
        pubsub, chat = PubSub(SINGLE_PROCESS), Chat(SINGLE_PROCESS)
        yield chat, Inbox(TableLog(store, pubsub, NO_COUNTERS), pubsub, chat)


def test_from_which_seats_people_look_is_known_in_all_processes_until_they_go(tmp_path: Path) -> None:
    messages: list[str] = []
    there, here = Gossip(messages.append), Gossip(lambda message: None)
    there.tell_seats({"table": [0, 2]})
    there.tell_seats({"table": [2]})
    with process(tmp_path) as (_, inbox):
        here.hear(messages[0], inbox)
        assert here.seats_elsewhere("table") == {0, 2}
        here.hear(messages[1], inbox)
        assert here.seats_elsewhere("table") == {2}
        assert here.seats_elsewhere("other") == frozenset()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("sixth.server.cluster.presence._BELIEVED_S", 0)
            assert here.seats_elsewhere("table") == frozenset()


def test_what_is_published_at_one_process_wakes_the_subscribers_at_another(tmp_path: Path) -> None:
    messages: list[str] = []
    there, here, woken = Gossip(messages.append), Gossip(lambda message: None), asyncio.Event()
    there.publish("lamps/1")
    with closing(SqlStore(f"sqlite:///{tmp_path}/sixth.sqlite3")) as store:
        pubsub, chat = PubSub(SINGLE_PROCESS), Chat(SINGLE_PROCESS)
        inbox = Inbox(TableLog(store, pubsub, NO_COUNTERS), pubsub, chat)
        with pubsub.subscribed("lamps/1", woken):
            here.hear(messages[0], inbox)
    assert woken.is_set()


def test_who_watched_at_a_process_that_died_is_not_counted_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages: list[str] = []
    there, here = Gossip(messages.append), Gossip(lambda message: None)
    there.tell_watchers({"table": 1})
    with process(tmp_path) as (_, inbox):
        here.hear(messages[0], inbox)
        assert here.watchers_elsewhere("table") == 1
        monkeypatch.setattr("sixth.server.cluster.presence._BELIEVED_S", 0)
        assert here.watchers_elsewhere("table") == 0


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        "[]",
        "1",
        "{}",
        '{"by": "x", "watchers": 1}',
        '{"by": "x", "watchers": {"t": "many"}}',
        '{"by": "x", "seats": {"t": "many"}}',
        '{"by": "x", "seats": {"t": 1}}',
        '{"by": "x", "table": "t", "line": {"said": "hi"}}',
        '{"by": "x", "table": "t", "line": {"number": 1, "seat": 0, "name": "", "kind": "sing", "said": ""}}',
    ],
)
def test_a_message_that_is_not_understood_is_nothing(message: str, tmp_path: Path) -> None:
    gossip = Gossip(lambda message: None)
    with process(tmp_path) as (chat, inbox):
        gossip.hear(message, inbox)
        assert (gossip.watchers_elsewhere("t"), chat.lines("t")) == (0, ())
        assert not gossip.seats_elsewhere("t")


def test_where_a_redis_carries_the_news_the_database_does_not(
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


def test_a_redis_counts_as_a_process_does_and_a_clock_set_back_keeps_nobody_out(redis: RedisServer) -> None:
    async def count() -> None:
        async with connected(redis.url) as client:
            counts, here = RedisCounts(client), LocalCounts()
            for _ in range(8):
                found = await counts.wait(OFTEN, "x")
                assert found == pytest.approx(here.wait(OFTEN, "x"), abs=0.5)
            assert 0 < await client.pttl("sixth_often:x") <= 10_000
            # As it would be had its clock been set back by a day since then.
            await client.set("sixth_often:y", (time.time() + 86_400) * 1000)
            assert await counts.wait(OFTEN, "y") == 2

    asyncio.run(count())


# ------------------------------------------------------------------ a Redis that comes and goes


@contextmanager
def server(folder: Path, database: str, redis: RedisServer) -> Iterator[Server]:
    """A process that has its news from a Redis."""
    with serving(folder, database=database, options=("--redis", redis.url), complaints=AWAY) as running:
        yield running


def test_a_redis_that_dies_or_hangs_and_comes_back_stops_no_game(database: Postgres, tmp_path: Path) -> None:
    """Nobody waits for it meanwhile, and streams at another process show what happens all the same."""
    url = database.make()
    with ExitStack() as stack:
        redis = stack.enter_context(redis_server())
        one = stack.enter_context(server(tmp_path / "one", url, redis))
        other = stack.enter_context(server(tmp_path / "other", url, redis))
        ana, bo = (
            Person(
                stack.enter_context(httpx2.Client(base_url=each.url, follow_redirects=True, timeout=PATIENCE))
            )
            for each in (one, other)
        )
        bo.join(ana.open("invite", seats=2, name="Ana"), name="Bo")
        ana.look()
        ana.send("begin")
        lines = stack.enter_context(wire(bo))
        for goes, comes in ((redis.kill, redis.start), (redis.hang, redis.go_on)):
            until(lambda: redis.listeners(f"{GOSSIP}:0") == 2, "both listened")
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
    """Whether it took no longer than a busy machine does."""
    began = time.monotonic()
    do()
    return time.monotonic() - began < SOON


def hears(bo: Person, ana: Person) -> bool:
    """Whether Bo hears at one process what Ana says at the other; a line on its way out may still be dead."""
    words = f"It is {time.monotonic()}"
    ana.client.post(f"/t/{ana.table}/say", data={"text": words})
    return any(words in bo.look().by_id["lines"].text for _ in range(30))


def test_what_a_dead_process_kept_to_itself_is_seen_all_the_same(
    database: Postgres, redis: RedisServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was on disk, and the process died before it could tell; another looks now and then."""
    monkeypatch.setattr("sixth.server.cluster.redis._SELDOM_S", 0.5)
    with (
        hosting(tmp_path / "one", url := database.make(), Settings(redis=redis.url)) as one,
        hosting(tmp_path / "other", url, Settings(redis=redis.url)) as other,
        closing(SqlStore(url, notifies=False)) as dead,
    ):
        ana, bo = one.person(), other.person()
        bo.join(ana.open("invite", seats=3, name="Ana"), name="Bo")
        with wire(bo) as lines:
            next(lines)
            sat = Sat(2, "Cy", HUMAN, hashed(new_token()))
            dead.append(bo.table, len(one.log(bo.table)), (sat,))
            wait_for(lines, lambda line: "Cy" in json.dumps(line))


def test_what_a_page_finds_in_the_log_is_seen_by_all_who_listen(database: Postgres, tmp_path: Path) -> None:
    """Word of it may come later: then it is known already, and is not told again."""
    with (
        hosting(tmp_path / "one", url := database.make()) as one,
        closing(SqlStore(url, notifies=False)) as elsewhere,
    ):
        ana, bo = one.person(), one.person()
        bo.join(ana.open("invite", seats=3, name="Ana"), name="Bo")
        with wire(bo) as lines:
            next(lines)
            elsewhere.append(bo.table, len(one.log(bo.table)), (Sat(2, "Cy", HUMAN, hashed(new_token())),))
            ana.look()
            wait_for(lines, lambda line: "Cy" in json.dumps(line))


def test_a_server_starts_without_its_redis(database: Postgres, tmp_path: Path) -> None:
    with (
        closing(httpx2.Client()) as client,
        serving(
            tmp_path / "data",
            database=database.make(),
            options=("--redis", "redis://127.0.0.1:1/0"),
            complaints=AWAY,
        ) as running,
    ):
        assert client.get(running.url).status_code == 200
