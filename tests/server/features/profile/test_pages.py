"""The pages of people, over a real socket: a name, other devices, recovery codes, and the end of it all."""

import json
import re
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection, Table

from sixth.server.core.settings import Settings
from sixth.server.features.profile.offer import EVENING_MS
from sixth.server.people.browsers import browser_label
from sixth.server.people.device_links import LINK_MS
from sixth.server.people.recovery_codes import CODES
from sixth.server.store.schema import METADATA
from tests.server.features.friends.test_pages import keep
from tests.server.support.hosting import Clock, Site, hosting, until
from tests.server.support.parties import BRIEF
from tests.server.support.playing import Person, own_lines, play_on
from tests.server.support.postgres import Postgres

YOU = "sixth-you"
MINUTES_MS = 60_000


def play(site: Site, name: str, person: Person | None = None) -> Person:
    """Have a person, or a new one, play a short game against a bot to its end."""
    person = person or site.person()
    person.open("play", seats=2, bots="random", name=name, **BRIEF)
    play_on([person], Random(1))
    return person


def keep_after_game(site: Site, name: str) -> Person:
    """Return a person who has played a game and keeps a name."""
    person = play(site, name)
    person.go("/you")
    person.send("/you/name", name=name)
    assert title(person) == name
    return person


def title(person: Person) -> str:
    """Return the heading of the page that a person is at, without tags."""
    heading = re.search(r"<h1[^>]*>(.*?)</h1>", person.page.html, re.DOTALL)
    return re.sub(r"<[^>]*>", "", heading[1]).strip() if heading else ""


def link_of(person: Person) -> str:
    """Have a person make a link for another device; return its path."""
    person.go("/you")
    person.send("/you/link")
    link = re.search(r"/you/device/[a-z0-9-]+", person.page.html)
    assert link is not None
    return link[0]


def add_device(person: Person, other: Person) -> None:
    """Have the browser of another become a device of a person."""
    link = link_of(person)
    other.go(link)
    other.send(link)


def codes_of(person: Person) -> list[str]:
    """Have a person make recovery codes; return them."""
    person.go("/you")
    person.send("/you/codes")
    return re.findall(r"<li><code>([a-z0-9-]+)</code>", person.page.html)


def games_of(person: Person) -> list[str]:
    """Return the ids of the games of a person."""
    lines = map(json.loads, person.client.get("/you/export.jsonl").text.splitlines())
    return [line["game_id"] for line in lines if line["kind"] == "game"]


def is_nobody(person: Person) -> bool:
    """Return whether the browser of a person is nobody's."""
    return "Play a game first" in person.go("/you").html


# ------------------------------------------------------------------ a name


def test_a_guest_is_offered_to_keep_games_below_a_result_and_nobody_else(site: Site) -> None:
    ana = play(site, "Ana")
    offer = "Keep your games"
    assert offer in ana.look().html
    ana.go("/you")
    ana.send("/you/name", name="Ana")
    assert offer not in ana.look().html
    watcher = site.person()
    assert offer not in watcher.go(f"/t/{ana.table}").html


def test_a_guest_is_asked_to_keep_games_once_an_evening_and_not_for_days_after_a_no(tmp_path: Path) -> None:
    clock, offer = Clock(), "Keep your games"
    with hosting(tmp_path, wall=clock) as site:
        ana = play(site, "Ana")
        until(lambda: len(games_of(ana)) == 1, "the game was read")
        assert offer in ana.look().html
        play(site, "Ana", ana)
        assert offer not in ana.look().html
        clock.forward(3 * EVENING_MS)
        play(site, "Ana", ana)
        assert offer in ana.look().html
        ana.send(f"/t/{ana.table}/later")
        assert offer not in ana.page.html
        clock.forward(3 * EVENING_MS)
        play(site, "Ana", ana)
        assert offer not in ana.look().html
        assert "/you" in ana.go("/").html


def test_results_are_on_the_page_soon_after_the_end_and_count_once(site: Site) -> None:
    ana = play(site, "Ana")
    until(lambda: len(games_of(ana)) == 1, "the game was read")
    play(site, "Ana", ana)
    until(lambda: len(games_of(ana)) == 2, "the second game was read")
    page = ana.go("/you").html
    assert "<td>2</td>" in page
    assert not {"None", "[]"} & set(page.split())
    assert len(set(games_of(ana))) == 2


def test_a_game_with_cards_known_before_is_no_result(site: Site) -> None:
    ana = play(site, "Ana")
    first = site.table(ana.table).game_id
    ana.look()
    ana.send("deal-again")
    play_on([ana], Random(1))
    again = site.table(ana.table).game_id
    play(site, "Ana", ana)
    until(lambda: len(games_of(ana)) == 2, "the other games were read")
    assert {first, site.table(ana.table).game_id} == set(games_of(ana))
    assert again not in games_of(ana)


@pytest.mark.parametrize("name", ["ana", "Αna", "Аnа"])
def test_a_name_that_looks_like_one_that_is_kept_is_refused_beside_its_field(site: Site, name: str) -> None:
    keep(site, "Ana")
    bo = play(site, "Bo")
    bo.go("/you")
    bo.send("/you/name", name=name, may_be_late=True)
    assert "Somebody here already has that name" in bo.page.html
    assert title(bo) == "Your page"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("\u200b", "Enter a name"),
        ("x" * 10_000, "too long"),
        ("You", "choose another name"),
        ("QUALCUNO", "Deleted people"),
    ],
)
def test_a_name_that_cannot_be_shown_is_refused(site: Site, name: str, why: str) -> None:
    ana = play(site, "Ana")
    ana.go("/you")
    ana.send("/you/name", name=name, may_be_late=True)
    assert why in ana.page.html


def test_a_name_can_be_changed_and_the_old_one_is_free_again(site: Site) -> None:
    ana, bo = keep(site, "Ana"), play(site, "Bo")
    ana.go("/you")
    ana.send("/you/name", name="Anna")
    assert title(ana) == "Anna"
    bo.go("/you")
    bo.send("/you/name", name="Ana")
    assert title(bo) == "Ana"


def test_a_page_is_hidden_until_its_person_shows_it_and_answers_as_one_that_does_not_exist(
    site: Site,
) -> None:
    ana, bo = keep(site, "Ana"), site.person()
    person = json.loads(ana.client.get("/you/export.jsonl").text.splitlines()[0])["id"]

    def answer(person: str) -> tuple[int, str]:
        answer = bo.client.get(f"/people/{person}")
        return answer.status_code, answer.text.replace(person, "")

    missing = answer("bcdfghjkmnpqrs")
    assert missing[0] == 404
    assert answer(person) == missing
    ana.go("/you")
    ana.send("/you/shown", shown="public")
    status, page = answer(person)
    assert (status, "Ana" in page) == (200, True)
    ana.send("/you/shown", shown="hidden")
    assert answer(person) == missing


# ------------------------------------------------------------------ devices


def test_a_link_adds_one_device_whose_games_come_along(site: Site) -> None:
    ana, phone = keep_after_game(site, "Ana"), play(site, "Guest")
    until(lambda: len(games_of(ana)) == len(games_of(phone)) == 1, "both games were read")
    secret = phone.client.cookies[YOU]
    link = link_of(ana)
    phone.go(link)
    assert title(phone) == "Are you Ana?"
    phone.send(link)
    assert title(phone) == "Ana"
    assert len(games_of(phone)) == 2
    assert games_of(phone) == games_of(ana)
    play(site, "Ana", phone)
    until(lambda: len(games_of(ana)) == 3, "a game of the phone was read")
    # The secret of the guest that the phone was is worth nothing any more.
    thief = site.person()
    thief.client.cookies.set(YOU, secret)
    assert is_nobody(thief)


def test_a_link_that_was_used_or_is_too_old_adds_no_device(site: Site, clock: Clock) -> None:
    ana, phone, thief = keep(site, "Ana"), site.person(), site.person()
    link = link_of(ana)
    phone.go(link)
    phone.send(link)
    for method in ("GET", "POST"):
        answer = thief.client.request(method, link)
        assert answer.status_code == 404
        assert "This link was used or is too old" in answer.text
        assert 'class="button main" href="/you#back"' in answer.text or method == "POST"
    late = link_of(ana)
    clock.forward(LINK_MS)
    assert thief.client.post(late).status_code == 404
    assert is_nobody(thief)


def test_a_new_link_replaces_the_one_before(site: Site) -> None:
    ana, phone = keep(site, "Ana"), site.person()
    old, new = link_of(ana), link_of(ana)
    assert old != new
    assert phone.client.post(old).status_code == 404
    phone.go(new)
    phone.send(new)
    assert title(phone) == "Ana"


def test_the_maker_of_a_link_can_hand_it_on_and_other_devices_are_told_whose_they_are(site: Site) -> None:
    ana, phone = keep(site, "Ana"), site.person()
    add_device(ana, phone)
    link = link_of(ana)
    for person, has_picture in ((ana, True), (phone, False)):
        assert "You’re Ana here already" in person.go(link).html
        assert f'readonly value="{site.url}{link}"' in person.page.html
        assert ("/you/link.svg" in person.page.html) is has_picture
    inside = site.person().client.get(link, headers={"User-Agent": "Mobile Instagram 350.0"}).text
    assert "Open in your browser" in inside


def test_a_link_shown_by_one_browser_can_be_read_from_its_picture_and_by_no_other(site: Site) -> None:
    ana, bo = keep(site, "Ana"), keep(site, "Bo")
    link_of(ana)
    picture = ana.client.get("/you/link.svg")
    assert (picture.status_code, picture.headers["cache-control"]) == (200, "no-store")
    assert bo.client.get("/you/link.svg").status_code == 404


def test_two_names_become_one_only_if_both_agree(site: Site) -> None:
    ana, bea = keep_after_game(site, "Ana"), keep_after_game(site, "Bea")
    until(lambda: len(games_of(ana)) == len(games_of(bea)) == 1, "both games were read")
    link = link_of(ana)
    bea.go(link)
    bea.send(link)
    assert title(bea) == "Now agree on the other device"
    assert title_of_you(bea) == "Bea"
    assert "Are you Bea, too?" in ana.go("/you").html
    ana.send("/you/merge", "no")
    assert "too?" not in ana.page.html
    assert title_of_you(bea) == "Bea"
    add_device(ana, bea)
    ana.go("/you")
    ana.send("/you/merge", "merge")
    assert title_of_you(bea) == title_of_you(ana) == "Ana"
    assert len(games_of(ana)) == 2
    cy = play(site, "Cy")
    cy.go("/you")
    cy.send("/you/name", name="Bea")
    assert title(cy) == "Bea"


def title_of_you(person: Person) -> str:
    """Return the heading of the page of a person."""
    person.go("/you")
    return title(person)


def test_nobody_becomes_one_with_a_person_who_has_not_asked(site: Site) -> None:
    ana, bea = keep(site, "Ana"), keep(site, "Bea")
    theirs = json.loads(bea.client.get("/you/export.jsonl").text.splitlines()[0])["id"]
    link_of(ana)
    answer = ana.client.post("/you/merge", data={"other": theirs, "answer": "merge"})
    assert answer.status_code == 200
    assert title_of_you(bea) == "Bea"


def test_a_browser_that_is_signed_out_elsewhere_is_nobody(site: Site) -> None:
    ana, phone = keep(site, "Ana"), site.person()
    add_device(ana, phone)
    ana.go("/you")
    ana.send("/you/end")
    assert is_nobody(phone)
    assert title_of_you(ana) == "Ana"


def test_signing_out_leaves_no_name_and_no_seat_in_the_browser(site: Site) -> None:
    ana = keep(site, "Ana")
    secret, table = ana.client.cookies[YOU], ana.table
    ana.go("/you")
    ana.send("/you/out")
    assert {each for each in ana.client.cookies if each in (YOU, "sixth-name", "sixth-seats")} == set()
    assert f"sixth-{table}" not in ana.client.cookies
    thief = site.person()
    thief.client.cookies.set(YOU, secret)
    assert is_nobody(ana)
    assert is_nobody(thief)


def test_somebody_who_signs_out_in_a_game_leaves_it_to_a_bot(site: Site) -> None:
    ana, bo = site.person(), site.person()
    table = ana.open("invite", seats=2, name="Ana", **BRIEF)
    bo.join(table, name="Bo")
    ana.look()
    ana.send("begin")
    bo.go("/you")
    bo.send("/you/out")
    ana.look()
    play_on([ana], Random(1))
    assert site.table(table).seats[1].stand_in is not None


def test_a_secret_that_has_ended_is_not_used_again(site: Site) -> None:
    ana = keep(site, "Ana")
    secret = ana.client.cookies[YOU]
    ana.go("/you")
    ana.send("/you/out")
    eve = site.person()
    eve.client.cookies.set(YOU, secret, domain="127.0.0.1")
    play(site, "Eve", eve)
    assert eve.client.cookies[YOU] != secret


def test_the_secret_of_a_browser_is_hidden_from_scripts_and_kept_as_its_hash_only(
    site: Site, tmp_path: Path
) -> None:
    ana = keep(site, "Ana")
    form = {"game": "classic", "seats": "2", "bots": "random", "how": "play"}
    answer = site.person().client.post("/tables", data=form, follow_redirects=False)
    cookie = next(each for each in answer.headers.get_list("set-cookie") if each.startswith(YOU))
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    secret, link, codes = ana.client.cookies[YOU], link_of(ana).rpartition("/")[2], codes_of(ana)
    files = b"".join(path.read_bytes() for path in tmp_path.glob("*.sqlite3*"))
    for each in (secret, link, *codes):
        assert each.encode() not in files
        assert each.replace("-", "").encode() not in files


# ------------------------------------------------------------------ recovery codes


def test_a_recovery_code_brings_somebody_back_once(site: Site) -> None:
    ana, new, thief = keep_after_game(site, "Ana"), site.person(), site.person()
    codes = codes_of(ana)
    assert len(set(codes)) == CODES
    new.go("/you")
    new.send("/you/code", code=f" {codes[0].upper()} ")
    assert title(new) == "Ana"
    until(lambda: len(games_of(new)) == 1, "the game was read")
    thief.go("/you")
    thief.send("/you/code", code=codes[0], may_be_late=True)
    assert "No code like that is in use" in thief.page.html
    assert is_nobody(thief)


def test_new_recovery_codes_replace_the_old_ones_and_are_shown_for_a_short_time(
    site: Site, clock: Clock
) -> None:
    ana, thief = keep(site, "Ana"), site.person()
    old, new = codes_of(ana), codes_of(ana)
    assert not set(old) & set(new)
    thief.go("/you")
    thief.send("/you/code", code=old[0], may_be_late=True)
    assert is_nobody(thief)
    clock.forward(15 * MINUTES_MS + 1)
    assert new[0] not in ana.go("/you").html
    assert "8 of 8 codes left" in ana.page.html


def test_recovery_codes_are_not_shown_to_another_browser_of_the_person(site: Site) -> None:
    ana, phone = keep(site, "Ana"), site.person()
    add_device(ana, phone)
    codes = codes_of(ana)
    assert codes[0] not in phone.go("/you").html


def test_guesses_of_recovery_codes_are_limited(tmp_path: Path) -> None:
    with hosting(tmp_path, settings=Settings(unlimited=())) as site:
        thief = site.person()
        answers = [thief.client.post("/you/code", data={"code": "bcdfghjkmnpqrs"}) for _ in range(11)]
    assert [each.status_code for each in answers] == [200] * 10 + [429]


def test_a_browser_that_is_signed_in_offers_the_name_at_the_next_table(site: Site) -> None:
    ana, new, phone = keep(site, "Ana"), site.person(), site.person()
    new.go("/you")
    new.send("/you/code", code=codes_of(ana)[0])
    add_device(ana, phone)
    for person in (new, phone):
        assert 'name="name" value="Ana"' in person.go("/").html


@pytest.mark.parametrize(
    ("user_agent", "label"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537 HeadlessChrome/140 Safari/537", "Chrome · Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 Chrome/140 Safari/537 Edg/140", "Edge · Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) AppleWebKit/605 Version/18 Safari/604", "Safari · iPhone"),
        ("curl/8", ""),
    ],
)
def test_a_browser_is_called_by_its_program_and_system(user_agent: str, label: str) -> None:
    assert browser_label(user_agent) == label


# ------------------------------------------------------------------ everything, and the end


def test_everything_that_is_kept_can_be_taken_along(site: Site) -> None:
    ana = keep_after_game(site, "Ana")
    until(lambda: len(games_of(ana)) == 1, "the game was read")
    answer = ana.client.get("/you/export.jsonl")
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert [line["kind"] for line in lines] == ["person", "browser", "game", "name", "table"]
    assert (lines[0]["format"], lines[0]["name"]) == ("sixth-person-1", "Ana")
    assert lines[2]["game_id"] == site.table(ana.table).game_id
    assert lines[3] == {"kind": "name", "name": "Ana", "games": 1}
    assert lines[4]["id"] == ana.table
    assert site.person().client.get("/you/export.jsonl").status_code == 404


def test_to_delete_everything_takes_a_tick(site: Site) -> None:
    ana = keep(site, "Ana")
    ana.client.post("/you/erase", data={})
    assert title_of_you(ana) == "Ana"


def erase(person: Person) -> None:
    """Have a person delete everything."""
    person.go("/you")
    person.send("/you/erase", sure="true")


def _until_without(name: str, person: Person, page: str) -> None:
    """Wait until a page as this person sees it has no such name."""
    until(lambda: name not in person.client.get(page).text, f"{name} was not on {page} any more")


def test_the_name_of_a_deleted_person_is_in_no_log_record_or_page(site: Site) -> None:
    ana = keep_after_game(site, "Ana")
    table, game = ana.table, site.table(ana.table).game_id
    watcher = site.person()
    for page in (f"/t/{table}", f"/g/{game}", f"/g/{game}.sixth.jsonl"):
        assert "Ana" in watcher.client.get(page).text
    erase(ana)
    assert is_nobody(ana)
    until(lambda: "Ana" not in "".join(map(repr, site.log(table))), "the name was out of the log")
    for page in (f"/t/{table}", f"/g/{game}", f"/g/{game}.sixth.jsonl"):
        _until_without("Ana", watcher, page)
        assert "Somebody" in watcher.client.get(page).text
    bo = play(site, "Bo")
    bo.go("/you")
    bo.send("/you/name", name="Ana")
    assert title(bo) == "Ana"


def test_the_name_of_a_deleted_person_is_in_no_file_of_an_sqlite_database(site: Site, tmp_path: Path) -> None:
    def is_there() -> bool:
        return any(b"Zaphod" in each.read_bytes() for each in tmp_path.glob("sixth.sqlite3*"))

    erase(keep_after_game(site, "Zaphod"))
    assert is_there()
    until(lambda: not is_there(), "the name was out of the files")


def test_all_rows_of_a_deleted_person_are_gone(site: Site) -> None:
    ana = keep_after_game(site, "Ana")
    link_of(ana)
    codes_of(ana)
    until(lambda: len(games_of(ana)) == 1, "the game was read")
    person_id = json.loads(ana.client.get("/you/export.jsonl").text.splitlines()[0])["id"]

    def tables() -> set[str]:
        """Return the tables with a row that names the person."""

        def names(connection: Connection, table: Table) -> bool:
            return any(person_id in row for row in connection.execute(table.select()))

        every = METADATA.sorted_tables
        return site.store.read(lambda each: {table.name for table in every if names(each, table)})

    assert tables() > {
        "people",
        "person_names",
        "person_games",
        "person_codes",
        "person_links",
        "person_seats",
    }
    erase(ana)
    assert not tables()


def test_what_names_a_person_goes_with_them_by_a_key() -> None:
    """But for the columns in which a person or a seat stands, each of which has another beside it."""
    people = METADATA.tables["people"].c.person_id
    named = {
        (table.name, column.name)
        for table in METADATA.sorted_tables
        for column in table.c
        if column.name in ("person_id", "other_id", "friend_id", "by_id") and column is not people
    }
    keys = {
        (table.name, column.name)
        for table in METADATA.sorted_tables
        for column in table.c
        if any(key.column is people for key in column.foreign_keys)
    }
    assert named - keys == {("person_mutes", "other_id"), ("person_reports", "person_id")}
    assert keys - named == {("person_mutes", "muted_id"), ("person_reports", "about_id")}


def test_people_at_a_table_see_a_deleted_person_as_somebody_and_play_on_with_a_bot(site: Site) -> None:
    ana, bo = site.person(), site.person()
    table = ana.open("invite", seats=2, name="Ana", **BRIEF)
    bo.join(table, name="Bo")
    ana.look()
    ana.send("begin")
    erase(bo)
    until(lambda: "Somebody" in ana.look().html, "the host saw the new name")
    play_on([ana], Random(1))
    until(lambda: "'Bo'" not in "".join(map(repr, site.log(table))), "the old name was out of the log")
    game = site.table(table).game_id
    assert "Bo" not in ana.client.get(f"/g/{game}.sixth.jsonl").text.replace("Bot", "")


def test_other_processes_forget_the_name_of_a_deleted_person(database: Postgres, tmp_path: Path) -> None:
    url = database.make()
    with ExitStack() as stack:
        one, other = (stack.enter_context(hosting(tmp_path / each, url)) for each in ("one", "other"))
        ana = keep_after_game(one, "Ana")
        game = one.table(ana.table).game_id
        watcher = other.person()
        pages = (f"/t/{ana.table}", f"/g/{game}", f"/g/{game}.sixth.jsonl")
        for page in pages:
            assert "Ana" in watcher.client.get(page).text
        erase(ana)
        for page in pages:
            _until_without("Ana", watcher, page)


def test_people_who_have_not_been_back_for_long_are_deleted(tmp_path: Path, clock: Clock) -> None:
    with hosting(tmp_path, settings=Settings(forget_people=timedelta(days=30)), wall=clock) as site:
        ana = keep(site, "Ana")
        table = ana.table
        clock.forward(31 * 24 * 60 * MINUTES_MS)
        until(lambda: "Ana" not in "".join(map(repr, site.log(table))), "the name was out of the log")
        assert is_nobody(ana)


# ------------------------------------------------------------------ the site


def test_a_site_without_people_leaves_no_trace(tmp_path: Path) -> None:
    with hosting(tmp_path) as site:
        ana = keep(site, "Ana")
        secret = ana.client.cookies[YOU]
    with hosting(tmp_path, settings=Settings(people=False)) as site:
        bo = play(site, "Bo")
        assert YOU not in bo.client.cookies
        assert "/you" not in bo.look().html + bo.go("/").html
        for page in ("/you", "/privacy", "/you/export.jsonl"):
            assert bo.client.get(page).status_code == 404
    with hosting(tmp_path) as site:
        ana = site.person()
        ana.client.cookies.set(YOU, secret)
        assert title_of_you(ana) == "Ana"


def test_the_page_on_privacy_names_every_column_of_the_database(site: Site) -> None:
    page = site.person().client.get("/privacy").text
    columns = {f"{table.name}.{column.name}" for table in METADATA.sorted_tables for column in table.c}
    assert columns <= set(re.findall(r"[a-z_0-9]+\.[a-z_0-9]+", page))


def test_the_page_has_the_record_in_daily_deals(site: Site, clock: Clock) -> None:
    ana = site.person()
    ana.open("play", seats=2, bots="random", name="Ana", **BRIEF)
    assert "None" not in ana.go("/you").html
    for day in range(3):
        clock.forward(day and 24 * 60 * MINUTES_MS)
        ana.go("/daily")
        ana.send("/daily")
        play_on([ana], Random(day))
    until(lambda: "3 days played. 3 days in a row." in ana.go("/you").root.text, "all was read")
    assert any(line.startswith("Daily deal 3 days in a row.") for line in own_lines(ana))
    clock.forward(2 * 24 * 60 * MINUTES_MS)
    assert "3 days played." in ana.go("/you").html
    assert "in a row" not in ana.page.html
    assert "Daily deal Play it" in own_lines(ana)


def test_a_link_that_one_browser_has_made_is_not_shown_by_another_of_the_person(site: Site) -> None:
    ana, phone = keep(site, "Ana"), site.person()
    add_device(ana, phone)
    link_of(ana)
    assert "/you/device/" not in phone.go("/you").html
    assert phone.client.get("/you/link.svg").status_code == 404
