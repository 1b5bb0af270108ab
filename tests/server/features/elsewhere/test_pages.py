"""Games from another site, brought along in a file, over a real socket."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from sixth.cli import app
from sixth.puzzles import shipped
from sixth.server.core.settings import Settings
from sixth.server.features.elsewhere.pages import MAX_FILE_MB
from sixth.server.features.elsewhere.rows import MAX_GAMES
from sixth.server.features.puzzles.record import answer_name
from sixth.server.features.ratings.rating import Rating
from sixth.server.store.people_schema import person_elsewhere, person_ratings
from tests.server.features.elsewhere.test_file import GAME, PERSON, file_of
from tests.server.features.friends.test_pages import keep
from tests.server.features.people.test_pages import erase, games_of, keep_after_game, link_of, play
from tests.server.support.hosting import Site, hosting, until
from tests.server.support.playing import ASKS_FOR_PAGE, Person

HERE = "/you/elsewhere"


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Site]:
    """Another site."""
    with hosting(tmp_path / "other") as site:
        yield site


def taken_along(person: Person) -> bytes:
    """Return the file that a person takes along."""
    return person.client.get("/you/export.jsonl").content


def bring(person: Person, body: bytes) -> str:
    """Have a person bring a file; return the page that follows."""
    answer = person.client.post(HERE, files={"file": ("sixth-you.jsonl", body)}, headers=ASKS_FOR_PAGE)
    assert answer.status_code == 200, answer.text
    return answer.text


def elsewhere(person: Person) -> list[str]:
    """Return the ids of a person's games from other sites."""
    lines = map(json.loads, taken_along(person).splitlines())
    return [line["game_id"] for line in lines if line["kind"] == "elsewhere"]


def games(count: int, first: int = 0) -> list[dict[str, object]]:
    """Return the lines of so many games."""
    return [{**GAME, "game_id": f"g{number}"} for number in range(first, first + count)]


def test_games_come_along_to_another_site_once_and_count_for_nothing_there(site: Site, other: Site) -> None:
    ana = keep_after_game(other, "Ana")
    play(other, "Ana", ana)
    until(lambda: len(games_of(ana)) == 2, "the games were read")
    bea = keep_after_game(site, "Bea")
    page = bring(bea, taken_along(ana))
    assert "Games from other sites" in page
    assert sorted(elsewhere(bea)) == sorted(games_of(ana))
    assert "There are no new games in this file." in bring(bea, taken_along(ana))
    assert len(elsewhere(bea)) == 2
    assert not set(games_of(bea)) & set(games_of(ana))
    # From here they go on to a third site.
    cy = keep(other, "Cy")
    assert "There are no new games" not in bring(cy, taken_along(bea))
    assert elsewhere(cy) == [*set(games_of(bea))]
    bea.go("/you")
    bea.send(f"{HERE}/remove")
    assert elsewhere(bea) == []


def test_the_file_of_this_site_brings_nothing_new(site: Site) -> None:
    ana, bo = keep_after_game(site, "Ana"), keep(site, "Bo")
    until(lambda: len(games_of(ana)) == 1, "the game was read")
    for person in (ana, bo):
        assert "There are no new games in this file." in bring(person, taken_along(ana))
        assert elsewhere(person) == []


def test_games_from_other_sites_are_shown_to_their_person_alone_and_end_with_the_person(site: Site) -> None:
    ana, bo = keep(site, "Ana"), site.person()
    bring(ana, file_of(PERSON, *games(3)))
    ana.go("/you")
    ana.send("/you/shown", shown="public")
    person = json.loads(taken_along(ana).splitlines()[0])["id"]
    assert "other sites" not in bo.client.get(f"/people/{person}").text
    erase(ana)
    left = site.store.read(lambda connection: connection.execute(person_elsewhere.select()).all())
    assert left == []


def test_games_from_other_sites_go_along_when_two_people_become_one(site: Site) -> None:
    ana, bea = keep(site, "Ana"), keep(site, "Bea")
    bring(ana, file_of(PERSON, *games(2)))
    bring(bea, file_of(PERSON, *games(2, first=1)))
    link = link_of(ana)
    bea.go(link)
    bea.send(link)
    ana.go("/you")
    ana.send("/you/merge", "merge")
    assert sorted(elsewhere(ana)) == ["g0", "g1", "g2"]


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"", "Choose a file first."),
        (b"%PDF-1.7", "This file is not from “Download everything” of a Sixth site."),
        (
            file_of(PERSON, {**GAME, "place": "<b>"}),
            "Line 2 of the file is wrong (expected: place: ",
        ),
        (
            file_of(PERSON, *games(MAX_GAMES + 1)),
            f"Too many games: you can keep {MAX_GAMES}",
        ),
    ],
)
def test_a_wrong_file_is_refused_in_a_sentence_on_the_page(site: Site, body: bytes, why: str) -> None:
    ana = keep(site, "Ana")
    assert why in bring(ana, body)
    assert elsewhere(ana) == []


@pytest.mark.parametrize("body", [b"", b"file=x", b"--x\r\n", b"--x\r\nContent-Disposition: x\r\n\r\n"])
def test_a_form_that_is_cut_off_is_refused_in_a_sentence(site: Site, body: bytes) -> None:
    ana = keep(site, "Ana")
    for kind in (
        "multipart/form-data; boundary=x",
        "multipart/form-data",
        "application/x-www-form-urlencoded",
    ):
        answer = ana.client.post(HERE, content=body, headers=ASKS_FOR_PAGE | {"Content-Type": kind})
        assert answer.status_code == 200
        assert "Choose a file first." in answer.text or "did not arrive whole" in answer.text


def test_a_file_is_read_from_people_with_a_name_alone_up_to_its_limit(site: Site) -> None:
    ana, guest, nobody = keep(site, "Ana"), play(site, "Guest"), site.person()
    assert "Choose a name first." in bring(guest, file_of(PERSON, *games(1)))
    assert "This browser is signed out" in bring(nobody, file_of(PERSON, *games(1)))
    too_long = b" " * (MAX_FILE_MB * 1024 * 1024)
    answer = ana.client.post(HERE, files={"file": ("x", too_long)})
    assert (answer.status_code, answer.text) == (413, "That form was too long, so nothing was changed.")
    # Other forms have their old limit.
    assert ana.client.post("/you/name", content=b"x" * 20_000).status_code == 413


def test_files_are_limited(tmp_path: Path) -> None:
    with hosting(tmp_path, settings=Settings(unlimited=())) as site:
        ana = site.person()
        answers = [ana.client.post(HERE, files={"file": ("x", b"x")}).status_code for _ in range(11)]
    assert answers == [200] * 10 + [429]


def test_another_site_cannot_have_a_browser_send_a_file(site: Site) -> None:
    ana = keep(site, "Ana")
    files, headers = {"file": ("x", file_of(PERSON, *games(1)))}, {"Sec-Fetch-Site": "cross-site"}
    assert ana.client.post(HERE, files=files, headers=headers).status_code == 403
    assert elsewhere(ana) == []


def test_sixth_reads_the_file_with_games_ratings_and_puzzles(
    site: Site, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ana = keep_after_game(site, "Ana")
    until(lambda: len(games_of(ana)) == 1, "the game was read")
    person = json.loads(taken_along(ana).splitlines()[0])["id"]
    rating = {"person_id": person, "pool": "3-5", **Rating(30, 2, 12)._asdict()}
    insert = person_ratings.insert().values(**rating)
    site.store.writer.submit("", lambda connection: connection.execute(insert)).result()
    bring(ana, file_of(PERSON, *games(2)))
    number = int(ana.client.get("/puzzles").text.partition('data-five="')[2].split()[0])
    best = answer_name(shipped()[number - 1].best)
    ana.client.post(f"/puzzles/{number}/answer", data={"answer": best})
    file = tmp_path / "sixth-you.jsonl"
    file.write_bytes(taken_along(ana))
    assert app.run(["people", "read", str(file)]) == 0
    first, here, there, *rest = capsys.readouterr().out.splitlines()
    assert first.startswith("Ana, since 20")
    assert here.startswith("Games played, House rules: 1 game, ")
    assert there == "Games from other sites, Classic: 2 games, 2 won, 12.0 heads per round, average place 1.0"
    assert rest == ["Rating, 3-5 seats: 1700 ± 160", "Puzzles of the day: 1 of 1 solved"]
    file.write_bytes(file_of(PERSON, {**GAME, "seat": 9}))
    assert app.run(["people", "read", str(file)]) == 1
    wrong = "Line 2 of the file is wrong (expected: a seat and a place of the 2 seats)."
    assert capsys.readouterr().err == f"sixth: {file}: {wrong}\n"
