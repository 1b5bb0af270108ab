"""Rated games by keyboard on a phone: one press leads to a table that says when bots come."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.test_people import press
from tests.browser.test_small_screens import fits_and_is_accessible as check
from tests.server.support.hosting import Calendar, Site, hosting


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Start a site whose clock stands still, so that no bots come."""
    now = Calendar()()
    with hosting(tmp_path / "data", wall=lambda: now) as site:
        yield site


def test_one_press_seats_a_person_at_a_rated_table_that_counts_down_until_bots_come(
    site: Site, people: People
) -> None:
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
    rae.wait_until_ready()
    clock = rae.page.locator("#gathering .left span")
    first = clock.inner_text()
    expect(rae.page.get_by_text("Bots join in")).to_be_visible()
    expect(clock).not_to_have_text(first)
    rae.page.get_by_role("button", name="Not ready yet").press("Enter")
    expect(rae.page.get_by_text("If you aren’t ready by then, a bot takes your seat.")).to_be_visible()
    check(rae, "the table that waits for players")
    rae.page.goto(f"{site.url}/you")
    press(rae.page, "Put me on the board")
    expect(rae.page.get_by_role("button", name="Take me off the board")).to_be_visible()
    press(rae.page, "Board of ratings")
    expect(rae.page.get_by_text("bot: Champion")).to_be_visible()
    check(rae, "the board of ratings")
