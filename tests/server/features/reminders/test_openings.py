"""Notifications of open tables: to a real push service, from a real server that may be killed."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest

from sixth.server.features.reminders.openings import WAITING_S
from sixth.server.features.reminders.rows import WaitingList
from sixth.server.store.sql import SqlStore
from tests.server.support.hosting import until
from tests.server.support.playing import Person
from tests.server.support.push_service import Browser, PushService
from tests.server.support.serving import PATIENCE, Server, serving

SCRIPT = {"HX-Request": "true"}


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """What closes the browsers."""
    with ExitStack() as found:
        yield found


class Visitor:
    """Somebody with a browser of their own, in their own language."""

    def __init__(self, server: Server, stack: ExitStack, service: PushService, language: str = "en") -> None:
        client = httpx2.Client(base_url=server.url, follow_redirects=True, timeout=PATIENCE)
        client.headers["Accept-Language"] = language
        self.person = Person(stack.enter_context(client))
        self.browser: Browser = service.subscribe()

    def ask(self) -> str:
        """Ask to be told; returns what is said then."""
        answer = self.person.client.post("/tables/push", data=self.browser.form, headers=SCRIPT)
        assert answer.status_code == 200
        return answer.text

    def waits(self) -> bool:
        return bool(self.person.client.get("/tables/push").json()["on"])

    def open(self, name: str) -> str:
        """Open a table by one press in the list; returns its id."""
        self.person.client.cookies.set("sixth-name", name)
        self.person.go("/tables")
        self.person.send("/tables", "open")
        return self.person.table


def test_whoever_waits_is_told_once_and_in_their_language_who_has_opened_a_table(
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
    assert his.message == {
        "title": "Open tables",
        "body": "Dan has opened a table.",
        "lang": "en",
        **where,
    }
    assert german.message == {
        "title": "Offene Tische",
        "body": "Dan hat einen Tisch eröffnet.",
        "lang": "de",
        **where,
    }
    assert his.key == bo.person.client.get("/tables/push").json()["key"]
    assert int(his.headers["ttl"]) == 600
    assert his.headers["topic"] != german.headers["topic"]
    # Once: then nobody waits any more.
    until(lambda: not bo.waits() and not cy.waits(), "both are forgotten")
    eve = Visitor(server, stack, service)
    eve.ask()
    dan.open("Dan")
    eve.browser.wait(1)
    assert len(bo.browser.came) == len(cy.browser.came) == 1


def test_nobody_is_told_of_a_table_of_their_own_nor_whoever_has_found_one(
    server: Server, service: PushService, stack: ExitStack
) -> None:
    ana, bo, cy, dan, eve = (Visitor(server, stack, service) for _ in range(5))
    for each in (ana, bo, cy, eve):
        each.ask()
    # Ended by the same button.
    assert eve.person.client.post("/tables/push/end", headers=SCRIPT).status_code == 200
    assert not eve.waits()
    # Whoever opens a table waits no longer, nor whoever sits down at one.
    table = ana.open("Ana")
    bo.browser.wait(1)
    cy.browser.wait(1)
    cy.ask()
    cy.person.go(f"/t/{table}")
    cy.person.send("sit", name="Cy")
    assert not ana.waits()
    assert not cy.waits()
    # Whose seat is at a table hears nothing of it, also where it comes into the list later.
    dan.person.open("invite", name="Dan", pace="calm")
    dan.ask()
    eve.ask()
    settings = {"listed": "true", "late": "true", "spectators": "true", "stand_in": "careful"}
    answer = dan.person.client.post(f"/t/{dan.person.table}/house", data=settings, follow_redirects=False)
    assert answer.status_code == 303
    eve.browser.wait(1)
    assert not dan.waits()
    assert (ana.browser.came, dan.browser.came) == ([], [])
    assert len(cy.browser.came) == 1


def test_a_host_whose_guest_leaves_is_not_told_that_their_own_table_is_open_again(
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
    assert ana.browser.came == []


def test_a_request_outlives_a_kill_and_its_message_goes_out_at_the_next_start(
    server: Server, service: PushService, stack: ExitStack
) -> None:
    ana, bo = Visitor(server, stack, service), Visitor(server, stack, service)
    bo.ask()
    server.kill()
    server.restart()
    assert bo.waits()
    # A push service that is away is tried again; meanwhile the request is kept.
    service.answer = lambda _path: (503, {})
    ana.open("Ana")
    bo.browser.wait(1)
    server.kill()
    service.answer = lambda _path: (201, {})
    server.restart()
    bo.browser.wait(2)
    until(lambda: not bo.waits(), "it is forgotten once it is told")


def test_a_request_ends_after_three_hours_also_in_the_database(
    server: Server, service: PushService, stack: ExitStack, tmp_path: Path
) -> None:
    bo = Visitor(server, stack, service)
    bo.ask()
    server.kill()
    store = SqlStore(f"sqlite:///{tmp_path}/data/sixth.sqlite3")
    now = store.now()
    waiting_list = WaitingList(store)
    waiting_list.forget_expired(now)
    waiting_list.wake_all(now, alone=True)
    (kept,) = waiting_list.claim(now, now, 10)
    assert 0 < kept.until - now <= WAITING_S * 1000
    waiting_list.forget_expired(kept.until)
    assert not waiting_list.waits(kept.proof, now)
    store.close()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"endpoint": "https://localhost:1/send/x"}, "that push service"),
        ({"p256dh": "BAAA"}, "damaged"),
        ({"more": "x"}, "incomplete"),
    ],
)
def test_what_no_browser_gives_is_refused_in_the_list_too(
    server: Server, service: PushService, stack: ExitStack, change: dict[str, str], said: str
) -> None:
    bo = Visitor(server, stack, service)
    answer = bo.person.client.post("/tables/push", data=bo.browser.form | change, headers=SCRIPT)
    assert (answer.status_code, said in answer.text) == (422, True)
    assert not bo.waits()


def test_an_address_asks_so_often_and_others_all_the_same(
    server: Server, service: PushService, stack: ExitStack
) -> None:
    bo = Visitor(server, stack, service)
    bo.person.client.headers["X-Forwarded-For"] = "198.51.100.7"
    asked = [
        bo.person.client.post("/tables/push", data=bo.browser.form, headers=SCRIPT).status_code
        for _ in range(61)
    ]
    assert asked == [200] * 60 + [429]
    Visitor(server, stack, service).ask()


def test_a_site_that_notifies_nobody_offers_it_nowhere(tmp_path: Path, stack: ExitStack) -> None:
    with serving(tmp_path / "data", options=("--push-hosts", "none")) as server:
        client = stack.enter_context(httpx2.Client(base_url=server.url, timeout=PATIENCE))
        page = client.get("/tables").text
        assert "data-push" not in page
        assert "new tables appear here by themselves" in page
        for answer in (client.get("/tables/push"), client.post("/tables/push/end")):
            assert answer.status_code == 404
