"""Rated games by keyboard on a phone: one press leads to a table that says when bots come."""

from playwright.sync_api import expect

from tests.browser.axe import check_accessibility
from tests.browser.conftest import People
from tests.browser.people import Person
from tests.browser.test_people import press
from tests.browser.test_small_screens import fits
from tests.server.support.playing import Person as Visitor, client_of
from tests.server.support.serving import Server


def check(person: Person, where: str) -> None:
    """Check that a page is accessible and fits on a phone."""
    check_accessibility(person.page, where)
    fits(person, where)


def test_one_press_seats_a_person_at_a_rated_table_that_counts_down_until_bots_come(
    people: People, server: Server
) -> None:
    visitor = Visitor(client_of(server.url))
    visitor.open("play", seats=2, bots="random", name="Rae")
    visitor.go("/you")
    visitor.send("/you/name", name="Rae")
    rae = people.come("Rae", viewport={"width": 360, "height": 740})
    secret = visitor.client.cookies["sixth-you"]
    rae.page.context.add_cookies([{"name": "sixth-you", "value": secret, "url": server.url}])
    visitor.client.close()
    rae.page.goto(server.url)
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
    rae.page.goto(f"{server.url}/you")
    press(rae.page, "Put me on the board")
    press(rae.page, "Board of ratings")
    expect(rae.page.get_by_text("bot: Champion")).to_be_visible()
    check(rae, "the board of ratings")
