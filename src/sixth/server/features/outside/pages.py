"""What pages show of bots from outside: to the host of a table those that may be invited."""

from collections.abc import Mapping

from markupsafe import Markup
from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from sixth.server.feature import TablePlace
from sixth.server.features.outside.service import OutsideBots
from sixth.server.features.outside.view import invitable_bots, may_invite
from sixth.server.site import site_of
from sixth.server.table.view import TableView
from sixth.server.web.forms.models import StrictForm
from sixth.server.web.forms.reading import read_form
from sixth.server.web.request import answer_form, holder_of
from sixth.server.web.templating.environment import render


class InviteForm(StrictForm):
    """Inviting a bot from outside, by its id."""

    bot: str = Field(max_length=40)


async def at_table(request: Request, seen: TableView) -> Mapping[TablePlace, Markup]:
    """Return the list of the bots that the viewer may invite."""
    bots = site_of(request).service(OutsideBots)
    if not (bots.open and may_invite(seen)):
        return {}
    listed = invitable_bots(seen, await bots.invitable())
    return {"start": Markup(render("outside/templates/invite.html", table=seen, bots=listed))}


async def invite(request: Request) -> Response:
    """Invite a bot from outside; the answer comes once it sits or declines."""
    form = await read_form(request, InviteForm)
    await site_of(request).service(OutsideBots).invite(holder_of(request), form.bot)
    return answer_form(request)
