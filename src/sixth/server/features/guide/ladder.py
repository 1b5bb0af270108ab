"""The ladder, which ranks the bots by the results of an arena beside the server.

`sixth arena --publish FILE` rewrites a file with its results every minute (docs/bots.md).
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sixth.i18n import gettext as _, number_text
from sixth.server.site import site_of
from sixth.server.web.templating.environment import render
from sixth.server.web.text.labels import game_titles
from sixth.server.web.views.axes import whiskers

Results = Mapping[str, Any]
"""The results of an arena, as `sixth arena --publish` writes them."""


class Ladder:
    """The file that an arena publishes, which may not exist yet; without a ladder `path` is None."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._cache: tuple[tuple[int, int], str, Results] | None = None

    def read(self) -> tuple[str, Results] | None:
        """Return the text of the file and its results; None if the file is missing or has no results."""
        if self.path is None:
            return None
        try:
            status = self.path.stat()
            stamp = status.st_mtime_ns, status.st_size
            if self._cache is None or self._cache[0] != stamp:
                text = self.path.read_text("utf-8")
                results = json.loads(text)
                # A damaged file has no lines.
                ladder_lines(results)
                self._cache = stamp, text, results
        except (OSError, ValueError, LookupError, TypeError):
            return None
        return self._cache[1:]


def _published(request: Request) -> tuple[str, Results] | None:
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
    game = game_titles().get(results["game"], _("House rules"))
    page = render("guide/templates/ladder.html", results=results, lines=ladder_lines(results), game=game)
    return HTMLResponse(page)


async def as_json(request: Request) -> Response:
    """Send the results as the arena wrote them."""
    published = _published(request)
    if published is None:
        return Response(_("There are no results yet."), 503, media_type="text/plain")
    return Response(published[0], media_type="application/json")


def ladder_lines(results: Results) -> list[dict[str, Any]]:
    """Return the bots, the best first: their places, their figures, and their heads as a drawing.

    A place counts the bots that are clearly better; where several places are possible, it is a range.
    """
    bots, sign = results["bots"], 1 if results["rules"]["goal"] == "fewest" else -1
    drawings = whiskers([(bot["heads"], bot["heads_ci"] or (bot["heads"],) * 2) for bot in bots], margin=0)
    order = sorted(range(len(bots)), key=lambda bot: sign * bots[bot]["heads"])
    return [
        {
            "place": _place(results, number, sign),
            "bot": bot["bot"],
            "heads": number_text(bot["heads"], digits=2),
            "within": _within(bot["heads_ci"]),
            "win": number_text(100 * bot["win"], digits=1),
            "rating": number_text(bot["rating"], digits=1),
            "rounds": number_text(bot["rounds"]),
            "whisker": drawings[number],
        }
        for number in order
        for bot in (bots[number],)
    ]


def _place(results: Results, bot: int, sign: int) -> str:
    better = worse = 0
    for each in results["differences"]:
        if each["clear"] and bot in each["of"]:
            ahead = (sign * each["heads"] > 0) == (each["of"][0] == bot)
            better, worse = better + ahead, worse + (not ahead)
    first, last = 1 + better, len(results["bots"]) - worse
    return number_text(first) if first == last else f"{number_text(first)}–{number_text(last)}"


def _within(interval: tuple[float, float] | None) -> str:
    """Return half the width of an interval as text, "" without an interval."""
    return number_text((interval[1] - interval[0]) / 2, digits=2) if interval else ""
