"""Puzzles: pages that are the same for everybody; how one fares stays in one's own browser."""

from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse

from sixth.puzzles import LEVELS, THEMES, shipped
from sixth.puzzles.rating import puzzle_rating
from sixth.puzzles.text import theme_text
from sixth.server.web.templating.environment import render
from sixth.server.web.views.reading.puzzles import puzzle_page

_LONGEST: Final = 6


async def index(_request: Request) -> HTMLResponse:
    """Say what puzzles are, and where to begin."""
    known = await run_in_threadpool(_of_all)
    themes = [(theme_text(each), sum(one.theme == each for one in shipped())) for each in THEMES]
    return HTMLResponse(render("pages/puzzles.html", **known, number=0, themes=themes))


async def puzzle(request: Request) -> HTMLResponse:
    """Show one puzzle, counted from 1, with what there is to say of each answer further down.

    Raises:
        HTTPException: there is none of that number (404).
    """
    known = await run_in_threadpool(_of_all)
    text: str = request.path_params["number"]
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= _LONGEST else 0
    if not 1 <= number <= len(shipped()):
        raise HTTPException(404)
    page = puzzle_page(shipped()[number - 1])
    return HTMLResponse(render("pages/puzzles.html", **known, number=number, puzzle=page))


@cache
def _of_all() -> Mapping[str, object]:
    """Return what all these pages know of all puzzles: a script picks the next one by it.

    It takes a while the first time, as all are read.
    """
    found = shipped()
    difficulties = "".join(str(each.difficulty) for each in found)
    return {
        "count": len(found),
        "difficulties": difficulties,
        "ratings": [puzzle_rating(each) for each in range(1, len(LEVELS) + 2)],
        "version": blake2b("".join(each.name for each in found).encode(), digest_size=4).hexdigest(),
    }
