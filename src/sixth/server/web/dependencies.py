"""What all routes ask first: which table, whose token, which seat; and how a form is answered."""

from typing import Annotated

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from sixth.rules.game import Refusal
from sixth.server.core.addresses import network_of
from sixth.server.core.limits import CHANGES
from sixth.server.service.tables import Tables
from sixth.server.table.identity import seat_of
from sixth.server.table.state import Table

NAME_COOKIE = "sixth-name"
_YEAR_S = 365 * 24 * 3600


def tables_of(request: Request) -> Tables:
    """Return the tables of this site."""
    found: Tables = request.app.state.tables
    return found


async def _site(request: Request) -> Tables:
    # Not `tables_of` itself: what does not wait for anything would be sent to a thread.
    return tables_of(request)


Site = Annotated[Tables, Depends(_site)]


def token_of(request: Request, table_id: str) -> str | None:
    """Return the token that this browser holds for this table, if any."""
    return request.cookies.get(token_cookie(table_id))


def token_cookie(table_id: str) -> str:
    """Return the name of the cookie that holds the token for a table."""
    return f"sixth-{table_id}"


def redirect_to_seat(request: Request, table_id: str, token: str, name: str) -> Response:
    """Return the answer that leads to the table and gives the browser the token of a seat there."""
    response = RedirectResponse(f"/t/{table_id}", 303)
    set_token_cookie(request, response, table_id, token)
    if name.isascii():
        # Only a convenience, and cookies carry ASCII only.
        secure = request.url.scheme == "https"
        response.set_cookie(NAME_COOKIE, name, max_age=_YEAR_S, httponly=True, samesite="lax", secure=secure)
    return response


def set_token_cookie(request: Request, response: Response, table_id: str, token: str) -> None:
    """Have the browser keep its token for this table, and show it to this table only."""
    response.set_cookie(
        token_cookie(table_id),
        token,
        max_age=_YEAR_S,
        path=f"/t/{table_id}",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


async def require_seat(request: Request, site: Tables, table_id: str) -> int:
    """Return the seat that the token of this request holds at a table.

    Raises:
        Refusal: they hold none at this table.
    """
    return require_seat_at(await site.get(table_id), request)


def require_seat_at(table: Table, request: Request) -> int:
    """Return the seat that the token of this request holds at `table`.

    Raises:
        Refusal: they hold none there.
    """
    seat = seat_of(table, token_of(request, table.id))
    if seat is None:
        raise Refusal("no-seat", "You have no seat at this table.")
    return seat


async def require_seat_for_change(request: Request, site: Tables, table_id: str) -> int:
    """Return the seat of whoever asks for a change at a table, which is counted against their limit.

    Raises:
        Refusal: they hold none, or ask for one change after the other.
    """
    seat = await require_seat(request, site, table_id)
    await site.limiter.check(CHANGES, table_id, str(seat))
    return seat


def client_network(request: Request) -> str:
    """Return the network that a request comes from, as limits count it."""
    return network_of(request.client.host if request.client else "")


async def answer_form(request: Request, table: Table) -> Response:
    """Answer a form: a script gets nothing, as the stream brings the news; others are led to the table."""
    if request.headers.get("hx-request") == "true":
        return HTMLResponse("")
    return RedirectResponse(f"/t/{table.id}", 303)
