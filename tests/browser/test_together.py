"""People at one table in their browsers: codes, readiness, bots, the big screen, talk, absences."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import check_accessibility
from tests.browser.conftest import People
from tests.browser.people import Person, begin_together, meanwhile
from tests.server.support.playing import visiting

_SIZES = """() => {
  const size = (selector) => Math.min(...[...document.querySelectorAll(selector)].map(
    (each) => parseFloat(getComputedStyle(each).fontSize)));
  const cards = document.querySelector(".wall-cards");
  return {
    name: size(".who"), card: size(".row .card b"),
    prompt: size("#prompt"), status: size(".player .status"),
    down: document.documentElement.scrollHeight - innerHeight,
    right: document.documentElement.scrollWidth - innerWidth,
    cards: cards.scrollHeight - cards.clientHeight,
    below: document.querySelector(".player:last-child").getBoundingClientRect().bottom - innerHeight,
  };
}"""


def _code(person: Person) -> str:
    return person.page.locator(".code b").inner_text()


def _come_by_code(person: Person, code: str) -> None:
    """Join from the first page, by four letters."""
    person.page.goto(person.home)
    person.page.get_by_role("link", name="Enter a code").click()
    expect(person.page.get_by_label("Table code")).to_be_focused()
    person.page.keyboard.type(code)
    person.page.keyboard.press("Enter")
    person.page.get_by_label("Your name").fill(person.name)
    person.page.get_by_role("button", name="Sit down").click()
    person.wait_until_ready()


def _table_of_two(people: People) -> tuple[Person, Person]:
    ana, bo = people.come("Ana"), people.come("Bo")
    ana.open("invite", seats=3)
    bo.join(ana.page.url)
    return ana, bo


def _screen(person: Person) -> Page:
    """Open the table of this person on a big screen."""
    page = person.tab()
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{person.page.url}/screen")
    page.locator("#stream[data-live]").wait_for(state="attached")
    return page


def test_people_join_by_a_code_and_the_host_sees_who_is_ready(people: People) -> None:
    ana, bo = people.come("Ana"), people.come("Bo")
    ana.open("invite", seats=3)
    _come_by_code(bo, _code(ana).lower())
    bo.page.get_by_role("button", name="I am ready").click()
    expect(ana.status_of("Bo")).to_have_text("is ready")
    bo.page.get_by_role("button", name="Not ready yet").click()
    expect(ana.status_of("Bo")).to_have_text("")
    ana.page.get_by_role("radio", name="Easy").check()
    ana.page.get_by_role("button", name="Add a bot").click()
    expect(bo.page.locator(".players")).to_contain_text("bot: Level 2")
    expect(ana.page.get_by_role("button", name="Add a bot")).to_have_count(0)
    ana.page.get_by_role("button", name="Remove Alma from the table").click()
    expect(bo.page.locator(".player.free")).to_have_count(1)
    ana.page.get_by_role("button", name="Remove Bo from the table").click()
    expect(bo.prompt).to_have_text("The host has asked you to leave this table.")
    expect(bo.page.get_by_role("button", name="Sit down")).to_have_count(0)


def test_a_player_who_left_a_game_takes_the_seat_back_with_one_press(people: People) -> None:
    ana, bo = people.come("Ana"), people.come("Bo")
    begin_together(ana, bo, seats=3)
    bo.menu().get_by_role("button", name="Leave the table").click()
    expect(bo.prompt).to_contain_text("plays for you until you come back.")
    expect(bo.page).not_to_have_title(re.compile("^Your turn"))
    expect(ana.page.locator(".away")).to_have_count(1)
    # The game goes on with the bot, and the button is still there after news.
    ana.do()
    expect(ana.page.locator(".told li").first).to_be_attached()
    bo.page.reload()
    bo.page.get_by_role("button", name="Take my seat back").click()
    expect(ana.page.locator(".away")).to_have_count(0)
    expect(bo.page.locator("#back")).to_have_count(0)
    expect(bo.prompt).not_to_contain_text("plays for you")


def test_titles_of_tabs_show_at_which_tables_the_player_is_to_act(people: People) -> None:
    ana, bo = _table_of_two(people)
    alone = ana.tab()
    alone.goto(ana.home)
    alone.get_by_role("button", name="Play now Classic").click()
    expect(alone).to_have_title(re.compile("^Your turn"))
    expect(ana.page).to_have_title(re.compile("^Start when everybody is here"))
    ana.page.get_by_role("button", name="Start the game").click()
    expect(ana.page).to_have_title(re.compile("^Your turn"))
    bo.wait_for_question("choose")
    ana.do()
    # The choice can change, but other players are to choose now.
    expect(ana.page).to_have_title(re.compile("Waiting for Bo"))
    expect(alone).to_have_title(re.compile("^Your turn"))
    bo.do()
    expect(ana.page).to_have_title(re.compile(r"^(Your turn|Waiting for Bo|Bo's \d+ is too low)"))


def test_a_removed_player_is_told_so_and_a_bot_plays_on(people: People) -> None:
    ana, bo = people.come("Ana"), people.come("Bo")
    begin_together(ana, bo, seats=3)
    ana.menu().get_by_role("link", name="Table settings").click()
    ana.page.get_by_role("button", name="Remove Bo from the table").click()
    ana.wait_for_question("choose")
    expect(ana.page.locator(".away")).to_have_count(1)
    expect(bo.page.locator("#hand")).to_have_count(0)
    bo.page.reload()
    expect(bo.prompt).to_have_text("The host has asked you to leave this table.")
    expect(bo.page.locator("#back, #leave")).to_have_count(0)
    ana.do()
    expect(ana.page.locator(".told li").first).to_be_attached()


def test_a_spectator_sees_the_table_until_the_host_ends_watching(people: People) -> None:
    ana = people.come("Ana")
    begin_together(ana, idle="Bo", seats=3)
    eve = people.come("Eve")
    eve.page.goto(ana.page.url)
    expect(eve.page.locator(".rows .card").first).to_be_visible()
    table = ana.page.url
    ana.menu().get_by_role("link", name="Table settings").click()
    ana.page.get_by_label("Spectators allowed").uncheck()
    eve.forgive("403")
    ana.page.get_by_role("button", name="Save").click()
    ana.wait_for_question("choose", "take", "wait")
    expect(eve.prompt).to_have_text("This table is private")
    expect(eve.page.locator(".card")).to_have_count(0)
    eve.page.goto(table)
    expect(eve.prompt).to_have_text("This table is private")


@pytest.mark.parametrize("seats", [2, 10])
def test_a_big_screen_can_be_read_from_across_the_room(people: People, seats: int) -> None:
    ana = people.come("Ana")
    ana.open("invite", seats=seats)
    screen = _screen(ana)
    code, letters = screen.locator(".code b"), _code(ana)
    expect(code).to_have_text(letters)
    assert code.evaluate("(each) => parseFloat(getComputedStyle(each).fontSize)") >= 100
    expect(screen.get_by_alt_text("QR code of the link")).to_be_visible()
    ana.page.get_by_role("button", name="Start the game").click()
    expect(screen.locator(".row .card").first).to_be_visible()
    # About 15 mm on a screen of a metre: more than twice the size that can be read from three metres.
    sizes = screen.evaluate(_SIZES)
    assert (sizes["name"] >= 32, sizes["card"] >= 40, sizes["prompt"] >= 40, sizes["status"] >= 22) == (
        True,
    ) * 4, sizes
    assert max(sizes[key] for key in ("down", "right", "cards", "below")) <= 0, sizes
    expect(screen.locator(".way-in b").last).to_have_text(letters)
    expect(screen.get_by_alt_text("QR code of the link")).to_be_in_viewport(ratio=1)
    expect(screen.locator("#prompt")).to_have_text("Waiting for Ana to choose.")
    assert not screen.locator("#hand, .stay").count()
    ana.do()
    expect(screen.locator("#table")).not_to_have_attribute("data-v", "1")


def test_a_big_screen_shows_the_invitation_the_spectators_and_the_talk(people: People) -> None:
    ana, eve = people.come("Ana"), people.come("Eve")
    ana.open("invite", seats=2)
    screen = _screen(ana)
    qr = screen.get_by_alt_text("QR code of the link")
    expect(qr).to_be_in_viewport(ratio=1)
    eve.page.goto(ana.page.url)
    watchers = screen.locator("#watchers")
    expect(watchers).to_contain_text("1 watching")
    ana.page.get_by_role("button", name="Add a bot").click()
    # A bot gives its seat to a newcomer, and where people have all seats, a newcomer can watch.
    expect(qr).to_be_in_viewport(ratio=1)
    eve.page.get_by_label("Your name").fill("Eve")
    eve.page.get_by_role("button", name="Sit down").click()
    expect(screen.locator("#prompt")).to_have_text("All seats are taken. Waiting for Ana to start.")
    expect(qr).to_be_in_viewport(ratio=1)
    expect(ana.prompt).to_have_text("All seats are taken. Eve may not be ready yet.")
    late = people.come("Late")
    late.page.goto(ana.page.url)
    expect(late.page.get_by_text("You can watch")).to_be_visible()
    expect(watchers).to_contain_text("1 watching")
    eve.page.get_by_role("button", name="I am ready").click()
    expect(ana.prompt).to_have_text("Everybody is here and ready: start the game.")
    words = ana.page.get_by_label("Message…")
    words.fill("Where are the crisps?")
    words.press("Enter")
    expect(screen.locator("#wall-talk p")).to_have_count(1)
    eve.menu().get_by_role("button", name="Leave the table").click()
    ana.page.get_by_role("button", name="Add a bot").click()
    messages = screen.locator("#wall-talk p")
    expect(messages).to_have_text(["Ana Where are the crisps?"])
    ana.page.get_by_role("button", name="Start the game").click()
    expect(screen.locator(".row")).to_have_count(4)
    expect(messages).to_be_in_viewport(ratio=1)
    # The bot thinks, too, for a moment.
    expect(screen.locator(".player:has(.status.thinking) .who")).to_have_text(["Ana"])
    # Neither the big screen nor its frames have a card of any hand.
    assert not screen.locator("#hand, [name=card]").count()
    expect(screen.locator(".way-in")).to_contain_text("Code")
    for watcher in (eve, late):
        watcher.page.goto(f"{eve.home}/about")
    expect(watchers).to_have_text("")


_HIDDEN = """() => {
  const boxes = (of) => [...document.querySelectorAll(of)].filter((one) => one.checkVisibility());
  const said = boxes(".bubble").map((one) => one.getBoundingClientRect());
  const covers = (box, other) => box.left < other.right && other.left < box.right
    && box.top < other.bottom && other.top < box.bottom;
  return boxes(".who > :is(.mark, bdi), .me > *")
    .filter((one) => said.some((box) => covers(box, one.getBoundingClientRect())))
    .map((one) => one.parentElement.textContent.trim());
}"""
"""The players whose name or token a message covers."""


def test_talk_appears_at_once_and_each_reader_can_mute_a_player(people: People) -> None:
    ana, bo = people.come("Ana"), people.come("Bo")
    ana.page.clock.install()
    ana.open("invite", seats=3)
    bo.join(ana.page.url)
    # A message leaves the chip of its author after some seconds.
    ana.stop_timers()
    bo.page.get_by_role("button", name="Good luck!").click()
    lines = ana.page.locator("#lines p:visible")
    expect(lines).to_have_text(["Bo Good luck!"])
    # A message is shown at its author's chip as well, and announced once only.
    bubbles = ana.page.locator(".player .bubble[inert]")
    expect(bubbles).to_have_count(1)
    expect(bubbles).to_contain_text("Good luck!")
    expect(bubbles).to_be_visible()
    assert ana.page.evaluate(_HIDDEN) == []
    words = bo.page.get_by_label("Message…")
    words.fill("<i>hi</i>")
    words.press("Enter")
    expect(words).to_have_value("")
    expect(lines).to_have_text(["Bo Good luck!", "Bo <i>hi</i>"])
    # The newest message is last, and in sight where there is no room for all.
    first, last = lines.first.bounding_box(), lines.last.bounding_box()
    assert first is not None
    assert last is not None
    assert first["y"] < last["y"]
    ana.page.locator("#lines").scroll_into_view_if_needed()
    ana.page.evaluate("document.getElementById('lines').style.maxHeight = '2rem'")
    expect(lines.last).to_be_in_viewport(ratio=0.9)
    expect(lines.first).not_to_be_in_viewport(ratio=0.9)
    ana.page.get_by_text("Mute or report", exact=True).click()
    ana.page.clock.resume()
    check_accessibility(ana.page, "talk before a game, and its mutes")
    ana.page.get_by_label("Everybody", exact=True).check()
    expect(lines).to_have_count(0)
    ana.page.get_by_label("Everybody", exact=True).uncheck()
    expect(lines).to_have_count(2)
    ana.page.get_by_role("button", name="Mute Bo").click()
    ana.page.get_by_text("Mute or report", exact=True).click()
    expect(ana.page.get_by_role("button", name="Unmute Bo")).to_be_visible()
    expect(lines).to_have_count(0)
    bo.page.get_by_role("button", name="applause").click()
    expect(bo.page.locator("#lines p")).to_have_count(3)
    ana.stop_timers()
    ana.page.get_by_role("button", name="Hello!").click()
    expect(ana.page.locator("#lines p")).to_have_text(["You Hello!"])
    # Earlier messages have left the chips, and those of a muted player never appear there.
    expect(ana.page.locator(".player .bubble")).to_have_text("You Hello!")
    ana.page.get_by_role("button", name="Unmute Bo").click()
    expect(lines).to_have_count(4)
    # The choice is the reader's own.
    expect(bo.page.locator("#lines p").first).to_be_visible()


def test_on_a_phone_talk_opens_beside_the_hand_and_unread_messages_are_marked(people: People) -> None:
    ana, bo = people.come("Ana", viewport={"width": 360, "height": 640}), people.come("Bo")
    for person in (ana, bo):
        person.page.clock.install()
    ana.open("invite", seats=3)
    # With bots alone there is no talk.
    expect(ana.page.locator("#talk")).to_be_hidden()
    bo.join(ana.page.url)
    for person in (ana, bo):
        person.stop_timers()
    expect(ana.page.locator("#talk")).to_be_visible()
    bo.page.get_by_role("button", name="Hello!").click()
    bubble = ana.page.locator("#players .bubble")
    expect(bubble).to_contain_text("Hello!")
    assert ana.page.evaluate(_HIDDEN) == []
    ana.page.get_by_role("button", name="Start the game").click()
    for person in (ana, bo):
        person.wait_for_question("choose")
    # What was said in the lobby is still shown, and nobody's name or token is missing for it.
    expect(bubble).to_be_visible()
    assert ana.page.evaluate(_HIDDEN) == []
    root, quick = ana.page.locator(":root"), ana.page.get_by_role("link", name="Chat")
    expect(quick).to_be_in_viewport(ratio=1)
    thanks = ana.page.get_by_role("button", name="Thank you!")
    expect(thanks).not_to_be_in_viewport()
    bo.page.get_by_role("button", name="Good luck!").click()
    expect(root).to_have_attribute("data-unread", "")
    expect(ana.page.locator("#players .bubble")).to_contain_text("Good luck!")
    quick.click()
    expect(root).not_to_have_attribute("data-unread", "")
    expect(ana.page.locator("#lines p").last).to_be_in_viewport(ratio=1)
    ana.page.clock.resume()
    check_accessibility(ana.page, "talk over the hand")
    thanks.click()
    expect(thanks).not_to_be_in_viewport()
    expect(quick).to_be_focused()
    expect(bo.page.locator("#players .bubble").filter(has_text="Thank you!")).to_have_count(1)
    # It disappears by itself, and stays in the talk.
    ana.page.clock.run_for(10_000)
    expect(ana.page.locator(".bubble")).to_have_count(0)
    expect(ana.page.locator("#lines p")).to_have_count(3)
    # A message from before the game took the place of no name.
    expect(ana.page.locator(".player .who:has(.mark)")).to_have_text(
        [re.compile("^Ana"), "Bo", re.compile(".")]
    )


def test_changes_of_the_list_of_open_tables_are_announced_once_and_can_be_paused(people: People) -> None:
    eve = people.come("Eve")
    eve.page.clock.install()
    eve.page.goto(f"{eve.home}/tables")
    announcements, hold = eve.page.locator("#open-say"), eve.page.get_by_role("button", name="Pause updates")
    expect(hold).to_be_visible()
    expect(announcements).to_have_text("")
    with visiting(eve.home) as cleo, visiting(eve.home) as dan:
        cleo.open("invite", name="Cleo Lists", listed="true")
        eve.page.clock.fast_forward(9_000)
        expect(announcements).to_have_text("Cleo Lists has opened a table.")
        hold.click()
        expect(hold).to_have_attribute("aria-pressed", "true")
        cleo.send("begin")
        dan.open("invite", name="Dan Lists", listed="true")
        eve.page.clock.fast_forward(60_000)
        # Nothing has moved meanwhile; after the pause all changes come at once.
        expect(eve.page.get_by_role("link", name="Join Cleo Lists")).to_be_visible()
        hold.click()
        expect(announcements).to_have_text("Dan Lists has opened a table. 1 table is no longer open.")
        expect(eve.page.get_by_role("link", name="Join Cleo Lists")).to_have_count(0)
        eve.page.get_by_role("link", name="Join Dan Lists").click()
        eve.page.get_by_label("Your name").fill("Eve")
        eve.page.get_by_role("button", name="Sit down").click()
        expect(eve.page.locator(".players")).to_contain_text("Dan Lists")
        dan.look()
        dan.send("begin")


def test_without_scripts_a_link_stops_the_refresh_of_the_list(people: People) -> None:
    eve = people.come("Eve", java_script_enabled=False)
    eve.page.goto(f"{eve.home}/tables")
    assert "refresh" in eve.page.content()
    eve.page.get_by_role("link", name="Stop automatic reload").click()
    expect(eve.page.get_by_role("link", name="Reload automatically again")).to_be_visible()
    assert "refresh" not in eve.page.content()
    expect(eve.page.get_by_role("button", name="Pause updates")).to_be_hidden()


def test_a_hidden_tab_notifies_of_turns_only_on_request(people: People) -> None:
    ana, bo = people.come("Ana", permissions=["notifications"]), people.come("Bo")
    ana.page.add_init_script("""
        window.told = [];
        window.Notification = class {
          constructor(title, {body}) { window.told.push(`${title}: ${body}`); }
          static permission = "granted";
          static requestPermission = async () => "granted";
        };
        window.hide = () => Object.defineProperty(document, "hidden", {get: () => true});
    """)
    begin_together(ana, bo)
    notify = ana.menu().locator("#notify")
    expect(notify).to_have_accessible_name("Notify me when it is my turn")
    expect(notify).to_have_attribute("aria-pressed", "false")
    notify.click()
    expect(notify).to_have_attribute("aria-pressed", "true")
    ana.page.reload()
    expect(notify).to_have_attribute("aria-pressed", "true")
    ana.do()
    ana.page.evaluate("window.hide()")
    expect(ana.page).to_have_title(re.compile("^Waiting for Bo"))
    assert ana.page.evaluate("window.told") == []
    bo.do()
    meanwhile([bo], lambda: ana.page.title().startswith("Your turn"))
    ana.page.wait_for_function("() => window.told.length")
    assert ana.page.evaluate("window.told[0]") == f"It's your turn: {ana.prompt.inner_text()}"
