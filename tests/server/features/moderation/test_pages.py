"""Mutes over a real socket: whose chat somebody does not see follows the person, not the seat."""

import json
import re
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from sixth.server.app import FEATURES
from sixth.server.features.friends.friendships import ask
from sixth.server.features.moderation.feature import MODERATION
from sixth.server.people.erasure import erase
from sixth.server.people.mutes import OtherPerson, mute, mutes_of
from sixth.server.people.tables import person_mutes
from sixth.server.store.sql import SqlStore
from tests.server.features.friends.test_pages import befriend, id_of, keep
from tests.server.support.hosting import Site, hosting
from tests.server.support.parties import BRIEF
from tests.server.support.people import arrive, keep_names, merge, read, write
from tests.server.support.playing import Person
from tests.server.support.postgres import Postgres
from tests.server.support.programs import Program
from tests.server.support.wire import do, first, wait_for, wire

NOW = 1_000_000


def meet(*people: Person, host: Person, names: Sequence[str]) -> str:
    """Have people sit down at a new table of a host, in this order; return the table."""
    table = host.open("invite", seats=len(people) + 1, name="Host", **BRIEF)
    for person, name in zip(people, names, strict=True):
        person.join(table, name=name)
    return table


def talk_on(person: Person) -> list[str]:
    """Return the lines of chat on the page of a person."""
    return [each.text for each in person.look().by_id["lines"].all("p")]


def say(person: Person, text: str) -> None:
    """Have a person say something at their table."""
    assert do(person, "say", kind="text", said=text).status_code == 200


def change(person: Person, label: str) -> None:
    """Have a person press a button about another at the table."""
    person.look()
    player, answers = r'name="player" value="(\w+)"[^>]*>', r'<input[^>]* name="answer" value="(\w+)"[^>]*>'
    pattern = f"{player}{answers}<button>{label}<"
    match = re.search(pattern, person.page.html)
    assert match is not None, f"no button {label}"
    answer = person.client.post(
        f"/t/{person.table}/mute", data={"player": match[1], "answer": match[2]}, follow_redirects=False
    )
    assert answer.status_code == 303


def test_who_is_muted_is_not_seen_at_any_table_and_seat_until_it_is_undone(site: Site) -> None:
    ana, bo, cy = (site.person() for _ in range(3))
    meet(bo, cy, host=ana, names=("Bo", "Cy"))
    say(bo, "one")
    say(cy, "two")
    assert talk_on(ana) == ["Bo one", "Cy two"]
    change(ana, "Mute Bo")
    assert talk_on(ana) == ["Cy two"]
    assert talk_on(bo) == ["You one", "Cy two"]
    assert talk_on(cy) == ["Bo one", "You two"]
    with wire(ana) as lines:
        next(lines)
        assert do(bo, "say", kind="reaction", said="clap").status_code == 200
        say(bo, "three")
        say(cy, "four")
        assert wait_for(lines, lambda line: line.get("said", "two") != "two")["said"] == "four"
    # Another table, another seat, another name.
    meet(cy, bo, host=ana, names=("Cy", "Beau"))
    say(bo, "five")
    assert talk_on(ana) == []
    change(ana, "Unmute Beau")
    assert talk_on(ana) == ["Beau five"]


def test_a_big_screen_shows_no_line_of_those_whom_its_person_has_muted(site: Site) -> None:
    ana, bo, cy = (site.person() for _ in range(3))
    table = meet(bo, cy, host=ana, names=("Bo", "Cy"))
    change(ana, "Mute Bo")
    with wire(ana, screen=1) as lines:
        next(lines)
        say(bo, "Zounds")
        say(cy, "Bother")
        assert wait_for(lines, lambda line: "said" in line)["said"] == "Bother"
    page = ana.go(f"/t/{table}/screen").html
    assert ("Zounds" in page, "Bother" in page) == (False, True)


def test_a_program_at_a_muters_seat_receives_no_line_of_the_muted(site: Site) -> None:
    ana, bo = site.person(), site.person()
    table = meet(bo, host=ana, names=("Bo",))
    change(ana, "Mute Bo")
    headers = {"authorization": f"Bearer {ana.token()}"}
    with site.person().client.stream("GET", f"/api/v1/tables/{table}/events", headers=headers) as answer:
        lines = (json.loads(line) for line in answer.iter_lines())
        next(lines)
        say(bo, "one")
        say(ana, "two")
        said = wait_for(lines, lambda line: line["line"] == "said")
    assert said["said"] == "two"


def test_a_program_is_muted_at_its_seat(site: Site) -> None:
    ana = site.person()
    table = ana.open("invite", seats=2, name="Ana", **BRIEF)
    program = Program.guest(site, table, "Bo")
    change(ana, "Mute Bo")
    assert program.do("say", kind="text", said="one").status_code == 200
    assert talk_on(ana) == []
    change(ana, "Unmute Bo")
    assert talk_on(ana) == ["Bo one"]


def test_a_spectator_mutes_somebody_and_a_newcomer_is_muted_at_once(site: Site) -> None:
    ana, bo, eve = (site.person() for _ in range(3))
    meet(bo, host=eve, names=("Bo",))
    change(eve, "Mute Bo")
    table = ana.open("invite", seats=2, name="Ana", **BRIEF)
    eve.table = table
    eve.look()
    with wire(eve) as lines:
        next(lines)
        bo.join(table, name="Bo")
        say(bo, "one")
        say(ana, "two")
        assert wait_for(lines, lambda line: "said" in line)["said"] == "two"


def test_a_muted_person_does_not_notice_and_nobody_learns_who_is_who(site: Site) -> None:
    ana, bo = keep(site, "Ana"), keep(site, "Bo")
    meet(bo, host=ana, names=("Bo",))
    before = re.sub(r"line\d+", "", bo.look().html)
    change(ana, "Mute Bo")
    assert re.sub(r"line\d+", "", bo.look().html) == before
    say(bo, "one")
    assert "Muted people" not in bo.go("/you").html
    seen = json.dumps([first(each) for each in (ana, bo)]) + ana.look().html + bo.look().html
    assert not any(id_of(each) in seen for each in (ana, bo))


def test_mutes_are_listed_and_undone_on_ones_own_page_where_friends_are_muted_too(site: Site) -> None:
    ana, bo, guest = keep(site, "Ana"), keep(site, "Bo"), site.person()
    befriend(ana, bo)
    meet(guest, host=ana, names=("Guest",))
    change(ana, "Mute Guest")
    ana.go("/you")
    ids = {
        label: each
        for each, label in re.findall(
            r'name="person" value="(\w+)"[^>]*><button name="answer" value="\w+" aria-label="([^"]+)"',
            ana.page.html,
        )
        if "ute" in label
    }
    assert ids.keys() == {"Unmute Guest", "Mute Bo"}
    ana.client.post("/you/mutes", data={"person": ids["Mute Bo"], "answer": "mute"})
    ana.client.post("/you/mutes", data={"person": ids["Unmute Guest"], "answer": "unmute"})
    page = ana.go("/you").html
    assert 'aria-label="Unmute Bo"' in page
    assert "mute Guest" not in page
    kinds = [json.loads(line)["kind"] for line in ana.client.get("/you/export.jsonl").text.splitlines()]
    assert "muted" in kinds


def test_the_list_of_muted_people_does_not_lead_to_the_page_of_somebody_under_another_name(
    site: Site,
) -> None:
    ana, bo = keep(site, "Ana"), keep(site, "Bo")
    assert bo.client.post("/you/shown", data={"shown": "public"}).status_code == 200
    meet(bo, host=ana, names=("Zed",))
    change(ana, "Mute Zed")
    page = ana.go("/you").html
    assert id_of(bo) not in page
    match = re.search(r'name="person" value="(\w+)"[^>]*><button name="answer" value="unmute"', page)
    assert match is not None
    assert ana.client.get(f"/people/{match[1]}").status_code == 404
    ana.client.post("/you/mutes", data={"person": match[1], "answer": "unmute"})
    assert "mute Zed" not in ana.go("/you").html
    change(ana, "Mute Zed")


def test_nobody_is_muted_by_number_without_being_a_friend_or_at_the_table(site: Site) -> None:
    ana, bo, eve = keep(site, "Ana"), keep(site, "Boris"), keep(site, "Eve")
    eve.client.post("/you/mutes", data={"person": id_of(bo), "answer": "mute"})
    assert "Boris" not in eve.go("/you").html
    meet(bo, host=ana, names=("Bo",))
    answer = eve.client.post(f"/t/{ana.table}/mute", data={"player": "x" * 16, "answer": "mute"})
    assert answer.status_code == 404
    assert eve.client.post(f"/t/{ana.table}/mute", data={"player": "x", "answer": "x"}).status_code == 422


def test_mutes_follow_people_who_become_others_and_end_with_them(store: SqlStore) -> None:
    arrive(store, "a", "b", "c", "d")
    keep_names(store, "a", "b", "c", "d")
    for one, other in (("a", "b"), ("a", "c"), ("b", "a"), ("b", "c"), ("d", "b")):
        write(store, mute, one, OtherPerson(other, other), NOW)
    merge(store, "b", "c")

    def pairs() -> set[tuple[str, str]]:
        rows = store.read(lambda connection: connection.execute(person_mutes.select()).all())
        return {(row.person_id, row.other_id) for row in rows}

    assert pairs() == {("a", "c"), ("c", "a"), ("d", "c")}
    write(store, erase, "c")
    assert pairs() == set()
    write(store, mute, "a", OtherPerson("c", "c"), NOW)
    assert pairs() == set()


def test_a_muted_person_has_the_name_of_that_table_unless_they_are_a_friend(store: SqlStore) -> None:
    arrive(store, "a", "b", "c")
    keep_names(store, "a", "b", "c")
    for other in ("b", "c"):
        write(store, mute, "a", OtherPerson(other, f"at the table {other}"), NOW)
    write(store, ask, "a", "c", NOW)
    write(store, ask, "c", "a", NOW)
    assert [each.name for each in read(store, mutes_of, "a")] == ["at the table b", "name c"]


def test_a_mute_holds_in_other_processes(database: Postgres, tmp_path: Path) -> None:
    url = database.make()
    with ExitStack() as stack:
        one, other = (stack.enter_context(hosting(tmp_path / each, url)) for each in ("one", "other"))
        ana, bo = one.person(), other.person()
        table = meet(bo, host=ana, names=("Bo",))
        change(ana, "Mute Bo")
        with wire(ana) as lines:
            next(lines)
            say(bo, "one")
            say(ana, "two")
            assert wait_for(lines, lambda line: "said" in line)["said"] == "two"
        assert table


def test_a_site_without_conduct_keeps_the_mutes_of_seats(tmp_path: Path) -> None:
    with hosting(tmp_path, features=[each for each in FEATURES if each is not MODERATION]) as site:
        ana, bo = site.person(), site.person()
        meet(bo, host=ana, names=("Bo",))
        say(bo, "one")
        assert talk_on(ana) == ["Bo one"]
        ana.client.cookies.delete("sixth-plain")
        page = ana.client.get(f"/t/{ana.table}").text
        assert 'id="muted"' in page
        assert "report" not in page


@pytest.mark.parametrize("path", ["/you/mutes", "/t/{table}/mute"])
def test_who_is_nobody_mutes_nobody(site: Site, path: str) -> None:
    ana = site.person()
    table = ana.open("invite", seats=2, name="Ana", **BRIEF)
    nobody = site.person().client
    data = {"person" if "you" in path else "player": "x", "answer": "mute"}
    answer = nobody.post(path.format(table=table), data=data, headers={"accept": "text/html"})
    assert "This browser is signed out" in answer.text
