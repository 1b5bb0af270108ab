"""Notifications of turns: a button subscribes, the worker shows them, and the same button unsubscribes."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Worker, expect

from tests.browser.axe import check_accessibility
from tests.browser.conftest import People
from tests.browser.people import Person, meanwhile
from tests.browser.test_small_screens import fits_and_is_accessible
from tests.server.support.push_service import PushService, serving_pushes
from tests.server.support.serving import Server


@pytest.fixture
def server(tmp_path: Path, service: PushService) -> Iterator[Server]:
    """Start a server that may push to that service."""
    with serving_pushes(tmp_path / "data", service) as running:
        yield running


def subscribe_script(form: dict[str, str]) -> str:
    """Return a script that subscribes as a browser with a push service does; browsers of tests have none."""
    keys = {name: form[name] for name in ("p256dh", "auth")}
    subscription = json.dumps({"endpoint": form["endpoint"], "keys": keys})
    return f"""
        window.Notification = class {{
          static permission = "granted";
          static requestPermission = async () => "granted";
        }};
        const subscription = {{toJSON: () => ({subscription}), unsubscribe: async () => true}};
        PushManager.prototype.subscribe = async (options) => {{
          if (!options.userVisibleOnly || options.applicationServerKey.length !== 87) throw new TypeError();
          localStorage.setItem("has-push", "yes");
          return subscription;
        }};
        PushManager.prototype.getSubscription = async () =>
          localStorage.getItem("has-push") ? subscription : null;
    """


_SHOW = """async (message) => {
    // What the system would show, and where a press on it leads.
    const shown = [], opened = [];
    registration.showNotification = async (title, options) => { shown.push({title, ...options}); };
    clients.openWindow = async (path) => { opened.push(path); };
    const waits = [];
    const sent = (event, more) => {
        Object.assign(event, more);
        event.waitUntil = (done) => waits.push(done);
        dispatchEvent(event);
    };
    sent(new Event("push"), {data: {json: () => message}});
    await Promise.all(waits);
    const notification = {data: shown[0].data, closed: false, close() { this.closed = true; }};
    sent(new Event("notificationclick"), {notification});
    await Promise.all(waits);
    return {shown, opened, closed: notification.closed};
}"""


def _worker(person: Person) -> Worker:
    running = person.context.service_workers
    return running[0] if running else person.context.wait_for_event("serviceworker")


def test_a_button_subscribes_to_notifications_that_lead_back_and_ends_them(
    people: People, service: PushService
) -> None:
    subscribed = service.subscribe()
    ana = people.come("Ana", permissions=["notifications"], service_workers="allow")
    bo = people.come("Bo")
    ana.page.add_init_script(subscribe_script(subscribed.form))
    ana.open("invite", seats=2, pace="day")
    bo.join(ana.page.url)
    ana.page.get_by_role("button", name="Start the game").click()
    for person in (ana, bo):
        person.wait_for_question("choose")
    notify = ana.menu().locator("#notify")
    expect(notify).to_have_accessible_name("Notify me when it is my turn")
    expect(notify).to_have_attribute("aria-pressed", "false")
    notify.focus()
    ana.page.keyboard.press("Enter")
    expect(notify).to_have_attribute("aria-pressed", "true")
    check_accessibility(ana.page, "the menu of a table with days for a turn")
    table = ana.page.url
    ana.do()
    # The tab of the table is closed; she is notified all the same.
    ana.page.goto(f"{ana.home}/mine")
    expect(ana.page.get_by_role("link", name="Waiting for Bo to choose.")).to_be_visible()
    check_accessibility(ana.page, "the page of one's tables")
    bo.do()
    meanwhile([bo], lambda: bool(subscribed.messages))
    message = subscribed.wait(1)[0].content
    result = _worker(ana).evaluate(_SHOW, message)
    path = table.removeprefix(ana.home)
    assert result["opened"] == [path]
    assert result["closed"]
    (notification,) = result["shown"]
    assert (notification["title"], notification["tag"], notification["silent"]) == (
        "It's your turn",
        path,
        True,
    )

    ana.page.goto(table)
    ana.menu()
    expect(notify).to_have_attribute("aria-pressed", "true")
    notify.click()
    expect(notify).to_have_attribute("aria-pressed", "false")
    ana.page.reload()
    ana.menu()
    expect(notify).to_have_attribute("aria-pressed", "false")


def test_a_browser_that_refuses_notifications_shows_a_message(people: People, service: PushService) -> None:
    ana = people.come("Ana", permissions=["notifications"], service_workers="allow")
    ana.page.add_init_script(subscribe_script(service.subscribe().form))
    ana.page.add_init_script("PushManager.prototype.subscribe = async () => { throw new Error(); };")
    ana.open("invite", seats=2, pace="day")
    notify = ana.menu().locator("#notify")
    notify.click()
    expect(ana.page.locator("#note")).to_have_text("This browser does not let Sixth notify you just now.")
    expect(notify).to_have_attribute("aria-pressed", "false")


def test_a_person_turns_notifications_of_invitations_on_and_off_on_a_phone(
    people: People, service: PushService
) -> None:
    phone = {"width": 360, "height": 740}
    ana = people.come("Ana", permissions=["notifications"], service_workers="allow", viewport=phone)
    page = ana.page
    page.add_init_script(subscribe_script(service.subscribe().form))
    ana.open("invite", seats=2)
    page.goto(f"{ana.home}/you")
    expect(page.locator("#invited")).to_have_count(0)
    page.get_by_label("Your name").fill("Ina")
    page.get_by_role("button", name="Keep my games").click()
    button = page.get_by_role("button", name="Notify me when a friend invites me")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
    fits_and_is_accessible(ana, "the page of a person who is notified of invitations")
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "false")
