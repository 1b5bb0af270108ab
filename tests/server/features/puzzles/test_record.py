"""The record of a person in the five puzzles of each day, over a real socket and in both databases."""

import json
import re
from pathlib import Path
from random import Random

from sixth.puzzles import Puzzle, shipped
from sixth.server.core.settings import Settings
from sixth.server.features.puzzles.rows import PuzzleTry, field_of, note_try, tries_of
from sixth.server.features.puzzles.today import answer_name
from sixth.server.people.erasure import erase
from sixth.server.store.sql import SqlStore
from tests.server.support.hosting import Clock, Site, hosting
from tests.server.support.parties import BRIEF
from tests.server.support.people import arrive, join, read, write
from tests.server.support.playing import Person, own_lines, play_on

DAY_MS = 24 * 60 * 60 * 1000
DAY = "2027-01-31"


def somebody(site: Site) -> Person:
    """Return a guest, who has played a short game."""
    person = site.person()
    person.open("play", seats=2, bots="random", name="Ana", **BRIEF)
    play_on([person], Random(1))
    return person


def five(person: Person) -> list[int]:
    """Return the numbers of today's puzzles, as the page has them."""
    page = person.client.get("/puzzles").text
    numbers = re.search(r'data-five="([0-9 ]+)"', page)
    assert numbers is not None
    return [int(each) for each in numbers[1].split()]


def answer(person: Person, number: int, *, right: bool = True) -> int:
    """Have a browser send an answer to a puzzle; return the status."""
    puzzle: Puzzle = shipped()[number - 1]
    chosen = next(each.answer for each in puzzle.answers if puzzle.is_right(each.answer) == right)
    sent = person.client.post(f"/puzzles/{number}/answer", data={"answer": answer_name(chosen)})
    return sent.status_code


def record(person: Person) -> str:
    """Return the sentences on the page of a person, "" without a record."""
    page = person.client.get("/you").text
    part = re.search(r'id="puzzle-record".*?<p>(.*?)</p>', page, re.DOTALL)
    return part[1] if part else ""


def puzzles_of(person: Person) -> list[dict[str, object]]:
    """Return the puzzles in the file that a person takes along."""
    lines = map(json.loads, person.client.get("/you/export.jsonl").text.splitlines())
    return [line for line in lines if line["kind"] == "puzzle"]


def test_tries_at_the_puzzles_of_a_day_are_kept_until_each_is_solved(site: Site, clock: Clock) -> None:
    ana = somebody(site)
    assert record(ana) == ""
    today = five(ana)
    assert answer(ana, today[0]) == 204
    assert answer(ana, today[0], right=False) == 204
    for right in (False, False, True):
        answer(ana, today[1], right=right)
    answer(ana, today[2], right=False)
    assert record(ana) == "1 of 3 puzzles solved at once. 1 at a later try."
    kept = [(each["level"], each["tries"], each["solved"]) for each in puzzles_of(ana)]
    assert kept == [(1, 1, True), (2, 3, True), (3, 1, False)]
    for number in today[3:]:
        answer(ana, number)
    assert "1 day with all five." in record(ana)
    assert "Today's five 5 of 5" in own_lines(ana)
    clock.forward(DAY_MS)
    for number in five(ana):
        answer(ana, number)
    assert (
        record(ana)
        == "8 of 10 puzzles solved at once. 1 at a later try. 2 days with all five. 2 days in a row."
    )
    assert "Today's five 2 days in a row. 5 of 5" in own_lines(ana)
    clock.forward(2 * DAY_MS)
    assert "in a row" not in record(ana)


def test_nothing_is_kept_of_other_puzzles_wrong_answers_and_browsers_that_are_nobody(site: Site) -> None:
    ana, nobody = somebody(site), site.person()
    today = five(ana)
    other = next(number for number in range(1, 9) if number not in today)
    assert answer(ana, other) == 204
    assert answer(nobody, today[0]) == 204
    assert ana.client.post(f"/puzzles/{today[0]}/answer", data={"answer": "card0"}).status_code == 422
    assert ana.client.post("/puzzles/999999/answer", data={"answer": "card1"}).status_code == 404
    assert puzzles_of(ana) == []
    assert nobody.client.cookies.get("sixth-you") is None


def test_others_see_the_record_of_a_person_who_shows_their_page_and_no_form(site: Site) -> None:
    ana, bo = somebody(site), site.person()
    answer(ana, five(ana)[0])
    ana.go("/you")
    ana.send("/you/name", name="Ana")
    ana.send("/you/shown", shown="public")
    person = json.loads(ana.client.get("/you/export.jsonl").text.splitlines()[0])["id"]
    for viewer in (bo, ana):
        main = viewer.client.get(f"/people/{person}").text.partition("<main")[2].partition("</main>")[0]
        assert "1 of 1 puzzle solved at once." in main
        assert "<form" not in main


def test_puzzles_work_on_a_site_without_people(tmp_path: Path, clock: Clock) -> None:
    with hosting(tmp_path, settings=Settings(people=False), wall=clock) as site:
        bo = site.person()
        bo.client.cookies.set("sixth-you", "x" * 43)
        assert [answer(bo, number) for number in five(bo)] == [204] * 5
        assert "5 of 5 right" in bo.client.get("/puzzles/today").text


def test_puzzles_go_along_with_a_guest_and_end_with_the_person(store: SqlStore) -> None:
    arrive(store, "ana", "guest")
    for person, level, solved in (("ana", 1, False), ("guest", 1, True), ("guest", 2, True)):
        write(store, note_try, person, DAY, level, "card1", solved=solved)
    join(store, "guest", "ana")
    tries = [PuzzleTry(DAY, 1, 1, False, "card1"), PuzzleTry(DAY, 2, 1, True, "card1")]
    assert (read(store, tries_of, "ana"), read(store, tries_of, "guest")) == (tries, [])
    write(store, erase, "ana")
    write(store, note_try, "ana", DAY, 3, "card1", solved=True)
    assert read(store, tries_of, "ana") == []


def test_the_field_of_a_day_is_what_all_others_who_tried_all_five_solved_at_once(store: SqlStore) -> None:
    for person, solved, tried in (("ana", 4, 5), ("bo", 4, 5), ("cy", 0, 5), ("dee", 5, 5), ("eve", 4, 4)):
        arrive(store, person, "guest")
        for level in range(1, tried + 1):
            write(store, note_try, person, DAY, level, "card1", solved=level <= solved)
            # A later try changes nothing.
            write(store, note_try, person, DAY, level, "card2", solved=True)
    assert read(store, field_of, DAY, 5, "dee") == {4: 2, 0: 1}
    assert read(store, field_of, "2027-02-01", 5, "") == {}
