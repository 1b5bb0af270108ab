"""The pages of links by which people become friends: to make one, to hand it on, and to open it."""

from typing import Final

from pydantic import Field
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sixth.i18n import gettext as _, translate
from sixth.server.core.refusals import NotFound
from sixth.server.features.friends.links import (
    make_friend_link,
    maker_of_link,
    no_friend_link,
    own_friend_link,
    use_friend_link,
    use_friend_link_by_name,
)
from sixth.server.features.friends.pages import FRIENDS_HERE, friends_of, named_or_refused
from sixth.server.people.people import COOKIE
from sixth.server.people.person import find_person
from sixth.server.people.relations import are_friends
from sixth.server.table.identity import clean_name
from sixth.server.web.cookies import set_cookie, set_name
from sixth.server.web.form_answers import sentence_page
from sixth.server.web.forms.models import StrictForm
from sixth.server.web.forms.reading import read_form
from sixth.server.web.request import is_inside_app, site_url
from sixth.server.web.routes.lobby import qr_code
from sixth.server.web.session import (
    HERE,
    PRIVATE,
    named_reader,
    own_name,
    people_of,
    refusals_at,
    refusals_on_page,
    seat_taker,
    visitor_of,
)
from sixth.server.web.templating.environment import render

_FRIENDS: Final = f"{HERE}/friends"
_PICTURE: Final = f"{_FRIENDS}/link.svg"


class NameForm(StrictForm):
    """The form of a link, with the name that a person without one wants to keep."""

    name: str = Field("", max_length=20_000)


@refusals_on_page
async def make(request: Request) -> Response:
    """Make a link by which another person becomes a friend."""
    people, visitor = people_of(request), await named_or_refused(request)
    await people.write(visitor.person.id, make_friend_link, visitor, people.now())
    return RedirectResponse(FRIENDS_HERE, 303)


async def picture(request: Request) -> Response:
    """Draw the link that this browser has made as a QR code."""
    people, visitor = people_of(request), await visitor_of(request)
    link = await people.read(own_friend_link, visitor, people.now()) if visitor else None
    if link is None:
        raise NotFound("no-link", "There is no link; make a new one.")
    picture = qr_code(f"{site_url(request)}you/friend/{link}")
    return Response(picture, media_type="image/svg+xml", headers=PRIVATE)


async def show(request: Request) -> Response:
    """Ask whether this browser's person wants to be friends with the person who made a link.

    A person without a name chooses one there. The person who made the link can hand it on; a friend is led
    to the page of the friendship.
    """
    people, secret, visitor = people_of(request), request.path_params["link"], await visitor_of(request)
    named, address = visitor is not None and visitor.person.named, f"{site_url(request)}you/friend/{secret}"
    try:
        maker = await people.read(maker_of_link, secret, visitor, people.now())
        owner = await people.read(find_person, maker)
        if owner is None:
            raise no_friend_link()
    except NotFound as error:
        own = (
            (FRIENDS_HERE, _("Send your own link"))
            if named
            else (f"{HERE}#back", _("Already have a name here?"))
        )
        title, ways = _("This link no longer works"), (("/", _("Play")), own)
        return sentence_page(request, translate(error.sentence), 404, title=title, ways=ways)
    if visitor is not None and visitor.person.id == owner.id:
        made_here = await people.read(own_friend_link, visitor, people.now()) == secret
        page = render("friends/templates/own_link.html", link=address, picture=made_here and _PICTURE)
        return HTMLResponse(page, headers=PRIVATE)
    if visitor is not None and await people.read(are_friends, visitor.person.id, owner.id):
        return RedirectResponse(f"{_FRIENDS}/{owner.id}", 303)
    page = render(
        "friends/templates/befriend.html",
        owner=owner,
        named=named,
        name=await own_name(request),
        path=request.url.path,
        inside_app=is_inside_app(request) and not named and address,
    )
    return HTMLResponse(page, headers=PRIVATE)


@refusals_at()
async def use(request: Request) -> Response:
    """Make this browser's person, who may choose a name with it, a friend of the person who made a link."""
    form, people, link = await read_form(request, NameForm), people_of(request), request.path_params["link"]
    visitor = await named_reader(request)
    if visitor is not None:
        maker = await people.write(visitor.person.id, use_friend_link, link, visitor, people.now())
        return RedirectResponse(f"{_FRIENDS}/{maker}", 303)
    taker, secret = await seat_taker(request), request.state.secret
    assert taker is not None, "friends need people"
    maker = await people.write(taker.browser, use_friend_link_by_name, link, taker, secret, form.name)
    response = RedirectResponse(f"{_FRIENDS}/{maker}", 303)
    set_name(request, response, clean_name(form.name))
    set_cookie(request, response, COOKIE, secret)
    return response


async def friendship(request: Request) -> Response:
    """Show that this browser's person and another are friends, and what they can do now."""
    visitor, other = await named_reader(request), request.path_params["friend"]
    friends = await friends_of(request).friends(visitor.person) if visitor else ()
    friend = next((each for each in friends if each.id == other), None)
    if friend is None:
        return RedirectResponse(FRIENDS_HERE, 303)
    return HTMLResponse(render("friends/templates/friendship.html", friend=friend), headers=PRIVATE)
