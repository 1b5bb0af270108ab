"""The person of a request's browser, and the cookie that names the person."""

import re
import secrets
from collections.abc import Awaitable, Callable, Sequence
from functools import wraps
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from sixth.i18n import translate
from sixth.rules.game import Refusal
from sixth.server.core.refusals import NotFound
from sixth.server.people.browsers import NewBrowser, browser_label
from sixth.server.people.host_actions import check_not_barred
from sixth.server.people.people import COOKIE, People
from sixth.server.people.person import Visitor, proofs_at
from sixth.server.site import site_of
from sixth.server.table.identity import SeatTaker, hash_token, is_token, new_id, new_token
from sixth.server.table.seats import MARKS
from sixth.server.web.cookies import previous_name, recent_seats, set_cookie, set_name
from sixth.server.web.form_answers import lead_to, refused_form
from sixth.server.web.middleware.preferences import is_copy

Endpoint = Callable[[Request], Awaitable[Response]]

HERE: Final = "/you"
"""The address of *Your page*."""

_LINK_COOKIE: Final = "sixth-link"
"""The cookie with the link from which somebody has come to *Your page* for their name."""

_LINK_AGE_S: Final = 15 * 60

_LINK: Final = re.compile(rf"/t/[a-z0-9]{{1,40}}|{HERE}/[a-z]{{1,20}}/[a-z0-9-]{{1,60}}")
"""The addresses to which *Your page* leads back: those of tables and of links between people."""

PRIVATE: Final = {"Cache-Control": "no-store"}
"""Headers of pages that show a person: on a shared device, Back must not show the one before."""


def people_of(request: Request) -> People:
    """Return the people of the site of a request."""
    return site_of(request).people


def may_be_known(request: Request) -> bool:
    """Return whether the site has people, and the browser of a request may be one; it looks nobody up."""
    return site_of(request).settings.people and COOKIE in request.cookies


def label_of(request: Request) -> str:
    """Return the label of the browser of a request."""
    return browser_label(request.headers.get("user-agent", "")[:500])


def new_browser(request: Request, secret: str) -> NewBrowser:
    """Return the browser of a request, to add to a person now with this secret."""
    return NewBrowser(hash_token(secret), label_of(request), people_of(request).now())


async def visitor_of(request: Request) -> Visitor | None:
    """Return the visitor of a request, looked up once a request; None if its browser has no person."""
    if not hasattr(request.state, "visitor"):
        secret = request.cookies.get(COOKIE)
        request.state.visitor = await people_of(request).visitor(secret if is_token(secret) else None)
    visitor: Visitor | None = request.state.visitor
    return visitor


async def reader_of(request: Request) -> Visitor | None:
    """Return the visitor of a page about what is theirs; None for a copy that a browser keeps offline."""
    return await visitor_of(request) if may_be_known(request) and not is_copy(request) else None


async def named_reader(request: Request) -> Visitor | None:
    """Return the visitor of a page about what is theirs, if they keep a name."""
    reader = await reader_of(request)
    return reader if reader is not None and reader.person.named else None


async def kept_name(request: Request) -> str:
    """Return the name that the person of a request keeps, "" for none."""
    reader = await named_reader(request)
    return reader.person.name if reader else ""


async def own_name(request: Request) -> str:
    """Return the name that the person of a request keeps, else the one last used in this browser, or "".

    A copy that a browser keeps for use without a connection has none.
    """
    return "" if is_copy(request) else await kept_name(request) or previous_name(request)


async def own_seat(request: Request, table_id: str, proofs: Sequence[str | None]) -> int | None:
    """Return the seat of the reader at a table whose seats have tokens with these hashes; None for none."""
    own = {hash_token(token) for table, token in recent_seats(request) if table == table_id}
    if reader := await reader_of(request):
        own.update(await people_of(request).read(proofs_at, reader.person.id, table_id))
    return next((seat for seat, proof in enumerate(proofs) if proof in own), None)


async def known_visitor(request: Request) -> Visitor:
    """Return the visitor of a request.

    Raises:
        NotFound: it is nobody.
    """
    visitor = await visitor_of(request)
    if visitor is None:
        raise NotFound("nobody", "This browser is signed out; play a game or use a code to come back.")
    return visitor


async def seat_taker(request: Request) -> SeatTaker | None:
    """Return the browser of a request as the taker of a seat, None where seats are nobody's.

    A browser without a person becomes that of a guest.

    Raises:
        Forbidden: a host has barred its person.
    """
    if not site_of(request).settings.people:
        return None
    visitor, now = await visitor_of(request), people_of(request).now()
    if visitor is not None:
        check_not_barred(visitor.person, now)
    # A secret that has ended is not used again.
    secret = request.state.secret = visitor.secret if visitor else new_token()
    named = visitor is not None and visitor.person.named
    mark = visitor.person.mark if visitor else secrets.randbelow(MARKS)
    return SeatTaker(hash_token(secret), label_of(request), now, new_id(), mark, named)


async def keep_secret(request: Request, response: Response) -> None:
    """Have the browser that has a seat keep the secret of its person."""
    # Of a form that is pressed twice, the second press makes no guest.
    if site_of(request).settings.people and (
        visitor := await visitor_of(request) or await people_of(request).visitor(request.state.secret)
    ):
        set_cookie(request, response, COOKIE, visitor.secret)


def refusals_at(page: str = "") -> Callable[[Endpoint], Endpoint]:
    """Return what makes an endpoint of a form that of a page which shows its refusals.

    Without an address, that is the page at the address of the form.
    """

    def shows_refusals(endpoint: Endpoint) -> Endpoint:
        @wraps(endpoint)
        async def answer(request: Request) -> Response:
            try:
                return await endpoint(request)
            except Refusal as error:
                refused = await refused_form(request, translate(error.sentence), error.code)
                return lead_to(request, page or request.url.path, refused)

        return answer

    return shows_refusals


refusals_on_page: Final = refusals_at(HERE)
"""Makes an endpoint that of a form on *Your page*, which shows its refusals."""


def keeps_link(endpoint: Endpoint) -> Endpoint:
    """Return the endpoint of a page that keeps the link in its query, for `to_link_or_own_page`."""

    @wraps(endpoint)
    async def answer(request: Request) -> Response:
        response, link = await endpoint(request), request.query_params.get("back", "")
        if _LINK.fullmatch(link):
            set_cookie(request, response, _LINK_COOKIE, link, path=HERE, max_age_s=_LINK_AGE_S)
        return response

    return answer


def to_link_or_own_page(request: Request) -> Response:
    """Return the redirect of somebody who has their name now: to the link they came from, or *Your page*."""
    link = request.cookies.get(_LINK_COOKIE, "")
    response = RedirectResponse(link if _LINK.fullmatch(link) else HERE, 303)
    if link:
        response.delete_cookie(_LINK_COOKIE, path=HERE, httponly=True, samesite="lax")
    return response


async def to_own_page(request: Request, secret: str) -> Response:
    """Return the redirect to the page of the person whose browser has this secret now, or to their link.

    The browser keeps the secret, and the name of the person for the next table.
    """
    response, visitor = to_link_or_own_page(request), await people_of(request).visitor(secret)
    set_cookie(request, response, COOKIE, secret)
    if visitor is not None:
        set_name(request, response, visitor.person.name)
    return response
