"""axe-core finds nothing to complain about on any page, in light or dark."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import People
from tests.browser.people import Person, meanwhile

_AXE = Axe()


def is_accessible(person: Person, where: str) -> None:
    """Axe finds nothing on the page that this person looks at."""
    for scheme in ("light", "dark"):
        person.page.emulate_media(color_scheme=scheme)
        found = _AXE.run(person.page, options={"resultTypes": ["violations"]})
        assert found.violations_count == 0, f"{where}, {scheme}: {found.generate_report()}"


def test_axe_finds_nothing_from_the_first_page_to_the_end_of_a_game(people: People) -> None:
    ana, bo = people.come("Ana"), people.come("Bo")
    ana.page.goto(ana.home)
    is_accessible(ana, "first page")
    ana.open("invite", seats=3)
    is_accessible(ana, "lobby")
    bo.page.goto(ana.page.url)
    bo.ready()
    is_accessible(bo, "before sitting down")
    bo.join(ana.page.url)
    is_accessible(bo, "waiting for the host")
    ana.page.get_by_role("button", name="Start the game").click()
    checked: set[str] = set()
    while "again" not in checked:
        for person in (ana, bo):
            seen = person.seen()
            if seen.asks not in checked:
                is_accessible(person, seen.asks)
                checked.add(seen.asks)
            if seen.asks in ("choose", "take", "next") and not seen.chosen:
                person.do(seen)
            if "chosen" not in checked and person.seen().chosen:
                is_accessible(person, "a card chosen, the other still thinking")
                checked.add("chosen")
    assert {"choose", "chosen", "take", "next", "again"} <= checked


@pytest.mark.parametrize(("game", "asks"), [("logic", "pick"), ("kids", "flip"), ("elimination", "choose")])
def test_axe_finds_nothing_at_other_games(people: People, game: str, asks: str) -> None:
    ana = people.come()
    ana.open(game=game)
    ana.asked(asks)
    is_accessible(ana, f"{game}, {asks}")
    ana.do()
    ana.play_until(asks)
    is_accessible(ana, f"{game}, {asks} once more")


def test_axe_finds_nothing_on_an_error_page_and_in_a_refusal(people: People) -> None:
    ana = people.come()
    ana.forgive("404|422")
    ana.page.goto(f"{ana.home}/t/no-such-table")
    is_accessible(ana, "error page")
    ana.page.goto(ana.home)
    ana.page.get_by_label("Kids").check()
    ana.page.get_by_label("Seats", exact=True).select_option("10")
    ana.page.get_by_role("button", name="Play now").click()
    ana.note.wait_for()
    is_accessible(ana, "refused form")


def test_axe_finds_nothing_in_the_dialogs_and_with_a_card_lifted_or_kept(people: People) -> None:
    ana, bo = people.come("Ana"), people.come("Bo")
    ana.open("invite", seats=2)
    bo.join(ana.page.url)
    ana.page.get_by_role("button", name="Start the game").click()
    for person in (ana, bo):
        person.asked("choose")
    ana.page.locator("#hand button").last.click()
    is_accessible(ana, "a card lifted")
    ana.page.locator("#play").click()
    ana.page.locator("#hand [aria-pressed=true]").wait_for()
    ana.page.locator("#hand button").first.click()
    ana.page.locator("#keep").click()
    is_accessible(ana, "a card kept")
    ana.page.keyboard.press("?")
    is_accessible(ana, "keys and preferences")
    ana.page.keyboard.press("Escape")
    bo.page.locator("#hand button").last.dblclick()
    meanwhile((ana, bo), lambda: bo.seen().asks == "choose" and bo.seen().turn == "2")
    bo.page.keyboard.press(",")
    bo.page.locator("#past[open]").wait_for()
    is_accessible(bo, "what just happened")


def test_axe_finds_nothing_in_high_contrast_whether_chosen_or_wished_for_by_the_system(
    people: People,
) -> None:
    ana, bo = people.come("Ana"), people.come("Bo", contrast="more")
    ana.page.goto(f"{ana.home}/settings")
    ana.page.get_by_label("High contrast").check()
    ana.page.get_by_role("button", name="Save").click()
    colours = set()
    for person in (ana, bo):
        person.open()
        person.asked("choose")
        is_accessible(person, f"high contrast, {person.name}")
        colours.add(person.page.evaluate("getComputedStyle(document.body).backgroundColor"))
    # The last that was looked at was dark.
    assert colours == {"rgb(0, 0, 0)"}
