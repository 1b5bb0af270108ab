"""The host's settings of a table: they can change until the first game begins, and all see and hear it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.people import Person
from tests.server.support.playing import visiting
from tests.server.support.serving import Server, serving


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """Start a server for one test, which kills it."""
    with serving(tmp_path / "data") as server:
        yield server


def _settings(host: Person) -> None:
    host.menu().get_by_role("link", name="Table settings").click()


def _save(host: Person) -> None:
    host.page.get_by_role("button", name="Save").click()


def test_changes_of_game_pace_and_permissions_are_shown_and_announced_to_all(
    people: People, own_server: Server
) -> None:
    ana, bo = (people.come(name, home=own_server.url) for name in ("Ana", "Bo"))
    ana.open("invite", seats=4)
    bo.join(ana.page.url)
    bo.page.get_by_role("button", name="I am ready").click()
    expect(ana.status_of("Bo")).to_have_text("is ready")
    facts = bo.page.locator(".kept li")
    expect(facts.first).to_have_text("Classic, 4 seats.")
    _settings(ana)
    ana.page.get_by_label("Game", exact=True).select_option("tactical")
    ana.page.get_by_label("Seats", exact=True).select_option("3")
    ana.page.get_by_label("Time to think").select_option("own")
    ana.page.get_by_label("Time per turn", exact=True).fill("7")
    ana.page.get_by_label("Unit: Time per turn").select_option("min")
    ana.page.get_by_label("Hints: cards", exact=False).check()
    ana.page.get_by_label("Spectators allowed").uncheck()
    ana.page.get_by_label(re.compile("Free chat")).uncheck()
    _save(ana)
    ana.wait_until_ready()
    # The other person's page announces it, and lists it in the rules beside the table.
    expect(facts.nth(0)).to_have_text("Tactical, 3 seats. (just changed)")
    expect(facts.nth(1)).to_have_text("Clock: 7 minutes a turn. (just changed)")
    expect(bo.page.locator(".kept li.new")).to_have_count(5)
    expect(bo.page.locator("#say")).to_contain_text(
        "The host has changed the settings. Tactical, 3 seats. Clock: 7 minutes a turn. No spectators."
    )
    expect(bo.page.locator("#in-force")).to_contain_text("The deck has the cards from 1 to 34")
    expect(bo.page.locator(".player")).to_have_count(3)
    expect(bo.status_of("Bo")).to_have_text("")
    # Without free text, phrases remain.
    expect(bo.page.get_by_label("Message…")).to_be_hidden()
    bo.page.get_by_role("button", name="Hello!").click()
    expect(bo.page.locator("#lines p")).to_have_text(["You Hello!"])
    # The form shows the current values, after a power cut too.
    for person in (ana, bo):
        person.forgive("ERR_|Failed to fetch|network error|502|Incomplete")
    own_server.kill()
    own_server.restart()
    ana.page.reload()
    expect(ana.page.locator(".kept li").nth(1)).to_have_text("Clock: 7 minutes a turn. (just changed)")
    _settings(ana)
    expect(ana.page.get_by_label("Game", exact=True)).to_have_value("tactical")
    expect(ana.page.get_by_label("Time per turn", exact=True)).to_have_value("7")
    expect(ana.page.get_by_label("Spectators allowed")).not_to_be_checked()
    _save(ana)
    # The game has these rules.
    ana.page.get_by_role("button", name="Start the game").click()
    bo.wait_for_question("choose")
    assert len(bo.hand()) == 10
    assert max(bo.hand()) <= 34
    expect(bo.page.locator("#own-clock")).to_contain_text("Your time")
    expect(bo.page.locator("#helps > summary")).to_be_visible()
    people.go()


def test_too_few_seats_and_a_wrong_clock_are_refused_beside_the_field(people: People) -> None:
    ana = people.come("Ana")
    ana.open("invite", seats=4)
    for name in ("Bo", "Cy"):
        with visiting(ana.home) as guest:
            guest.join(ana.page.url.rpartition("/")[2], name=name)
    ana.page.get_by_role("button", name="Add a bot").click()
    expect(ana.page.locator(".player.free")).to_have_count(0)
    ana.forgive("409|422")
    _settings(ana)
    seats = ana.page.get_by_label("Seats", exact=True)
    seats.select_option("2")
    ana.page.get_by_label("Spectators allowed").uncheck()
    _save(ana)
    expect(seats).to_have_accessible_description("3 people have a seat here, so there can be no fewer.")
    expect(seats).to_have_value("2")
    expect(ana.page.get_by_label("Spectators allowed")).not_to_be_checked()
    seats.select_option("5")
    ana.page.get_by_label("Time to think").select_option("own")
    turn = ana.page.get_by_label("Time per turn", exact=True)
    turn.fill("soon")
    _save(ana)
    expect(turn).to_have_accessible_description("Give the time for a turn as a whole number.")
    expect(turn).to_have_value("soon")
    turn.fill("30")
    _save(ana)
    expect(ana.page.locator(".player")).to_have_count(5)


def test_rules_and_clock_cannot_change_during_a_game(people: People) -> None:
    ana = people.come("Ana")
    ana.open("invite", seats=2)
    late = ana.tab()
    late.goto(f"{ana.page.url}/house")
    ana.page.get_by_role("button", name="Start the game").click()
    ana.wait_for_question("choose")
    # The earlier page is still open in another tab.
    ana.forgive("409")
    late.get_by_label("Time to think").select_option("brisk")
    late.get_by_role("button", name="Save").click()
    message = "The game has begun: rules, clock, hints and stand-in bot stay as they are."
    expect(late.locator("#note")).to_have_text(message)
    expect(late.get_by_label("Time to think")).to_have_count(0)
    late.get_by_label("Spectators allowed").uncheck()
    late.get_by_role("button", name="Save").click()
    expect(late.locator("#hand button")).to_have_count(10)
    expect(ana.page.locator("#say")).to_contain_text("No spectators.")
