"""The list of bots from outside on a table's page, for its host to invite."""

from typing import Final

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from sixth.i18n import gettext as _, ngettext, number_text
from sixth.server.feature import TableParts
from sixth.server.features.outside.invitations import Registration
from sixth.server.features.outside.results import MeanEstimate, Results
from sixth.server.features.outside.service import OutsideBots
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
    # Those that have played most come first.
    free = sorted(free, key=lambda bot: -bot.results.games)[:_MAX_SHOWN]
    about = _("Other people run them, elsewhere. Figures are from games on this site.")
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
        "small": [_("run by {name}").format(name=bot.run_by), _results_text(bot.results)],
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


def _results_text(results: Results) -> str:
    """Return the results of a bot in words; figures only where there are enough games for an interval."""
    heads, less = results.mean_heads, results.mean_less
    if not results.games:
        return _("No games here yet.")
    games = ngettext("{count} game here", "{count} games here", results.games)
    games = games.format(count=number_text(results.games))
    if heads is None or less is None:
        return _("{games}: too few for figures.").format(games=games)
    text = _("{games}, {won} won; {heads} heads per round, {less} against the others at its tables.").format(
        games=games, won=number_text(results.won), heads=_within(heads), less=_within(less, sign=-1)
    )
    if not results.left:
        return text
    left = ngettext(
        "Left or ran out of time in {count}.", "Left or ran out of time in {count}.", results.left
    )
    return f"{text} {left.format(count=number_text(results.left))}"


def _within(estimate: MeanEstimate, sign: int = 1) -> str:
    """Return a mean with half of its interval, as "10.4 ± 1.2"; with `sign` -1 negated, and with a sign."""
    mean, half = sign * estimate.mean, number_text((estimate.high - estimate.low) / 2, digits=1)
    shown = number_text(abs(mean), digits=1)
    before = ("−" if mean < 0 else "+") if sign < 0 else ""
    return f"{before}{shown} ± {half}"
