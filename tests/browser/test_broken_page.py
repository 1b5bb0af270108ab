"""Table pages without their script, or with lines that they cannot follow: they offer a way to play."""

import json
import re

from playwright.sync_api import Frame, Page, Route, expect

from tests.browser.conftest import People


def _fake_lines(page: Page, *lines: dict[str, object]) -> list[str]:
    """Let the line of a page answer with these lines, one a connection, then with the server's own."""
    remaining, requests = [json.dumps(line) + "\n" for line in lines], list[str]()

    def answer(route: Route) -> None:
        requests.append(route.request.url)
        if remaining:
            route.fulfill(body=remaining.pop(0), content_type="application/x-ndjson")
        else:
            route.continue_()

    page.route("**/wire?*", answer)
    return requests


def test_a_page_without_its_script_offers_the_text_version(people: People) -> None:
    ana = people.come("Ana")
    ana.open()
    ana.forgive("ERR_FAILED")
    ana.page.route("**/static/table/main.js*", lambda route: route.abort())
    ana.page.reload()
    ana.page.get_by_role("main").get_by_role("link", name="Text version").click()
    ana.page.locator("#hand button").last.click()
    expect(ana.page.locator("main.plain")).to_be_visible()


def test_a_page_of_an_earlier_version_loads_itself_once_and_goes_on(people: People) -> None:
    ana = people.come("Ana")
    ana.open()
    loads: list[Frame] = []
    ana.page.on("framenavigated", lambda frame: loads.append(frame))  # noqa: PLW0108 # Playwright marks it

    def from_another(route: Route) -> None:
        # As if the server were of another version than each page that it sends.
        route.continue_(url=re.sub("page=[^&]*", "page=another", route.request.url))

    ana.page.route("**/wire?*", from_another)
    with ana.page.expect_event("framenavigated", lambda _: len(loads) == 2):
        ana.page.reload()
    ana.wait_until_ready()
    ana.do(press=lambda buttons: buttons.last.click())
    ana.wait_for_question("choose", "take")
    assert len(loads) == 2
    expect(ana.note).to_be_empty()


def test_a_page_recovers_from_an_unknown_event(people: People) -> None:
    ana = people.come("Ana")
    ana.open()
    version = int(ana.snapshot().version)
    strange = {"v": version + 1, "now": 0, "events": [{"event": "a-newer-one"}]}
    requests = _fake_lines(ana.page, strange)
    ana.page.reload()
    ana.wait_until_ready()
    ana.do(press=lambda buttons: buttons.last.click())
    ana.wait_for_question("choose", "take")
    assert "since=0" in requests[1]
    expect(ana.note).to_be_empty()


def test_after_two_unreadable_states_the_text_version_is_offered(people: People) -> None:
    ana = people.come("Ana")
    ana.open()
    wrong = {"v": 9_999, "now": 0, "full": {"view": None}}
    _fake_lines(ana.page, wrong, wrong, wrong)
    ana.page.reload()
    expect(ana.note).to_contain_text("This page cannot follow the table any more.")
    ana.note.get_by_role("link", name="Text version").click()
    expect(ana.page.locator("main.plain")).to_be_visible()
