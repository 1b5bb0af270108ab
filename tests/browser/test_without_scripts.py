"""A whole round without JavaScript: forms, and a refresh during waits."""

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.people import BUTTONS, Person


def _expect_refresh(person: Person, refreshes: bool) -> None:
    """Wait for a page that refreshes itself, or for one that does not."""
    expect(person.page.locator('meta[http-equiv="refresh"]')).to_have_count(int(refreshes))


def test_a_round_is_played_by_forms_alone(people: People) -> None:
    ana = people.come(java_script_enabled=False)
    ana.open(seats=3, hand="4")
    turns = 0
    # While a bot thinks, the page refreshes itself until the turn is over. It is whole with its foot.
    table = ana.page.locator("body:has(.foot) #table:not([data-asks=wait], :has([aria-pressed=true]))")
    while (asks := table.get_attribute("data-asks") or "") not in ("next", "again"):
        _expect_refresh(ana, False)
        turns += asks == "choose"
        with ana.page.expect_navigation():
            ana.page.locator(BUTTONS[asks]).last.click()
    assert turns == 4
    ana.page.get_by_role("button", name="Next round").click()
    expect(ana.page.locator("#hand button")).to_have_count(4)


def test_the_page_refreshes_itself_only_during_waits_and_the_refresh_can_be_paused(people: People) -> None:
    """A pause lasts when a card is sent, too."""
    ana, bo = people.come("Ana"), people.come("Bo", java_script_enabled=False)
    ana.open("invite", seats=2)
    bo.join(ana.page.url)
    _expect_refresh(bo, True)
    ana.page.get_by_role("button", name="Start the game").click()
    # The page changes by itself: nothing is pressed.
    expect(bo.prompt).to_have_text("Choose a card.")
    _expect_refresh(bo, False)
    bo.page.locator("#hand button").last.click()
    expect(bo.prompt).to_contain_text("Waiting for Ana to choose.")
    _expect_refresh(bo, True)
    bo.page.get_by_role("link", name="Stop automatic reload").click()
    reload_link = bo.page.get_by_role("link", name="Reload automatically again")
    expect(reload_link).to_be_visible()
    _expect_refresh(bo, False)
    bo.page.locator("#hand button").first.click()
    expect(bo.prompt).to_contain_text("Waiting for Ana to choose.")
    _expect_refresh(bo, False)
    reload_link.click()
    _expect_refresh(bo, True)
    bo.page.get_by_role("link", name="Reload", exact=True).click()
    _expect_refresh(bo, True)
    ana.wait_for_question("choose")
    ana.do()
    expect(bo.page.locator("#hand .card")).to_have_count(9)


def test_a_player_can_choose_plain_pages_and_go_back_to_the_live_table(people: People) -> None:
    ana = people.come("Ana")
    ana.open()
    ana.page.goto(f"{ana.page.url}?plain=on")
    expect(ana.page.get_by_role("link", name="Live table")).to_be_visible()
    ana.page.locator("#hand button").last.click()
    expect(ana.page.locator("main.plain")).to_be_visible()
    ana.page.goto(ana.page.url.partition("?")[0])
    expect(ana.page.locator("main.plain")).to_be_visible()
    ana.page.get_by_role("link", name="Live table").click()
    ana.wait_until_ready()
    expect(ana.page.locator("#stage")).to_be_attached()


def test_the_plain_page_of_a_big_screen_shows_no_hand(people: People) -> None:
    ana = people.come("Ana", java_script_enabled=False)
    ana.open()
    expect(ana.page.locator("#hand button").first).to_be_visible()
    ana.page.goto(f"{ana.page.url.partition('?')[0]}/screen")
    expect(ana.page.locator("main.plain .rows")).to_be_visible()
    expect(ana.page.locator("#hand")).to_have_count(0)
