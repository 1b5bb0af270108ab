"""The end of a day's five puzzles: for guests and for people, without scripts, and again on the same day."""

import re
from random import Random

import pytest

from sixth.puzzles import shipped
from sixth.server.features.puzzles.today import answer_name
from tests.server.support.hosting import Clock, Site
from tests.server.support.pages import Page
from tests.server.support.parties import BRIEF
from tests.server.support.playing import Person, play_on

DAY_MS = 24 * 60 * 60 * 1000
TODAY = "/puzzles/today"


def somebody(site: Site, name: str) -> Person:
    """Return a guest, who has played a short game."""
    person = site.person()
    person.open("play", seats=2, bots="random", name=name, **BRIEF)
    play_on([person], Random(1))
    return person


def name_of(number: int, *, right: bool) -> str:
    """Return the name of the best answer to a puzzle, or of the worst."""
    puzzle = shipped()[number - 1]
    return answer_name((min if right else max)(puzzle.answers, key=lambda each: each.loss).answer)


def solve(person: Person, number: int, *, right: bool = True) -> str:
    """Answer a puzzle as a browser without scripts does; return the address where that leads."""
    answer = person.client.post(
        f"/puzzles/{number}/answer",
        data={"answer": name_of(number, right=right)},
        headers={"Accept": "text/html"},
        follow_redirects=False,
    )
    assert answer.status_code == 303
    return answer.headers["location"]


def play(person: Person, *, wrong: int = 0) -> list[int]:
    """Follow the links from one of today's five to the next; answer the first `wrong` ones badly."""
    numbers, page = list[int](), Page(person.client.get(TODAY).text)
    while "#done" not in (path := next_of(page)):
        page = Page(person.client.get(path).text)
        (choice, *_others) = (
            each for each in page.root.all("button") if each.attributes.get("name") == "answer"
        )
        assert choice.attributes["form"] == "answering"
        numbers.append(int(re.findall(r"\d+", path)[0]))
        path = solve(person, numbers[-1], right=len(numbers) > wrong)
        page = Page(person.client.get(path.partition("#")[0]).text)
    return numbers


def next_of(page: Page) -> str:
    """Return the address of the link to the next puzzle."""
    (link,) = (each for each in page.root.all("a") if each.id == "next")
    return link.attributes["href"]


def end_of(person: Person) -> str:
    """Return what the page of today's five says, with the text to share."""
    page = Page(person.client.get(TODAY).text)
    shared = [
        each.attributes["data-text"]
        for each in page.root.all("button")
        if each.attributes.get("data-can") == "share"
    ]
    (main,) = page.root.all("main")
    return "\n".join([main.text, *shared])


@pytest.mark.parametrize("known", [False, True])
def test_five_answers_lead_to_an_end_that_is_there_again_on_the_same_day(
    site: Site, clock: Clock, known: bool
) -> None:
    ana = somebody(site, "Ana") if known else site.person()
    assert len(set(play(ana, wrong=1))) == 5
    end = end_of(ana)
    assert "4 of 5 right" in end
    assert "You are the first today." in end
    assert re.search(r"Sixth 5 · .* · 4/5 · −[0-9]+\.[0-9]\n[🟨🟧🟥]✅✅✅✅\n\S*/puzzles/today$", end)
    assert "days in a row" not in end
    # Another try changes nothing, and the list of puzzles leads back to the end.
    solve(ana, int(re.findall(r'data-five="(\d+)', ana.client.get("/puzzles").text)[0]))
    assert "4 of 5 right" in end_of(ana)
    assert f'href="{TODAY}">Result</a>' in ana.client.get("/puzzles").text
    clock.forward(DAY_MS)
    assert "One of each level" in end_of(ana)
    play(ana)
    assert "5 of 5 right" in end_of(ana)
    assert "2 days in a row." in end_of(ana)
    clock.forward(2 * DAY_MS)
    play(ana)
    assert "days in a row" not in end_of(ana)


def test_a_person_has_the_end_on_every_device_and_days_from_before_they_were_known(
    site: Site, clock: Clock
) -> None:
    ana = site.person()
    play(ana)
    clock.forward(DAY_MS)
    ana.open("play", seats=2, bots="random", name="Ana", **BRIEF)
    play_on([ana], Random(1))
    play(ana)
    assert "2 days in a row." in end_of(ana)
    other = site.person()
    other.client.cookies.set("sixth-you", ana.client.cookies["sixth-you"])
    assert "5 of 5 right" in end_of(other)


def test_the_field_of_the_day_has_all_others_and_marks_ones_own_result(site: Site) -> None:
    for name, wrong in (("Ana", 0), ("Bo", 2), ("Cy", 2)):
        play(somebody(site, name), wrong=wrong)
    dee = site.person()
    play(dee, wrong=2)
    page = Page(dee.client.get(TODAY).text)
    (field,) = (each for each in page.root.all("table") if "field" in each.classes)
    assert [each.text for each in field.all("tr")][1:] == [
        "5 ✓ 1",
        "4 ✓ 0",
        "3 ✓ 3 you",
        "2 ✓ 0",
        "1 ✓ 0",
        "0 ✓ 0",
    ]
    assert "More right than 0 of 3 others, as many as 2." in end_of(dee)


@pytest.mark.parametrize(
    "kept", ["", "x", "2027-99-99~1~a.b.c.d.e", "{day}~1~a.b.c.d.e", "{day}~9999~card1.b"]
)
def test_a_cookie_that_no_day_left_has_no_answers(site: Site, kept: str) -> None:
    ana = site.person()
    day = re.findall(r'data-day="([0-9-]+)"', ana.client.get("/puzzles").text)[0]
    ana.client.cookies.set("sixth-five", kept.replace("{day}", day))
    assert "One of each level" in end_of(ana)
    assert "mark-of" not in ana.client.get("/puzzles").text


def test_the_copy_for_use_without_a_connection_has_nobodys_answers(site: Site) -> None:
    ana = site.person()
    solve(ana, int(re.findall(r'data-five="(\d+)', ana.client.get("/puzzles").text)[0]))
    assert "mark-of" in ana.client.get("/puzzles").text
    assert "mark-of" not in ana.client.get("/puzzles", headers={"Sixth-Keep": "yes"}).text
