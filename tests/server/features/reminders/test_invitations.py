"""Notifications of invitations by friends, from a real server to a real push service."""

from contextlib import ExitStack

import httpx2

from tests.server.features.friends.test_pages import answer, befriend
from tests.server.support.hosting import until
from tests.server.support.playing import Person, client_of
from tests.server.support.push_service import Browser, PushService
from tests.server.support.serving import PATIENCE, Server

SCRIPT = {"HX-Request": "true"}


def keep(server: Server, stack: ExitStack, name: str, language: str = "en") -> Person:
    """Return a person who keeps a name."""
    client = client_of(server.url)
    client.headers["Accept-Language"] = language
    person = Person(stack.enter_context(client))
    person.open("invite", seats=2, bots="random", name=name)
    client.post("/you/name", data={"name": name})
    return person


def subscribe(person: Person, service: PushService) -> Browser:
    """Turn notifications of invitations on in the browser of a person."""
    browser = service.subscribe()
    assert person.client.post("/you/push", data=browser.form, headers=SCRIPT).status_code == 200
    assert person.client.get("/you/push").json()["on"]
    return browser


def invite(person: Person) -> str:
    """Invite the only friend of a person to a new table; return the table."""
    table = person.open("invite", seats=3, name="Ana")
    person.send(f"/t/{table}/friends/invite")
    return table


def test_a_friend_is_notified_once_in_their_language_in_all_browsers_that_asked(
    server: Server, service: PushService, stack: ExitStack
) -> None:
    ana, bo, cy = (keep(server, stack, name, "de" if name == "Bo" else "en") for name in ("Ana", "Bo", "Cy"))
    befriend(ana, bo)
    browsers, other = [subscribe(bo, service)], subscribe(cy, service)
    assert "Notify me when a friend invites me" in ana.go("/you").html
    table = invite(ana)
    message = browsers[0].wait(1)[0]
    assert message.content == {
        "title": "Einladung",
        "body": "Ana lädt dich an einen Tisch ein.",
        "lang": "de",
        "tag": f"/t/{table}",
        "url": f"/t/{table}",
    }
    # Another invitation within ten minutes is shown on the pages only.
    second = invite(ana)
    assert f'href="/t/{second}"' in bo.go("/").html
    answer(bo, "remove", "Ana")
    befriend(ana, bo)
    invite(ana)
    browsers[0].wait(2)
    assert other.messages == []


def test_nobody_is_notified_by_who_was_blocked_or_after_turning_it_off_signing_out_or_the_end(
    server: Server, service: PushService, stack: ExitStack
) -> None:
    ana, bo, cy, di, ed, last = (keep(server, stack, name) for name in ("Ana", "Bo", "Cy", "Di", "Ed", "Zoe"))
    quiet = []
    for person in (bo, cy, di, ed):
        befriend(ana, person)
        quiet.append(subscribe(person, service))
    befriend(ana, last)
    heard = subscribe(last, service)
    answer(bo, "block", "Ana")
    cy.client.post("/you/push/end")
    assert not cy.client.get("/you/push").json()["on"]
    di.client.post("/you/out")
    ed.client.post("/you/erase", data={"sure": "true"})
    table = ana.open("invite", seats=3, name="Ana")
    while f"/t/{table}/friends/invite" in ana.page.forms:
        ana.send(f"/t/{table}/friends/invite")
    heard.wait(1)
    assert [each.messages for each in quiet] == [[], [], [], []]


def test_a_subscription_that_has_ended_is_deleted_and_guests_have_none(
    server: Server, service: PushService, stack: ExitStack
) -> None:
    ana, bo = (keep(server, stack, name) for name in ("Ana", "Bo"))
    befriend(ana, bo)
    browser = subscribe(bo, service)
    service.answer = lambda _path: (410, {})
    invite(ana)
    browser.wait(1)
    until(lambda: not bo.client.get("/you/push").json()["on"], "the subscription was deleted")
    nobody = Person(stack.enter_context(httpx2.Client(base_url=server.url, timeout=PATIENCE)))
    form = service.subscribe().form
    assert nobody.client.post("/you/push", data=form, headers=SCRIPT).status_code == 404
    bad = bo.client.post("/you/push", data=form | {"endpoint": "https://example.org/x"}, headers=SCRIPT)
    assert bad.status_code == 422
