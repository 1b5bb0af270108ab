"""Rated games by keyboard on a phone: one press leads to a page that says when bots come."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from sqlalchemy import update

from sixth.server.features.ratings.quick_rows import BOTS_AFTER_MS
from sixth.server.features.ratings.tables import quick_entries
from tests.browser.axe import check_accessibility
from tests.browser.conftest import People
from tests.browser.people import Person
from tests.browser.test_people import press
from tests.browser.test_small_screens import fits
from tests.server.support.hosting import Site, hosting


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with hosting(tmp_path / "data") as site:
        yield site


def wait_longer(site: Site, milliseconds: int) -> None:
    """Have all who wait wait for longer already."""
    with site.store.engine.begin() as connection:
        connection.execute(update(quick_entries).values(since=quick_entries.c.since - milliseconds))


def check(person: Person, where: str) -> None:
    """Check that a page is accessible and fits on a phone."""
    check_accessibility(person.page, where)
    fits(person, where)


def test_one_press_leads_to_a_page_that_counts_down_and_then_to_the_table(site: Site, people: People) -> None:
    visitor = site.person()
    visitor.open("play", seats=2, bots="random", name="Rae")
    visitor.go("/you")
    visitor.send("/you/name", name="Rae")
    rae = people.come("Rae", home=site.url, viewport={"width": 360, "height": 740})
    secret = visitor.client.cookies["sixth-you"]
    rae.page.context.add_cookies([{"name": "sixth-you", "value": secret, "url": site.url}])
    rae.page.goto(site.url)
    check(rae, "the first page with the button of rated quick games")
    press(rae.page, "Rated quick game")
    # The test may take longer than the wait does.
    wait_longer(site, -100 * BOTS_AFTER_MS)
    first = rae.page.get_by_role("timer").inner_text()
    expect(rae.page.get_by_role("timer")).not_to_have_text(first)
    check(rae, "the page that waits for players")
    press(rae.page, "Cancel")
    press(rae.page, "Rated quick game")
    expect(rae.page.get_by_role("listitem").filter(has_text="Rae")).to_be_visible()
    wait_longer(site, BOTS_AFTER_MS)
    rae.wait_until_ready()
    expect(rae.page.get_by_text("Choose a card.")).to_be_visible()
    rae.page.goto(f"{site.url}/you")
    press(rae.page, "Put me on the board")
    expect(rae.page.get_by_role("button", name="Take me off the board")).to_be_visible()
    press(rae.page, "Board of ratings")
    expect(rae.page.get_by_text("bot: Level 8")).to_be_visible()
    check(rae, "the board of ratings")
