"""What pages show of bots from outside: to the host of a table those that may be invited."""

from collections.abc import Mapping
from typing import Final

from markupsafe import Markup
from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from sixth.server.feature import TablePlace
from sixth.server.features.outside.service import OutsideBots
from sixth.server.features.outside.text import results_text
from sixth.server.site import site_of
from sixth.server.table.view import TableView
from sixth.server.web.forms.models import StrictForm
from sixth.server.web.forms.reading import read_form
from sixth.server.web.request import answer_form, holder_of
from sixth.server.web.templating.environment import render

_MAX_SHOWN: Final = 12


class InviteForm(StrictForm):
    """Inviting a bot from outside, by its id."""

    bot: str = Field(max_length=40)


async def at_table(request: Request, seen: TableView) -> Mapping[TablePlace, Markup]:
    """Return the list of the bots that the viewer may invite."""
    bots = site_of(request).service(OutsideBots)
    hosts = seen.seat is not None and seen.seat == seen.host
    may_invite = hosts and seen.config.outside and seen.view is None and None in seen.sitters
    if not (bots.open and may_invite):
        return {}
    names = {who.name for who in seen.sitters if who is not None}
    free = [bot for bot in await bots.invitable() if bot.name not in names]
    # Those that have played most come first.
    free = sorted(free, key=lambda bot: -bot.results.games)[:_MAX_SHOWN]
    listed = [
        {"id": bot.id, "name": bot.name, "run_by": bot.run_by, "results": results_text(bot.results)}
        for bot in free
    ]
    return {"start": Markup(render("outside/templates/invite.html", table=seen, bots=listed))}


async def invite(request: Request) -> Response:
    """Invite a bot from outside; the answer comes once it sits or declines."""
    form = await read_form(request, InviteForm)
    await site_of(request).service(OutsideBots).invite(holder_of(request), form.bot)
    return answer_form(request)
