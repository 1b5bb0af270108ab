"""Notifications of open tables, from a real server that may be killed to a real push service."""

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import httpx2

from sixth.server.features.reminders.openings import WAITING_S
from sixth.server.features.reminders.rows import WaitingList
from sixth.server.store.sql import SqlStore
from tests.server.support.hosting import until
from tests.server.support.playing import Person, client_of
from tests.server.support.push_service import Browser, PushService
from tests.server.support.serving import PATIENCE, Server, serving

SCRIPT = {"HX-Request": "true"}


class Visitor:
    """A person with a browser in a language."""

    def __init__(self, server: Server, stack: ExitStack, service: PushService, language: str = "en") -> None:
        client = client_of(server.url)
        client.headers["Accept-Language"] = language
        self.person = Person(stack.enter_context(client))
        self.browser: Browser = service.subscribe()

    def ask(self) -> str:
        """Request a notification; return the sentence of the answer."""
        answer = self.person.client.post("/tables/push", data=self.browser.form, headers=SCRIPT)
        assert answer.status_code == 200
        return answer.text

    def waits(self) -> bool:
        return bool(self.person.client.get("/tables/push").json()["on"])

    def open(self, name: str) -> str:
        """Open a table with the button in the list; return its id."""
        self.person.client.cookies.set("sixth-name", name)
        self.person.go("/tables")
        self.person.send("/tables", "open")
        return self.person.table


def test_a_waiting_browser_is_notified_once_in_its_language_of_an_open_table(
    server: Server, service: PushService, stack: ExitStack
) -> None:
    ana, bo, cy = (Visitor(server, stack, service, language) for language in ("en", "en", "de"))
    before = ana.open("Ana")
    for each in (bo, cy):
        assert not each.waits()
        each.ask()
        assert each.waits()
    assert bo.ask() == "You'll get one notification when somebody opens a table in the next three hours."
    dan = Visitor(server, stack, service)
    table = dan.open("Dan")
    assert table != before
    (his,), (german,) = bo.browser.wait(1), cy.browser.wait(1)
    where = {"tag": "/tables", "url": f"/t/{table}"}
    assert his.content == {
        "title": "Open tables",
        "body": "Dan has opened a table.",
        "lang": "en",
        **where,
    }
    assert german.content == {
        "title": "Offene Tische",
        "body": "Dan hat einen Tisch eröffnet.",
        "lang": "de",
        **where,
    }
    assert his.key == bo.person.client.get("/tables/push").json()["key"]
    assert int(his.headers["ttl"]) == 600
    assert his.headers["topic"] != german.headers["topic"]
    # After one notification, neither waits any more.
    until(lambda: not bo.waits() and not cy.waits(), "both requests are deleted")
    eve = Visitor(server, stack, service)
    eve.ask()
    dan.open("Dan")
    eve.browser.wait(1)
    assert len(bo.browser.messages) == len(cy.browser.messages) == 1


def test_nobody_is_notified_of_an_own_table_or_after_sitting_down(
    server: Server, service: PushService, stack: ExitStack
) -> None:
    ana, bo, cy, dan, eve = (Visitor(server, stack, service) for _ in range(5))
    for each in (ana, bo, cy, eve):
        each.ask()
    # The same button ends a request.
    assert eve.person.client.post("/tables/push/end", headers=SCRIPT).status_code == 200
    assert not eve.waits()
    # To open a table or to sit down at one ends a request.
    table = ana.open("Ana")
    bo.browser.wait(1)
    cy.browser.wait(1)
    cy.ask()
    cy.person.go(f"/t/{table}")
    cy.person.send("sit", name="Cy")
    assert not ana.waits()
    assert not cy.waits()
    # A player is not notified of a table with an own seat, even if it is listed later.
    dan.person.open("invite", name="Dan", pace="calm")
    dan.ask()
    eve.ask()
    settings = {"listed": "true", "late": "true", "spectators": "true", "stand_in": "careful"}
    assert dan.person.client.post(f"/t/{dan.person.table}/house", data=settings).status_code == 200
    eve.browser.wait(1)
    assert not dan.waits()
    assert (ana.browser.messages, dan.browser.messages) == ([], [])
    assert len(cy.browser.messages) == 1


def test_a_host_is_not_notified_when_a_seat_at_the_own_table_is_free_again(
    server: Server, service: PushService, stack: ExitStack
) -> None:
    ana, bo, cy = (Visitor(server, stack, service) for _ in range(3))
    ana.person.open("invite", name="Ana", seats=2, listed="true")
    bo.person.join(ana.person.table, name="Bo")
    for each in (ana, cy):
        each.ask()
    bo.person.look()
    bo.person.send("leave")
    cy.browser.wait(1)
    assert ana.waits()
    assert ana.browser.messages == []


def test_a_request_outlives_a_kill_and_its_message_is_sent_at_the_next_start(
    server: Server, service: PushService, stack: ExitStack
) -> None:
    ana, bo = Visitor(server, stack, service), Visitor(server, stack, service)
    bo.ask()
    server.kill()
    server.restart()
    assert bo.waits()
    # A push service that does not answer is tried again, and the request stays.
    service.answer = lambda _path: (503, {})
    ana.open("Ana")
    bo.browser.wait(1)
    server.kill()
    service.answer = lambda _path: (201, {})
    server.restart()
    bo.browser.wait(2)
    until(lambda: not bo.waits(), "the request is deleted after its notification")


def test_a_request_ends_after_three_hours_and_is_deleted(
    server: Server, service: PushService, stack: ExitStack, tmp_path: Path
) -> None:
    bo = Visitor(server, stack, service)
    bo.ask()
    server.kill()
    store = SqlStore(f"sqlite:///{tmp_path}/data/sixth.sqlite3")
    now, waiting = store.now(), WaitingList(store)
    (row,) = waiting.all()
    assert 0 < row.until - now <= WAITING_S * 1000
    waiting.remove(row)
    waiting.keep(replace(row, until=now))
    server.restart()
    until(lambda: not waiting.all(), "the request is deleted")
    store.close()


def test_the_list_of_tables_refuses_a_subscription_that_no_browser_makes(
    server: Server, service: PushService, stack: ExitStack
) -> None:
    bo = Visitor(server, stack, service)
    damaged = bo.browser.form | {"p256dh": "BAAA"}
    answer = bo.person.client.post("/tables/push", data=damaged, headers=SCRIPT)
    assert (answer.status_code, "damaged" in answer.text) == (422, True)
    assert not bo.waits()


def test_requests_for_notifications_are_limited_by_address(
    server: Server, service: PushService, stack: ExitStack
) -> None:
    bo = Visitor(server, stack, service)
    bo.person.client.headers["X-Forwarded-For"] = "198.51.100.7"
    statuses = [
        bo.person.client.post("/tables/push", data=bo.browser.form, headers=SCRIPT).status_code
        for _ in range(61)
    ]
    assert statuses == [200] * 60 + [429]
    Visitor(server, stack, service).ask()


def test_a_site_without_push_services_offers_no_notifications(tmp_path: Path, stack: ExitStack) -> None:
    with serving(tmp_path / "data", options=("--push-hosts", "none")) as server:
        client = stack.enter_context(httpx2.Client(base_url=server.url, timeout=PATIENCE))
        page = client.get("/tables").text
        assert "data-push" not in page
        assert "new tables appear here by themselves" in page
        for answer in (client.get("/tables/push"), client.post("/tables/push/end")):
            assert answer.status_code == 404
