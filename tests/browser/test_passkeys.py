"""Passkeys in a browser with a virtual authenticator, at http://localhost."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import check_accessibility
from tests.browser.conftest import People
from tests.browser.people import Person
from tests.browser.test_people import open_settings
from tests.server.support.serving import Server


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[People]:
    people = People(browser, server.url.replace("127.0.0.1", "localhost"))
    yield people
    people.go()


def add_authenticator(page: Page) -> None:
    """Give the browser of a page a device that keeps passkeys, and whose owner is there and agrees."""
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True}
    options |= {"hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True}
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def keep_name(person: Person) -> None:
    """Have a person play, and keep their name."""
    person.open(seats=2)
    page = person.page
    page.goto(f"{person.home}/you")
    page.get_by_label("Your name").fill(person.name)
    page.get_by_role("button", name="Keep my games").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(person.name)


def test_a_passkey_is_added_signs_in_and_is_removed(people: People) -> None:
    ana = people.come("Pam", viewport={"width": 360, "height": 740})
    page = ana.page
    add_authenticator(page)
    keep_name(ana)
    open_settings(page)
    expect(page.get_by_text("Passkeys need JavaScript")).to_be_hidden()
    page.get_by_label("Name of the passkey").fill("Phone")
    page.get_by_role("button", name="Add a passkey").press("Enter")
    phone = page.locator("#passkeys li")
    expect(phone).to_contain_text("Phone · made")
    check_accessibility(page, "the page of oneself")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.locator("#passkeys [role=status]")).to_have_text(
        "This device already has one of your passkeys."
    )
    page.get_by_role("button", name="Sign out here").click()
    page.goto(f"{ana.home}/you")
    expect(page.get_by_role("heading", level=1)).to_have_text("Your page")
    check_accessibility(page, "the page of oneself")
    page.get_by_role("button", name="Sign in with a passkey").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Pam")
    expect(phone).to_contain_text("Phone · last used")
    open_settings(page)
    page.get_by_role("button", name="Remove: Phone").click()
    expect(phone).to_have_count(0)
    page.get_by_role("button", name="Sign out here").click()
    page.goto(f"{ana.home}/you")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.locator("#note")).to_contain_text("This site does not know that passkey")


def test_a_browser_whose_device_has_no_passkey_says_so_and_changes_nothing(people: People) -> None:
    bo = people.come("Bo")
    add_authenticator(bo.page)
    bo.page.goto(f"{bo.home}/you")
    bo.page.get_by_role("button", name="Sign in with a passkey").click()
    expect(bo.page.locator("#passkey [role=status]")).to_have_text("No passkey was used.")


def test_without_scripts_or_at_another_address_one_line_says_what_passkeys_need(
    people: People, server: Server
) -> None:
    bo = people.come("Bo", java_script_enabled=False)
    bo.page.goto(f"{bo.home}/you")
    expect(bo.page.get_by_text("Passkeys need JavaScript")).to_be_visible()
    expect(bo.page.get_by_role("button", name="Sign in with a passkey")).to_be_hidden()
    cy = people.come("Cy", home=server.url)
    cy.page.goto(f"{server.url}/you")
    expect(cy.page.get_by_text("asskey")).to_have_count(0)
