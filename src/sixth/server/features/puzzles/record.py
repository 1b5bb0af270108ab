"""The record of a person in the five puzzles of each day: answers of browsers, and a part of a page."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from markupsafe import Markup
from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from sixth.puzzles import shipped
from sixth.server.core.durations import days_in_row
from sixth.server.core.route_limits import RouteLimit
from sixth.server.feature import ShownPerson
from sixth.server.features.puzzles.rows import PuzzleTry, note_try, tries_of
from sixth.server.features.puzzles.today import day_of, full_days, keep_answer, loss_of, today_of
from sixth.server.site import site_of
from sixth.server.web.forms.models import StrictForm
from sixth.server.web.forms.reading import read_form
from sixth.server.web.middleware.preferences import asks_for_page
from sixth.server.web.templating.environment import render

ANSWERS: Final = RouteLimit("puzzle answers", 120, 600)
"""Answers to puzzles that browsers of one network send, for the records of their people."""


class PuzzleAnswerForm(StrictForm):
    """An answer to a puzzle, by the name of its part of the page."""

    answer: str = Field(max_length=20)


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
    """Keep the answer to a puzzle of today: of a person as a try, of a browser that is nobody in a cookie.

    A script hears nothing; a browser without scripts is led to the verdict.
    """
    form = await read_form(request, PuzzleAnswerForm)
    number, today = await run_in_threadpool(number_of, request), await today_of(request)
    puzzle = shipped()[number - 1]
    given = loss_of(puzzle, form.answer)
    if given is None:
        raise HTTPException(422)
    response = Response(status_code=204)
    if asks_for_page(request):
        response = RedirectResponse(f"/puzzles/{number}?today#{form.answer}", 303)
    if number in today.numbers and not today.person_id:
        keep_answer(request, response, today, number, form.answer)
    elif number in today.numbers:
        day, level = today.day.isoformat(), today.numbers.index(number) + 1
        solved, people = puzzle.is_right(given.answer), site_of(request).people
        await people.write(today.person_id, note_try, today.person_id, day, level, form.answer, solved=solved)
    return response


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
    days = full_days(tries)
    return {
        "days": len(days),
        "streak": days_in_row(days, today),
        "first": sum(each.solved and each.tries == 1 for each in tries),
        "later": sum(each.solved and each.tries > 1 for each in tries),
        "tried": len(tries),
    }
