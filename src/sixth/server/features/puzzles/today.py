"""The five puzzles of today, and a reader's first answers to them.

The answers of a person are rows. Those of a browser that is nobody are in a cookie, with the days in a row.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from sixth.puzzles import AnswerLoss, Puzzle, shipped
from sixth.puzzles.daily import five_of
from sixth.rules.events import Action, Take
from sixth.server.core.durations import days_in_row
from sixth.server.features.puzzles.rows import PuzzleTry, tries_of
from sixth.server.site import site_of
from sixth.server.web.cookies import set_cookie
from sixth.server.web.middleware.preferences import is_copy
from sixth.server.web.session import may_be_known, visitor_of

FIVE: Final = 5
"""The puzzles of a day."""

_COOKIE: Final = "sixth-five"
_KEPT: Final = re.compile(r"(\d{4}-\d\d-\d\d)~(\d{1,4})~([a-z0-9.]{4,100})", re.ASCII)


class Today(NamedTuple):
    """The five puzzles of a day, the easiest first, and a reader's first answers by name, "" for none.

    `before` counts the days in a row up to the day before.
    """

    day: date
    numbers: tuple[int, ...]
    answers: tuple[str, ...]
    before: int
    person_id: str = ""

    @property
    def over(self) -> bool:
        """Whether all five are answered."""
        return all(self.answers)

    @property
    def streak(self) -> int:
        """The days in a row on which all five were answered; today counts once it is over."""
        return self.before + self.over

    @property
    def losses(self) -> tuple[AnswerLoss | None, ...]:
        """What each answer lost, None for a puzzle without one."""
        puzzles = [shipped()[number - 1] for number in self.numbers]
        return tuple(loss_of(puzzle, name) for puzzle, name in zip(puzzles, self.answers, strict=True))

    def after(self, number: int) -> int:
        """Return the number of the next puzzle without an answer, the first after the last; 0 for none."""
        at = self.numbers.index(number) + 1 if number in self.numbers else 0
        pairs = list(zip(self.numbers, self.answers, strict=True))
        open_ones = (each for each, name in pairs[at:] + pairs[:at] if not name and each != number)
        return next(open_ones, 0)


def day_of(request: Request) -> date:
    """Return the current day (UTC) by the clock of the site."""
    return _now(request).date()


def seconds_left(request: Request) -> int:
    """Return the seconds until the five of the next day."""
    tomorrow = datetime.combine(day_of(request) + timedelta(days=1), time(), UTC)
    return max(1, round((tomorrow - _now(request)).total_seconds()))


def _now(request: Request) -> datetime:
    return datetime.fromtimestamp(site_of(request).tables.now() / 1000, UTC)


def answer_name(answer: Action) -> str:
    """Return the name of an answer's part of the page of its puzzle."""
    if isinstance(answer, Take):
        return f"row{answer.row + 1}{answer.end or ''}"
    return f"card{answer.card}"


def loss_of(puzzle: Puzzle, name: str) -> AnswerLoss | None:
    """Return the answer of this name with what it loses; None if there is none."""
    return next((each for each in puzzle.answers if answer_name(each.answer) == name), None)


async def today_of(request: Request) -> Today:
    """Return today's five for the reader of a request: a person's by their rows, and this browser's cookie.

    A copy that a browser keeps for use without a connection has no answers.
    """
    day = day_of(request)
    numbers = await run_in_threadpool(lambda: five_of(day, shipped()))
    nothing = Today(day, numbers, ("",) * len(numbers), 0)
    if is_copy(request):
        return nothing
    kept = _kept_by(request, nothing)
    visitor = await visitor_of(request) if may_be_known(request) else None
    if visitor is None:
        return kept
    tries = await site_of(request).people.read(tries_of, visitor.person.id)
    by_level = {each.level: each.answer for each in tries if each.day == day.isoformat()}
    answers = tuple(by_level.get(level, mine) for level, mine in enumerate(kept.answers, 1))
    yesterday = day - timedelta(days=1)
    # Days before a browser became somebody are in its cookie.
    in_cookie = {day - timedelta(days=1 + at) for at in range(kept.before)}
    days = full_days(tries) - {day} | in_cookie
    before = days_in_row(days, yesterday) if yesterday in days else 0
    return Today(day, numbers, answers, before, visitor.person.id)


def full_days(tries: Sequence[PuzzleTry]) -> set[date]:
    """Return the days with a try at each of their puzzles."""
    counts = Counter(each.day for each in tries)
    return {date.fromisoformat(day) for day, count in counts.items() if count >= FIVE}


def _kept_by(request: Request, nothing: Today) -> Today:
    """Return what the cookie of a browser has of today; it may hold anything."""
    with suppress(ValueError):
        if kept := _KEPT.fullmatch(request.cookies.get(_COOKIE, "")):
            day, before, names = date.fromisoformat(kept[1]), int(kept[2]), tuple(kept[3].split("."))
            if day == nothing.day and len(names) == len(nothing.numbers):
                losses = nothing._replace(answers=names).losses
                known = tuple(name if loss else "" for name, loss in zip(names, losses, strict=True))
                return nothing._replace(answers=known, before=before)
            if day == nothing.day - timedelta(days=1) and all(names):
                return nothing._replace(before=before + 1)
    return nothing


def keep_answer(request: Request, response: Response, today: Today, number: int, name: str) -> None:
    """Have a browser keep its first answer to a puzzle of today."""
    names = dict(zip(today.numbers, today.answers, strict=True))
    if not names[number]:
        names[number] = name
        value = f"{today.day.isoformat()}~{min(today.before, 9999)}~{'.'.join(names.values())}"
        set_cookie(request, response, _COOKIE, value)


def marks_of(today: Today) -> Mapping[int, str]:
    """Return of each answered puzzle, by number, whether it was "solved" or "missed"."""
    pairs = zip(today.numbers, today.losses, strict=True)
    return {
        number: "solved" if shipped()[number - 1].is_right(loss.answer) else "missed"
        for number, loss in pairs
        if loss
    }
