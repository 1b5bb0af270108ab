"""Refused forms: they come back with their values, and with the error beside its field."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import People

NAME_IN_USE = "Somebody here already has that name; choose another."


def _says(field: Locator, why: str) -> None:
    """Check that the field is marked as wrong, visibly and for screen readers."""
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(why)
    expect(field.page.locator(".wrong:visible")).to_have_text([why])
    expect(field).to_be_focused()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_refused_seat_keeps_the_typed_name_beside_the_error(people: People, *, scripts: bool) -> None:
    ana, bo = people.come("Ana"), people.come("Bo", java_script_enabled=scripts)
    ana.open("invite", seats=4)
    bo.page.goto(ana.page.url)
    name, text = bo.page.get_by_label("Your name"), bo.page.locator("#text")
    name.fill("ana")
    if scripts:
        bo.menu()
    bo.page.get_by_text("Fair deal").click()
    text.fill("seven black <cats>")
    bo.page.get_by_role("button", name="Sit down").click()
    expect(name).to_have_value("ana")
    expect(text).to_have_value("seven black <cats>")
    _says(name, NAME_IN_USE)
    if scripts:
        bo.menu()
    expect(text).to_be_visible()
    name.focus()
    if scripts:
        # News come and change none of it.
        bo.wait_until_ready()
        ana.page.get_by_role("button", name="Add a bot").click()
        expect(bo.page.locator(".player .kind")).to_have_count(1)
        _says(name, NAME_IN_USE)
        expect(text).to_have_value("seven black <cats>")
    name.fill("<b>Bo</b>")
    bo.page.get_by_role("button", name="Sit down").click()
    expect(ana.page.locator(".players")).to_contain_text("<b>Bo</b>")
    own = bo.page.locator(".fair #own-text")
    expect(own).to_have_value("seven black <cats>")
    if not scripts:
        return
    # Nor do news change a text being typed by a seated player.
    bo.wait_until_ready()
    bo.menu().locator(".fair summary").click()
    own.fill("eight")
    own.press("Home")
    own.press_sequentially("twenty-")
    ana.page.get_by_role("button", name="Add a bot").click()
    expect(bo.page.locator(".player .kind")).to_have_count(2)
    ana.page.get_by_role("button", name="Remove Alma from the table").click()
    expect(bo.page.locator(".player .kind")).to_have_count(1)
    expect(own).to_have_value("twenty-eight")
    expect(own).to_be_focused()
    assert own.evaluate("field => field.selectionStart") == len("twenty-")


def test_empty_words_are_refused_beside_their_field(people: People) -> None:
    ana, bo = people.come("Ana"), people.come("Bo", java_script_enabled=False)
    ana.open("invite", seats=4)
    bo.join(ana.page.url)
    bo.forgive("422")
    ana.forgive("422")
    for person in (ana, bo):
        words = person.page.get_by_label("Message…")
        words.fill("  ")
        words.press("Enter")
        _says(words, "Write a message first.")
        expect(words).to_have_value("  ")
        words.fill("Hello")
        words.press("Enter")
        expect(person.page.locator("#lines p").last).to_contain_text("You Hello")
        expect(person.page.locator("[aria-invalid]")).to_have_count(0)
        expect(person.page.locator(".wrong:visible")).to_have_count(0)
