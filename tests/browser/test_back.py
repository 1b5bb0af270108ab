"""Back, Forward and Reload: they lead to the earlier page after every form."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Error, Locator, expect

from tests.browser.conftest import People
from tests.browser.people import Person
from tests.server.support.playing import visiting
from tests.server.support.serving import Server

_WRONG: Final = re.compile("cannot be reached|went wrong|not found|does not take")

_FINE: Final = """(wrong) => {
  const headings = [...document.querySelectorAll("h1")].filter((one) => one.checkVisibility());
  return headings.length === 1 && !RegExp(wrong).test(document.body.innerText);
}"""
"""Whether a page has one heading, and says nowhere that something is wrong."""

_NO_SCRIPTS: Final = {"java_script_enabled": False}
_WORKER: Final = {"service_workers": "allow"}
_WAYS: Final = pytest.mark.parametrize("way", [_NO_SCRIPTS, _WORKER], ids=["no scripts", "worker"])
"""Browsers without scripts, and with a worker that answers for the pages."""


class Walk:
    """The way of a person from page to page, as their browser keeps it."""

    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page
        self._trail: list[str] = []
        self._answers: set[int] = set()

    def go(self, path: str) -> None:
        """Open an address."""
        self.page.goto(self.person.home + path)
        self._note()

    def submit(self, button: Locator, leads_to: str) -> None:
        """Press the button of a form that leads to a page with a matching address."""
        self._answers.add(len(self._trail))
        self.press(button, leads_to)

    def press(self, button: Locator, leads_to: str) -> None:
        """Press a control that leads to a page with a matching address."""
        with self.page.expect_navigation(url=re.compile(f"^{re.escape(self.person.home)}{leads_to}$")):
            button.click()
        self._note()

    def back_and_forward(self) -> None:
        """Go back to the first page, reload each answer to a form, and go forward to the last one again.

        A page that went elsewhere by itself would have cut off the way forward, so that is gone at once.
        """
        last = len(self._trail) - 1
        for at in reversed(range(last)):
            self._step(self.page.go_back, at)
            if at in self._answers:
                self._step(self.page.reload, at)
        self._step(self.page.go_forward, 1)
        self._step(lambda: self._jump(last - 1), last)
        self._step(self.page.reload, last)

    def back_to(self, path: str) -> None:
        """Go back to the last page that had this address, without a look at those between."""
        self._jump(-list(reversed(self._trail)).index(path))

    def _jump(self, steps: int) -> None:
        with self.page.expect_navigation():
            try:
                self.page.evaluate("(steps) => history.go(steps)", steps)
            except Error as error:
                # The page may be gone before it has answered.
                if "context was destroyed" not in error.message:
                    raise

    def _step(self, step: Callable[[], object], at: int) -> None:
        step()
        assert self._here() == self._trail[at]
        self._fine()

    def _note(self) -> None:
        self._fine()
        self._trail.append(self._here())

    def _here(self) -> str:
        return urlsplit(self.page.url).path

    def _fine(self) -> None:
        # To look is nearly always enough, and costs a fifth of waiting.
        with suppress(Error):
            if self.page.evaluate(_FINE, _WRONG.pattern):
                return
        headings = self.page.locator("h1:visible")
        expect(headings).to_have_count(1)
        expect(headings).not_to_have_text(_WRONG)
        expect(self.page.locator("body")).not_to_contain_text(_WRONG)


@pytest.fixture
def table(server: Server) -> str:
    """Return the path of a table at which Ana waits for other players."""
    with visiting(server.url) as host:
        return f"/t/{host.open('invite', name='Ana')}"


def _come(people: People, name: str, way: dict[str, Any]) -> Walk:
    walk = Walk(people.come(name, **way))
    walk.go("/about")
    if "service_workers" in way:
        walk.person.wait_for_worker()
        walk.page.reload()
        assert walk.page.evaluate("Boolean(navigator.serviceWorker.controller)")
    return walk


@_WAYS
def test_a_host_goes_back_from_the_settings_to_the_table_the_name_and_the_first_page(
    people: People, way: dict[str, Any]
) -> None:
    walk = _come(people, "Zoë", way)
    page = walk.page
    walk.go("/")
    page.locator(".game", has_text="Kids").click()
    walk.submit(page.get_by_role("button", name="Play with friends"), "/friends")
    name = page.get_by_label("Your name")
    name.fill("\u200b")
    walk.submit(page.get_by_role("button", name="Open the table"), "/friends")
    expect(name).to_have_accessible_description(re.compile("Enter a name"))
    page.reload()
    expect(name).to_have_accessible_description("")
    name.fill("Zoë")
    walk.submit(page.get_by_role("button", name="Open the table"), "/t/[^/]+")
    walk.press(page.get_by_role("link", name="Table settings").first, "/t/[^/]+/house")
    page.get_by_label("Game", exact=True).select_option("kids")
    page.get_by_label("Seats", exact=True).select_option("9")
    page.get_by_label("Spectators allowed").uncheck()
    walk.submit(page.get_by_role("button", name="Save"), "/t/[^/]+/house")
    expect(page.locator("#note")).not_to_be_empty()
    expect(page.get_by_label("Seats", exact=True)).to_have_value("9")
    expect(page.get_by_label("Spectators allowed")).not_to_be_checked()
    page.get_by_label("Seats", exact=True).select_option("5")
    walk.submit(page.get_by_role("button", name="Save"), "/t/[^/]+")
    expect(page.locator("#table")).to_contain_text("Kids, 5 seats")
    walk.back_and_forward()
    expect(page.locator("#table")).to_contain_text("Kids, 5 seats")
    walk.back_to("/friends")
    expect(name).to_have_value("Zoë")
    page.goto(f"{walk.person.home}/")
    expect(page.get_by_role("button", name="Play now Kids")).to_be_visible()


@_WAYS
def test_a_guest_with_a_name_in_use_goes_back_and_tries_again(
    people: People, table: str, way: dict[str, Any]
) -> None:
    walk = _come(people, "Bo", way)
    page = walk.page
    walk.go(table)
    name, sit = page.get_by_label("Your name"), page.get_by_role("button", name="Sit down")
    name.fill("ana")
    walk.submit(sit, table)
    expect(name).to_have_value("ana")
    expect(name).to_have_accessible_description(re.compile("already has that name"))
    page.go_back()
    expect(name).to_have_accessible_description("")
    name.fill("Bo")
    walk.submit(sit, table)
    expect(page.locator("#leave")).to_be_attached()
    for step in (page.go_back, page.reload):
        step()
        expect(page.locator("#table")).to_contain_text("Bo")
    # The guest sits there once.
    expect(page.locator("#table bdi", has_text="Bo")).to_have_count(1)


@_WAYS
def test_back_and_forward_lead_away_from_every_form_and_to_it_again(
    people: People, table: str, way: dict[str, Any]
) -> None:
    walk = _come(people, "Ana", way)
    page = walk.page
    walk.press(page.locator(".foot").get_by_role("link", name="Settings"), r"/settings\?back=.*")
    page.locator("input[name=theme][value=dark]").check()
    walk.submit(page.get_by_role("button", name="Save"), "/about")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    walk.submit(page.get_by_role("button", name="Deutsch"), "/about")
    walk.submit(page.get_by_role("button", name="English"), "/about")
    walk.go("/join")
    code = page.get_by_label("Table code")
    code.fill("aeio")
    walk.submit(page.get_by_role("button", name="Join"), "/join")
    expect(code).to_have_value("aeio")
    expect(code).to_have_accessible_description(re.compile("No table has that code"))
    walk.press(page.locator("main").get_by_role("link", name="Open tables"), "/tables")
    walk.press(page.locator("main").get_by_role("link", name="Set up a table"), "/")
    page.get_by_text("Customise").click()
    page.get_by_text("Change the rules").click()
    hand = page.get_by_label("Cards in each hand", exact=True)
    hand.fill("60")
    walk.submit(page.get_by_role("button", name="Play now"), "/")
    expect(hand).to_have_value("60")
    expect(page.locator("#note")).not_to_be_empty()
    hand.fill("")
    walk.submit(page.get_by_role("button", name="Play now"), "/t/[^/]+")
    walk.go("/daily")
    walk.submit(page.get_by_role("button", name="Play today’s deal"), "/t/[^/]+")
    if way is _WORKER:
        # The other pages, which scripts or the worker might keep from being left or come to again.
        for path in ("/mine", "/pad", "/puzzles", "/learn", "/rules/classic", table, f"{table}/screen"):
            walk.go(path)
    walk.back_and_forward()


def test_the_worker_fetches_the_page_when_back_leads_to_the_answer_of_a_form(people: People) -> None:
    """The browser does not send the form again by itself, which does not mean that the server is away."""
    walk = _come(people, "Ana", {"service_workers": "allow"})
    walk.person.forgive("405")
    page = walk.page
    with page.expect_navigation():
        page.evaluate(
            """() => {
              const form = Object.assign(document.createElement("form"), {method: "post", action: "/rules"});
              document.body.append(form);
              form.submit();
            }"""
        )
    expect(page.get_by_role("heading", level=1)).to_have_text("Something went wrong")
    walk.go("/pad")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("The rules")
