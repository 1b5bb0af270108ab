"""The ladder, which ranks the bots by the results of an arena beside the server.

`sixth arena --publish FILE` rewrites a file with its results every minute (docs/bots.md).
"""

from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sixth.i18n import gettext as _, number_text
from sixth.server.site import site_of
from sixth.server.web.templating.environment import render
from sixth.server.web.text.labels import game_titles
from sixth.server.web.views.axes import whiskers

OptionalInterval = tuple[float, float] | None


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class Rated(_Part):
    """A bot with its mean heads a round, the fraction of wins, its rating and its number of rounds."""

    bot: str = Field(max_length=200)
    heads: float
    heads_ci: OptionalInterval
    win: float
    rating: float
    rounds: int = Field(ge=0)


class Difference(_Part):
    """The heads a round that the first bot of `of` took more than the second; `clear` if hardly by chance."""

    of: tuple[int, int]
    heads: float
    clear: bool


class RulesPlayed(_Part):
    """The part of the rules that says which heads win."""

    goal: str


class ArenaResults(_Part):
    """The results of an arena, whose `unit` is a round or a game."""

    game: str
    seats: int
    rounds: int
    deals: int
    unit: str
    bots: tuple[Rated, ...] = Field(min_length=1)
    differences: tuple[Difference, ...]
    rules: RulesPlayed


class Ladder:
    """The file that an arena publishes, which may not exist yet; without a ladder `path` is None."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._cache: tuple[tuple[int, int], str, ArenaResults] | None = None

    def read(self) -> tuple[str, ArenaResults] | None:
        """Return the text of the file and its results; None if the file is missing or has no results."""
        if self.path is None:
            return None
        try:
            status = self.path.stat()
            stamp = status.st_mtime_ns, status.st_size
            if self._cache is None or self._cache[0] != stamp:
                text = self.path.read_text("utf-8")
                self._cache = stamp, text, ArenaResults.model_validate_json(text)
        except (OSError, UnicodeDecodeError, ValidationError):
            return None
        return self._cache[1:]


def _published(request: Request) -> tuple[str, ArenaResults] | None:
    """Return the text and the results that the ladder of this site has now, if it has any."""
    ladder = site_of(request).service(Ladder)
    if ladder.path is None:
        raise HTTPException(404)
    return ladder.read()


async def ladder(request: Request) -> HTMLResponse:
    """Show the bots, the best first."""
    published = _published(request)
    if published is None:
        return HTMLResponse(render("guide/templates/ladder.html", results=None), 503)
    results = published[1]
    game = game_titles().get(results.game, _("House rules"))
    page = render("guide/templates/ladder.html", results=results, lines=ladder_lines(results), game=game)
    return HTMLResponse(page)


async def as_json(request: Request) -> Response:
    """Send the results as the arena wrote them."""
    published = _published(request)
    if published is None:
        return Response(_("There are no results yet."), 503, media_type="text/plain")
    return Response(published[0], media_type="application/json")


def ladder_lines(results: ArenaResults) -> list[dict[str, Any]]:
    """Return the bots, the best first: their places, their figures, and their heads as a drawing.

    A place counts the bots that are clearly better; where several places are possible, it is a range.
    """
    sign = 1 if results.rules.goal == "fewest" else -1
    intervals = [(bot.heads, bot.heads_ci or (bot.heads, bot.heads)) for bot in results.bots]
    drawings = whiskers(intervals, margin=0)
    order = sorted(range(len(results.bots)), key=lambda bot: sign * results.bots[bot].heads)
    return [
        {
            "place": _place(results, number, sign),
            "bot": bot.bot,
            "heads": number_text(bot.heads, digits=2),
            "within": _within(bot),
            "win": number_text(100 * bot.win, digits=1),
            "rating": number_text(bot.rating, digits=1),
            "rounds": number_text(bot.rounds),
            "whisker": drawings[number],
        }
        for number in order
        for bot in (results.bots[number],)
    ]


def _place(results: ArenaResults, bot: int, sign: int) -> str:
    better = worse = 0
    for each in results.differences:
        if each.clear and bot in each.of:
            ahead = (sign * each.heads > 0) == (each.of[0] == bot)
            better, worse = better + ahead, worse + (not ahead)
    first, last = 1 + better, len(results.bots) - worse
    return number_text(first) if first == last else f"{number_text(first)}–{number_text(last)}"


def _within(bot: Rated) -> str:
    """Return half the width of the interval as text, "" without an interval."""
    return number_text((bot.heads_ci[1] - bot.heads_ci[0]) / 2, digits=2) if bot.heads_ci else ""
