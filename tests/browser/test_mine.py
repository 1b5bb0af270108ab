"""The games that ended in a browser: saved, listed and exported there."""

import json
import re
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from statistics import mean, stdev

from playwright.sync_api import expect

import sixth
from sixth.coach import review, review_to_json
from sixth.coach.account import VERSION
from sixth.coach.codec import FORMAT
from sixth.rules.codec import dumps
from sixth.server.features.reviews.costs import cost_of
from sixth.server.features.reviews.rows import ReviewRows, Subject
from sixth.server.live.archive import record_in
from sixth.server.store.sql import SqlStore
from sixth.server.table.events import Began
from tests.browser.axe import check_accessibility
from tests.browser.conftest import People
from tests.browser.people import Person
from tests.server.support.logs import token, whole
from tests.server.support.serving import Server

_STORED = "JSON.parse(localStorage.getItem('sixth-games'))"
_KEEP = "games => localStorage.setItem('sixth-games', JSON.stringify(games))"


def _game(number: int, heads: list[int], **other: object) -> dict[str, object]:
    """Return a game as a browser saves it, in which the other players took nothing."""
    past = [[each, 0] for each in heads]
    game = {"id": f"g{number}", "game": "classic", "seat": 0, "names": ["Ana", "Bo"], "bots": [False, True]}
    return game | {"past": past, "places": [2, 1], "again": False, "at": number} | other


def _mine(person: Person) -> None:
    person.page.goto(f"{person.home}/mine")
    person.page.locator("#all").wait_for()


def test_an_ended_game_is_saved_once_and_can_be_deleted_restored_and_exported(
    people: People, server: Server, tmp_path: Path
) -> None:
    ana = people.come("Ana", viewport={"width": 320, "height": 640})
    page = ana.page
    _mine(ana)
    expect(page.locator("#none")).to_be_visible()
    with closing(SqlStore(f"sqlite:///{server.data}/sixth.sqlite3")) as store:
        store.append("mine", 0, whole(sixth.games["halves"].replace(seats=3, deck=44), seed=5))
    for _ in range(2):
        ana.sit_at("mine", token(0))
        page.wait_for_function("() => localStorage.getItem('sixth-games')")
    (stored,) = page.evaluate(_STORED)
    _mine(ana)
    entries = page.locator("#list li")
    expect(entries).to_have_count(1)
    heads = sum(each[0] for each in stored["past"])
    expect(entries).to_contain_text(re.compile(rf"Two halves · deck of 44.*{heads} heads"))
    expect(entries).to_contain_text("With Person 1 and Person 2")
    entries.locator("summary").click()
    expect(entries.locator("tbody tr.own td").first).to_have_text(str(heads))
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    check_accessibility(page, "one's own games")
    with page.expect_download() as record:
        entries.get_by_role("link", name="Download game file").click()
    assert record.value.suggested_filename.endswith(".sixth.jsonl")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download all").click()
    download.value.save_as(tmp_path / "games.json")
    expect(page.locator("#say")).to_have_text("Saved: sixth-games.json")
    entries.get_by_role("button", name="Delete this game").click()
    expect(page.locator("#none")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(entries).to_have_count(1)
    page.get_by_role("button", name="Delete all").click()
    expect(entries).to_have_count(0)
    page.locator("#file").set_input_files(tmp_path / "games.json")
    expect(page.locator("#say")).to_have_text("1 game was added.")
    assert page.evaluate(_STORED) == [stored]
    (tmp_path / "games.json").write_text('{"games": [7]}')
    page.locator("#file").set_input_files(tmp_path / "games.json")
    expect(page.locator("#say")).to_contain_text("There are no games in this file")
    assert page.evaluate(_STORED) == [stored]


def test_a_game_of_a_tournament_has_links_once_it_can_be_read(people: People, server: Server) -> None:
    ana = people.come("Ana")
    page, entry = ana.page, ana.page.locator("#list li")
    log = [
        replace(each, game="matched-1") if isinstance(each, Began) else each
        for each in whole(sixth.games["kids"].replace(seats=2), seed=6)
    ]
    page.goto(ana.home)
    page.evaluate(_KEEP, [_game(1, [4], id="matched-1", matched=True)])
    _mine(ana)
    with page.expect_response("**/mine/games/matched-1"):
        entry.locator("summary").click()
    expect(entry.get_by_role("button", name="Delete this game")).to_be_visible()
    assert entry.get_by_role("link").count() == 0
    with closing(SqlStore(f"sqlite:///{server.data}/sixth.sqlite3")) as store:
        store.append("matched", 0, log)
    for _ in range(2):
        entry.locator("summary").click()
    expect(entry.get_by_role("link", name="Download game file")).to_be_visible()


def test_heads_a_round_have_a_mean_and_an_interval_over_own_rounds_of_one_game(people: People) -> None:
    ana = people.come("Ana")
    page = ana.page
    rounds = [[4, 9, 0], [12, 7], [3, 15, 8, 6], [1, 10, 5]]
    games = [_game(number, heads) for number, heads in enumerate(rounds)]
    # Another game, one of another length, a game with known cards, and rounds after Ana was out do not count.
    games += [_game(10, [50, 50], game="kids", places=[1, 2]), _game(11, [50], again=True)]
    games += [_game(12, [50], game="classic rounds:1", title="Klassisch · 1 Runde", lang="de")]
    games[0]["past"] = [*[[each, 0] for each in rounds[0]], [None, 3]]
    page.goto(ana.home)
    page.evaluate(_KEEP, games)
    _mine(ana)
    own = [each for heads in rounds for each in heads]
    middle, margin = mean(own), (1.96 + 2.72 / (len(own) - 1)) * stdev(own) / len(own) ** 0.5
    expect(page.locator("#mean")).to_have_text(
        f"4 games, 0 won. {middle:.1f} heads per round over {len(own)} rounds "
        f"(95%: {middle - margin:.1f} to {middle + margin:.1f})."
    )
    expect(page.locator("#chart circle")).to_have_count(4)
    page.get_by_label("Game", exact=True).select_option("Kids")
    expect(page.locator("#mean")).to_have_text("1 game, 1 won. Average shown after 10 rounds.")
    page.get_by_label("Game", exact=True).select_option("Classic · 1 round")
    expect(page.locator("#mean")).to_have_text("1 game, 0 won. Average shown after 10 rounds.")


def test_unreadable_games_are_reported_and_set_aside_and_500_games_are_saved_at_most(
    people: People,
) -> None:
    ana = people.come("Ana")
    page = ana.page
    spoilt = [
        _game(1, [3], names=["Ana", "<b>Bo</b>"], game="constructor"),
        {"id": "../x"},
        _game(2, [3], seat=7),
        7,
    ]
    page.goto(ana.home)
    page.evaluate(_KEEP, spoilt)
    _mine(ana)
    expect(page.locator("#note")).to_contain_text("Some of your games could not be read.")
    expect(page.locator("#list li")).to_have_count(1)
    expect(page.locator("#list li")).to_contain_text("House rules")
    expect(page.locator("#list li")).to_contain_text("Bots: <b>Bo</b>")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download unreadable games").click()
    assert json.loads(download.value.path().read_text()) == spoilt
    expect(page.locator("#note")).to_be_empty()
    assert page.evaluate(_STORED) == spoilt[:1]
    page.evaluate(_KEEP, [_game(number, [1]) for number in range(600)])
    page.reload()
    expect(page.locator("#list li")).to_have_count(500)
    expect(page.locator("#list time").first).to_have_attribute("datetime", re.compile("0.599Z$"))


def test_with_several_games_the_page_names_the_costliest_theme_and_links_to_its_puzzles(
    people: People, server: Server
) -> None:
    rules = sixth.games["classic"].replace(seats=3, end=sixth.End("rounds", 1))
    records = []
    with closing(SqlStore(f"sqlite:///{server.data}/sixth.sqlite3")) as store:
        for number in range(2):
            log = [
                replace(each, game=f"helped-{number}") if isinstance(each, Began) else each
                for each in whole(rules, seed=number + 1)
            ]
            store.append(f"helped-{number}", 0, log)
            record = record_in(f"helped-{number}", f"helped-{number}", log)
            assert record is not None
            records.append(record)
        subject = Subject("helped-0", 0, f"{FORMAT}.{VERSION}")
        ReviewRows(store).ask(subject, "helped-0", "", 0, most=10, share=10)
        made = review(records[0], 0, playouts=512)
        ReviewRows(store).keep(subject, dumps(review_to_json(made)), cost_of(made))
    ana = people.come("Ana", viewport={"width": 320, "height": 640})
    page = ana.page
    page.goto(ana.home)
    # The site no longer has the third game.
    page.evaluate(_KEEP, [_game(number, [9], id=f"helped-{number}") for number in range(3)])
    _mine(ana)
    helps = page.get_by_role("region", name="What would help you most")
    expect(helps.get_by_role("status")).to_have_text(re.compile("cost you most: .* in 1 game"))
    helps.get_by_role("button", name="Ask the coach about 1 more game").press("Enter")
    expect(helps.get_by_role("status")).to_have_text(re.compile("in 2 games"), timeout=120_000)
    expect(helps.get_by_role("button")).to_have_count(0)
    # The costliest theme comes first, and its puzzles are offered.
    first = page.locator("#costs li span").first.inner_text()
    expect(helps.get_by_role("status")).to_contain_text(f"“{first}”")
    train = helps.get_by_role("link", name=f"Puzzles: {first}")
    expect(train).to_have_attribute("href", re.compile(r"^/puzzles\?theme=[a-z-]+$"))
    heads = [int(each.split()[0]) for each in page.locator("#costs b").all_inner_texts()]
    assert heads == sorted(heads, reverse=True)
    helps.get_by_text("Exact figures").click()
    expect(helps.get_by_role("table")).to_contain_text(" to ")
    check_accessibility(page, "what would help most")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_with_one_game_the_page_gives_no_advice_and_lists_the_players(
    people: People,
) -> None:
    ana = people.come("Ana")
    ana.page.goto(ana.home)
    players = {"names": ["Ana", "Bo", "Cy", "Di"], "bots": [False, True, True, True], "places": [4, 1, 1, 1]}
    ana.page.evaluate(_KEEP, [_game(1, [9], **players) | {"past": [[9, 0, 0, 0]]}])
    _mine(ana)
    expect(ana.page.locator("#help")).to_be_hidden()
    # Without a comma before the last, as the server writes lists.
    expect(ana.page.locator("#list small")).to_contain_text("Bots: Bo, Cy and Di")


def test_without_scripts_the_page_says_what_it_needs(people: People) -> None:
    ana = people.come(java_script_enabled=False)
    ana.page.goto(f"{ana.home}/mine")
    expect(ana.page.get_by_role("alert").first).to_contain_text("This list needs JavaScript")
