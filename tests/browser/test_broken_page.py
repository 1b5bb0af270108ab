"""A page whose script does not come, or which is told what it cannot follow, leaves a way to play."""

import json

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import People


def _tells(page: Page, *lines: dict[str, object]) -> list[str]:
    """Have the line of a page answer with these lines, one a connection, then with the server's own."""
    left, asked = [json.dumps(line) + "\n" for line in lines], list[str]()

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        if left:
            route.fulfill(body=left.pop(0), content_type="application/x-ndjson")
        else:
            route.continue_()

    page.route("**/wire?*", answer)
    return asked


def test_a_script_that_does_not_come_leaves_the_text_version(people: People) -> None:
    ana = people.come("Ana")
    ana.open()
    ana.forgive("ERR_FAILED")
    ana.page.route("**/static/table/main.js*", lambda route: route.abort())
    ana.page.reload()
    ana.page.get_by_role("main").get_by_role("link", name="Text version").click()
    ana.page.locator("#hand button").last.click()
    expect(ana.page.locator("main.plain")).to_be_visible()


def test_an_unknown_event_has_the_page_ask_for_the_whole_and_go_on(people: People) -> None:
    ana = people.come("Ana")
    ana.open()
    version = int(ana.seen().version)
    strange = {"v": version + 1, "now": 0, "events": [{"event": "a-newer-one"}]}
    asked = _tells(ana.page, strange)
    ana.page.reload()
    ana.ready()
    ana.do(press=lambda buttons: buttons.last.click())
    ana.asked("choose", "take")
    assert "since=0" in asked[1]
    expect(ana.note).to_be_empty()


def test_a_state_that_does_not_fit_twice_is_said_and_the_text_version_offered(people: People) -> None:
    ana = people.come("Ana")
    ana.open()
    wrong = {"v": 9_999, "now": 0, "full": {"view": None}}
    _tells(ana.page, wrong, wrong, wrong)
    ana.page.reload()
    expect(ana.note).to_contain_text("This page cannot follow the table any more.")
    ana.note.get_by_role("link", name="Text version").click()
    expect(ana.page.locator("main.plain")).to_be_visible()
