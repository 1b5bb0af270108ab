"""Facts about a request, such as its table and its sender, and the answers to a form."""

import re
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sixth.server.core.route_limits import network_of_request
from sixth.server.live.door import Sender
from sixth.server.site import site_of
from sixth.server.table.state import Table
from sixth.server.web.cookies import keep_seat, set_name, set_token_cookie, token_of
from sixth.server.web.session import keep_secret

_APPS: Final = re.compile(
    r"\b(?:FBAN|FBAV|Instagram|WhatsApp|Telegram|Line/|Snapchat|TikTok|musical_ly|MicroMessenger)|; wv\)"
)
"""The names by which browsers inside of other apps call themselves; `wv` is any on Android."""


def is_inside_app(request: Request) -> bool:
    """Return whether a browser says that it is part of a chat or another app, and so has its own cookies."""
    return _APPS.search(request.headers.get("user-agent", "")[:500]) is not None


def table_id_of(request: Request) -> str:
    """Return the id of the table in the address of a request."""
    return str(request.path_params["table_id"])


async def table_of(request: Request) -> Table:
    """Return the table whose id is in the address of a request.

    Raises:
        NoTableError: there is none.
    """
    return await site_of(request).tables.get(table_id_of(request))


def sender_of(request: Request) -> Sender:
    """Return the browser of a request as a sender of commands to the table of its address."""
    table_id = table_id_of(request)
    return Sender(table_id=table_id, token=token_of(request, table_id), network=network_of_request(request))


def site_url(request: Request) -> str:
    """Return the URL of this site with a slash at the end: of the settings, else of the request."""
    return site_of(request).settings.url or str(request.base_url)


def number_in_query(request: Request, name: str, *, least: int, most: int) -> int | None:
    """Return the number from `least` to `most` in a query parameter, or None without one.

    Raises:
        HTTPException: the parameter is no such number (422).
    """
    text = request.query_params.get(name)
    if text is None:
        return None
    whole = text.isascii() and text.isdigit() and len(text) <= len(str(most))
    if not whole or not least <= int(text) <= most:
        raise HTTPException(422)
    return int(text)


def answer_form(request: Request) -> Response:
    """Answer a form: a script gets nothing, as its stream brings the news; a browser goes to the table."""
    if request.headers.get("hx-request") == "true":
        return HTMLResponse()
    return RedirectResponse(f"/t/{table_id_of(request)}", 303)


async def redirect_to_seat(request: Request, table_id: str, token: str, name: str = "") -> Response:
    """Return the redirect to the table that gives the browser the token of a seat there.

    `name` is the name that the player gave; the browser keeps it for the next table.
    """
    response = RedirectResponse(f"/t/{table_id}", 303)
    set_token_cookie(request, response, table_id, token)
    keep_seat(request, response, table_id, token)
    if name:
        set_name(request, response, name)
    await keep_secret(request, response)
    return response
