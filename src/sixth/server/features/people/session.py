"""The person of a request's browser, the cookie that names the person, and the ways to their page."""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from sixth.i18n import translate
from sixth.rules.game import Refusal
from sixth.server.core.refusals import NotFound
from sixth.server.features.people.service import People, Visitor
from sixth.server.features.people.view import browser_label
from sixth.server.site import site_of
from sixth.server.store.seat_rows import SeatTaker
from sixth.server.table.identity import is_token, new_token
from sixth.server.web.cookies import set_cookie, set_name
from sixth.server.web.form_answers import lead_to, refused_form

HERE: Final = "/you"
"""The address of *Your page*."""

Endpoint = Callable[[Request], Awaitable[Response]]

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


async def seat_taker(request: Request) -> SeatTaker:
    """Return the browser of a request as the taker of a seat. One without a person becomes that of a guest.

    Raises:
        Forbidden: a host has barred its person.
    """
    people, visitor = people_of(request), await visitor_of(request)
    if visitor is not None:
        people.check_not_barred(visitor.person)
    # A secret that has ended is not used again.
    request.state.secret = visitor.secret if visitor else new_token()
    return people.seat_taker(request.state.secret, label_of(request))


async def keep_secret(request: Request, response: Response) -> None:
    """Have the browser that has a seat keep the secret of its person."""
    # Of a form that is pressed twice, the second press makes no guest.
    if visitor := await visitor_of(request) or await people_of(request).visitor(request.state.secret):
        set_secret(request, response, visitor.secret)


def set_secret(request: Request, response: Response, secret: str) -> None:
    """Set the cookie with the secret of a browser."""
    set_cookie(request, response, COOKIE, secret)


def refusals_on_page(endpoint: Endpoint) -> Endpoint:
    """Return the endpoint of a form on *Your page*, which shows its refusals."""

    @wraps(endpoint)
    async def answer(request: Request) -> Response:
        try:
            return await endpoint(request)
        except Refusal as error:
            refused = await refused_form(request, translate(error.sentence), error.code)
            return lead_to(request, HERE, refused)

    return answer


async def to_own_page(request: Request, secret: str) -> Response:
    """Return the redirect to the page of the person whose browser has this secret now.

    The browser keeps the secret, and the name of the person for the next table.
    """
    response, visitor = RedirectResponse(HERE, 303), await people_of(request).visitor(secret)
    set_secret(request, response, secret)
    if visitor is not None:
        set_name(request, response, visitor.person.name)
    return response
