"""Games from other sites on your page: the form that brings them along, and the results in them."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial, wraps
from typing import Final

from markupsafe import Markup
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response

from sixth.i18n import translate
from sixth.rules.game import Impossible, NotNow, Refusal
from sixth.server.core.pace import batches
from sixth.server.feature import ShownPerson
from sixth.server.features.elsewhere.file import read_in_process
from sixth.server.features.elsewhere.rows import MAX_GAMES, ElsewhereRows, TooManyGamesError
from sixth.server.features.people.pages import HERE
from sixth.server.features.people.service import check_named
from sixth.server.features.people.session import known_visitor
from sixth.server.features.people.view import summaries
from sixth.server.site import site_of
from sixth.server.web.form_answers import lead_to
from sixth.server.web.middleware.refused_forms import RefusedForm
from sixth.server.web.templating.environment import render

MAX_FILE_MB: Final = 4
"""MiB of a file, at most: some 30,000 games."""

_HERE: Final = f"{HERE}#elsewhere"
_FIELD: Final = "file"

Endpoint = Callable[[Request], Awaitable[Response]]


def _refusals_on_page(endpoint: Endpoint) -> Endpoint:
    """Return the endpoint of a form with a file, whose refusal is shown on the page without the file."""

    @wraps(endpoint)
    async def answer(request: Request) -> Response:
        try:
            return await endpoint(request)
        except Refusal as error:
            return lead_to(request, HERE, RefusedForm("elsewhere", why=translate(error.sentence)))

    return answer


@_refusals_on_page
async def bring(request: Request) -> Response:
    """Add the games in a file from another site to those of a person who keeps a name."""
    visitor = await known_visitor(request)
    check_named(visitor.person)
    work = partial(read_in_process, body=await _file_of(request))
    file = await site_of(request).tables.archive.run(work)
    try:
        added = await asyncio.to_thread(_rows(request).add, visitor.person.id, [*file.games, *file.elsewhere])
    except TooManyGamesError as error:
        raise NotNow(
            "elsewhere-full",
            "Too many games: you can keep {most} from other sites.",
            most=MAX_GAMES,
        ) from error
    if not added:
        raise NotNow("elsewhere-known", "There are no new games in this file.")
    return RedirectResponse(_HERE, 303)


@_refusals_on_page
async def remove(request: Request) -> Response:
    """Delete all games of this person from other sites."""
    await asyncio.to_thread(_rows(request).remove, (await known_visitor(request)).person.id)
    return RedirectResponse(HERE, 303)


async def _file_of(request: Request) -> bytes:
    """Return the file in the form of a request.

    Raises:
        Impossible: there is none.
    """
    try:
        async with request.form(max_files=1, max_fields=1, max_part_size=1_000) as form:
            file = form.get(_FIELD)
            body = await file.read() if isinstance(file, UploadFile) else b""
    except (HTTPException, ClientDisconnect) as error:
        raise Impossible("file-form", "The file did not arrive whole; please try again.") from error
    if not body:
        raise Impossible("file-none", "Choose a file first.")
    return body


async def at_person(request: Request, person: ShownPerson) -> Markup:
    """Return the results of a person on other sites, as their file has them; to nobody else."""
    if not person.is_own:
        return Markup()
    visitor = await known_visitor(request)
    totals = await asyncio.to_thread(_rows(request).totals, person.id)
    if not (totals or visitor.person.named):
        return Markup()
    part = summaries(totals)
    return Markup(render("elsewhere/templates/part.html", summaries=part, chart=None, most=MAX_FILE_MB))


async def export_of_person(request: Request, person_id: str) -> Sequence[Mapping[str, object]]:
    """Return the games of a person from other sites."""
    games = await asyncio.to_thread(_rows(request).of_person, person_id)
    return [{"kind": "elsewhere", **each._asdict()} async for some in batches(games) for each in some]


def _rows(request: Request) -> ElsewhereRows:
    return site_of(request).service(ElsewhereRows)
