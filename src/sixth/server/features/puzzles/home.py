"""The line about today's five puzzles on the first page."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from starlette.requests import Request

from sixth.i18n import gettext as _
from sixth.server.core.durations import days_in_row
from sixth.server.feature import HomeLine
from sixth.server.features.puzzles.rows import tried_by_day
from sixth.server.features.puzzles.today import day_of
from sixth.server.site import site_of
from sixth.server.web.session import reader_of

_FIVE: Final = 5


async def home_lines(request: Request) -> Sequence[HomeLine]:
    """Return, for a person, how many of today's five they have tried, and their days in a row."""
    reader = await reader_of(request)
    if reader is None:
        return ()
    tried, today = await site_of(request).people.read(tried_by_day, reader.person.id), day_of(request)
    streak = days_in_row({date.fromisoformat(day) for day, count in tried.items() if count >= _FIVE}, today)
    about = _("{count} days in a row.").format(count=streak) if streak > 1 else ""
    value = _("{step} of {steps}").format(step=tried.get(today.isoformat(), 0), steps=_FIVE)
    return [HomeLine(_("Today's five"), value, "/puzzles/today", about=about)]
