"""An evening of four people: in three languages, by finger, by keyboard and in a terminal, on a big screen.

At the stations that other tests do not look at, axe and the layout are checked, and that what is one's own is
where one is.
"""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random

from playwright.sync_api import Page, expect

from tests.browser.axe import Inspection, check_accessibility
from tests.browser.conftest import People
from tests.browser.layout import PHONE, check_layout, layout_faults
from tests.browser.people import BUTTONS, Person
from tests.remote.typist import Typist
from tests.server.support.playing import Person as Visitor, keep_name, play_on, visiting
from tests.server.support.serving import Server

# Names are kept as long as the server runs, so other tests have others.
_ADA, _BERT = "Ada Evening", "Bert Abend"


_MARKS = {_ADA: 5, _BERT: 7}
"""The shapes that they have chosen."""


def keeping(person: Person, visitor: Visitor) -> None:
    """Have a window's person keep a name and a shape, as a visitor does."""
    client = keep_name(visitor, person.name).client
    client.post("/you/name", data={"name": person.name, "mark": str(_MARKS[person.name])})
    secret = client.cookies["sixth-you"]
    person.context.add_cookies([{"name": "sixth-you", "value": secret, "url": person.home}])


def look(person: Person, where: str, *, page: Page | None = None) -> None:
    """Check a page of a person by axe, and on phones its layout; a kept name is in its header."""
    page = page or person.page
    check_accessibility(page, where)
    size = page.viewport_size
    if size and size["width"] < 600:
        check_layout(page, where)
    if person.name in (_ADA, _BERT) and page.locator("header").count():
        expect(page.locator("#me .name"), where).to_have_text(person.name)
        expect(page.locator(f"#me .mark.m{_MARKS[person.name]}"), where).to_have_count(1)


def by_keys(person: Person, selector: str) -> None:
    """Press Enter on the first button that a selector finds."""
    person.page.locator(selector).locator("visible=true").first.press("Enter")


@contextmanager
def typing(folder: Path, table: str, name: str) -> Iterator[Typist]:
    typist = Typist(folder, table, "--name", name)
    try:
        yield typist
    finally:
        typist.close()


def test_four_people_play_an_evening_that_is_each_ones_own(
    people: People, server: Server, tmp_path: Path
) -> None:
    ada = people.come(_ADA, viewport=PHONE, has_touch=True, is_mobile=True)
    bert = people.come(_BERT, locale="de-DE")
    dora = people.come("Dora", locale="fr-FR", viewport=PHONE)
    # A busy machine may leave a replay before its scripts have read the game.
    ada.forgive("preloaded using link preload")
    with visiting(server.url) as one, visiting(server.url) as other:
        keeping(ada, one)
        keeping(bert, other)
        _rated_game(ada, one, other)
    hers = Inspection(ada)
    ada.page.goto(server.url)
    expect(ada.page.locator("h1")).to_contain_text(_ADA)
    ada.open("invite", seats=4, hand="3", end="rounds", end_count="2")
    table, screen = ada.page.url, ada.tab()
    screen.set_viewport_size({"width": 1920, "height": 1080})
    hers.find_nothing("lobby, host", ada.page)
    screen.goto(f"{table}/screen")
    check_accessibility(screen, "lobby, screen")
    screen.goto("about:blank")
    ada.page.bring_to_front()
    _come(bert, dora, table)
    with typing(tmp_path, table, "Cleo") as cleo:
        cleo.hear("Enter says that you are ready")
        cleo.type("s Good evening!")
        for person in (ada, bert):
            expect(person.page.locator("#table")).to_contain_text("Cleo")
            expect(person.page.locator("#talk")).to_contain_text("Good evening!")
        ada.page.locator("#begin button.main").tap()
        for person in (ada, bert, dora):
            person.wait_for_question("choose")
        _first_turn(ada)
        hers.page.bring_to_front()
        with ThreadPoolExecutor(1) as thread:
            answers = thread.submit(lambda: [*iter(cleo.answer, False)])
            unasked = _play(ada, bert, dora, screen)
            answers.result()
        _compare(ada, bert, dora, cleo)
    hers.find_nothing("again")
    screen.goto(f"{table}/screen")
    check_accessibility(screen, "screen, end of the game")
    assert layout_faults(screen) == []
    expect(screen.locator(".wall-cards").get_by_role("listitem")).to_have_count(4)
    ada.page.bring_to_front()
    _afterwards(people, ada, table, screen)
    if unasked:
        # Where nobody had a card that was too low, one of them plays on until one is.
        ada.open(seats=2, bots="random")
        ada.play_until("take")
        look(ada, "take")


def _rated_game(ada: Person, one: Visitor, other: Visitor) -> None:
    """Have two people play a rated game, and look at what it changed for the first."""
    rated = {"pace": "calm", "rated": "true"}
    table = one.open("invite", game="kids", seats=2, name=_ADA, **rated)
    other.join(table, name=_BERT)
    other.send("ready")
    one.look()
    one.send("begin")
    play_on([one, other], Random(1))
    ada.sit_at(table, one.token(table))
    expect(ada.page.locator(".rating").first).to_contain_text(re.compile(r"1500 → \d+ \([+−]\d+\)"))
    look(ada, "the end of a rated game")


def _come(bert: Person, dora: Person, table: str) -> None:
    """Have one come by keyboard who has a name, and one by finger who has none."""
    bert.page.goto(table)
    expect(bert.page.locator("html")).to_have_attribute("lang", "de")
    expect(bert.page.locator("#sit [name=name]")).to_have_value(_BERT)
    by_keys(bert, "#sit button")
    bert.wait_until_ready()
    expect(bert.page.locator(".player.you .who")).to_contain_text(_BERT)
    expect(bert.page.locator(f".player.you .mark.m{_MARKS[_BERT]}")).to_have_count(1)
    look(bert, "waiting for the host")
    by_keys(bert, "#ready button")
    expect(bert.page.locator(".player.you .status")).to_have_text("ist bereit")
    dora.page.goto(table)
    expect(dora.page.locator("html")).to_have_attribute("lang", "fr")
    expect(dora.page.locator("#sit [name=name]")).to_have_value("")
    look(dora, "before sitting down, without a name")
    dora.join(table)
    expect(dora.page.locator("#me")).to_have_count(0)


def _first_turn(ada: Person) -> None:
    check_layout(ada.page, "choose")
    ada.page.locator("#hand button").last.tap()
    look(ada, "a card lifted")
    ada.do()
    check_layout(ada.page, "chosen, while others think")
    ada.page.locator("#hand button:not([aria-pressed])").first.tap()
    ada.page.locator("#keep").tap()
    look(ada, "a card kept")
    ada.page.locator("#unlift").tap()
    # The keys of a keyboard come last on a phone, folded.
    expect(ada.options().locator(".keys")).not_to_have_attribute("open", "")
    check_accessibility(ada.page, "options and keys")
    ada.page.keyboard.press("Escape")


def _play(ada: Person, bert: Person, dora: Person, screen: Page) -> set[str]:
    """Have all play to the end of the game; look at each first question, and what others see of it.

    Return the questions that nobody was asked.
    """
    unseen, all_three = {"take", "next"}, (ada, bert, dora)
    while any(person.snapshot().asks != "again" for person in all_three):
        ada.pause()
        for person in all_three:
            now = person.snapshot()
            if now.asks in unseen:
                unseen.remove(now.asks)
                look(person, now.asks)
                screen.goto(f"{person.page.url}/screen")
                check_accessibility(screen, f"screen, {now.asks}")
                person.page.bring_to_front()
                if now.asks == "take":
                    other = bert if person is ada else ada
                    other.page.locator(".pending:visible").wait_for()
                    check_layout(other.page, "another takes a row")
                else:
                    _past(person, screen)
            if now.asks not in BUTTONS or now.chosen or now.asks == "again":
                continue
            if person is bert and now.asks == "choose":
                by_keys(bert, BUTTONS["choose"])
                bert.page.keyboard.press("Enter")
                bert.wait_until_chosen(now)
            else:
                person.do(now)
    assert unseen <= {"take"}
    return unseen


def _past(person: Person, screen: Page) -> None:
    """Look at what just happened, in its dialog and as a page."""
    person.page.keyboard.press(",")
    person.page.locator("#past[open]").wait_for()
    look(person, "what just happened")
    person.page.keyboard.press("Escape")
    screen.goto(f"{person.page.url}/history")
    check_accessibility(screen, "what just happened, as a page")
    person.page.bring_to_front()


def _compare(ada: Person, bert: Person, dora: Person, cleo: Typist) -> None:
    """Check that all have seen the same game, and that each reads of themselves first."""
    totals = [
        person.page.locator("#ended tbody tr td:last-child").all_inner_texts() for person in (ada, bert, dora)
    ]
    assert len(totals[0]) == 4
    assert totals[0] == totals[1] == totals[2]
    for person in (ada, bert):
        expect(person.page.locator(f"#ended tr.you .mark.m{_MARKS[person.name]}")).to_have_count(1)
    for person, kept in ((ada, True), (bert, True), (dora, False)):
        own = person.page.locator("#ended tr.you td:last-child")
        expect(person.page.locator("#prompt")).to_contain_text(re.compile(rf"\b{own.inner_text()}\b"))
        # Only who has no name yet is asked to keep the games.
        expect(person.page.locator("a[href='/you']:not(#me, .foot a, .menu a)").first).to_be_visible(
            visible=not kept
        )
    # The terminal's last words of the game agree with the pages.
    (end,) = [line for line in cleo.text.splitlines() if line.startswith("The game is over.")]
    for name in dora.page.locator(".podium .first bdi").all_inner_texts():
        assert name in end or name == "Tu"


def _afterwards(people: People, ada: Person, table: str, screen: Page) -> None:
    """Look at the chat over the result, the replay, the settings of the next game, and a private table."""
    talk = ada.page.get_by_role("link", name="Chat")
    talk.tap()
    check_layout(ada.page, "talk over the result")
    ada.page.keyboard.press("Escape")
    expect(talk).to_be_focused()
    ada.page.get_by_role("link", name="Watch replay").tap()
    ada.page.locator("#next").tap()
    check_layout(ada.page, "replay")
    screen.goto(f"{table}/house")
    check_accessibility(screen, "settings of the next game")
    screen.get_by_label("Spectators allowed").uncheck()
    screen.get_by_role("button", name="Back to lobby").click()
    screen.locator("#begin button.main").click()
    screen.locator("#hand button").first.wait_for()
    eve = people.come("Eve", viewport=PHONE)
    eve.forgive("403")
    eve.page.goto(table)
    expect(eve.prompt).to_have_text("This table is private")
    look(eve, "private table")
    ada.page.goto(ada.home)
    look(ada, "the first page after the evening")
