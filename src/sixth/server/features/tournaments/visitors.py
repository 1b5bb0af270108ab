"""The browser of a request as a sender to a tournament: the token in its cookie, and its person.

The cookie is sent to the whole site, so that all that a browser holds goes when its person signs out.
"""

from dataclasses import replace
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from sixth.server.core.route_limits import network_of_request
from sixth.server.features.tournaments.door import Sender
from sixth.server.features.tournaments.service import Tournaments, code_from
from sixth.server.site import site_of
from sixth.server.table.identity import is_token, new_token
from sixth.server.web.cookies import set_cookie
from sixth.server.web.session import keep_secret, reader_of, seat_taker

_COOKIE: Final = "sixth-tournament-"

_KEPT_S: Final = 90 * 24 * 3600


def tournaments_of(request: Request) -> Tournaments:
    """Return the tournaments of the site of a request."""
    return site_of(request).service(Tournaments)


def code_of(request: Request) -> str:
    """Return the code in the address of a request, or raise `NotFound` for one that cannot be."""
    return code_from(str(request.path_params["code"]))


async def visitor_of_tournament(request: Request, code: str) -> Sender:
    """Return the browser of a request as the sender of commands, with no person for one that is unknown."""
    token = request.cookies.get(f"{_COOKIE}{code}")
    reader = await reader_of(request)
    return Sender(
        token=token if is_token(token) else "",
        person=reader.person.id if reader else "",
        network=network_of_request(request),
    )


async def newcomer(request: Request, code: str = "") -> Sender:
    """Return the browser of a request as one that opens a tournament, or joins that with this code.

    It gets a token unless it has one, which `keep_token` has to send with the answer. A page that shows the
    form to join should send one beforehand, so that a form that is pressed twice joins once.

    Raises:
        Forbidden: a host of the site has barred the person.
    """
    sender = await visitor_of_tournament(request, code)
    return replace(sender, token=sender.token or new_token(), taker=await seat_taker(request))


async def keep_token(request: Request, response: Response, code: str, sender: Sender) -> None:
    """Have the browser keep the token of a newcomer, and the secret of its person."""
    set_token(request, response, code, sender.token)
    await keep_secret(request, response)


def set_token(request: Request, response: Response, code: str, token: str) -> None:
    """Have the browser keep a token for a tournament."""
    set_cookie(request, response, f"{_COOKIE}{code}", token, max_age_s=_KEPT_S)
