"""People by keyboard on a phone: keep a name, add a device, lose the first, and delete everything."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from sixth.puzzles import shipped
from sixth.server.features.puzzles.today import answer_name
from tests.browser.conftest import People
from tests.browser.people import Person
from tests.browser.test_small_screens import fits_and_is_accessible
from tests.server.support.hosting import Calendar, Site, hosting
from tests.server.support.parties import BRIEF
from tests.server.support.playing import play_on, visiting
from tests.server.support.serving import Server

_PHONE = {"width": 360, "height": 740}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Start a site on which no day ends during a test."""
    with hosting(tmp_path / "data", wall=Calendar()) as site:
        yield site


def play(person: Person, server: Server | Site) -> None:
    """Have a person play a short game against a bot, and look at its result."""
    with visiting(server.url) as visitor:
        visitor.open("play", seats=2, bots="random", name="Ana", **BRIEF)
        play_on([visitor], Random(1))
        person.sit_at(visitor.table, visitor.token())
        secret = visitor.client.cookies["sixth-you"]
    person.page.context.add_cookies([{"name": "sixth-you", "value": secret, "url": server.url}])
    person.page.goto(f"{server.url}/t/{visitor.table}")


def press(page: Page, name: str) -> None:
    """Press the button or follow the link with this name by keyboard."""
    button, link = (page.get_by_role(role, name=name, exact=True) for role in ("button", "link"))
    button.or_(link).first.press("Enter")


def open_settings(page: Page) -> None:
    """Unfold the name, devices and data on the page of a person."""
    page.get_by_text("Name, devices and data").press("Enter")


def test_a_puzzle_counts_on_the_page(site: Site, people: People) -> None:
    ana = people.come("Ana", home=site.url, viewport=_PHONE)
    play(ana, site)
    page = ana.page
    page.goto(f"{site.url}/puzzles/today")
    page.locator("#next").press("Enter")
    page.wait_for_url(re.compile(r"/puzzles/\d+"))
    number = int(page.locator("#puzzles").get_attribute("data-number") or "0")
    # An answer that was given without a connection is sent when it comes back.
    ana.context.set_offline(True)
    page.locator(f'.play [data-answer="{answer_name(shipped()[number - 1].best)}"]').first.press("Enter")
    with page.expect_response(f"**/puzzles/{number}/answer"):
        ana.context.set_offline(False)
    page.goto(f"{site.url}/you")
    expect(page.locator("#puzzle-record")).to_contain_text("1 of 1 puzzle solved at once.")


def test_somebody_keeps_a_name_moves_to_a_second_device_and_deletes_everything(
    people: People, server: Server
) -> None:
    ana = people.come("Ana", viewport=_PHONE)
    play(ana, server)
    page = ana.page
    press(page, "Keep your games")
    expect(page.get_by_role("heading", name="Your page")).to_be_visible()
    fits_and_is_accessible(ana, "the page of a guest")
    page.get_by_label("Your name").fill("You")
    press(page, "Keep my games")
    expect(page.locator("#name-wrong")).to_contain_text("choose another name")
    # Each ox is one letter to people and to the server, and two to browsers.
    for oxen, heading in (("🐂" * 25, "Your page"), ("🐂" * 24, "🐂" * 24)):
        page.get_by_label("Your name").select_text()
        page.keyboard.insert_text(oxen)
        expect(page.get_by_label("Your name")).to_have_value(oxen)
        press(page, "Keep my games")
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        expect(page.locator("#name-wrong")).to_contain_text("24 letters at most" if heading != oxen else "")
    open_settings(page)
    page.get_by_text("Change name or shape").press("Enter")
    page.get_by_label("Your name").fill("Ana Bee")
    press(page, "Save")
    expect(page.get_by_role("heading", name="Ana Bee")).to_be_visible()
    open_settings(page)
    press(page, "Add a device")
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    press(page, "Make recovery codes")
    expect(page.locator(".codes li")).to_have_count(8)
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    fits_and_is_accessible(ana, "the page of a person")

    phone = people.come("Phone", viewport=_PHONE)
    phone.page.goto(page.locator(".link code").inner_text())
    expect(phone.page.get_by_role("heading", name="Are you Ana Bee?")).to_be_visible()
    press(phone.page, "Yes, that’s me")
    expect(phone.page.get_by_role("heading", name="Ana Bee")).to_be_visible()
    expect(phone.page.locator(".devices li")).to_have_count(2)
    open_settings(phone.page)
    phone.page.locator(".devices button").focus()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".devices li")).to_have_count(1)
    # The address of a part of what is folded opens it.
    expect(phone.page.get_by_role("button", name="Add a device")).to_be_visible()
    page.goto(f"{server.url}/you")
    expect(page.get_by_role("heading", name="Already have a name here?")).to_be_visible()

    phone.page.get_by_text("Delete everything").first.click()
    phone.page.get_by_label("I want to delete everything").check()
    phone.page.get_by_role("button", name="Delete everything").click()
    expect(phone.page).to_have_url(f"{server.url}/")
    phone.page.goto(f"{server.url}/you")
    expect(phone.page.get_by_role("link", name="Play", exact=True).first).to_be_visible()
    expect(phone.page.locator(".devices")).to_have_count(0)
