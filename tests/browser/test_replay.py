"""The replay of an ended game in a browser: by key, by slider, and with its deals checked there."""

import json
import re
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

import sixth
from sixth.rules import record
from sixth.rules.events import Placed
from sixth.rules.record import Record
from sixth.server.features.replay.steps import steps_of
from sixth.server.store.sql import SqlStore
from tests.browser.axe import check_accessibility
from tests.browser.conftest import People
from tests.browser.people import Person, box_of
from tests.server.support.logs import token, whole
from tests.server.support.playing import visiting
from tests.server.support.serving import Server

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.sixth.jsonl"))

_PROVE = """async (text) => {
  const {verdicts} = await import(document.querySelector("script[src*=proof]").src);
  const found = [];
  const lines = text.trim().split("\\n").map((line) => JSON.parse(line));
  for await (const each of verdicts(lines)) found.push(each);
  return found;
}"""

_ROWS = """() => [...document.querySelectorAll(".row")].map(
  (row) => [...row.querySelectorAll(".card b")].map((card) => Number(card.textContent)))"""


_HAND = """[...document.querySelectorAll(".seen .card b")].map((card) => Number(card.textContent))"""


@pytest.fixture(scope="module")
def replay(server: Server) -> str:
    """Return the path of the replay of a short game of seat 0, after a look at its table."""
    with closing(SqlStore(f"sqlite:///{server.data}/sixth.sqlite3")) as store:
        store.append("replayed", 0, whole(sixth.games["halves"].replace(seats=3, deck=44), seed=1))
    with visiting(server.url) as ana:
        ana.client.cookies.set("sixth-replayed", token(0))
        links = [each for each in ana.go("/t/replayed").elements if each.tag == "a"]
    (path,) = {each.attributes["href"] for each in links if each.text == "Watch replay"}
    return path


@pytest.fixture
def ana(people: People, replay: str) -> Person:
    """Open the replay of a short game that Ana has played."""
    ana = people.come("Ana")
    ana.page.goto(f"{ana.home}{replay}")
    ana.page.locator("#drive:not([hidden])").wait_for()
    return ana


def _game(ana: Person) -> Record:
    """Return the record that the page offers."""
    path = ana.page.get_by_role("link", name="Download game file").get_attribute("href")
    answer = ana.context.request.get(f"{ana.home}{path}")
    return next(record.read(answer.text().splitlines()))


def _at(page: Page, number: int) -> None:
    expect(page.locator("#replay")).to_have_attribute("data-at", str(number))


def test_a_whole_game_is_stepped_through_by_keyboard(ana: Person) -> None:
    page, game = ana.page, _game(ana)
    steps = tuple(steps_of(game))
    page.locator("#next").focus()
    for step in steps:
        _at(page, step.number)
        rows, hand, focus = page.evaluate(f"[({_ROWS})(), {_HAND}, document.activeElement.id]")
        assert rows == [list(row) for row in game.state(step.version).rows]
        assert hand == list(game.state(step.version).hands[0])
        assert focus == "next"
        page.keyboard.press("ArrowRight")
    _at(page, len(steps))
    page.keyboard.press("Home")
    _at(page, 1)
    page.keyboard.press("End")
    _at(page, len(steps))
    page.keyboard.press("ArrowLeft")
    _at(page, len(steps) - 1)
    expect(page.locator("#say")).to_contain_text(page.locator("#said").inner_text())
    # Its address is a link to this very moment.
    rows = page.evaluate(_ROWS)
    page.goto(page.url)
    _at(page, len(steps) - 1)
    assert page.evaluate(_ROWS) == rows
    page.get_by_role("button", name="Check the deal").click()
    page.locator("#verdict [data-what=all]").wait_for()
    check_accessibility(ana.page, "replay")


def test_every_card_has_its_name_by_which_the_browser_moves_it(ana: Person) -> None:
    for _ in range(3):
        named = ana.page.evaluate(
            """[...document.querySelectorAll("#replay .card")].map((card) =>
            [getComputedStyle(card).viewTransitionName, `c${card.querySelector("b").textContent}`])"""
        )
        assert len(named) > 4
        assert all(name == card for name, card in named)
        ana.page.keyboard.press("ArrowRight")


def test_the_slider_the_hands_and_play_lead_through_a_game(ana: Person) -> None:
    page = ana.page
    page.get_by_role("link", name="All hands").click()
    expect(page.locator(".seen")).to_have_count(3)
    slider = page.get_by_role("slider", name="Step")
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    _at(page, 3)
    expect(slider).to_be_focused()
    expect(page.locator(".seen")).to_have_count(3)
    page.get_by_label("Speed").select_option("fast")
    page.get_by_role("button", name="Autoplay", exact=True).click()
    # On a busy machine the page may not be looked at during each step.
    page.wait_for_function("() => Number(document.querySelector('#replay').dataset.at) >= 5")
    page.get_by_role("button", name="Autoplay", exact=True).click()
    expect(page.get_by_role("button", name="Autoplay", exact=True)).to_have_attribute("aria-pressed", "false")


def test_buttons_and_keys_lead_to_turns_and_takes_which_the_slider_marks(ana: Person) -> None:
    page, game = ana.page, _game(ana)
    steps = tuple(steps_of(game))
    turns = [step.number for step in steps if step.begins_turn]
    takes = [step.number for step in steps if isinstance(step.event, Placed) and step.event.taken]
    own = [step for step in takes if steps[step - 1].event.seat == 0]  # type: ignore[union-attr]
    marks = page.locator("#marks path").evaluate_all("all => all.map(one => one.getAttribute('d'))")
    columns = [[int(each.split()[0]) + 1 for each in path.split("M")[1:]] for path in marks]
    assert columns[1:] == [[step for step in takes if step not in own], own]
    for number in turns[:3]:
        page.get_by_role("link", name="Next turn").click()
        _at(page, number)
    page.keyboard.press("Shift+ArrowLeft")
    _at(page, turns[1])
    page.keyboard.press("Shift+ArrowRight")
    _at(page, turns[2])
    page.keyboard.press("Home")
    _at(page, 1)
    expect(page.get_by_role("link", name="Previous row taken")).to_have_attribute("aria-disabled", "true")
    for number in takes[:2]:
        page.keyboard.press("Shift+ArrowDown")
        _at(page, number)
        expect(page.locator(".row .took")).to_be_visible()
    slider = page.get_by_role("slider", name="Step")
    expect(slider).to_have_attribute("aria-valuetext", f"{takes[1]} of {len(steps)}, a row is taken")
    page.get_by_role("link", name="Previous row taken").click()
    _at(page, takes[0])
    # The same moment has an address that names the card.
    event = steps[takes[0] - 1].event
    assert isinstance(event, Placed)
    page.goto(f"{page.url.partition('?')[0]}?round=1&card={event.card}")
    _at(page, takes[0])


def test_the_controls_of_a_replay_cover_no_hand(ana: Person) -> None:
    page = ana.page
    page.get_by_role("link", name="All hands").click()
    expect(page.locator(".seen")).to_have_count(3)
    for width, height in ((360, 740), (844, 390), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        covered = page.locator(".seen .card").evaluate_all(
            """all => all.filter((card) => {
              card.scrollIntoView({block: "nearest"});
              const {left, top, width, height} = card.getBoundingClientRect();
              return !card.contains(document.elementFromPoint(left + width / 2, top + height / 2));
            }).length"""
        )
        assert covered == 0, (width, height)
    # It stays in place from step to step.
    places = set()
    for number in range(1, 7):
        _at(page, number)
        box = box_of(page.locator("#next"))
        places.add((round(box["x"]), round(box["y"])))
        page.keyboard.press("ArrowRight")
    assert len(places) == 1


def test_a_link_to_a_moment_is_copied_and_leads_there(ana: Person, people: People) -> None:
    page = ana.page
    ana.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#last").click()
    page.locator("#previous").click()
    expect(page.locator("#next")).not_to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Copy the link to this moment").click()
    expect(page.locator("#copied")).to_have_text("Copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    bo = people.come("Bo")
    bo.page.goto(link)
    expect(bo.page.locator("#said")).to_have_text(page.locator("#said").inner_text())
    # It does so in the list of steps, too, which is longer than the screen.
    expect(bo.page.locator("#steps [aria-current]")).to_be_in_viewport()


def test_without_scripts_a_link_to_a_moment_leads_to_the_text_of_its_round(
    ana: Person, people: People
) -> None:
    bo = people.come("Bo", java_script_enabled=False)
    bo.page.goto(ana.page.url.partition("?")[0] + "?at=2")
    expect(bo.page.locator("#step-2")).to_contain_text("Turn 1.")
    ana.page.get_by_role("link", name="As text").click()
    expect(ana.page.locator("#step-2")).to_contain_text("Turn 1.")
    check_accessibility(ana.page, "replay as text")
    ana.page.get_by_role("link", name="Step by step").click()
    _at(ana.page, 1)


def test_a_replay_goes_on_without_a_connection(ana: Person) -> None:
    ana.context.set_offline(True)
    ana.page.locator("#last").click()
    expect(ana.page.locator("#said")).to_contain_text("The game is over")
    ana.page.get_by_role("link", name="All hands").click()
    ana.page.locator("#first").click()
    expect(ana.page.locator(".seen")).to_have_count(3)
    ana.context.set_offline(False)


def test_an_unreadable_game_file_is_reported(ana: Person) -> None:
    ana.page.route(re.compile("jsonl"), lambda route: _answer(route, '{"record":"sixth/9"}'))
    ana.page.reload()
    expect(ana.page.locator("#said")).to_have_text("The game file could not be read; please try again.")


def test_the_deals_are_checked_in_the_browser(ana: Person) -> None:
    page = ana.page
    page.get_by_role("button", name="Check the deal").click()
    expect(page.locator("#verdict li")).to_have_count(4)
    expect(page.locator("#verdict")).to_contain_text("All deals are fair")
    spoilt = "\n".join(_swap(list(_game(ana).lines())))
    page.route(re.compile("jsonl"), lambda route: _answer(route, spoilt))
    page.get_by_role("button", name="Check the deal").click()
    expect(page.locator("#verdict .unfair")).to_contain_text("Round 1: the secret and the texts give")
    expect(page.locator("#verdict")).not_to_contain_text("All deals are fair")


def _answer(route: Route, body: str) -> None:
    route.fulfill(body=body)


def test_records_of_all_games_are_proved_and_changed_ones_are_not(ana: Person) -> None:
    for path in GOLDEN:
        lines = path.read_text(encoding="utf-8").splitlines()
        heads = [at for at, line in enumerate(lines) if line.startswith('{"record"')]
        lines = lines[: heads[1]] if len(heads) > 1 else lines
        whats = _prove(ana, lines)
        assert whats[-1] == "all", (path.name, whats)
        assert not {"bad", "broken", "changed", "none"} & set(whats)
        for spoil, ends in (
            (_swap, {"bad"}),
            (_other_secret, {"broken"}),
            (_other_texts, {"bad", "changed"}),
        ):
            whats = _prove(ana, spoil(list(lines)))
            assert whats[-1] in ends, (path.name, spoil.__name__, whats)


def _prove(ana: Person, lines: list[str]) -> list[str]:
    results: list[tuple[str, int]] = ana.page.evaluate(_PROVE, "\n".join(lines))
    return [what for what, _ in results]


def _deal(lines: list[str]) -> tuple[int, dict[str, object]]:
    at = next(at for at, line in enumerate(lines) if '"event":"dealt"' in line)
    return at, json.loads(lines[at])


def _swap(lines: list[str]) -> list[str]:
    """Swap the first cards of two seats."""
    at, deal = _deal(lines)
    hands = deal["hands"]
    assert isinstance(hands, list)
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    hands[0].sort()
    hands[1].sort()
    lines[at] = json.dumps(deal, separators=(",", ":"))
    return lines


def _other_secret(lines: list[str]) -> list[str]:
    _, deal = _deal(lines)
    proof = deal["proof"]
    assert isinstance(proof, dict)
    secret = proof["secret"]
    return [line.replace(secret, "00" + secret[2:]) for line in lines]


def _other_texts(lines: list[str]) -> list[str]:
    at, deal = _deal(lines)
    proof = deal["proof"]
    assert isinstance(proof, dict)
    proof["texts"] = ["another", *proof["texts"][1:]]
    lines[at] = json.dumps(deal, separators=(",", ":"))
    return lines


def test_the_same_deal_can_be_played_again_from_the_end_of_a_game(people: People) -> None:
    ana = people.come("Ana")
    ana.open(seats=2, hand="4", end="rounds", end_count="1")
    hand, table = ana.hand(), ana.page.url
    ana.play_until("again")
    ana.page.get_by_role("button", name="Replay these cards vs bots").click()
    ana.page.wait_for_url(lambda url: url != table)
    ana.wait_for_question("choose")
    assert ana.hand() == hand
    expect(ana.page.locator(".progress")).to_contain_text("Cards of an earlier game")
