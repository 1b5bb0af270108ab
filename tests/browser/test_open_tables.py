"""Open tables: one press plays with bots, people join, and subscribers are notified."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Route, expect

from tests.browser.axe import check_accessibility
from tests.browser.conftest import People
from tests.browser.people import Person
from tests.browser.test_push import subscribe_script
from tests.server.support.hosting import until
from tests.server.support.push_service import PushService, serving_pushes
from tests.server.support.serving import Server

PRESS = "Play with bots, open to all"
TELL = "Tell me when somebody opens one"


@pytest.fixture
def server(tmp_path: Path, service: PushService) -> Iterator[Server]:
    """Start a server that may push to that service, without open tables."""
    with serving_pushes(tmp_path / "data", service) as running:
        yield running


def _person_at_list(people: People, name: str, **settings: Any) -> Person:
    """Open the list of tables in a browser that has this name saved."""
    person = people.come(name, **settings)
    person.context.add_cookies([{"name": "sixth-name", "value": name, "url": person.home}])
    person.page.goto(f"{person.home}/tables")
    return person


def _status(person: Person) -> APIResponse:
    """Return the site's answer whether this browser waits for an open table."""
    return person.page.request.get(f"{person.home}/tables/push", headers={"HX-Request": "true"})


def test_one_press_in_an_empty_list_opens_a_table_that_people_can_join(people: People) -> None:
    ana, bo = (
        _person_at_list(people, "Ana"),
        _person_at_list(people, "Bo", viewport={"width": 360, "height": 740}),
    )
    expect(ana.page.locator("#open")).to_contain_text("No open tables right now.")
    check_accessibility(ana.page, "the list without a table")
    # By the keyboard alone.
    ana.page.get_by_role("button", name=PRESS).focus()
    ana.page.keyboard.press("Enter")
    ana.wait_until_ready()
    ana.wait_for_question("choose")

    bo.page.reload()
    line = bo.page.locator("#open li")
    expect(line).to_contain_text(re.compile(r"Ana · 3 bots\s*Classic.* · already playing"))
    check_accessibility(bo.page, "the list with a table that plays")
    width = bo.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 360
    other = bo.tab()
    other.clock.install()
    other.goto(f"{bo.home}/tables")
    bo.page.get_by_role("link", name="Join in Ana").click()
    bo.wait_until_ready()
    expect(bo.page.get_by_role("region", name="Join in")).to_contain_text("after this round")
    bo.page.get_by_label("Your name").fill("Bo")
    bo.page.get_by_role("button", name="Sit down").click()
    expect(bo.page.get_by_role("button", name="Just watch")).to_be_visible()
    # The list updates by itself.
    other.clock.fast_forward(9_000)
    expect(other.locator("#open li")).to_contain_text("Ana · 2 bots")

    ana.play_until("next")
    bo.wait_for_question("next")
    expect(bo.page.locator("#leave")).to_be_attached()
    ana.do()
    bo.do()
    for person in (ana, bo):
        person.wait_for_question("choose")
    expect(ana.page.locator(".players")).to_contain_text("Bo")


def test_without_scripts_the_button_is_a_form_and_the_page_refreshes_itself(people: People) -> None:
    eve = _person_at_list(people, "Eve", java_script_enabled=False)
    expect(eve.page.get_by_text("new tables appear here by themselves")).to_be_visible()
    expect(eve.page.get_by_role("button", name=TELL)).to_be_hidden()
    eve.page.get_by_role("button", name=PRESS).click()
    expect(eve.page.locator("#hand button").first).to_be_visible()


def test_a_subscriber_to_open_tables_is_notified_once(people: People, service: PushService) -> None:
    subscribed = service.subscribe()
    bo = people.come("Bo", permissions=["notifications"], service_workers="allow")
    bo.page.clock.install()
    bo.page.add_init_script(subscribe_script(subscribed.form))
    bo.page.goto(f"{bo.home}/tables")
    tell = bo.page.get_by_role("button", name=TELL)
    expect(tell).to_have_attribute("aria-pressed", "false")
    tell.focus()
    bo.page.keyboard.press("Enter")
    expect(tell).to_have_attribute("aria-pressed", "true")
    expect(bo.note).to_have_text(
        "You'll get one notification when somebody opens a table in the next three hours."
    )
    check_accessibility(bo.page, "the list for which somebody waits")
    waits = _status(bo)
    bo.page.reload()
    expect(tell).to_have_attribute("aria-pressed", "true")
    ana = _person_at_list(people, "Ana")
    ana.page.get_by_role("button", name=PRESS).click()
    ana.wait_until_ready()
    message = subscribed.wait(1)[0].content
    assert message["body"] == "Ana has opened a table."
    assert message["url"] == ana.page.url.removeprefix(ana.home)
    until(lambda: not _status(bo).json()["on"], "the request has ended")
    # He looks while the push service has the message, and the site does not know it yet.
    bo.page.route("**/tables/push", lambda route: route.fulfill(response=waits), times=1)
    bo.page.reload()
    expect(tell).to_have_attribute("aria-pressed", "true")
    bo.page.clock.fast_forward(9_000)
    expect(tell).to_have_attribute("aria-pressed", "false")
    # A new subscription ends by the same button.
    tell.click()
    expect(tell).to_have_attribute("aria-pressed", "true")
    tell.click()
    expect(tell).to_have_attribute("aria-pressed", "false")
    bo.page.reload()
    expect(tell).to_have_attribute("aria-pressed", "false")


def test_a_press_is_not_undone_by_an_answer_from_before_it(people: People, service: PushService) -> None:
    bo = people.come("Bo", permissions=["notifications"], service_workers="allow")
    page = bo.page
    page.add_init_script(subscribe_script(service.subscribe().form))
    # The page has understood the answer a task after this.
    page.add_init_script("""
        const get = ServiceWorkerRegistration.prototype.getNotifications;
        ServiceWorkerRegistration.prototype.getNotifications = async function (filter) {
          const notifications = await get.call(this, filter);
          setTimeout(() => { window.answered = true; });
          return notifications;
        };
    """)
    page.goto(f"{bo.home}/about")
    bo.wait_for_worker()
    before = _status(bo)
    late: list[Route] = []

    def answer(route: Route) -> None:
        if late:
            route.continue_()
        else:
            late.append(route)

    page.route("**/tables/push", answer)
    page.goto(f"{bo.home}/tables")
    tell = page.get_by_role("button", name=TELL)
    tell.click()
    expect(tell).to_have_attribute("aria-pressed", "true")
    late[0].fulfill(response=before)
    page.wait_for_function("() => window.answered")
    expect(tell).to_have_attribute("aria-pressed", "true")


def test_a_browser_without_push_has_no_button_and_reads_that_the_page_refreshes_itself(
    people: People,
) -> None:
    eve = people.come("Eve")
    eve.page.add_init_script("delete window.PushManager;")
    eve.page.goto(f"{eve.home}/tables")
    expect(eve.page.get_by_role("button", name=TELL)).to_be_hidden()
    expect(eve.page.get_by_text("new tables appear here by themselves")).to_be_visible()
