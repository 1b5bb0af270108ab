"""What pages show of mutes, and the forms that change them."""

from typing import Final, Literal

from markupsafe import Markup
from pydantic import Field
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from sixth.i18n import gettext as _
from sixth.server.feature import ShownPerson, TableParts
from sixth.server.features.moderation.neighbours import Neighbour, neighbours_of
from sixth.server.features.moderation.reports import Reports
from sixth.server.parts import TablePart
from sixth.server.people.mutes import OtherPerson, friends_heard, hear, mute, mute_friend, mutes_of, unmute
from sixth.server.people.people import COOKIE
from sixth.server.site import site_of
from sixth.server.table.identity import Audience
from sixth.server.table.state import Table
from sixth.server.table.view import TableView
from sixth.server.web.cookies import token_of
from sixth.server.web.forms.models import StrictForm
from sixth.server.web.forms.reading import read_form
from sixth.server.web.request import answer_form, table_of
from sixth.server.web.session import known_visitor, people_of, refusals_on_page, visitor_of
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
    visitor, people = await visitor_of(request), people_of(request)
    if not shown.is_own or visitor is None:
        return Markup()
    mutes = await people.read(mutes_of, visitor.person.id)
    friends = await people.read(friends_heard, visitor.person.id)
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
        newest = await site_of(request).tables.log.cached(table.id)
        neighbours = await people_of(request).read(neighbours_of, visitor.person.id, newest)
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
    reports, table = site_of(request).service(Reports), await visible_table(request)
    other = await reports.subject(visitor.person, table, line=form.line, player=form.player)
    people, own = people_of(request), visitor.person.id
    if form.answer == "mute":
        await people.write(own, mute, own, OtherPerson(other.person_id, other.name), people.now())
    else:
        await people.write(own, unmute, own, other.person_id)
    return answer_form(request)


@refusals_on_page
async def change(request: Request) -> Response:
    """Mute a friend, or hear somebody again."""
    form, visitor = await read_form(request, MuteForm), await known_visitor(request)
    people, own = people_of(request), visitor.person.id
    if form.answer == "mute":
        await people.write(own, mute_friend, own, form.person, people.now())
    else:
        await people.write(own, hear, own, form.person)
    return RedirectResponse(_HERE, 303)


async def visible_table(request: Request) -> Table:
    """Return the table of a request, whose sender may look at it."""
    table = await table_of(request)
    Audience.of(token_of(request, table.id)).check(table)
    return table
