"""Commands by the forms of a table: codes, the list of open tables, the host's decisions, and talk."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest

from sixth.rules import record
from sixth.rules.games import name_of
from sixth.server.store.directory import Directory
from sixth.server.store.sql import SqlStore
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Left, Opened, Sat
from tests.server.support.hosting import TODAY, Site, hosting
from tests.server.support.logs import secret
from tests.server.support.pages import Page
from tests.server.support.parties import BRIEF
from tests.server.support.playing import ASKS_FOR_PAGE, Person, play_on
from tests.server.support.tables import CLASSIC

on_both = pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)
"""Runs a test with each database: those that ask for more of it than to append to a log and to load it."""


@pytest.fixture(scope="module")
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Start one site, with SQLite unless the test is `on_both`; each test uses a table of its own."""
    kind = getattr(request, "param", "sqlite")
    url = request.getfixturevalue("database").make() if kind == "postgresql" else None
    with hosting(tmp_path_factory.mktemp("site"), url, ticks=TODAY) as site:
        yield site


class Gathering:
    """A table for three at which Ana, its host, and Bo sit."""

    def __init__(self, site: Site) -> None:
        self.site, self.ana, self.bo = site, site.person(), site.person()
        self.table = self.ana.open("invite", seats=3, name="Ana", hand="4", end="rounds", end_count="2")
        self.bo.join(self.table, name="Bo")
        self.ana.look()

    def begin(self) -> None:
        """Start the game, with a bot on the third seat."""
        self.ana.look()
        self.ana.send("begin", bots="nearest")
        self.bo.look()

    def post(self, who: Person, action: str, /, **data: Any) -> httpx2.Response:
        """Send a form as it is."""
        return who.client.post(f"/t/{self.table}/{action}", data=data, follow_redirects=False)

    def config(self, config: TableConfig) -> None:
        """Change the table's config as its host."""
        boxes = ("listed", "spectators", "late", "helps", "chat")
        data = {key: "true" for key in boxes if getattr(config, key)}
        assert self.post(self.ana, "house", stand_in=config.stand_in, **data).status_code == 303

    def log(self) -> tuple[object, ...]:
        """Return all events of the table."""
        return self.site.log(self.table)


@pytest.fixture
def gathering(site: Site) -> Gathering:
    """Seat Ana and Bo at a table, before the game."""
    return Gathering(site)


def note(response: httpx2.Response) -> str:
    """Return the sentence of a page that refuses a form."""
    page = Page(response.text)
    return page.text("note") or page.root.text


def code_on(page: Page) -> str:
    """Return the short code on a page, or ""."""
    match = re.search(r'class="code">[^<]*<b>([A-Z]{4})</b>', page.html)
    return match[1] if match else ""


# ------------------------------------------------------------------ codes


@on_both
def test_a_code_leads_to_the_table_before_a_game_and_in_it(gathering: Gathering) -> None:
    code = code_on(gathering.ana.page)
    assert code
    assert code_on(gathering.bo.look()) == code, "the code is the same for every reader"
    late = gathering.site.person()
    for spelling in (code, code.lower(), f" {code[:2]} {code[2:]} "):
        late.go("/join")
        page = late.send("join", code=spelling)
        assert page.asks == "sit"
        assert "hand" not in page.by_id
    gathering.begin()
    assert code_on(gathering.ana.look()) == code
    late.go("/join")
    page = late.send("join", code=code)
    assert "hand" not in page.by_id
    assert "sit" in page.forms
    assert gathering.site.table(gathering.table).games == 1


def test_codes_become_longer_with_their_number_so_that_few_guesses_succeed(tmp_path: Path) -> None:
    store = SqlStore(f"sqlite:///{tmp_path}/sixth.sqlite3")
    codes = [store.directory.code_of(f"table {number}") or "" for number in range(162)]
    assert [len(code) for code in codes] == [4] * 160 + [5] * 2
    assert store.directory.find(codes[-1]) == "table 161"
    store.close()


def test_a_table_without_invitations_has_no_code(site: Site) -> None:
    ana = site.person()
    ana.open("play", name="Ana")
    assert code_on(ana.look()) == ""


@on_both
@pytest.mark.parametrize(
    "code", ["", "A", "'; DROP TABLE codes; --", "x" * 5000, "\x00\x00\x00\x00", "%", "ÄÖÜß"]
)
def test_a_malformed_code_finds_no_table(gathering: Gathering, code: str) -> None:
    assert gathering.site.person().client.post("/join", data={"code": code}).status_code in (404, 422)


def test_a_code_is_free_again_a_day_after_its_table_was_last_used(tmp_path: Path) -> None:
    store = SqlStore(f"sqlite:///{tmp_path}/sixth.sqlite3")
    now = datetime(2026, 1, 1, tzinfo=UTC)
    directory = Directory(store.read, store.writer, lambda: now)
    code = directory.code_of("one")
    assert code is not None
    assert directory.code_of("one") == code
    assert directory.code_of("two") not in (code, None)
    assert directory.find(code.lower()) == "one"
    now += timedelta(hours=20)
    assert directory.code_of("one", make=False) == code
    now += timedelta(hours=20)
    assert directory.find(code) == "one"
    now += timedelta(days=1, seconds=1)
    assert directory.find(code) is None
    assert directory.code_of("one", make=False) is None
    assert directory.code_of("one") is not None
    store.close()


# ------------------------------------------------------------------ open tables


@on_both
def test_the_list_shows_the_newest_fifty_tables_and_repairs_itself(site: Site) -> None:
    for number in range(60):
        events = (
            Opened(CLASSIC, secret(number, 1), TableConfig(listed=True)),
            Sat(0, "<b>Ana</b>", "human", "x"),
        )
        site.store.append(f"table-{number}", 0, events)
        site.store.directory.list(f"table-{number}")
    site.store.directory.list("table-that-was-lost")
    site.store.append("table-59", 2, (Left(0),))
    page = site.person().go("/tables")
    assert len([each for each in page.root.all("li") if each.id]) == 48
    assert "&lt;b&gt;Ana" in page.html
    assert "table-59" not in [table for table, _ in site.store.directory.listed(60)]


# ------------------------------------------------------------------ before the game


@pytest.mark.parametrize(
    ("action", "data", "status", "sentence"),
    [
        ("bot", {"seat": 10, "bot": "mixed"}, 422, "incomplete or damaged"),
        ("remove", {"seat": 0, "name": "Ana"}, 403, "your own seat"),
        ("ready", {"ready": "perhaps"}, 422, "incomplete or damaged"),
        ("house", {"stand_in": "deep blue"}, 422, "no bot of that name"),
        ("house", {"stand_in": "careful", "turn_seconds": "1"}, 422, "incomplete or damaged"),
        ("say", {"phrase": "rude"}, 422, "no such phrase"),
        ("say", {"text": " \u200b\u2800 "}, 422, "a message first"),
        ("say", {"text": "x" * 201}, 422, "too long"),
    ],
)
def test_an_impossible_action_is_refused_in_one_sentence(
    gathering: Gathering, action: str, data: dict[str, Any], status: int, sentence: str
) -> None:
    log = gathering.log()
    answer = gathering.post(gathering.ana, action, **data)
    assert (answer.status_code, sentence in note(answer)) == (status, True), note(answer)
    assert gathering.log() == log


# ------------------------------------------------------------------ the next game


def test_after_a_game_the_host_prepares_another_and_the_record_of_the_first_keeps_its_rules(
    site: Site,
) -> None:
    ana = site.person()
    ana.open("invite", seats=3, name="Ana", **BRIEF)
    ana.send("begin", bots="nearest")
    play_on([ana], Random(5))
    first = site.table(ana.table).game_id
    assert "The next game" in ana.go(f"/t/{ana.table}/house").html
    ana.send("house", game="tactical", seats="5", length="usual", hand="")
    assert "Tactical, 5 seats. (just changed)" in ana.look().root.text
    ana.send("begin", bots="nearest")
    table = site.table(ana.table)
    assert (table.games, name_of(table.rules), table.rules.seats) == (2, "tactical", 5)
    lines = ana.client.get(f"/t/{ana.table}/games/{first}.sixth.jsonl").text.splitlines()
    (game_record,) = record.read(lines)
    assert (len(game_record.seats), game_record.rules.end.count) == (3, 1)


# ------------------------------------------------------------------ spectators


def test_without_spectators_only_players_see_the_table(gathering: Gathering) -> None:
    gathering.config(TableConfig(spectators=False))
    eve = gathering.site.person()
    assert eve.go(f"/t/{gathering.table}").asks == "sit", "a free seat is offered to newcomers"
    gathering.begin()
    for path in ("", "/screen", "/history", "/history?at=1", "/around"):
        answer = eve.client.get(f"/t/{gathering.table}{path}")
        assert answer.status_code == 403
        assert "This table is private" in answer.text
        assert not Page(answer.text).cards
    for path in ("/wire", "/wire?screen=1", "/wire?since=2"):
        answer = eve.client.get(f"/t/{gathering.table}{path}")
        assert (answer.status_code, answer.json()["code"]) == (403, "private")
    form = {"game": 1, "round": 1, "turn": 1, "card": 1}
    refusal = eve.client.post(f"/t/{gathering.table}/choose", data=form, headers=ASKS_FOR_PAGE)
    assert "This table is private" in refusal.text
    assert not Page(refusal.text).cards
    # A screen in the room is admitted by a player's own browser, and shows no hand.
    page = gathering.bo.go(f"/t/{gathering.table}/screen")
    assert "Rows" in page.root.text
    assert "hand" not in page.by_id


# ------------------------------------------------------------------ talk


def talk_on(person: Person) -> list[str]:
    """Return the lines of talk on the page."""
    return [each.text for each in person.look().by_id["lines"].all("p")]


def test_phrases_and_free_text_reach_all_readers(gathering: Gathering) -> None:
    gathering.post(gathering.bo, "say", phrase="good-luck")
    gathering.post(gathering.bo, "say", text="  <b>hi</b>\u202e & \x07 you ")
    gathering.post(gathering.bo, "say", reaction="clap")
    assert talk_on(gathering.ana)[:2] == ["Bo Good luck!", "Bo <b>hi</b> & you"]
    assert talk_on(gathering.bo)[0] == "You Good luck!"
    # The log has its key alone, so each reader sees it in their own language.
    assert gathering.site.tables.chat.lines(gathering.table)[0].said == "good-luck"


def test_free_text_has_its_writers_language_and_phrases_the_readers(gathering: Gathering) -> None:
    gathering.post(gathering.ana, "say", text="Good evening")
    gathering.bo.client.cookies.set("sixth-lang", "de")
    gathering.post(gathering.bo, "say", text="Guten Abend")
    gathering.post(gathering.bo, "say", phrase="hello")
    for path in ("", "/screen"):
        page = gathering.ana.go(f"/t/{gathering.table}{path}").html
        lines = re.findall(r'<p id="line.*?</p>', page)
        assert '<span dir="auto" lang="de">Guten Abend</span>' in lines[-2]
        assert ("Hello!" in lines[-1], "lang=" in lines[-1]) == (True, False)
    page = gathering.ana.look().html
    assert '<span dir="auto">Good evening</span>' in page
    assert '<span dir="auto" lang="en">Good evening</span>' in gathering.bo.look().html


def test_the_host_can_switch_free_text_off(gathering: Gathering) -> None:
    assert gathering.bo.client.get(f"/t/{gathering.table}/house").status_code == 403
    gathering.config(TableConfig(chat=False))
    answer = gathering.post(gathering.bo, "say", text="hi")
    assert (answer.status_code, "Free chat is off" in note(answer)) == (403, True)
    assert gathering.post(gathering.bo, "say", phrase="hello").status_code == 303
    assert talk_on(gathering.ana) == ["Bo Hello!"]


def test_changes_by_one_person_are_limited(gathering: Gathering) -> None:
    answers = [
        gathering.post(gathering.bo, "ready", ready=str(number % 2 == 0).lower()).status_code
        for number in range(40)
    ]
    assert answers.count(303) == 30
    assert set(answers[30:]) == {429}
