"""Parts of pages about friends, and the forms by which people become friends and invite one another."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, Literal

from markupsafe import Markup
from pydantic import Field
from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from sixth.i18n import gettext as _
from sixth.rules.game import NotNow
from sixth.server.feature import HomeLine, ShownPerson, TableParts
from sixth.server.features.friends import friendships
from sixth.server.features.friends.friendships import Companion, people_asking, people_of_kind
from sixth.server.features.friends.invitations import invited_to
from sixth.server.features.friends.links import own_friend_link
from sixth.server.features.friends.service import Friend, Friends
from sixth.server.parts import PartForm, TablePart
from sixth.server.people.person import Visitor
from sixth.server.site import site_of
from sixth.server.table.identity import hash_token
from sixth.server.table.view import TableView
from sixth.server.web.cookies import token_of
from sixth.server.web.forms.models import StrictForm
from sixth.server.web.forms.reading import read_form
from sixth.server.web.request import answer_form, site_url, table_of
from sixth.server.web.session import HERE, named_reader, people_of, refusals_on_page
from sixth.server.web.templating.environment import render
from sixth.text import some_names

FRIENDS_HERE: Final = f"{HERE}#friends"
"""The part about friends on *Your page*."""

_MAX_LINES: Final = 3
"""Friends at open tables who have lines of their own on the first page."""


_CHANGES: Final[Mapping[str, Callable[[Connection, str, str, int], None]]] = {
    "accept": friendships.accept,
    "decline": friendships.decline,
    "remove": friendships.remove,
    "block": friendships.block,
    "unblock": friendships.unblock,
}


class RelationForm(StrictForm):
    """The form about a friend, somebody who asks to be one, or a blocked person, by their id."""

    person: str = Field(max_length=40)
    answer: Literal["accept", "decline", "remove", "block", "unblock"]


class AskForm(StrictForm):
    """The form that asks another at a table to be friends, by their short name there."""

    player: str = Field(max_length=40)


class InviteForm(StrictForm):
    """The form that invites a friend to a table, by their id."""

    friend: str = Field(max_length=40)


# ------------------------------------------------------------------ parts of other pages


async def at_person(request: Request, person: ShownPerson) -> Markup:
    """Return, for the page of the viewer alone, their friends, and the requests and invitations to them."""
    visitor = await named_reader(request) if person.is_own else None
    if visitor is None:
        return Markup()
    friends, you = friends_of(request), visitor.person
    people, own, now = people_of(request), you.id, people_of(request).now()
    link = await people.read(own_friend_link, visitor, now)
    return _part(
        "friends.html",
        friends=await friends.friends(you),
        asking=await people.read(people_asking, own),
        blocked=await people.read(people_of_kind, own, "blocked"),
        invitations=await friends.invitations(you),
        link=link and f"{site_url(request)}you/friend/{link}",
    )


async def home_lines(request: Request) -> Sequence[HomeLine]:
    """Return a line for each invitation, for some friends at open tables, and for those who are here."""
    reader = await named_reader(request)
    if reader is None:
        return ()
    friends = friends_of(request)
    invitations = await friends.invitations(reader.person)
    here = [each for each in await friends.friends(reader.person) if each.here]
    invited_to = {each.table_id for each in invitations}
    at_tables = [each for each in here if each.table and each.table not in invited_to][:_MAX_LINES]
    others = [each.name for each in here if not each.table]
    return [
        *(
            HomeLine(
                _("{name} invites you to a table.").format(name=each.name),
                _("Join"),
                f"/t/{each.table_id}",
                waits=True,
                mark=each.mark,
            )
            for each in invitations
        ),
        *(HomeLine(each.name, _("Open table"), f"/t/{each.table}", mark=each.mark) for each in at_tables),
        *([HomeLine(some_names(others), _("here now"), FRIENDS_HERE)] if others else ()),
    ]


async def at_table(request: Request, table: TableView) -> TableParts:
    """Return the friends to invite before a game, or the players to befriend after it; note who is here."""
    visitor = await named_reader(request)
    if visitor is None:
        return {}
    friends, person, token = friends_of(request), visitor.person, token_of(request, table.id)
    if table.seat is None or token is None:
        await people_of(request).see(visitor)
        return {}
    await friends.presence.note_page(visitor, table.id, hash_token(token))
    if table.view is None and None in table.sitters:
        listed = await friends.friends(person)
        people = people_of(request)
        invited = await people.read(invited_to, person.id, table.id, people.now()) if listed else ()
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
    """Accept, decline, remove, block or unblock somebody; without such a relation, nothing changes."""
    form, visitor = await read_form(request, RelationForm), await named_or_refused(request)
    people, own, change = people_of(request), visitor.person.id, _CHANGES[form.answer]
    await people.write(own, change, own, form.person, people.now())
    return RedirectResponse(FRIENDS_HERE, 303)


async def ask(request: Request) -> Response:
    """Ask another at a table to be friends."""
    form, visitor = await read_form(request, AskForm), await named_or_refused(request)
    await friends_of(request).ask(visitor.person, await table_of(request), form.player)
    return answer_form(request)


async def invite(request: Request) -> Response:
    """Invite a friend to a table."""
    form, visitor = await read_form(request, InviteForm), await named_or_refused(request)
    table, person = await table_of(request), visitor.person
    if await friends_of(request).invite(person, form.friend, table, token_of(request, table.id)):
        people_of(request).on_invited(form.friend, person.name, table.id)
    return answer_form(request)


def friends_of(request: Request) -> Friends:
    """Return the friends of the site of a request."""
    return site_of(request).service(Friends)


def _part(template: str, **context: object) -> Markup:
    return Markup(render(f"friends/templates/{template}", **context))


async def named_or_refused(request: Request) -> Visitor:
    """Return the person of the request's browser.

    Raises:
        NotNow: they keep no name.
    """
    visitor = await named_reader(request)
    if visitor is None:
        raise NotNow("no-name", "Choose a name first.")
    return visitor
