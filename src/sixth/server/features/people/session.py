"""The person of a request's browser, and the cookie that names the person."""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from sixth.server.core.refusals import NotFound
from sixth.server.features.people.service import People, Visitor
from sixth.server.features.people.view import browser_label
from sixth.server.site import site_of
from sixth.server.table.identity import is_token, new_token
from sixth.server.web.request import recent_seats, set_cookie

COOKIE: Final = "sixth-you"
"""Holds the secret of a browser with a person."""


def people_of(request: Request) -> People:
    """Return the people of the site of a request."""
    return site_of(request).service(People)


def may_be_known(request: Request) -> bool:
    """Return whether the site has people, and the browser of a request may be one; it looks nobody up."""
    has_people = any(each.name == "people" for each in site_of(request).features)
    return has_people and COOKIE in request.cookies


def label_of(request: Request) -> str:
    """Return the label of the browser of a request."""
    return browser_label(request.headers.get("user-agent", "")[:500])


async def visitor_of(request: Request) -> Visitor | None:
    """Return the visitor of a request, looked up once a request; None if its browser has no person."""
    if not hasattr(request.state, "visitor"):
        secret = request.cookies.get(COOKIE)
        request.state.visitor = await people_of(request).visitor(secret if is_token(secret) else None)
    visitor: Visitor | None = request.state.visitor
    return visitor


async def known_visitor(request: Request) -> Visitor:
    """Return the visitor of a request.

    Raises:
        NotFound: it is nobody.
    """
    visitor = await visitor_of(request)
    if visitor is None:
        raise NotFound("nobody", "This browser is signed out; play a game or use a code to come back.")
    return visitor


async def check_seat(request: Request) -> None:
    """Check that the person of a browser may take a seat.

    Raises:
        Forbidden: a host has barred them.
    """
    visitor = await visitor_of(request)
    if visitor is not None:
        people_of(request).check_not_barred(visitor.person)


async def note_seat(request: Request, response: Response, table_id: str, token: str) -> None:
    """Note that a browser has a seat. A browser without a person becomes a guest."""
    visitor = await visitor_of(request)
    seats = [(table_id, token)]
    if visitor is None:
        # A secret that has ended is not used again.
        seats += recent_seats(request)
    secret = visitor.secret if visitor else new_token()
    await people_of(request).seat(secret, seats, label_of(request))
    set_secret(request, response, secret)


def set_secret(request: Request, response: Response, secret: str) -> None:
    """Set the cookie with the secret of a browser."""
    set_cookie(request, response, COOKIE, secret)
