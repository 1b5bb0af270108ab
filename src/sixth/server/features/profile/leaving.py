"""The ends of a person in a browser: to sign out, and to delete everything; and the page that follows.

That page stands below the list of a browser's games, where the cookies of all its seats come along and can be
deleted; a script of its own deletes what scripts have kept.
"""

from contextlib import suppress
from typing import Final, Literal

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from sixth.rules.game import Impossible, Refusal
from sixth.server.core.errors import NoTableError
from sixth.server.features.profile.pages import name_of_browser, page_of
from sixth.server.live.door import Sender
from sixth.server.people import browsers
from sixth.server.people.erasure import Erasure
from sixth.server.site import site_of
from sixth.server.table import commands
from sixth.server.web.cookies import MINE, forget_person, recent_seats, set_cookie
from sixth.server.web.forms import models
from sixth.server.web.forms.reading import read_form
from sixth.server.web.middleware.preferences import SETTING_COOKIES
from sixth.server.web.session import known_visitor, people_of, refusals_on_page, visitor_of

PAGE: Final = f"{MINE}/left"
"""The address of the page that follows."""

_COOKIE: Final = "sixth-left"
"""The cookie without which nobody is led to that page, and which says what has happened, for a minute."""

_EMPTIED: Final = {"Clear-Site-Data": '"cache", "storage"'}
"""Has a browser forget all that scripts have kept; the answer to a form of this site alone may say so."""


class EraseForm(models.StrictForm):
    """The form that deletes all of a person; `sure` is whether they ticked that they want it."""

    sure: bool = False


async def sign_out(request: Request) -> Response:
    """Sign this browser out, and leave its recent tables."""
    visitor = await visitor_of(request)
    if visitor is not None:
        person_id, browser = visitor.person.id, name_of_browser(visitor)
        await people_of(request).write(person_id, browsers.end_browser, person_id, browser)
    door = site_of(request).door
    for table_id, token in recent_seats(request):
        with suppress(NoTableError, Refusal):
            await door.send(Sender(table_id=table_id, token=token), commands.Leave())
    return _leave(request, "out")


@refusals_on_page
async def erase(request: Request) -> Response:
    """Delete all of this person, if they are sure."""
    form, visitor = await read_form(request, EraseForm), await known_visitor(request)
    if not form.sure:
        raise Impossible("not-sure", "Tick the box if you want to delete everything.")
    await site_of(request).service(Erasure).erase(visitor.person.id)
    response = _leave(request, "erased")
    response.headers.update(_EMPTIED)
    return response


def _leave(request: Request, why: Literal["out", "erased"]) -> Response:
    response = RedirectResponse(PAGE, 303)
    forget_person(request, response, settings=SETTING_COOKIES)
    set_cookie(request, response, _COOKIE, why, path=PAGE, max_age_s=60)
    return response


async def left(request: Request) -> Response:
    """Say what is gone, what stays and why, to the browser of somebody who has just left."""
    why = request.cookies.get(_COOKIE)
    if why not in ("out", "erased"):
        return RedirectResponse("/", 303)
    response = page_of("left.html", erased=why == "erased")
    forget_person(request, response, settings=(*SETTING_COOKIES, _COOKIE))
    return response
