"""What pages show of mutes, and the forms that change them."""

from collections.abc import Collection
from typing import Final, Literal

from markupsafe import Markup
from pydantic import Field
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response

from sixth.i18n import gettext as _
from sixth.server.feature import ShownPerson, TableParts
from sixth.server.features.moderation.neighbour import Neighbour, OtherPerson
from sixth.server.features.moderation.reports import Reports
from sixth.server.features.moderation.service import Conduct
from sixth.server.features.people.session import COOKIE, known_visitor, refusals_on_page, visitor_of
from sixth.server.parts import TablePart
from sixth.server.site import site_of
from sixth.server.table.identity import Audience
from sixth.server.table.state import Table
from sixth.server.table.view import TableView
from sixth.server.web.cookies import token_of
from sixth.server.web.forms.models import StrictForm
from sixth.server.web.forms.reading import read_form
from sixth.server.web.request import answer_form, table_of
from sixth.server.web.templating.environment import render
from sixth.server.web.views.around import has_company

MAX_LINE: Final = 2**53
"""The largest number of a line of chat."""

_HERE: Final = "/you#mutes"


class NeighbourForm(StrictForm):
    """The form that mutes or hears the author of a line of chat, else another at the table."""

    line: int = Field(0, ge=0, le=MAX_LINE)
    player: str = Field("", max_length=40)
    answer: Literal["mute", "unmute"]


class MuteForm(StrictForm):
    """The form that mutes a friend, by their id, or hears somebody again, by their number in the list."""

    person: str = Field(max_length=40)
    answer: Literal["mute", "unmute"]


async def at_person(request: Request, shown: ShownPerson) -> Markup:
    """Return whose chat a person does not see, and the friends whom they may mute."""
    visitor, conduct = await visitor_of(request), conduct_of(request)
    if not shown.is_own or visitor is None:
        return Markup()
    mutes, friends = await conduct.mutes(visitor.person), await conduct.friends_heard(visitor.person)
    return Markup(render("moderation/templates/mutes.html", mutes=mutes, friends=friends))


async def at_table(request: Request, table: TableView) -> TableParts:
    """Return the other people at a table whom the viewer may mute."""
    if COOKIE not in request.cookies:
        return {}
    visitor = await visitor_of(request)
    if visitor is None:
        return {}
    parts = list[TablePart]()
    if has_company(table):
        newest = await site_of(request).tables.cached(table.id)
        neighbours = await conduct_of(request).neighbours(visitor.person, newest)
        parts = [
            _neighbour(table.id, who.name, neighbours[seat])
            for seat, who in enumerate(table.sitters)
            if who and who.human and seat in neighbours and seat != table.seat
        ]
    # Lines of chat may be reported as long as there is a part, be it empty.
    return {"chat": parts or [{}]}


def _neighbour(table_id: str, name: str, each: Neighbour) -> TablePart:
    here, answer = f"/t/{table_id}", "unmute" if each.muted else "mute"
    label = (_("Unmute {name}") if each.muted else _("Mute {name}")).format(name=name)
    report = _("Report {name}").format(name=name)
    return {
        "form": {
            "action": f"{here}/mute",
            "fields": {"player": each.short, "answer": answer},
            "label": label,
        },
        "links": [{"address": f"{here}/report?player={each.short}", "label": report, "is_button": True}],
        "kind": "mutes",
    }


async def change_at_table(request: Request) -> Response:
    """Mute another person at a table, or hear them again."""
    form, visitor = await read_form(request, NeighbourForm), await known_visitor(request)
    conduct, reports, table = (
        conduct_of(request),
        site_of(request).service(Reports),
        await visible_table(request),
    )
    other = await reports.subject(visitor.person, table, line=form.line, player=form.player)
    if form.answer == "mute":
        await conduct.mute(visitor.person, OtherPerson(other.person_id, other.name))
    else:
        await conduct.unmute(visitor.person, other.person_id)
    return answer_form(request)


@refusals_on_page
async def change(request: Request) -> Response:
    """Mute a friend, or hear somebody again."""
    form, visitor = await read_form(request, MuteForm), await known_visitor(request)
    if form.answer == "mute":
        await conduct_of(request).mute_friend(visitor.person, form.person)
    else:
        await conduct_of(request).hear(visitor.person, form.person)
    return RedirectResponse(_HERE, 303)


async def muted(request: HTTPConnection, table_id: str, token: str | None) -> Collection[str]:
    """Return the people, by id, whose chat the sender of a request to a table does not see."""
    return await conduct_of(request).muted(request.cookies.get(COOKIE), table_id, token)


async def visible_table(request: Request) -> Table:
    """Return the table of a request, whose sender may look at it."""
    table = await table_of(request)
    Audience.of(token_of(request, table.id)).check(table)
    return table


def conduct_of(connection: HTTPConnection) -> Conduct:
    """Return the conduct of the people of the site of a request."""
    return site_of(connection).service(Conduct)
