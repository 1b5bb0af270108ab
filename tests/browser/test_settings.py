"""The settings page: all settings of a browser, those of a table's menu included."""

from playwright.sync_api import expect

from tests.browser.axe import check_accessibility
from tests.browser.conftest import People

_NAMES = "all => [...new Set(all.map((one) => one.name || one.dataset.key))]"


def test_settings_apply_at_the_table_and_are_shown_again(people: People) -> None:
    ana = people.come(viewport={"width": 320, "height": 568})
    page = ana.page
    page.goto(f"{ana.home}/settings")
    part = page.get_by_role("region", name="At the table")
    part.get_by_label("At once").check()
    part.get_by_label("Play with one tap").check()
    part.get_by_label("Sounds").check()
    part.get_by_label("Read your hand").fill("x")
    part.get_by_label("Read your hand").blur()
    names = part.locator("input").evaluate_all(_NAMES)
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    check_accessibility(page, "settings")
    ana.open()
    expect(page.locator("html")).to_have_attribute("data-speed", "off")
    dialog = ana.options()
    assert dialog.locator("input").evaluate_all(_NAMES) == names
    expect(dialog.get_by_label("Play with one tap")).to_be_checked()
    expect(dialog.get_by_label("Sounds")).to_be_checked()
    expect(dialog.get_by_label("Read your hand")).to_have_value("x")
    dialog.get_by_label("Slow").check()
    dialog.get_by_role("link", name="All settings").click()
    expect(part.get_by_label("Slow")).to_be_checked()
    page.get_by_role("link", name="Show tables as text").click()
    expect(page.get_by_role("link", name="Show tables with pictures")).to_be_visible()


def test_without_scripts_the_settings_page_offers_what_works_without_them(people: People) -> None:
    ana = people.come(java_script_enabled=False)
    ana.page.goto(f"{ana.home}/settings")
    expect(ana.page.get_by_role("group", name="Language")).to_be_visible()
    expect(ana.page.locator("#at-table")).to_be_hidden()
