"""Parts of pages about friends, and the forms by which people become friends and invite one another."""

from collections.abc import Collection, Sequence
from typing import Final

from markupsafe import Markup
from pydantic import Field
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sixth.i18n import gettext as _
from sixth.rules.game import NotNow
from sixth.server.core.refusals import NotFound
from sixth.server.feature import HomePart, ShownPerson, TableParts
from sixth.server.features.friends.friend import Companion, Friend
from sixth.server.features.friends.service import Friends, TieChange
from sixth.server.parts import PartForm, TablePart
from sixth.server.people.people import COOKIE
from sixth.server.people.person import Visitor, find_person
from sixth.server.people.relations import are_friends
from sixth.server.site import site_of
from sixth.server.table.identity import hash_token
from sixth.server.table.view import TableView
from sixth.server.web.cookies import token_of
from sixth.server.web.forms.models import StrictForm
from sixth.server.web.forms.reading import read_form
from sixth.server.web.request import answer_form, site_url, table_of
from sixth.server.web.routes.lobby import qr_code
from sixth.server.web.session import PRIVATE, people_of, refusals_on_page, visitor_of
from sixth.server.web.templating.environment import render

_HERE: Final = "/you#friends"


class TieForm(StrictForm):
    """The form about a friend, somebody who asks to be one, or a blocked person, by their id."""

    person: str = Field(max_length=40)
    answer: TieChange


class AskForm(StrictForm):
    """The form that asks another at a table to be friends, by their short name there."""

    player: str = Field(max_length=40)


class InviteForm(StrictForm):
    """The form that invites a friend to a table, by their id."""

    friend: str = Field(max_length=40)


# ------------------------------------------------------------------ parts of other pages


async def at_person(request: Request, person: ShownPerson) -> Markup:
    """Return, for the page of the viewer alone, their friends, and the requests and invitations to them."""
    visitor = await _named(request) if person.is_own else None
    if visitor is None:
        return Markup()
    friends, you = _friends_of(request), visitor.person
    link = await friends.link_of(visitor)
    return _part(
        "friends.html",
        friends=await friends.friends(you),
        asking=await friends.asking(you),
        blocked=await friends.blocked(you),
        invitations=await friends.invitations(you),
        link=link and f"{site_url(request)}you/friend/{link}",
    )


async def home_part(request: Request) -> HomePart:
    """Return the invitations of this browser's person on the first page."""
    # The copy that a browser keeps for use without a connection contains nothing of a person.
    visitor = None if "sixth-keep" in request.headers else await _named(request)
    invitations = await _friends_of(request).invitations(visitor.person) if visitor else ()
    return HomePart(_part("invitations.html", invitations=invitations))


async def at_table(request: Request, table: TableView) -> TableParts:
    """Return the friends to invite before a game, or the players to befriend after it; note who is here."""
    visitor = await _named(request)
    if visitor is None:
        return {}
    friends, person, token = _friends_of(request), visitor.person, token_of(request, table.id)
    if table.seat is None or token is None:
        await people_of(request).see(visitor)
        return {}
    await friends.presence.note_page(visitor, table.id, hash_token(token))
    if table.view is None and None in table.sitters:
        listed = await friends.friends(person)
        invited = await friends.invited(person, table.id) if listed else ()
        return {"start": [_invitations(table, listed, invited)]} if listed else {}
    if table.view is not None and table.view.over:
        companions = await friends.companions(person, await site_of(request).tables.log.cached(table.id))
        return {"result": [_companion(table, each) for each in companions]}
    return {}


def _invitations(table: TableView, friends: Sequence[Friend], invited: Collection[str]) -> TablePart:
    items = list[TablePart]()
    for each in friends:
        item: TablePart = {"name": each.name, "small": [_("here now")] if each.here else []}
        if each.id in invited:
            item["small"] = [*item["small"], _("Invited")]
        else:
            item["form"] = {
                "action": f"/t/{table.id}/friends/invite",
                "fields": {"friend": each.id},
                "label": _("Invite"),
                "name": _("Invite {name}").format(name=each.name),
            }
        items.append(item)
    return {"heading": _("Invite friends"), "items": items, "kind": "tables"}


def _companion(table: TableView, each: Companion) -> TablePart:
    if each.asked:
        return {"text": _("You asked {name} to be friends.").format(name=each.name), "kind": "keep"}
    label = _("Add {name} as a friend").format(name=each.name)
    form: PartForm = {"action": f"/t/{table.id}/friends", "fields": {"player": each.short}, "label": label}
    return {"form": form, "kind": "keep"}


# ------------------------------------------------------------------ forms


@refusals_on_page
async def change(request: Request) -> Response:
    """Accept, decline, remove, block or unblock somebody."""
    form, visitor = await read_form(request, TieForm), await _visitor(request)
    await _friends_of(request).change(visitor.person, form.person, form.answer)
    return RedirectResponse(_HERE, 303)


@refusals_on_page
async def make_link(request: Request) -> Response:
    """Make a link by which another person becomes a friend."""
    await _friends_of(request).make_link(await _visitor(request))
    return RedirectResponse(_HERE, 303)


async def link_picture(request: Request) -> Response:
    """Draw the link that this browser has made as a QR code."""
    visitor = await visitor_of(request)
    link = visitor and await _friends_of(request).link_of(visitor)
    if not link:
        raise NotFound("no-link", "There is no link; make a new one.")
    picture = qr_code(f"{site_url(request)}you/friend/{link}")
    return Response(picture, media_type="image/svg+xml", headers=PRIVATE)


async def befriend(request: Request) -> Response:
    """Ask whether this browser's person wants to be friends with the person who made a link."""
    secret, visitor, friends = request.path_params["link"], await visitor_of(request), _friends_of(request)
    link = await friends.link(secret, visitor)
    people = people_of(request)
    owner = await people.read(find_person, link.person_id)
    if owner is None:
        raise NotFound("no-friend-link", "This link was used or is too old; ask for a new one.")
    own = visitor.person.id if visitor else ""
    if own == owner.id or await people.read(are_friends, own, owner.id):
        return RedirectResponse(_HERE, 303)
    named = visitor is not None and visitor.person.named
    page = render("friends/templates/befriend.html", owner=owner, named=named, link=secret)
    return HTMLResponse(page, headers=PRIVATE)


@refusals_on_page
async def use_link(request: Request) -> Response:
    """Make this browser's person a friend of the person who made a link."""
    await _friends_of(request).use_link(request.path_params["link"], await _visitor(request))
    return RedirectResponse(_HERE, 303)


async def ask(request: Request) -> Response:
    """Ask another at a table to be friends."""
    form, visitor = await read_form(request, AskForm), await _visitor(request)
    await _friends_of(request).ask(visitor.person, await table_of(request), form.player)
    return answer_form(request)


async def invite(request: Request) -> Response:
    """Invite a friend to a table."""
    form, visitor = await read_form(request, InviteForm), await _visitor(request)
    table, person = await table_of(request), visitor.person
    if await _friends_of(request).invite(person, form.friend, table, token_of(request, table.id)):
        people_of(request).on_invited(form.friend, person.name, table.id)
    return answer_form(request)


def _friends_of(request: Request) -> Friends:
    return site_of(request).service(Friends)


def _part(template: str, **context: object) -> Markup:
    return Markup(render(f"friends/templates/{template}", **context))


async def _named(request: Request) -> Visitor | None:
    """Return the person of the request's browser, if they keep a name."""
    visitor = await visitor_of(request) if COOKIE in request.cookies else None
    return visitor if visitor is not None and visitor.person.named else None


async def _visitor(request: Request) -> Visitor:
    """Return the person of the request's browser.

    Raises:
        NotNow: they keep no name.
    """
    visitor = await _named(request)
    if visitor is None:
        raise NotNow("no-name", "Choose a name first.")
    return visitor
