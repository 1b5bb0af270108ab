"""Together: who finds a table, sits there, watches, leaves and comes back; what the host decides; talk."""

import html
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest

from sixth.rules import record
from sixth.rules.games import name_of
from sixth.server.store.directory import SqlDirectory
from sixth.server.store.sql import SqlStore
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Arranged, Claimed, Kicked, Left, Opened, Returned, Sat, StoodIn
from sixth.server.table.fold import fold
from sixth.server.table.identity import hash_token
from sixth.server.table.state import Table
from tests.server.support.hosting import Days, Site, hosting, until
from tests.server.support.logs import beginning, secret, sitting, token
from tests.server.support.pages import Page
from tests.server.support.playing import ASKS_FOR_PAGE, Person, play_on, play_once
from tests.server.support.tables import CLASSIC
from tests.server.support.wire import wire

TODAY = Days()


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def one_site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site of each kind for all of them: they sit at tables of their own."""
    url = request.getfixturevalue("database").make() if request.param == "postgresql" else None
    with hosting(tmp_path_factory.mktemp("site"), url, ticks=TODAY) as site:
        yield site


@pytest.fixture
def site(one_site: Site) -> Site:
    """The site, on which nobody has done anything too often: some limits count what one address does."""
    # No time passes for what is counted, however slow the machine is.
    TODAY.next()
    return one_site


class Round:
    """Ana, who set the table up, and Bo, at a table for three."""

    def __init__(self, site: Site) -> None:
        self.site, self.ana, self.bo = site, site.person(), site.person()
        self.table = self.ana.open("invite", seats=3, name="Ana")
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
        """Have the host keep the table so."""
        boxes = ("listed", "spectators", "late", "helps", "chat")
        data = {key: "true" for key in boxes if getattr(config, key)}
        assert self.post(self.ana, "house", stand_in=config.stand_in, **data).status_code == 303

    def log(self) -> tuple[object, ...]:
        """Everything that happened here."""
        return self.site.log(self.table)


@pytest.fixture
def there(site: Site) -> Round:
    """Ana and Bo at a table, before the game."""
    return Round(site)


def note(response: httpx2.Response) -> str:
    """What a page that refuses something says."""
    page = Page(response.text)
    return page.text("note") or page.root.text


def code_on(page: Page) -> str:
    """The short code that a page shows, if any."""
    found = re.search(r'class="code">[^<]*<b>([A-Z]{4})</b>', page.html)
    return found[1] if found else ""


# ------------------------------------------------------------------ codes


def test_a_code_leads_to_the_table_before_a_game_and_in_it(there: Round) -> None:
    code = code_on(there.ana.page)
    assert code
    assert code_on(there.bo.look()) == code, "the same for everybody, whenever they look"
    late = there.site.person()
    for written in (code, code.lower(), f" {code[:2]} {code[2:]} "):
        late.go("/join")
        page = late.send("join", code=written)
        assert page.asks == "sit"
        assert "hand" not in page.by_id
    there.begin()
    assert code_on(there.ana.look()) == code
    late.go("/join")
    page = late.send("join", code=code)
    assert "hand" not in page.by_id
    assert "sit" in page.forms
    assert there.site.table(there.table).games == 1


def test_where_many_codes_are_in_use_they_are_longer_so_that_few_guesses_meet_one(tmp_path: Path) -> None:
    store = SqlStore(f"sqlite:///{tmp_path}/sixth.sqlite3")
    codes = [store.directory.code_of(f"table {number}") or "" for number in range(162)]
    assert [len(code) for code in codes] == [4] * 160 + [5] * 2
    assert store.directory.find(codes[-1]) == "table 161"
    store.close()


def test_a_table_at_which_nobody_was_invited_has_no_code(site: Site) -> None:
    ana = site.person()
    ana.open("play", name="Ana")
    assert code_on(ana.look()) == ""


def test_guessing_codes_is_slowed_down_with_a_kind_word(there: Round) -> None:
    client = there.site.person().client
    client.headers["X-Forwarded-For"] = "198.51.100.7"
    tried = [client.post("/join", data={"code": code}) for code in ["AEIO"] * 11]
    assert [answer.status_code for answer in tried] == [404] * 10 + [429]
    assert "Wait a moment" in note(tried[-1])
    # The right one does not help either, for now.
    assert client.post("/join", data={"code": code_on(there.ana.page)}).status_code == 429


@pytest.mark.parametrize(
    "code", ["", "A", "'; DROP TABLE codes; --", "x" * 5000, "\x00\x00\x00\x00", "%", "ÄÖÜß"]
)
def test_what_is_no_code_finds_no_table(there: Round, code: str) -> None:
    assert there.site.person().client.post("/join", data={"code": code}).status_code in (404, 422)


def test_a_code_lasts_a_day_after_the_table_was_asked_for_and_is_then_free(tmp_path: Path) -> None:
    store = SqlStore(f"sqlite:///{tmp_path}/sixth.sqlite3")
    now = datetime(2026, 1, 1, tzinfo=UTC)
    directory = SqlDirectory(store.read, store.writer, lambda: now)
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


def test_open_tables_are_those_that_are_listed_and_have_a_free_seat(there: Round) -> None:
    visitor = there.site.person()
    assert there.table not in visitor.go("/tables").html
    there.config(TableConfig(listed=True))
    line = visitor.go("/tables").by_id[f"t-{there.table}"].text
    assert "Ana" in line
    assert "2 of 3 seats taken" in line
    visitor.join(there.table, name="Cy")
    assert there.table not in visitor.go("/tables").html
    visitor.look()
    visitor.send("leave")
    assert there.table in visitor.go("/tables").html
    there.begin()
    assert there.table not in visitor.go("/tables").html


def test_a_table_that_everybody_has_left_is_not_in_the_list(there: Round) -> None:
    there.config(TableConfig(listed=True))
    for who in (there.ana, there.bo):
        who.look()
        who.send("leave")
    assert there.table not in there.site.person().go("/tables").html


def test_the_list_shows_the_newest_fifty_and_heals(site: Site) -> None:
    for number in range(60):
        opened = (
            Opened(CLASSIC, secret(number, 1), TableConfig(listed=True)),
            Sat(0, "<b>Ana</b>", "human", "x"),
        )
        site.store.append(f"table-{number}", 0, opened)
        site.store.directory.list(f"table-{number}")
    site.store.directory.list("table-that-was-lost")
    site.store.append("table-59", 2, (Left(0),))
    page = site.person().go("/tables")
    assert len([each for each in page.root.all("li") if each.id]) == 48
    assert "&lt;b&gt;Ana" in page.html
    assert "table-59" not in [table for table, _ in site.store.directory.listed(60)]


# ------------------------------------------------------------------ before the game


def test_people_say_that_they_are_ready_and_everybody_sees_it(there: Round) -> None:
    there.bo.send("ready")
    assert [each.ready for each in there.site.table(there.table).seats] == [False, True, False]
    assert "Bo ✓" not in there.ana.look().html
    assert "is ready" in there.ana.page.html
    before = there.log()
    there.post(there.bo, "ready", ready="true")
    assert there.log() == before
    there.bo.look()
    there.bo.send("ready")
    assert "is ready" not in there.ana.look().html


def test_the_host_adds_a_bot_by_the_seat_and_removes_it_each_once(there: Round) -> None:
    there.ana.send("begin", "2", bots="nearest")
    assert [who and who.kind for who in there.site.table(there.table).sitters] == [
        "human",
        "human",
        "nearest",
    ]
    before = there.log()
    assert there.post(there.ana, "bot", seat=2, bot="careful").status_code == 303
    assert there.log() == before
    assert "bot" not in there.ana.look().forms, "no seat is free"
    name = there.site.table(there.table).sitters[2]
    assert name is not None
    for _ in range(2):
        assert there.post(there.ana, "remove", seat=2, name=name.name).status_code == 303
    (left,) = there.log()[len(before) :]
    assert isinstance(left, Left)
    assert left.seat == 2
    assert there.site.person().go(f"/t/{there.table}").asks == "sit"


@pytest.mark.parametrize(
    ("action", "data", "status", "sentence"),
    [
        ("bot", {"seat": 2, "bot": "deep blue"}, 422, "no bot of that name"),
        ("bot", {"seat": 1, "bot": "mixed"}, 409, "just taken that seat"),
        ("bot", {"seat": 9, "bot": "mixed"}, 422, "no such seat"),
        ("bot", {"seat": 10, "bot": "mixed"}, 422, "incomplete or damaged"),
        ("bot", {"seat": -1, "bot": "mixed"}, 422, "incomplete or damaged"),
        ("remove", {"seat": 0, "name": "Ana"}, 403, "your own seat"),
        ("remove", {"seat": 1, "name": "Cy"}, 409, "Somebody else"),
        ("remove", {"seat": 5, "name": "Cy"}, 422, "no such seat"),
        ("ready", {"ready": "perhaps"}, 422, "incomplete or damaged"),
        ("house", {"stand_in": "deep blue"}, 422, "no bot of that name"),
        ("house", {"stand_in": "careful", "turn_seconds": "1"}, 422, "incomplete or damaged"),
        ("say", {"phrase": "rude"}, 422, "no such phrase"),
        ("say", {"text": " \u200b\u2800 "}, 422, "a message first"),
        ("say", {"text": "x" * 201}, 422, "too long"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_sentence(
    there: Round, action: str, data: dict[str, Any], status: int, sentence: str
) -> None:
    before = there.log()
    answer = there.post(there.ana, action, **data)
    assert (answer.status_code, sentence in note(answer)) == (status, True), note(answer)
    assert there.log() == before


@pytest.mark.parametrize(
    ("action", "data"),
    [
        ("bot", {"seat": 2, "bot": "mixed"}),
        ("remove", {"seat": 0, "name": "Ana"}),
        ("house", {"stand_in": "random"}),
    ],
)
def test_what_is_the_hosts_is_refused_to_others(there: Round, action: str, data: dict[str, Any]) -> None:
    before = there.log()
    answer = there.post(there.bo, action, **data)
    assert (answer.status_code, "Only the host" in note(answer)) == (403, True)
    assert there.bo.client.get(f"/t/{there.table}/house").status_code == 403
    assert there.log() == before


def test_who_is_made_to_leave_reads_why_and_cannot_sit_down_again(there: Round) -> None:
    there.post(there.ana, "remove", seat=1, name="Bo")
    assert there.bo.look().text("prompt") == "The host has asked you to leave this table."
    assert "sit" not in there.bo.page.forms
    answer = there.post(there.bo, "sit", name="Bob")
    assert (answer.status_code, "asked you to leave" in note(answer)) == (403, True)
    assert there.site.table(there.table).sitters[1] is None


def test_when_the_host_leaves_the_next_person_is_the_host(there: Round) -> None:
    there.ana.send("leave")
    assert "begin" in there.bo.look().forms


def test_the_host_who_comes_back_before_the_game_is_the_host_again(there: Round) -> None:
    """Also where somebody else has their seat, who is the last to become host."""
    there.ana.send("leave")
    cy = there.site.person()
    cy.join(there.table, name="Cy")
    assert "begin" not in cy.page.forms
    assert "begin" in there.bo.look().forms
    before = there.log()
    answer = there.post(there.bo, "remove", seat=0, name="Cy")
    assert (answer.status_code, "The host left less than 5 minutes ago" in note(answer)) == (409, True)
    assert there.log() == before
    there.ana.join(there.table, name="Ana")
    assert there.site.table(there.table).host == 2
    assert "begin" in there.ana.page.forms
    assert "begin" not in there.bo.look().forms
    assert there.post(there.ana, "remove", seat=0, name="Cy").status_code == 303


# ------------------------------------------------------------------ leaving a game, and coming back


def test_who_hosts_while_the_host_is_away_for_a_moment_removes_nobody(there: Round) -> None:
    cy = there.site.person()
    cy.join(there.table, name="Cy")
    there.ana.look()
    there.ana.send("begin")
    there.ana.send("leave")
    assert there.site.table(there.table).host == 1
    before = [each for each in there.log() if isinstance(each, Kicked)]
    for seat, name, why in ((0, "Ana", "Ana left less than 5"), (2, "Cy", "The host left less than 5")):
        answer = there.post(there.bo, "remove", seat=seat, name=name)
        assert (answer.status_code, why in note(answer)) == (409, True)
    there.ana.look()
    there.ana.send("back")
    assert there.site.table(there.table).host == 0
    assert there.post(there.bo, "remove", seat=2, name="Cy").status_code == 403
    assert [each for each in there.log() if isinstance(each, Kicked)] == before == []
    assert there.post(there.ana, "remove", seat=2, name="Cy").status_code == 303


@pytest.mark.parametrize(("minutes", "status"), [(4, 409), (6, 303), (None, 303)])
def test_how_long_somebody_is_away_is_known_after_a_restart(
    site: Site, minutes: int | None, status: int
) -> None:
    """It is read from the log, in which an earlier version has kept no time."""
    at = None if minutes is None else site.tables.now() - minutes * 60_000
    table = fold("table", sitting(CLASSIC, seed=1))
    log = (*sitting(CLASSIC, seed=1), beginning(table, 1), StoodIn(0, "Alma", "careful", "left", at))
    site.store.append(f"away-{minutes}", 0, log)
    host = site.person()
    host.client.cookies.set(f"sixth-away-{minutes}", token(1), path=f"/t/away-{minutes}")
    for seat in (0, 2):
        form = {"seat": seat, "name": f"Person {seat}"}
        answer = host.client.post(f"/t/away-{minutes}/remove", data=form, follow_redirects=False)
        assert answer.status_code == status
    kicked = [each.seat for each in site.log(f"away-{minutes}") if isinstance(each, Kicked)]
    assert kicked == ([] if status == 409 else [0, 2])


def test_a_bot_plays_for_who_leaves_until_they_come_back(there: Round) -> None:
    there.begin()
    assert there.bo.page.asks == "choose"
    there.bo.send("leave")
    assert there.bo.page.asks == "back"
    assert "plays for you" in there.bo.page.text("prompt")
    before = there.log()
    assert there.post(there.bo, "leave").status_code == 303
    assert [each for each in there.log()[len(before) :] if isinstance(each, StoodIn)] == []
    # The others go on, and read who plays.
    assert "Bo" in there.ana.look().html
    assert re.search(r"\w+ plays<", there.ana.page.html)
    rng = Random(1)

    def later() -> bool:
        there.ana.look()
        play_once(there.ana, rng)
        state = there.site.table(there.table).state
        return state is not None and state.turn > 1

    until(later, "the bot has played a turn")
    answer = there.post(there.bo, "choose", round=1, turn=2, card=there.bo.look().cards[-1])
    assert (answer.status_code, "take your seat back" in note(answer)) == (409, True)
    there.bo.look()
    there.bo.send("back")
    assert there.bo.page.asks in ("choose", "take", "wait")
    length = len(there.log())
    there.post(there.bo, "back")
    assert not any(isinstance(each, Returned) for each in there.log()[length:])


def test_the_seat_of_who_left_stays_theirs_in_the_record(there: Round) -> None:
    there.begin()
    there.bo.send("leave")
    play_on([there.ana], Random(3))
    game = there.site.table(there.table).game_id
    lines = there.ana.client.get(f"/t/{there.table}/games/{game}.sixth.jsonl").text.splitlines()
    (read,) = record.read(lines)
    assert [(seat.name, seat.kind) for seat in read.seats][:2] == [("Ana", "human"), ("Bo", "human")]


def test_who_is_made_to_leave_a_game_sees_no_hand_any_more(there: Round) -> None:
    there.begin()
    token = there.bo.token()
    for _ in range(2):
        assert there.post(there.ana, "remove", seat=1, name="Bo").status_code == 303
    assert [type(each) for each in there.log() if isinstance(each, Kicked | StoodIn)] == [Kicked, StoodIn]
    there.bo.client.cookies.set(f"sixth-{there.table}", token, path=f"/t/{there.table}")
    page = there.bo.look()
    assert page.text("prompt") == "The host has asked you to leave this table."
    assert "hand" not in page.by_id
    assert there.post(there.bo, "back").status_code == 403
    # The next game is the bot's; the record of this one says who began it.
    play_on([there.ana], Random(3))
    first = there.site.table(there.table).game_id
    there.ana.send("again")
    sitters = there.site.table(there.table).sitters
    assert sitters[1] is not None
    assert not sitters[1].human
    (read,) = record.read(
        there.ana.client.get(f"/t/{there.table}/games/{first}.sixth.jsonl").text.splitlines()
    )
    assert read.seats[1].name == "Bo"


def test_when_all_have_left_the_bots_end_the_round_and_wait(there: Round) -> None:
    there.begin()
    for who in (there.ana, there.bo):
        who.look()
        who.send("leave")
    until(
        lambda: there.site.table(there.table).between_rounds or not there.site.table(there.table).playing,
        "the end",
    )
    there.bo.look()
    there.bo.send("back")
    assert there.bo.page.asks in ("next", "again")
    assert there.site.table(there.table).host == 1


# ------------------------------------------------------------------ who comes late


def to_the_end_of(there: Round, people: list[Person], done: Callable[[Table], bool]) -> None:
    """Have these people play until it is so."""
    rng = Random(5)

    def on() -> bool:
        for who in people:
            who.look()
            if who.page.asks not in ("next", "again"):
                play_once(who, rng)
        return done(there.site.table(there.table))

    until(on, "so far")


def test_who_comes_late_has_a_bots_seat_once_the_round_is_over_and_sees_no_hand_before(there: Round) -> None:
    there.begin()
    cy = there.site.person()
    cy.go(f"/t/{there.table}")
    bot = there.site.table(there.table).sitters[2]
    assert bot is not None
    assert f"{bot.name} is a bot" in cy.page.text("late")
    cy.send("sit", name="Cy")
    before = there.log()
    assert before[-1] == Claimed(2, "Cy", hash_token(cy.token()))
    assert "then Cy" in there.bo.look().html
    for _ in range(2):
        answer = there.post(cy, "sit", name="Cy")
        assert (answer.status_code, there.log()) == (303, before), "once is enough"
    assert f"replacing {bot.name}" in cy.look().text("late")
    assert "hand" not in cy.page.by_id
    for action, data in (
        ("choose", {"game": 1, "round": 1, "turn": 1, "card": 5}),
        ("back", {}),
        ("say", {"phrase": "hello"}),
    ):
        assert there.post(cy, action, **data).status_code == 403
    to_the_end_of(there, [there.ana, there.bo], lambda table: table.between_rounds)
    table = there.site.table(there.table)
    assert [who and who.name for who in table.sitters] == ["Ana", "Bo", "Cy"]
    assert cy.look().asks == "next"
    assert not cy.page.cards or "hand" not in cy.page.by_id
    assert sum(isinstance(each, Sat) for each in there.log()) == 4


def test_of_two_who_come_late_at_once_one_has_the_bots_seat(there: Round) -> None:
    there.begin()
    late = [there.site.person() for _ in range(4)]
    for each in late:
        each.go(f"/t/{there.table}")
    with ThreadPoolExecutor(4) as fingers:
        answers = list(
            fingers.map(lambda number: there.post(late[number], "sit", name=f"Cy {number}"), range(4))
        )
    assert sorted(answer.status_code for answer in answers) == [303, 409, 409, 409]
    refused = next(answer for answer in answers if answer.status_code == 409)
    assert "taken by people; you can watch" in note(refused)
    assert sum(isinstance(each, Claimed) for each in there.log()) == 1
    other = there.site.person()
    assert "Table full" in other.go(f"/t/{there.table}").text("late")
    assert "sit" not in other.page.forms


def test_who_was_promised_a_seat_gives_it_up_or_is_made_to(there: Round) -> None:
    there.begin()
    cy, di = there.site.person(), there.site.person()
    cy.go(f"/t/{there.table}")
    cy.send("sit", name="Cy")
    cy.send("leave")
    assert "sit" in cy.page.forms
    di.go(f"/t/{there.table}")
    di.send("sit", name="Di")
    assert there.post(there.bo, "remove", seat=2, name="Di").status_code == 403
    assert "Di" in there.ana.go(f"/t/{there.table}/house").html
    assert there.post(there.ana, "remove", seat=2, name="Di").status_code == 303
    assert di.look().text("prompt") == "The host has asked you to leave this table."
    assert there.post(di, "sit", name="Di").status_code == 403
    assert not any(each.claim for each in there.site.table(there.table).seats)


@pytest.mark.parametrize(
    ("config", "status"), [(TableConfig(late=False), 409), (TableConfig(spectators=False), 403)]
)
def test_where_the_host_lets_nobody_in_nobody_takes_over_from_a_bot(
    there: Round, config: TableConfig, status: int
) -> None:
    there.config(config)
    there.begin()
    cy = there.site.person()
    cy.client.get(f"/t/{there.table}")
    before = there.log()
    assert there.post(cy, "sit", name="Cy").status_code == status
    assert there.log() == before


def test_after_a_game_the_host_gathers_all_for_another_at_the_same_table(there: Round) -> None:
    there.ana.look()
    there.ana.send("leave")
    there.ana.open("invite", seats=3, name="Ana", end="rounds", end_count="1")
    there.table = there.ana.table
    there.bo.join(there.table, name="Bo")
    there.begin()
    to_the_end_of(there, [there.ana, there.bo], lambda table: not table.playing)
    first = there.site.table(there.table).game_id
    page = there.ana.go(f"/t/{there.table}/house")
    assert "The next game" in page.html
    there.ana.send("house", game="tactical", seats="5", length="usual")
    for who in (there.ana, there.bo):
        who.look()
        assert "Tactical, 5 seats. (just changed)" in who.page.root.text
        assert f"/g/{first}" in who.page.html
    assert (there.ana.page.asks, "ready" in there.bo.page.forms) == ("begin", True)
    cy = there.site.person()
    cy.join(there.table, name="Cy")
    there.ana.look()
    there.ana.send("begin", bots="nearest")
    table = there.site.table(there.table)
    assert (table.games, name_of(table.rules), table.rules.seats) == (2, "tactical", 5)
    assert [who and who.human for who in table.sitters] == [True, True, False, True, False]
    # The record of the game before is by its own rules.
    lines = there.bo.client.get(f"/t/{there.table}/games/{first}.sixth.jsonl").text.splitlines()
    (read,) = record.read(lines)
    assert (len(read.seats), read.rules.end.count) == (3, 1)
    answer = there.post(there.ana, "house", game="classic", seats=5)
    assert (answer.status_code, "stay as they are" in answer.text) == (409, True), "it goes on"


# ------------------------------------------------------------------ who watches


def test_where_nobody_may_watch_only_the_players_see_the_table(there: Round) -> None:
    there.config(TableConfig(spectators=False))
    eve = there.site.person()
    assert eve.go(f"/t/{there.table}").asks == "sit", "a free seat is for whoever comes"
    there.begin()
    for path in ("", "/screen", "/history", "/history?at=1", "/rounds", "/around", "/around?screen=1"):
        answer = eve.client.get(f"/t/{there.table}{path}")
        assert answer.status_code == 403
        assert "This table is private" in answer.text
        assert not Page(answer.text).cards
    for path in ("/wire", "/wire?screen=1", "/wire?since=2"):
        answer = eve.client.get(f"/t/{there.table}{path}")
        assert (answer.status_code, answer.json()["code"]) == (403, "private")
    form = {"round": 1, "turn": 1, "card": 1}
    refused = eve.client.post(f"/t/{there.table}/choose", data=form, headers=ASKS_FOR_PAGE)
    assert "This table is private" in refused.text
    assert not Page(refused.text).cards
    # A screen in the room is let in by a player's own browser, and shows no hand.
    page = there.bo.go(f"/t/{there.table}/screen")
    assert page.cards
    assert "hand" not in page.by_id


def test_streams_of_strangers_end_when_watching_is_switched_off(there: Round) -> None:
    there.begin()
    eve = there.site.person()
    eve.go(f"/t/{there.table}")
    with wire(eve) as lines:
        next(lines)
        there.config(TableConfig(spectators=False))
        assert list(lines) == [{"end": "private"}]


# ------------------------------------------------------------------ the big screen


def test_the_screen_shows_how_to_join_and_then_the_table_without_a_hand(there: Round) -> None:
    code = code_on(there.ana.page)
    there.ana.go(f"/t/{there.table}/screen")
    page = there.ana.page
    assert code in page.html
    assert f"/t/{there.table}/qr.svg" in page.html
    assert not page.forms.keys() - {"/settings"}
    there.begin()
    page = there.ana.go(f"/t/{there.table}/screen")
    state = there.site.table(there.table).state
    assert state is not None
    assert sorted(page.cards) == sorted(card for row in state.rows for card in row)
    # Whoever comes late finds the way in, too.
    assert code in page.html
    assert f"/t/{there.table}/qr.svg" in page.html


# ------------------------------------------------------------------ talk


def said(person: Person) -> list[str]:
    """What the page shows that people said."""
    return [each.text for each in person.look().by_id["lines"].all("p")]


def test_phrases_and_own_words_are_read_by_everybody(there: Round) -> None:
    there.post(there.bo, "say", phrase="good-luck")
    there.post(there.bo, "say", text="  <b>hi</b>\u202e & \x07 you ")
    there.post(there.bo, "say", reaction="clap")
    assert said(there.ana)[:2] == ["Bo Good luck!", "Bo <b>hi</b> & you"]
    assert said(there.bo)[0] == "You Good luck!"
    # Only its key is kept, so everybody reads it in their own language.
    assert there.site.tables.chat.lines(there.table)[0].said == "good-luck"


def test_what_is_said_is_no_part_of_the_game_and_has_no_number(there: Round) -> None:
    there.begin()
    before = there.log()
    with wire(there.ana, since=len(before)) as lines:
        there.post(there.bo, "say", phrase="hello")
        line = next(lines)
    assert line.keys() == {"said"}
    assert line["said"]["said"] == "hello"
    assert there.log() == before


def test_the_same_words_at_once_are_said_once(there: Round) -> None:
    with ThreadPoolExecutor(4) as fingers:
        list(fingers.map(lambda _: there.post(there.bo, "say", text="hi"), range(4)))
    assert said(there.ana) == ["Bo hi"]


def test_words_carry_the_language_of_whoever_wrote_them_and_phrases_that_of_the_reader(there: Round) -> None:
    there.post(there.ana, "say", text="Good evening")
    there.bo.client.cookies.set("sixth-lang", "de")
    there.post(there.bo, "say", text="Guten Abend")
    there.post(there.bo, "say", phrase="hello")
    for path in ("", "/screen"):
        shown = there.ana.go(f"/t/{there.table}{path}").html
        lines = re.findall(r'<p id="line.*?</p>', shown)
        assert '<span dir="auto" lang="de">Guten Abend</span>' in lines[-2]
        assert ("Hello!" in lines[-1], "lang=" in lines[-1]) == (True, False)
    shown = there.ana.look().html
    assert '<span dir="auto">Good evening</span>' in shown
    assert '<span dir="auto" lang="en">Good evening</span>' in there.bo.look().html


def test_who_talks_too_fast_is_asked_to_wait(there: Round) -> None:
    answers = [there.post(there.bo, "say", text=str(number)) for number in range(6)]
    assert [answer.status_code for answer in answers] == [303] * 5 + [429]
    assert "wait a moment" in note(answers[-1])
    assert len(said(there.ana)) == 5
    assert there.post(there.ana, "say", phrase="hello").status_code == 303, "others may talk"


def test_the_host_may_switch_free_words_off(there: Round) -> None:
    there.config(TableConfig(chat=False))
    answer = there.post(there.bo, "say", text="hi")
    assert (answer.status_code, "Free chat is off" in note(answer)) == (403, True)
    assert there.post(there.bo, "say", phrase="hello").status_code == 303
    assert said(there.ana) == ["Bo Hello!"]


def test_a_table_remembers_its_last_lines_only(there: Round) -> None:
    for number in range(60):
        there.site.tables.chat.say(there.table, 1, "Bo", "text", f"line {number}")
    lines = said(there.ana)
    assert len(lines) == 50
    assert lines[-1] == "Bo line 59"


def test_only_players_talk(there: Round) -> None:
    eve = there.site.person()
    eve.go(f"/t/{there.table}")
    assert there.post(eve, "say", phrase="hello").status_code == 403
    assert said(there.ana) == []


def test_changes_one_after_the_other_are_slowed_down(there: Round) -> None:
    answers = [
        there.post(there.bo, "ready", ready=str(number % 2 == 0).lower()).status_code for number in range(40)
    ]
    assert answers.count(303) == 30
    assert set(answers[30:]) == {429}


def test_the_bot_for_whoever_leaves_can_be_chosen_until_the_game_begins(there: Round) -> None:
    there.config(TableConfig(stand_in="nearest"))
    there.begin()
    page = there.ana.go(f"/t/{there.table}/house")
    assert "stand_in" not in page.forms["house"].fields
    there.ana.send("house")
    before = there.log()
    answer = there.post(there.ana, "house", stand_in="champion", spectators="true", chat="true")
    assert (answer.status_code, "stand-in bot stay" in html.unescape(answer.text)) == (409, True)
    assert there.log() == before
    assert there.site.table(there.table).config.stand_in == "nearest"


def test_who_comes_back_chooses_without_seeing_what_the_bot_chose(there: Round) -> None:
    there.begin()
    there.bo.send("leave")

    def chosen() -> bool:
        state = there.site.table(there.table).state
        return state is not None and state.chosen[1] is not None

    until(chosen, "the bot has chosen")
    shown = [there.bo.look().chosen]
    there.bo.send("back")
    shown.append(there.bo.page.chosen)
    assert shown == [None, None]
    assert there.bo.page.asks == "choose"
    assert "A bot chose a card for you." in there.bo.page.text("prompt")
    own = there.bo.page.forms["hand"].buttons[0][1]
    there.bo.send("hand", own)
    assert there.bo.page.chosen == int(own)
    assert f"You chose {own}." in there.bo.page.text("prompt")


def test_the_house_is_kept_and_shown_as_it_was_left(there: Round) -> None:
    there.ana.go(f"/t/{there.table}/house")
    assert there.ana.page.forms["house"].fields["stand_in"] == "careful"
    there.config(TableConfig(listed=True, helps=True, stand_in="nearest"))
    assert there.log()[-1] == Arranged(TableConfig(listed=True, helps=True, stand_in="nearest"))
    shown = html.unescape(there.ana.go(f"/t/{there.table}/house").html)
    assert re.findall(r'name="(\w+)" value="true" checked', shown) == [
        "listed",
        "spectators",
        "late",
        "chat",
        "helps",
    ]
