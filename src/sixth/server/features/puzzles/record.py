"""The record of a person in the five puzzles of each day: answers of browsers, and a part of a page."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Final

from markupsafe import Markup
from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from sixth.puzzles import Puzzle, shipped
from sixth.puzzles.daily import five_of
from sixth.rules.events import Action, Take
from sixth.server.core.durations import days_in_row
from sixth.server.core.route_limits import RouteLimit
from sixth.server.feature import ShownPerson
from sixth.server.features.puzzles.rows import PuzzleTry, note_try, tries_of
from sixth.server.site import site_of
from sixth.server.web.forms.models import StrictForm
from sixth.server.web.forms.reading import read_form
from sixth.server.web.session import may_be_known, visitor_of
from sixth.server.web.templating.environment import render

ANSWERS: Final = RouteLimit("puzzle answers", 120, 600)
"""Answers to puzzles that browsers of one network send, for the records of their people."""

_FIVE: Final = 5


class PuzzleAnswerForm(StrictForm):
    """An answer to a puzzle, by the name of its part of the page."""

    answer: str = Field(max_length=20)


def day_of(request: Request) -> date:
    """Return the current day (UTC) by the clock of the site."""
    return datetime.fromtimestamp(site_of(request).tables.now() / 1000, UTC).date()


def answer_name(answer: Action) -> str:
    """Return the name of an answer's part of the page of its puzzle."""
    if isinstance(answer, Take):
        return f"row{answer.row + 1}{answer.end or ''}"
    return f"card{answer.card}"


def number_of(request: Request) -> int:
    """Return the number of the puzzle in the address of a request, from 1.

    Raises:
        HTTPException: there is no such puzzle (404).
    """
    number: int = request.path_params["number"]
    if not 1 <= number <= len(shipped()):
        raise HTTPException(404)
    return number


async def note_answer(request: Request) -> Response:
    """Count a try of this browser's person, if the puzzle is one of today's five; nobody else's is kept."""
    form = await read_form(request, PuzzleAnswerForm)
    number, five = await run_in_threadpool(lambda: (number_of(request), five_of(day_of(request), shipped())))
    solved = _solves(shipped()[number - 1], form.answer)
    visitor = await visitor_of(request) if may_be_known(request) else None
    if visitor is not None and number in five:
        level, day = five.index(number) + 1, day_of(request).isoformat()
        person_id, people = visitor.person.id, site_of(request).people
        await people.write(person_id, note_try, person_id, day, level, solved=solved)
    return Response(status_code=204)


def _solves(puzzle: Puzzle, name: str) -> bool:
    """Return whether the answer of this name is the best one.

    Raises:
        HTTPException: there is no such answer (422).
    """
    by_name = {answer_name(each.answer): each.answer for each in puzzle.answers}
    if name not in by_name:
        raise HTTPException(422)
    return by_name[name] == puzzle.best


async def at_person(request: Request, person: ShownPerson) -> Markup:
    """Return the record of a person; nothing before the first puzzle of a day."""
    tries = await _tries(request, person.id)
    record = _record_of(tries, day_of(request))
    return Markup(render("puzzles/templates/record.html", record=record) if tries else "")


async def export_of_person(request: Request, person_id: str) -> Sequence[Mapping[str, object]]:
    """Return the daily puzzles that a person has tried."""
    return [{"kind": "puzzle", **each._asdict()} for each in await _tries(request, person_id)]


async def _tries(request: Request, person_id: str) -> Sequence[PuzzleTry]:
    return await site_of(request).people.read(tries_of, person_id)


def _record_of(tries: Sequence[PuzzleTry], today: date) -> Mapping[str, int]:
    """Return the record of a person on a day: how many days with all five puzzles, and days in a row.

    `first` were solved at the first try, `later` at a later one, of all that were `tried`. A day counts after
    a try at each of its five puzzles.
    """
    counts = Counter(each.day for each in tries)
    days = {date.fromisoformat(day) for day, count in counts.items() if count >= _FIVE}
    return {
        "days": len(days),
        "streak": days_in_row(days, today),
        "first": sum(each.solved and each.tries == 1 for each in tries),
        "later": sum(each.solved and each.tries > 1 for each in tries),
        "tried": len(tries),
    }
