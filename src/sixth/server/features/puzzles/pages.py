"""The pages of puzzles, the same for everybody but for today's five; a rating stays in its browser.

A browser sends the answers to today's five, by which the day ends (`record`, `today`).
"""

from functools import cache, partial
from hashlib import blake2b
from typing import Final, NamedTuple
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse

from sixth.i18n import gettext as _
from sixth.puzzles import LEVELS, THEMES, shipped
from sixth.puzzles.daily import five_of
from sixth.puzzles.rating import puzzle_rating
from sixth.puzzles.text import theme_text
from sixth.server.features.puzzles.end import end_page
from sixth.server.features.puzzles.record import number_of
from sixth.server.features.puzzles.rows import field_of
from sixth.server.features.puzzles.today import Today, day_of, marks_of, seconds_left, today_of
from sixth.server.features.puzzles.view import puzzle_page
from sixth.server.site import site_of
from sixth.server.web.request import site_url
from sixth.server.web.session import PRIVATE
from sixth.server.web.templating.environment import render

_FIRST: Final = "classic"
_LEVELS: Final = range(1, len(LEVELS) + 2)


class Choice(NamedTuple):
    """A choice of puzzles: those of a theme ("" for any) and of a level (0 for any)."""

    theme: str = ""
    level: int = 0

    @property
    def query(self) -> str:
        """The query of an address with this choice, "" for all puzzles."""
        fields = {name: value for name, value in self._asdict().items() if value}
        return f"?{urlencode(fields)}" if fields else ""

    def link(self, *, theme: str | None = None, level: int | None = None) -> str:
        """Return the address of the page with this choice changed to another theme or level."""
        theme, level = self.theme if theme is None else theme, self.level if level is None else level
        return f"/puzzles{Choice(theme, level).query}"

    @property
    def title(self) -> str:
        """The title of the choice, "" for all puzzles."""
        theme = next((theme_text(each) for each in THEMES if each == self.theme), "")
        level = _("Level {number}").format(number=self.level) if self.level else ""
        return ", ".join(filter(None, (theme, level)))


def _choice_of(request: Request) -> Choice:
    """Return the choice in the query; unknown themes and levels are ignored."""
    theme, level = (request.query_params.get(name, "") for name in ("theme", "level"))
    levels = {str(each): each for each in _LEVELS}
    return Choice(theme if theme in THEMES else "", levels.get(level, 0))


async def index(request: Request) -> HTMLResponse:
    """Show today's five, the themes and levels, and a puzzle to start with."""
    catalogue, choice = await run_in_threadpool(_catalogue), _choice_of(request)
    today, fitting = await today_of(request), catalogue.fitting(choice)
    first = (fitting or [0])[0] if choice.query else catalogue.first
    return _page(
        request,
        "puzzles/templates/puzzles.html",
        catalogue,
        title=_("Puzzles"),
        number=0,
        today=today,
        only_today=False,
        choice=choice,
        count=len(fitting),
        first=first,
        themes=[
            {"name": each, "title": theme_text(each), "count": count}
            for each in THEMES
            if (count := len(catalogue.fitting(choice._replace(theme=each))))
        ],
        levels=[
            {"number": each, "count": count}
            for each in _LEVELS
            if (count := len(catalogue.fitting(choice._replace(level=each))))
        ],
    )


async def today(request: Request) -> HTMLResponse:
    """Show the five puzzles of today, and how it went once all are answered."""
    catalogue, today = await run_in_threadpool(_catalogue), await today_of(request)
    page = partial(_page, request, title=_("Today's five"), number=0, choice=Choice(), today=today)
    if not today.over:
        return page("puzzles/templates/puzzles.html", catalogue, only_today=True)
    field = await site_of(request).people.read(
        field_of, today.day.isoformat(), len(today.numbers), today.person_id
    )
    end = end_page(today, field, seconds_left(request), f"{site_url(request)}puzzles/today")
    return page("puzzles/templates/end.html", catalogue, end=end)


async def puzzle(request: Request) -> HTMLResponse:
    """Show one puzzle, numbered from 1, with the verdict on each answer.

    Raises:
        HTTPException: there is no puzzle of that number (404).
    """
    catalogue, choice = await run_in_threadpool(_catalogue), _choice_of(request)
    number = number_of(request)
    today = await today_of(request) if "today" in request.query_params else None
    after = catalogue.after(number, choice)
    if today:
        following = today.after(number)
        after = f"/puzzles/{following}?today" if following else "/puzzles/today#done"
    return _page(
        request,
        "puzzles/templates/puzzle.html",
        catalogue,
        title=_("Puzzle {number}").format(number=number),
        number=number,
        choice=choice,
        today=today,
        is_last=bool(today and not today.after(number)),
        after=after,
        puzzle=puzzle_page(shipped()[number - 1]),
    )


def _page(
    request: Request, template: str, catalogue: "_Catalogue", *, today: Today | None, **context: object
) -> HTMLResponse:
    day = today.day if today else day_of(request)
    five = today.numbers if today else five_of(day, shipped())
    context |= {
        "day": day.isoformat(),
        "five": five,
        "today": today,
        "marks": marks_of(today) if today else {},
    }
    html = render(template, catalogue=catalogue, **context)
    # Back shows the marks as they are.
    return HTMLResponse(html, headers=PRIVATE if today else None)


class _Catalogue(NamedTuple):
    """The difficulties and themes of all puzzles, a character each, by which a script picks the next puzzle.

    `themes` are indices of `THEMES`, whose names are `names`; `version` changes with the puzzles. Newcomers
    start with the puzzle `first`, of the game that most people know.
    """

    difficulties: str
    themes: str
    names: str
    ratings: tuple[int, ...]
    version: str
    first: int

    def fitting(self, choice: Choice) -> list[int]:
        """Return the numbers of the puzzles in this choice, ascending."""
        level = str(choice.level or "")
        theme = str(THEMES.index(choice.theme)) if choice.theme in THEMES else ""
        pairs = zip(self.themes, self.difficulties, strict=True)
        return [
            number
            for number, (of, hard) in enumerate(pairs, 1)
            if of.startswith(theme) and hard.startswith(level)
        ]

    def after(self, number: int, choice: Choice) -> str:
        """Return the address of the next puzzle in this choice; the first follows the last."""
        fitting = self.fitting(choice) or [number]
        following = next((each for each in fitting if each > number), fitting[0])
        return f"/puzzles/{following}{choice.query}"


@cache
def _catalogue() -> _Catalogue:
    """Return the catalogue. The first call takes a while, as it reads all puzzles."""
    puzzles = shipped()
    return _Catalogue(
        difficulties="".join(str(each.difficulty) for each in puzzles),
        themes="".join(str(THEMES.index(each.theme)) for each in puzzles),
        names=" ".join(THEMES),
        ratings=tuple(puzzle_rating(each) for each in _LEVELS),
        first=next(number for number, each in enumerate(puzzles, 1) if each.game == _FIRST),
        version=blake2b("".join(each.name for each in puzzles).encode(), digest_size=4).hexdigest(),
    )
