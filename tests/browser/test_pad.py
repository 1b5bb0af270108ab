"""The score pad: it keeps the score of a game with real cards, and no input does harm."""

import json
import random
from typing import Final

import pytest
from playwright.sync_api import expect

from sixth.rules.cards import FULL_DECK, HEADS
from tests.browser.axe import check_accessibility
from tests.browser.conftest import People
from tests.browser.pads import Pad, hostile
from tests.browser.people import NO_STORAGE


def _pad_of_three(people: People) -> Pad:
    pad = Pad(people.come())
    pad.players("Ana", "Bo", "Cy")
    return pad


def test_a_whole_game_is_entered_by_keyboard(people: People) -> None:
    pad = _pad_of_three(people)
    pad.heads_of("Ana").focus()
    rounds = (("10", "2", "55 7 10"), ("20", "3", "#66"), ("36", "9", ""))
    for number, entries in enumerate(rounds, 1):
        expect(pad.button(f"Save round {number}")).to_be_visible()
        for entry in entries:
            pad.page.keyboard.type(entry)
            pad.page.keyboard.press("Tab")
            pad.page.keyboard.press("Tab")
        pad.page.keyboard.press("Enter")
        message = pad.page.get_by_role("status").filter(has_text=f"Round {number} is saved.")
        expect(message).to_contain_text("Totals: Ana ")
        if number < len(rounds):
            pad.heads_of("Ana").focus()
    assert pad.totals() == [66, 14, 16]
    expect(pad.standing).to_contain_text(
        "Ana has reached the limit of 66. The game is over. Bo wins with 14 heads."
    )
    expect(pad.page.locator("#entry")).to_be_hidden()
    pad.button("Again with the same players").press("Enter")
    expect(pad.button("Save round 1")).to_be_visible()


@pytest.mark.parametrize("table", ["classic", "light"])
def test_cards_count_as_many_heads_as_in_the_rules(people: People, table: str) -> None:
    pad = _pad_of_three(people)
    if table == "light":
        pad.page.get_by_label("light: plain cards have none").check()
    heads, chance = HEADS["light" if table == "light" else "classic"], random.Random(table)
    totals = pad.page.evaluate(
        "async ([url, all, table]) => { const game = await import(url);"
        " return all.map((cards) => game.headsOf(game.cardsOf(cards), table)); }",
        [
            "/static/pad/game.js",
            sets := [
                chance.sample(range(1, FULL_DECK + 1), size) for size in (1, 2, 5, 10, 60, 104) for _ in "123"
            ],
            json.loads(pad.page.locator("#heads").inner_text())[table],
        ],
    )
    assert totals == [sum(heads[card] for card in cards) for cards in sets]
    pad.enter(Ana="5 10", Bo="#55")
    assert pad.totals() == [heads[5] + heads[10], heads[55], 0]


def test_a_card_can_be_tapped_for_one_player_only(people: People) -> None:
    pad = _pad_of_three(people)
    pad.heads_of("Ana").fill("#55")
    pad.button("Cards that Bo took").press("Enter")
    dialog = pad.page.get_by_role("dialog")
    dialog.get_by_role("button", name="1: 1 head", exact=True).press("Space")
    pad.page.keyboard.press("ArrowRight")
    pad.page.keyboard.press("Space")
    dialog.get_by_role("button", name="55: taken by Ana").press("Enter")
    expect(dialog.get_by_role("status")).to_have_text("55: taken by Ana")
    dialog.get_by_role("button", name="10: 3 heads").click()
    dialog.get_by_role("button", name="Done").press("Enter")
    expect(pad.heads_of("Bo")).to_have_value("1 2 10")
    pad.heads_of("Cy").fill("3 10")
    pad.heads_of("Cy").press("Enter")
    expect(pad.note).to_have_text("Card 10 cannot have been taken by both Bo and Cy.")
    expect(pad.page.locator("#sheet")).to_be_hidden()
    pad.enter(Cy="#3")
    assert pad.totals() == [7, 5, 1]


def test_an_impossible_entry_is_refused_in_one_sentence(people: People) -> None:
    pad = _pad_of_three(people)
    for entry, sentence in (
        ("105 3", "There is no card 105; the cards are 1 to 104."),
        ("7 7", "Card 7 is entered twice."),
        ("many", "“many” is neither a number of heads nor cards such as 55 7 10."),
        ("-", "“-” is neither a number of heads nor cards such as 55 7 10."),
        ("99999999999", "9999 is the highest number allowed."),
        ("", "Enter the heads of at least one player; 0 if nobody took any."),
    ):
        pad.enter(Bo=entry)
        expect(pad.note).to_have_text(sentence)
        expect(pad.heads_of("Bo")).to_be_focused()
        expect(pad.page.locator("#sheet")).to_be_hidden()


def test_every_step_can_be_undone_and_redone_and_an_earlier_round_changed(people: People) -> None:
    pad = _pad_of_three(people)
    pad.enter(Ana="5", Bo="6")
    pad.enter(Ana="1", Bo="2", Cy="3")
    pad.button("Change round 1").press("Enter")
    expect(pad.heads_of("Bo")).to_have_value("6")
    pad.enter(Ana="7")
    assert pad.totals() == [8, 8, 3]
    pad.button("Remove Bo").press("Enter")
    assert pad.totals() == [8, 3]
    for totals in ([8, 8, 3], [6, 8, 3], [5, 6, 0]):
        pad.button("Undo").press("Enter")
        assert pad.totals() == totals
    for totals in ([6, 8, 3], [8, 8, 3], [8, 3]):
        pad.button("Redo").press("Enter")
        assert pad.totals() == totals
    expect(pad.button("Redo")).to_be_disabled()


def test_steps_can_be_undone_and_redone_after_a_reload(people: People) -> None:
    pad = _pad_of_three(people)
    pad.enter(Ana="5", Bo="55 7")
    pad.enter(Ana="1", Bo="2", Cy="3")
    pad.button("Remove Bo").press("Enter")
    pad.go()
    pad.button("Undo").press("Enter")
    assert pad.totals() == [6, 10, 3]
    pad.button("Undo").press("Enter")
    pad.go()
    assert pad.totals() == [5, 8, 0]
    pad.button("Redo").press("Enter")
    assert pad.totals() == [6, 10, 3]
    # Another tab goes on from there, and this tab from the other tab's state.
    other = Pad(pad.person, page=pad.person.tab())
    for _ in range(5):
        other.button("Undo").press("Enter")
    for each in (other, pad):
        expect(each.button("Undo")).to_be_disabled()
    expect(pad.standing).to_have_text("Add at least two players.")
    pad.button("Redo").press("Enter")
    expect(pad.page.get_by_label("Name of player 1")).to_have_value("Ana")


def test_the_number_of_saved_steps_is_limited(people: People) -> None:
    pad = _pad_of_three(people)
    step = ["x", "x", [1, "Name", 0, 0, 66, ["Ana", "Bo"], [[1, 2]] * 200], 0]
    pad.page.evaluate(
        """([step]) => {
          const book = JSON.parse(localStorage.getItem("sixth-pad"));
          book.past = Array(1_000).fill(step);
          localStorage.setItem("sixth-pad", JSON.stringify(book));
        }""",
        [step],
    )
    pad.go()
    pad.enter(Ana="1")
    stored = json.loads(pad.page.evaluate("localStorage.getItem('sixth-pad')"))
    assert 50 < len(stored["past"]) <= 200
    assert len(json.dumps(stored)) < 300_000
    pad.button("Undo").press("Enter")
    expect(pad.page.locator("#sheet")).to_be_hidden()
    pad.button("Undo").press("Enter")
    assert pad.totals() == [200, 400]


def test_a_game_ends_after_its_rounds_or_with_one_player_left(people: People) -> None:
    pad = _pad_of_three(people)
    pad.page.get_by_label("after a number of rounds").check()
    pad.page.get_by_role("textbox", name="Number of rounds").fill("2")
    pad.page.get_by_role("textbox", name="Number of rounds").press("Tab")
    pad.enter(Ana="100", Bo="1", Cy="2")
    expect(pad.standing).to_have_text("Bo leads with 1 head. 1 round is left.")
    pad.enter(Bo="4", Cy="3")
    expect(pad.standing).to_contain_text("The game is over. Bo and Cy win together with 5 heads.")
    pad.page.get_by_label("when one is left").check()
    expect(pad.standing).to_have_text("Ana is out. Bo and Cy lead with 5 heads.")
    expect(pad.heads_of("Ana")).to_be_hidden()
    pad.enter(Bo="61")
    expect(pad.standing).to_have_text("Ana is out. Cy leads with 5 heads.")
    pad.enter(Bo="1")
    expect(pad.standing).to_contain_text("Ana and Bo are out. The game is over. Cy wins with 5 heads.")


def test_several_games_are_saved_and_a_deleted_game_can_be_restored(people: People) -> None:
    pad = _pad_of_three(people)
    pad.page.get_by_label("Name of the game").fill("At home")
    pad.enter(Ana="5", Bo="6", Cy="7")
    pad.page.get_by_text("Saved games").press("Enter")
    pad.button("New game").press("Enter")
    pad.page.get_by_label("Name of the game").fill("In the train")
    pad.enter(Ana="1", Bo="1", Cy="1")
    pad.go()
    expect(pad.title).to_have_text("In the train")
    pad.page.get_by_text("Saved games").press("Enter")
    pad.button("Open At home").press("Enter")
    expect(pad.title).to_have_text("At home")
    assert pad.totals() == [5, 6, 7]
    pad.button("Delete At home").press("Enter")
    expect(pad.title).to_have_text("In the train")
    pad.button("Undo").press("Enter")
    expect(pad.title).to_have_text("At home")
    pad.go()
    assert pad.totals() == [5, 6, 7]


def test_a_shared_game_opens_elsewhere_and_is_never_sent_to_the_server(people: People) -> None:
    pad = _pad_of_three(people)
    pad.enter(Ana="5", Bo="55 7 10", Cy="#3")
    link = pad.link()
    bo = people.come("Bo")
    requests: list[str] = []
    bo.page.on("request", lambda request: requests.append(request.url + (request.post_data or "")))
    theirs = Pad(bo, link=link)
    assert theirs.totals() == [5, 11, 1]
    assert not any(link.partition("#")[2] in each.partition("#")[0] for each in requests)
    expect(theirs.page.locator("#entry, #setup, #games, #undo").locator("visible=true")).to_have_count(0)
    theirs.button("My games").press("Enter")
    expect(theirs.standing).to_have_text("Add at least two players.")
    theirs.go(link)
    theirs.button("Keep a copy").press("Enter")
    theirs.enter(Ana="1")
    theirs.go()
    assert theirs.totals() == [6, 11, 1]
    assert pad.totals() == [5, 11, 1]


_BROKEN: Final = "This link has no game in it, or only a part."
_GAME: Final = [1, "Name", 0, 0, 66, ["Ana", "Bo"], [[1, [2, 3]]]]


def _game_with(place: int, value: object) -> str:
    return json.dumps([*_GAME[:place], value, *_GAME[place + 1 :]])


def test_links_without_a_game_are_refused(people: People) -> None:
    pad = Pad(people.come())
    texts = [
        "no JSON",
        "null",
        "[" * 10_000,
        " " * 5_000_000,
        json.dumps(_GAME[:5]),
        _game_with(0, 2),
        _game_with(1, {"a": 1}),
        _game_with(1, "x" * 61),
        _game_with(2, "__proto__"),
        _game_with(4, 1e300),
        _game_with(4, -1),
        _game_with(5, ["Ana", "Bo\u202e"]),
        _game_with(5, ["", "Bo"]),
        _game_with(5, [[], "Bo"]),
        _game_with(5, []),
        _game_with(6, [[1]]),
        _game_with(6, [[1, -2]]),
        _game_with(6, [[1, 0.5]]),
        _game_with(6, [[1, "2"]]),
        _game_with(6, [[[4, 5], [5]]]),
        _game_with(6, [[[4, 4], 1]]),
        _game_with(6, [[[105], 1]]),
        _game_with(6, [[1, 2]] * 201),
    ]
    pad.go("/pad#z")
    expect(pad.note).to_have_text(_BROKEN)
    fragments = ["#%00", "#<script>", "#z!!!", f"#z{'A' * 50_000}"]
    for fragment in (*fragments, *(hostile(pad.page, text).removeprefix("/pad") for text in texts)):
        pad.page.evaluate(
            "(hash) => { document.querySelector('#note').textContent = ''; location.hash = hash; }", fragment
        )
        expect(pad.note, fragment[:80]).to_have_text(_BROKEN)
        expect(pad.page.locator("#shared")).to_be_hidden()
    # A game whose name is hostile is shown as plain text.
    pad.go(hostile(pad.page, _game_with(5, ["<img src=x onerror=1>", "{heads}"])))
    expect(pad.note).to_be_empty()
    expect(pad.standing).to_have_text("<img src=x onerror=1> leads with 1 head.")


def test_damaged_storage_does_not_break_the_pad(people: People) -> None:
    pad = Pad(people.come())
    for stored in (
        "{",
        "null",
        "7",
        "[" * 10_000,
        '{"games": 7}',
        '{"games": [7, null, [1, 2]]}',
        json.dumps({"games": [["x", [1, "a", 0, 0, 66, ["Ana", "Bo"], [[1]]]], ["<", _GAME]]}),
    ):
        pad.page.evaluate("(stored) => localStorage.setItem('sixth-pad', stored)", stored)
        pad.go()
        expect(pad.note).to_have_text("Some saved games could not be read and are left out.")
    pad.players("Ana", "Bo")
    pad.enter(Ana="1", Bo="2")
    # Invalid steps are dropped silently: the games are there.
    for steps in (7, "past", [7], [[None, "x", 0, _GAME]], [["<", "x", _GAME, 0]], [[None, "x", [1], 0]]):
        pad.page.evaluate(
            """(past) => {
              const book = JSON.parse(localStorage.getItem("sixth-pad"));
              localStorage.setItem("sixth-pad", JSON.stringify({...book, past}));
            }""",
            steps,
        )
        pad.go()
        expect(pad.note).to_be_empty()
        expect(pad.button("Undo")).to_be_disabled()
        assert pad.totals() == [1, 2]


def test_a_browser_without_storage_still_counts(people: People) -> None:
    person = people.come()
    person.context.add_init_script(NO_STORAGE)
    pad = Pad(person)
    pad.players("Ana", "Bo")
    expect(pad.note).to_have_text(
        "This browser does not store anything: share a link, or the game is gone when you close the page."
    )
    pad.enter(Ana="1", Bo="2")
    assert pad.totals() == [1, 2]


def test_axe_finds_nothing_on_the_pad_and_it_fits_a_small_screen(people: People) -> None:
    pad = Pad(people.come(viewport={"width": 320, "height": 640}))

    def check(where: str) -> None:
        check_accessibility(pad.page, where)
        assert pad.page.evaluate("document.documentElement.scrollWidth") <= 320

    pad.players(*(f"Player {number}" for number in range(1, 12)))
    for entry in ("12", "55 7 10"):
        pad.heads_of("Player 3").fill(entry)
        pad.heads_of("Player 3").press("Enter")
    pad.page.get_by_text("Saved games").press("Enter")
    pad.button("Change round 1").press("Enter")
    pad.heads_of("Player 3").fill("x")
    pad.heads_of("Player 3").press("Enter")
    check("a refusal in a game")
    pad.button("Cards that Player 2 took").press("Enter")
    check("cards")
    pad.page.keyboard.press("Escape")
    pad.go(pad.link())
    check("a shared game")
