"""Clocks in a browser: the time left, its announcements, the timeout, and the way back."""

import re

from playwright.sync_api import expect

import sixth
from sixth.rules.record import HUMAN
from sixth.server.store.sql import SqlStore
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Opened, Sat
from sixth.server.table.identity import hash_token, new_token
from tests.browser.axe import check_accessibility
from tests.browser.conftest import People
from tests.browser.people import Person
from tests.server.support.logs import secret
from tests.server.support.serving import Server

TOKEN = new_token()


def seat_with_short_clock(server: Server, person: Person, table: str) -> None:
    """Seat this person with a bot where a turn has one second, less than any form offers."""
    rules = sixth.games["classic"].replace(seats=2)
    store = SqlStore(f"sqlite:///{server.data}/sixth.sqlite3")
    opening = Opened(rules, secret(1, 1), TableConfig(turn_seconds=1))
    sittings = (Sat(0, person.name, HUMAN, hash_token(TOKEN)), Sat(1, "Clio", "careful", None))
    store.append(table, 0, (opening, *sittings))
    store.close()
    person.sit_at(table, TOKEN)


def test_the_clock_is_chosen_shown_and_announced(people: People) -> None:
    ana = people.come()
    page = ana.page
    page.goto(ana.home)
    page.get_by_text("Customise").click()
    page.get_by_label("Time to think").select_option("own")
    expect(page.get_by_text("a bot plays that turn")).to_be_visible()
    page.get_by_label("Time per turn", exact=True).fill("5")
    page.get_by_label("Reserve for the whole game", exact=True).fill("1")
    page.get_by_label("Unit: Reserve for the whole game").select_option("d")
    page.get_by_role("button", name="Play now Classic").click()
    ana.wait_until_ready()
    timer = page.get_by_role("timer", name="Your time")
    expect(timer).to_contain_text(re.compile(r"0:0[1-5]"))
    # The reserve is long, so it is counted in words, and nothing is announced yet.
    expect(timer).to_contain_text("reserve")
    expect(timer).to_contain_text("24 hours")
    assert "seconds left" not in page.locator("#say").inner_text()


def test_a_bots_move_after_a_timeout_is_reported_and_the_player_takes_the_seat_back(
    people: People, server: Server
) -> None:
    ana = people.come()
    seat_with_short_clock(server, ana, "clockbrowser")
    page = ana.page
    page.get_by_text("More about this table").click()
    expect(page.get_by_text("Clock: 1 second a turn.")).to_be_visible()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#say")).to_contain_text("Your time is up: a bot plays this turn for you.")
    expect(page.get_by_text("Your time was up, so a bot played.").first).to_be_visible()
    check_accessibility(page, "a bot played for me")
    ana.wait_for_question("back")
    page.get_by_role("button", name="Take my seat back").click()
    page.locator("#table:not([data-asks=back])").wait_for()


def test_the_last_seconds_are_announced_once(people: People) -> None:
    ana = people.come()
    page = ana.page
    page.goto(ana.home)
    page.get_by_text("Customise").click()
    page.get_by_label("Time to think").select_option("own")
    page.get_by_label("Time per turn", exact=True).fill("6")
    page.get_by_role("button", name="Play now Classic").click()
    ana.wait_until_ready()
    # In that very second news come and draw the clock anew.
    page.evaluate("""() => new MutationObserver(async (_, told) => {
      told.disconnect();
      const now = new DOMParser().parseFromString(await (await fetch(location)).text(), "text/html");
      document.getElementById("clock").replaceWith(now.getElementById("clock"));
      document.dispatchEvent(new Event("sixth:shown"));
      document.documentElement.dataset.written = "anew";
    }).observe(document.getElementById("say"), {childList: true})""")
    expect(page.locator("#say")).to_contain_text("5 seconds left.")
    page.locator("[data-written]").wait_for()
    assert page.locator("#say").inner_text().count("5 seconds left.") == 1


def test_the_host_gives_more_time_once_a_turn(people: People) -> None:
    ana = people.come()
    page = ana.page
    page.goto(ana.home)
    page.get_by_text("Customise").click()
    page.get_by_label("Time to think").select_option("brisk")
    page.get_by_role("button", name="Play now Classic").click()
    ana.wait_until_ready()
    timer = page.get_by_role("timer", name="Your time")
    expect(timer).to_contain_text(re.compile(r"0:(1\d|20)"))
    more = page.get_by_role("button", name="More time for everybody")
    more.click()
    expect(timer).to_contain_text(re.compile(r"0:(3\d|40)"))
    expect(more).to_have_count(0)
