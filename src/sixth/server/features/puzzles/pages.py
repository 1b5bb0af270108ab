"""The pages of puzzles, the same for everybody; a player's rating stays in their browser.

A browser that is somebody sends the answers to today's five, so that the person has a record (`record`).
"""

from functools import cache
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
from sixth.server.features.puzzles.record import day_of, number_of
from sixth.server.features.puzzles.view import puzzle_page
from sixth.server.web.session import may_be_known
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
    fitting = catalogue.fitting(choice)
    first = (fitting or [0])[0] if choice.query else catalogue.first
    return _page(
        request,
        "puzzles/templates/puzzles.html",
        catalogue,
        title=_("Puzzles"),
        number=0,
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
    """Show the five puzzles of today."""
    catalogue = await run_in_threadpool(_catalogue)
    return _page(
        request,
        "puzzles/templates/puzzles.html",
        catalogue,
        title=_("Today's five"),
        number=0,
        only_today=True,
        choice=Choice(),
    )


async def puzzle(request: Request) -> HTMLResponse:
    """Show one puzzle, numbered from 1, with the verdict on each answer.

    Raises:
        HTTPException: there is no puzzle of that number (404).
    """
    catalogue, choice = await run_in_threadpool(_catalogue), _choice_of(request)
    number = number_of(request)
    is_today = "today" in request.query_params
    after = _after_today(request, number) if is_today else catalogue.after(number, choice)
    return _page(
        request,
        "puzzles/templates/puzzle.html",
        catalogue,
        title=_("Puzzle {number}").format(number=number),
        number=number,
        choice=choice,
        after=after,
        puzzle=puzzle_page(shipped()[number - 1]),
    )


def _after_today(request: Request, number: int) -> str:
    *five, last = five_of(day_of(request), shipped())
    if number in five:
        return f"/puzzles/{[*five, last][five.index(number) + 1]}?today"
    return "/puzzles/today"


def _page(request: Request, template: str, catalogue: "_Catalogue", **context: object) -> HTMLResponse:
    day = day_of(request)
    five = five_of(day, shipped())
    context |= {"day": day.isoformat(), "five": five, "is_kept": may_be_known(request)}
    return HTMLResponse(render(template, catalogue=catalogue, **context))


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
