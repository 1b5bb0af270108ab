"""Languages and themes in a browser: each fits, themes are accessible, and a change stays on the page."""

import re

import pytest
from playwright.sync_api import expect

from sixth.i18n import LANGUAGES
from tests.browser.axe import check_accessibility
from tests.browser.conftest import People
from tests.browser.people import Person

_OVER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def _fits(person: Person, where: str, code: str) -> None:
    expect(person.page.locator("html")).to_have_attribute("lang", code)
    over = person.page.evaluate(_OVER)
    assert over <= 0, f"{where}: {over} pixels run over the edge"


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_pages_fit_in_every_language(people: People, code: str) -> None:
    ana = people.come(locale=code, viewport={"width": 320, "height": 568})
    ana.page.goto(ana.home)
    _fits(ana, "first page", code)
    ana.page.goto(f"{ana.home}/settings")
    _fits(ana, "settings", code)
    ana.page.goto(ana.home)
    ana.page.locator("button[name=how][value=play]").click()
    ana.wait_for_question("choose")
    ana.wait_until_ready()
    _fits(ana, "table", code)


def test_a_change_of_language_at_a_table_stays_there(people: People) -> None:
    ana = people.come()
    ana.open()
    table = ana.page.url
    ana.page.get_by_role("button", name="Italiano").click()
    expect(ana.page.locator("#prompt")).to_have_text("Scegli una carta.")
    assert ana.page.url == table


@pytest.mark.parametrize("scripts", [True, False])
def test_themes_are_chosen_in_the_settings(people: People, *, scripts: bool) -> None:
    """Each theme is accessible; without scripts too."""
    ana = people.come(java_script_enabled=scripts)
    ana.page.goto(ana.home)
    colours = set()
    for theme, name in (("Light", "light"), ("Dark", "dark"), ("High contrast", "contrast light")):
        ana.page.get_by_role("link", name="Settings", exact=True).click()
        ana.page.get_by_label(theme).check()
        ana.page.get_by_role("button", name="Save").click()
        expect(ana.page).to_have_url(re.compile(f"^{ana.home}/?$"))
        ana.page.wait_for_load_state()
        body = ana.page.locator("body")
        colours.add(
            body.evaluate("(body) => getComputedStyle(body).color + getComputedStyle(body).background")
        )
        if scripts:
            check_accessibility(ana.page, theme, name)
    assert len(colours) == 3
    felt = "() => getComputedStyle(document.documentElement).getPropertyValue('--felt-lit')"
    green = ana.page.evaluate(felt)
    ana.page.get_by_role("link", name="Settings", exact=True).click()
    ana.page.locator("input[name=theme][value=system]").check()
    ana.page.get_by_label("Blue").check()
    ana.page.get_by_label("Stars").check()
    ana.page.get_by_role("button", name="Save").click()
    expect(ana.page.locator("html")).to_have_attribute("data-cards", "stars")
    ana.page.wait_for_load_state()
    assert ana.page.evaluate(felt) != green
