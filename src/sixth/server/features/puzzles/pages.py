"""Puzzles: pages that are the same for everybody; how one fares stays in one's own browser."""

from datetime import UTC, date, datetime
from functools import cache
from hashlib import blake2b
from typing import Final, NamedTuple
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse

from sixth.i18n import gettext as _
from sixth.puzzles import LEVELS, THEMES, shipped
from sixth.puzzles.daily import five_of
from sixth.puzzles.rating import puzzle_rating
from sixth.puzzles.text import theme_text
from sixth.server.features.puzzles.view import puzzle_page
from sixth.server.web.templating.environment import render

_MAX_DIGITS: Final = 6
_FIRST: Final = "classic"
_LEVELS: Final = range(1, len(LEVELS) + 2)


class Chosen(NamedTuple):
    """The puzzles that a reader has chosen: those of a theme ("" for any) and of a level (0 for any)."""

    theme: str = ""
    level: int = 0

    @property
    def query(self) -> str:
        """Return the query of an address that chooses these, "" where all are."""
        given = {name: value for name, value in self._asdict().items() if value}
        return f"?{urlencode(given)}" if given else ""

    def link(self, *, theme: str | None = None, level: int | None = None) -> str:
        """Return the address of the page that chooses these, of another theme or level."""
        theme, level = self.theme if theme is None else theme, self.level if level is None else level
        return f"/puzzles{Chosen(theme, level).query}"

    @property
    def title(self) -> str:
        """Return what these are called, "" where all are chosen."""
        theme = next((theme_text(each) for each in THEMES if each == self.theme), "")
        level = _("Level {number}").format(number=self.level) if self.level else ""
        return ", ".join(filter(None, (theme, level)))


def _chosen(request: Request) -> Chosen:
    """Return what the address chooses; what no puzzle can have chooses nothing."""
    theme, level = (request.query_params.get(name, "") for name in ("theme", "level"))
    known = {str(each): each for each in _LEVELS}
    return Chosen(theme if theme in THEMES else "", known.get(level, 0))


async def index(request: Request) -> HTMLResponse:
    """Show today's five, the themes and levels to choose from, and where to begin."""
    known, chosen = await run_in_threadpool(_known), _chosen(request)
    fitting = known.fitting(chosen)
    first = (fitting or [0])[0] if chosen.query else known.first
    return _page(
        "puzzles/templates/puzzles.html",
        known,
        title=_("Puzzles"),
        number=0,
        only_today=False,
        chosen=chosen,
        count=len(fitting),
        first=first,
        themes=[
            {"name": each, "title": theme_text(each), "count": count}
            for each in THEMES
            if (count := len(known.fitting(chosen._replace(theme=each))))
        ],
        levels=[
            {"number": each, "count": count}
            for each in _LEVELS
            if (count := len(known.fitting(chosen._replace(level=each))))
        ],
    )


async def today(_request: Request) -> HTMLResponse:
    """Show the five puzzles of today."""
    known = await run_in_threadpool(_known)
    return _page(
        "puzzles/templates/puzzles.html",
        known,
        title=_("Today's five"),
        number=0,
        only_today=True,
        chosen=Chosen(),
    )


async def puzzle(request: Request) -> HTMLResponse:
    """Show one puzzle, counted from 1, with what there is to say of each answer.

    Raises:
        HTTPException: there is none of that number (404).
    """
    known, chosen = await run_in_threadpool(_known), _chosen(request)
    text: str = request.path_params["number"]
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS else 0
    if not 1 <= number <= len(shipped()):
        raise HTTPException(404)
    after = _after_today(number) if "today" in request.query_params else known.after(number, chosen)
    return _page(
        "puzzles/templates/puzzle.html",
        known,
        title=_("Puzzle {number}").format(number=number),
        number=number,
        chosen=chosen,
        after=after,
        puzzle=puzzle_page(shipped()[number - 1]),
    )


def _after_today(number: int) -> str:
    """Return where one goes after this puzzle of today's five."""
    *five, last = five_of(_day(), shipped())
    if number in five:
        return f"/puzzles/{[*five, last][five.index(number) + 1]}?today"
    return "/puzzles/today"


def _page(template: str, known: "_Known", **context: object) -> HTMLResponse:
    day = _day()
    five = five_of(day, shipped())
    return HTMLResponse(render(template, known=known, day=day.isoformat(), five=five, **context))


def _day() -> date:
    return datetime.now(UTC).date()


class _Known(NamedTuple):
    """What all these pages know of all puzzles, a character for each: a script picks the next one by it.

    `themes` are indices of `THEMES`, whose names are `names`; `version` tells other puzzles from these. Who
    has tried none begins with the `first`, of the game that most know.
    """

    difficulties: str
    themes: str
    names: str
    ratings: tuple[int, ...]
    version: str
    first: int

    def fitting(self, chosen: Chosen) -> list[int]:
        """Return the numbers of the puzzles that are chosen, ascending."""
        level = str(chosen.level or "")
        theme = str(THEMES.index(chosen.theme)) if chosen.theme in THEMES else ""
        pairs = zip(self.themes, self.difficulties, strict=True)
        return [
            number
            for number, (of, hard) in enumerate(pairs, 1)
            if of.startswith(theme) and hard.startswith(level)
        ]

    def after(self, number: int, chosen: Chosen) -> str:
        """Return the address of the next puzzle that is chosen, after the last the first."""
        fitting = self.fitting(chosen) or [number]
        found = next((each for each in fitting if each > number), fitting[0])
        return f"/puzzles/{found}{chosen.query}"


@cache
def _known() -> _Known:
    """Return what is known of all puzzles. It takes a while the first time, as all are read."""
    found = shipped()
    return _Known(
        difficulties="".join(str(each.difficulty) for each in found),
        themes="".join(str(THEMES.index(each.theme)) for each in found),
        names=" ".join(THEMES),
        ratings=tuple(puzzle_rating(each) for each in _LEVELS),
        first=next(number for number, each in enumerate(found, 1) if each.game == _FIRST),
        version=blake2b("".join(each.name for each in found).encode(), digest_size=4).hexdigest(),
    )
