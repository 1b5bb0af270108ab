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
from tests.browser.people import Person, begin_together
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
    page.clock.install()
    page.goto(ana.home)
    page.get_by_text("Customise").click()
    page.get_by_label("Time to think").select_option("own")
    expect(page.get_by_text("a bot plays that turn")).to_be_visible()
    page.get_by_label("Time per turn", exact=True).fill("5")
    page.get_by_label("Unit: Time per turn").select_option("min")
    page.get_by_label("Reserve for the whole game", exact=True).fill("1")
    page.get_by_label("Unit: Reserve for the whole game").select_option("d")
    page.get_by_role("button", name="Play now Classic").click()
    ana.wait_until_ready()
    timer = page.get_by_role("timer", name="Your time")
    expect(timer).to_contain_text(re.compile(r"[34]:\d\d|5:00"))
    page.clock.fast_forward("05:00")
    # The reserve is long, so it is counted in words, and nothing is announced yet.
    expect(timer).to_contain_text("reserve")
    expect(timer).to_contain_text("24 hours")
    assert "seconds left" not in page.locator("#say").inner_text()


def test_a_bots_move_after_a_timeout_is_reported_and_the_player_takes_the_seat_back(
    people: People, server: Server
) -> None:
    ana = people.come()
    # The warning is there for two turns of a second.
    ana.page.add_init_script("""
        window.warnings = [];
        document.addEventListener("sixth:shown", () => {
          const warning = document.querySelector(".missed");
          if (warning?.checkVisibility()) window.warnings.push(warning.textContent);
        });
    """)
    seat_with_short_clock(server, ana, "clockbrowser")
    page = ana.page
    page.get_by_text("More about this table").click()
    expect(page.get_by_text("Clock: 1 second a turn.")).to_be_visible()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#say")).to_contain_text("Your time is up: a bot plays this turn for you.")
    check_accessibility(page, "a bot played for me")
    ana.wait_for_question("back")
    assert page.evaluate("window.warnings[0]").startswith("Your time was up, so a bot played.")
    page.get_by_role("button", name="Take my seat back").click()
    page.locator("#table:not([data-asks=back])").wait_for()


def test_the_last_seconds_are_announced_once(people: People) -> None:
    ana, bo = people.come("Ana"), people.come("Bo")
    page = ana.page
    page.clock.install()
    begin_together(ana, bo, pace="own", turn_time="9", turn_unit="min")
    ana.stop_timers()
    left = re.search(r"(\d):(\d\d)", page.get_by_role("timer", name="Your time").inner_text())
    assert left is not None
    page.clock.run_for(1000 * (60 * int(left[1]) + int(left[2]) - 8))
    announcements = page.locator("#say")
    while "5 seconds left." not in announcements.inner_text():
        page.clock.run_for(250)
    # In that very second news come and draw the clock anew.
    bo.do()
    expect(ana.status_of("Bo")).to_have_text("has chosen")
    assert announcements.inner_text().count("5 seconds left.") == 1


def test_the_host_gives_more_time_once_a_turn(people: People) -> None:
    ana = people.come()
    page = ana.page
    ana.open(pace="own", turn_time="4", turn_unit="min")
    timer = page.get_by_role("timer", name="Your time")
    expect(timer).to_contain_text(re.compile(r"[23]:\d\d|4:00"))
    more = page.get_by_role("button", name="More time for everybody")
    more.click()
    expect(timer).to_contain_text(re.compile(r"[67]:\d\d|8:00"))
    expect(more).to_have_count(0)
