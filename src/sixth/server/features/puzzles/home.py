"""The line about today's five puzzles on the first page."""

from collections.abc import Sequence

from starlette.requests import Request

from sixth.i18n import gettext as _
from sixth.server.core.durations import days_in_row
from sixth.server.feature import HomeLine
from sixth.server.features.puzzles.rows import tries_of
from sixth.server.features.puzzles.today import FIVE, day_of, full_days
from sixth.server.site import site_of
from sixth.server.web.session import reader_of


async def home_lines(request: Request) -> Sequence[HomeLine]:
    """Return, for a person, how many of today's five they have tried, and their days in a row."""
    reader = await reader_of(request)
    if reader is None:
        return ()
    tries, today = await site_of(request).people.read(tries_of, reader.person.id), day_of(request)
    streak = days_in_row(full_days(tries), today)
    about = _("{count} days in a row.").format(count=streak) if streak > 1 else ""
    tried = sum(each.day == today.isoformat() for each in tries)
    value = _("{step} of {steps}").format(step=tried, steps=FIVE)
    return [HomeLine(_("Today's five"), value, "/puzzles/today", about=about)]
