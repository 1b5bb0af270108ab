"""Messages between processes over PostgreSQL."""

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import event

from sixth.rules.record import HUMAN
from sixth.server.cluster.pubsub import Broadcast, PubSub
from sixth.server.live.chat import Chat
from sixth.server.table.codec import dumps_event
from sixth.server.table.events import Sat
from sixth.server.table.identity import hash_token, new_token
from tests.server.support.hosting import Site, hosting, until
from tests.server.support.playing import Person
from tests.server.support.postgres import Postgres
from tests.server.support.serving import SOON
from tests.server.support.wire import do, wait_for, wire


@pytest.fixture
def two(database: Postgres, tmp_path: Path) -> Iterator[tuple[Site, Site]]:
    """Start two sites that serve the same tables."""
    url = database.make()
    with hosting(tmp_path / "one", url) as one, hosting(tmp_path / "other", url) as other:
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


def test_a_process_reads_no_event_from_the_database_that_it_received(two: tuple[Site, Site]) -> None:
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
    assert not reads


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


@pytest.fixture
def processes() -> tuple[PubSub, PubSub, list[str]]:
    """Return the listeners of two processes, and the messages that the first one sends."""
    messages: list[str] = []
    return PubSub(Broadcast(messages.append)), PubSub(), messages


def test_all_processes_know_the_seats_that_people_look_from_until_they_go(
    processes: tuple[PubSub, PubSub, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    there, here, messages = processes
    with there.listen("table", asyncio.Event(), seat=0), there.listen("table", asyncio.Event(), seat=2):
        pass
    looking = []
    for message in messages:
        here.receive(message)
        looking.append([seat for seat in range(3) if here.is_looking("table", seat)])
    assert looking == [[0], [0, 2], [0], []]
    assert not here.is_looking("other", 0)
    here.receive(messages[0])
    monkeypatch.setattr("sixth.server.cluster.presence._EXPIRY_S", 0)
    assert not here.is_looking("table", 0)


def test_what_is_published_at_one_process_wakes_the_subscribers_at_another(
    processes: tuple[PubSub, PubSub, list[str]],
) -> None:
    (there, here, messages), woken = processes, asyncio.Event()
    there.publish("lamps/1")
    with here.subscribe("lamps/1", woken):
        here.receive(messages[0])
    assert woken.is_set()


def test_the_watchers_of_a_process_that_died_soon_stop_counting(
    processes: tuple[PubSub, PubSub, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    there, here, messages = processes
    with there.listen("table", asyncio.Event(), "watcher"):
        here.receive(messages[0])
        assert here.watchers("table") == 1
        monkeypatch.setattr("sixth.server.cluster.presence._EXPIRY_S", 0)
        assert here.watchers("table") == 0


INVALID = (
    *("", "{", "[]", "1", "{}", '{"by": "x", "watchers": 1}', '{"by": "x", "watchers": {"t": "many"}}'),
    *('{"by": "x", "seats": {"t": "many"}}', '{"by": "x", "seats": {"t": 1}}'),
    '{"by": "x", "table": "t", "line": {"said": "hi"}}',
    '{"by": "x", "table": "t", "line": {"number": 1, "seat": 0, "name": "", "kind": "sing", "said": ""}}',
)


@pytest.mark.parametrize("message", INVALID)
def test_an_invalid_message_changes_nothing(message: str) -> None:
    pubsub = PubSub()
    chat = Chat(pubsub)
    pubsub.receive(message)
    assert (pubsub.watchers("t"), chat.lines("t")) == (0, ())
    assert not any(pubsub.is_looking("t", seat) for seat in range(10))


def test_events_that_a_page_reads_from_the_log_reach_all_listeners(
    database: Postgres, tmp_path: Path
) -> None:
    """The message may come later, and then changes nothing."""
    url = database.make()
    with hosting(tmp_path / "one", url) as one, psycopg.connect(url, autocommit=True) as elsewhere:
        ana, bo = one.person(), one.person()
        bo.join(ana.open("invite", seats=3, name="Ana"), name="Bo")
        with wire(bo) as lines:
            next(lines)
            seating = dumps_event(Sat(2, "Cy", HUMAN, hash_token(new_token())))
            row = bo.table, len(one.log(bo.table)) + 1, "", seating
            insert = "INSERT INTO log (table_id, version, at, happening) VALUES (%s, %s, %s, %s)"
            elsewhere.execute(insert, row)
            ana.look()
            wait_for(lines, lambda line: "Cy" in json.dumps(line))
