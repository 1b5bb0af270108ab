"""A turn: cards lifted before they are sent, saved for the next turn, previewed, skipped and replayed."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.people import Person, begin_together, meanwhile

_LIFTED = "#hand [aria-current=true]"
_PRESSED = "#hand [aria-pressed=true]"


def _two(people: People) -> tuple[Person, Person]:
    ana, bo = people.come("Ana"), people.come("Bo")
    begin_together(ana, bo)
    return ana, bo


def test_a_first_press_lifts_the_card_at_once_and_sends_nothing(people: People) -> None:
    ana, bo = _two(people)
    posts: list[str] = []
    ana.page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    card, other = ana.hand()[2], ana.hand()[6]
    # The same task lifts it, so the next frame shows it.
    assert ana.page.evaluate(
        f"document.querySelector('#h{card}').click(), document.querySelector('{_LIFTED}')?.value"
    ) == str(card)
    ana.page.locator(f"button#h{other}").click()
    expect(ana.page.locator(_LIFTED)).to_have_attribute("value", str(other))
    expect(ana.page.locator("#say p").last).to_contain_text(f"{other} selected.")
    ana.page.keyboard.press("Escape")
    expect(ana.page.locator(_LIFTED)).to_have_count(0)
    assert posts == []
    expect(bo.status_of("Ana")).to_have_text("is thinking")
    ana.page.locator(f"button#h{card}").click()
    ana.page.locator(f"button#h{card}").click()
    expect(ana.page.locator(_PRESSED)).to_have_attribute("value", str(card))
    # The choice can change until all have chosen.
    ana.page.locator(f"button#h{other}").click()
    ana.page.get_by_role("button", name=f"Play {other} instead").click()
    expect(ana.page.locator(_PRESSED)).to_have_attribute("value", str(other))


def test_a_setting_sends_a_card_by_one_press(people: People) -> None:
    ana = people.come("Ana")
    begin_together(ana, idle="Bo")
    ana.options().get_by_label("Play with one tap").check()
    ana.page.get_by_role("button", name="Close").click()
    ana.page.reload()
    ana.wait_until_ready()
    card = ana.hand()[4]
    ana.page.locator(f"button#h{card}").click()
    expect(ana.page.locator(_PRESSED)).to_have_attribute("value", str(card))


def test_a_card_saved_for_the_next_turn_is_sent_with_that_turn(people: People) -> None:
    ana, bo = _two(people)
    first, saved, other = ana.hand()[9], ana.hand()[8], ana.hand()[7]
    posts: list[str] = []
    ana.page.on("request", lambda request: posts.append(request.post_data or ""))
    ana.page.locator(f"button#h{first}").dblclick()
    expect(ana.page.locator(_PRESSED)).to_have_attribute("value", str(first))
    ana.page.locator(f"button#h{other}").click()
    ana.page.keyboard.press("n")
    expect(ana.page.locator("#where")).to_have_text(f"{other} is kept for the next turn.")
    # The pointer leaves and comes back to it; the preview still works.
    ana.page.locator(f"button#h{saved}").hover()
    expect(ana.page.locator("#where")).to_have_text(re.compile(rf"^{saved} (would go|is too low)"))
    ana.page.locator(f"button#h{other}").hover()
    expect(ana.page.locator("#where")).to_have_text(f"{other} is kept for the next turn.")
    ana.page.get_by_role("button", name="Put it back").click()
    expect(ana.page.locator("#hand [data-tag]")).to_have_count(0)
    ana.page.locator(f"button#h{saved}").click()
    ana.page.get_by_role("button", name=f"Keep {saved} for the next turn").click()
    ana.page.reload()
    ana.wait_until_ready()
    expect(ana.page.locator(f"button#h{saved}")).to_have_attribute("data-tag", "next")
    assert not any(f"card={saved}" in post for post in posts)
    turn = bo.snapshot().turn
    bo.page.locator("#hand button").last.dblclick()
    meanwhile((ana, bo), lambda: bo.snapshot().asks == "choose" and bo.snapshot().turn != turn)
    expect(bo.status_of("Ana")).to_have_text("has chosen")
    expect(ana.page.locator(_PRESSED)).to_have_attribute("value", str(saved))
    expect(ana.page.locator("#hand [data-tag]")).to_have_count(0)


def test_pointing_at_a_card_previews_its_place(people: People) -> None:
    ana = people.come("Ana")
    begin_together(ana, idle="Bo")
    ends = [int(text) for text in ana.page.locator(".rows .card b").all_inner_texts()]
    for card in ana.hand():
        ana.page.locator(f"button#h{card}").hover()
        below = [end for end in ends if end < card]
        aimed = ana.page.locator(".row[data-aim=right]")
        if below:
            expect(aimed).to_have_id(f"row{ends.index(max(below)) + 1}")
            expect(ana.page.locator("#where")).to_have_text(
                re.compile(
                    rf"{card} would go to row {ends.index(max(below)) + 1} \(\d heads?\), after {max(below)}."
                )
            )
        else:
            expect(aimed).to_have_count(0)
            expect(ana.page.locator("#where")).to_contain_text(f"{card} is too low: you'd pick a row")
        expect(ana.page.locator(f"button#h{card}")).to_have_accessible_description(re.compile(rf"^{card} "))
    # The card itself can be pointed at, and sent.
    ana.page.locator("#where").hover()
    expect(ana.page.locator("#where")).to_contain_text(f"{ana.hand()[-1]} ")
    ana.page.keyboard.press("Escape")
    expect(ana.page.locator("#lift")).to_be_hidden()


def test_a_reveal_can_be_skipped(people: People) -> None:
    ana = people.come(motion=True)
    ana.open(seats=8)
    while True:
        ana.page.evaluate("window.moments.length = 0")
        turn = ana.snapshot().turn
        ana.hold_movements()
        ana.page.locator("#hand button").last.dblclick()
        ana.page.locator("#skip").wait_for()
        ana.page.keyboard.press("Escape")
        ana.release_movements()
        ana.play_until("choose")
        if ana.snapshot().turn != turn:
            break
    # Of eight placements at most one that had begun is animated.
    assert len(ana.page.evaluate("window.moments")) <= 2


def test_the_whole_round_can_be_replayed_step_by_step_also_after_a_reload(people: People) -> None:
    ana = people.come()
    ana.open(seats=3)
    for _ in range(2):
        ana.do()
        ana.play_until("choose")
    entries = ana.page.locator(".told li").all_inner_texts()
    rows = ana.page.locator(".rows .cards").all_inner_texts()
    ana.page.reload()
    ana.wait_until_ready()
    ana.page.get_by_role("link", name="What happened?").click()
    step = ana.page.get_by_role("dialog", name="What happened?")
    # It begins where the last turn did, and the key to go on is in reach.
    expect(step).to_contain_text("Step 5 of 8 · Turn 2")
    for number in range(6, 9):
        ana.page.keyboard.press("Enter")
        expect(step).to_contain_text(f"Step {number} of 8")
    expect(step).to_contain_text(entries[-1])
    assert [each.split()[0] for each in step.locator(".cards").all_inner_texts()] == [
        each.split()[0] for each in rows
    ]
    for number in range(7, 0, -1):
        ana.page.keyboard.press(",")
        expect(step).to_contain_text(f"Step {number} of 8")
        expect(step.get_by_role("status")).to_contain_text(f"Step {number} of 8")
        expect(ana.page.locator("dialog :focus")).to_have_count(1)
    assert step.locator(".rows .card").count() == 4
    ana.page.keyboard.press(".")
    expect(step).to_contain_text("Step 2 of 8")
    ana.page.keyboard.press("Escape")
    expect(step).to_be_hidden()


def test_without_scripts_a_page_shows_the_last_events(people: People) -> None:
    ana = people.come(java_script_enabled=False)
    ana.open(seats=2)
    ana.page.locator("#hand button").last.click()
    ana.page.get_by_role("link", name="What happened?").click()
    ana.page.get_by_role("link", name="Next", exact=True).click()
    expect(ana.page.locator("main")).to_contain_text(re.compile(r"Step \d of \d"))
    ana.page.get_by_role("link", name="Back to the table").click()
    ana.table.wait_for()
