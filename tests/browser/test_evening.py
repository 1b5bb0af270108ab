"""A phone, a browser and a terminal at one table: all three see and hear the same games."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.people import Person, meanwhile
from tests.remote.typist import Typist

_PHONE = {"width": 360, "height": 740}


def test_a_phone_a_browser_and_a_terminal_play_an_evening(people: People, tmp_path: Path) -> None:
    ana = people.come("Ana", viewport=_PHONE, has_touch=True, is_mobile=True)
    bo = people.come("Bo")
    ana.open("invite", seats=3, hand="2", end="rounds", end_count="2")
    table = ana.page.url
    bo.join(table)
    cleo = Typist(tmp_path, table, "--name", "Cleo")
    try:
        cleo.hear("Enter says that you are ready")
        cleo.type("s Good evening!")
        for person in (ana, bo):
            expect(person.page.locator("#table")).to_contain_text("Cleo")
            expect(person.page.locator("#talk")).to_contain_text("Good evening!")
        ana.page.get_by_role("button", name="Start the game").click()
        _play(ana, bo, cleo)
        results = _results(ana)
        assert len(results) == 3
        assert results == _results(bo)
        cleo.type("")
        for person in (ana, bo):
            person.do()
        _play(ana, bo, cleo)
        assert _results(ana) == _results(bo)
        # The terminal's last words of each game agree with the pages.
        ends = [line for line in cleo.text.splitlines() if line.startswith("The game is over.")]
        assert len(ends) == 2
        for name in ana.page.locator(".podium .first bdi").all_inner_texts():
            assert name in ends[-1]
    finally:
        cleo.close()


def _play(ana: Person, bo: Person, cleo: Typist) -> None:
    """Let all three do what they are asked, until the game is over."""

    def answers() -> None:
        while cleo.answer():
            pass

    with ThreadPoolExecutor(1) as thread:
        typing = thread.submit(answers)
        people = (ana, bo)

        def over() -> bool:
            for person in people:
                table = person.snapshot()
                if table.asks in ("choose", "next") and not table.chosen:
                    person.do(table)
            return all(person.snapshot().asks == "again" for person in people)

        meanwhile(people, over)
        typing.result()


def _results(person: Person) -> list[str]:
    """Return all totals, in the order of the result; on one's own page one's own name is "you"."""
    return person.page.locator("#ended tbody tr td:last-child").all_inner_texts()
