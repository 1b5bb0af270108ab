"""Mutes and reports by keyboard on a phone, with and without scripts."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.test_people import press
from tests.browser.test_small_screens import fits_and_is_accessible

_PHONE = {"width": 360, "height": 740}


@pytest.mark.parametrize("scripts", [True, False])
def test_a_message_is_reported_and_its_author_muted(people: People, *, scripts: bool) -> None:
    ana = people.come("Ana", viewport=_PHONE, java_script_enabled=scripts)
    bo = people.come("Bo")
    ana.open("invite", seats=2)
    bo.join(ana.page.url.partition("?")[0])
    words = bo.page.get_by_label("Message…")
    words.fill("something rude")
    words.press("Enter")
    expect(bo.page.locator("#said")).to_contain_text("something rude")
    page = ana.page
    if not scripts:
        page.reload()
    author = page.locator("#lines").get_by_role("link", name="Bo")
    expect(author).to_have_count(1)
    author.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Report Bo")).to_be_visible()
    expect(page.locator("blockquote")).to_have_text("Bo something rude")
    if scripts:
        fits_and_is_accessible(ana, "the page of a report")
    page.get_by_label("What is wrong? (optional)").fill("It is rude.")
    press(page, "Report")
    expect(page.get_by_role("heading", name="Reported")).to_be_visible()
    page.get_by_role("link", name="Back to the table").click()
    ana.wait_until_ready()
    author.focus()
    page.keyboard.press("Enter")
    press(page, "Mute Bo")
    expect(page.locator("#prompt")).to_be_visible()
    expect(page.locator("#lines p")).to_have_count(0)
    page.goto(f"{ana.home}/you")
    expect(page.get_by_role("button", name="Unmute Bo")).to_be_visible()
    if scripts:
        fits_and_is_accessible(ana, "the page of a person who has muted somebody")
    press(page, "Unmute Bo")
    expect(page.get_by_role("button", name="Unmute Bo")).to_have_count(0)
