"""The list of bots from outside on a table's page, for its host to invite."""

from typing import Final

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from sixth.i18n import gettext as _
from sixth.server.feature import TableParts
from sixth.server.features.external_bots.invitations import Registration
from sixth.server.features.external_bots.service import OutsideBots
from sixth.server.parts import TablePart
from sixth.server.site import site_of
from sixth.server.table.view import TableView
from sixth.server.web.forms.models import StrictForm
from sixth.server.web.forms.reading import read_form
from sixth.server.web.request import answer_form, sender_of

_MAX_SHOWN: Final = 12


class InviteForm(StrictForm):
    """The form that invites a bot from outside, by its id."""

    bot: str = Field(max_length=40)


async def at_table(request: Request, seen: TableView) -> TableParts:
    """Return the list of the bots that the viewer may invite."""
    bots = site_of(request).service(OutsideBots)
    hosts = seen.seat is not None and seen.seat == seen.host
    may_invite = hosts and seen.config.outside and seen.view is None and None in seen.sitters
    if not (bots.open and may_invite):
        return {}
    names = {who.name for who in seen.sitters if who is not None}
    free = [bot for bot in await bots.invitable() if bot.name not in names]
    # Those registered for longest come first.
    free = sorted(free, key=lambda bot: bot.since)[:_MAX_SHOWN]
    about = _("Other people run them, elsewhere.")
    part: TablePart = {
        "heading": _("Bots from outside"),
        "text": about if free else _("None here right now."),
        "links": [{"address": f"/t/{seen.id}", "label": _("Look again")}],
        "items": [_item(seen.id, bot) for bot in free],
        "kind": "tables",
    }
    return {"start": [part]}


def _item(table_id: str, bot: Registration) -> TablePart:
    return {
        "name": bot.name,
        "small": [_("run by {name}").format(name=bot.run_by)],
        "form": {
            "action": f"/t/{table_id}/invite",
            "id": f"invite-{bot.id}",
            "fields": {"bot": bot.id},
            "label": _("Invite"),
            "name": _("Invite {name}").format(name=bot.name),
            "is_live": True,
            "asking": _("Asking {name}…").format(name=bot.name),
        },
    }


async def invite(request: Request) -> Response:
    """Invite a bot from outside; the answer comes once it sits or declines."""
    form = await read_form(request, InviteForm)
    await site_of(request).service(OutsideBots).invite(sender_of(request), form.bot)
    return answer_form(request)
