"""What somebody chose on the first page last time, which their browser keeps."""

from typing import Final
from urllib.parse import parse_qsl, urlencode

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response

from sixth import bots
from sixth.i18n import gettext as _
from sixth.i18n import ngettext
from sixth.rules.game import Refusal
from sixth.rules.games import GAMES
from sixth.rules.options import RulesError
from sixth.server.table.config import USUAL
from sixth.server.table.seating import MIXED
from sixth.server.web.forms.models import USUAL_LENGTH, CheckForm, OpenForm
from sixth.server.web.forms.options import FIELDS, rules_of
from sixth.server.web.forms.pace import pace_of
from sixth.server.web.request import set_cookie
from sixth.server.web.text.labels import bot_titles, change_texts

_COOKIE: Final = "sixth-choice"

_USUAL: Final = CheckForm(game="classic", seats=4, bots=MIXED, name="")
"""What is chosen where nobody has chosen yet."""


def remember(request: Request, response: Response, form: OpenForm) -> None:
    """Have the browser keep what was chosen, but for the name and whether the table is listed."""
    chosen = form.model_dump(exclude={"name", "listed", "how"}, exclude_defaults=True)
    set_cookie(request, response, _COOKIE, urlencode(chosen))


def remembered(request: Request) -> CheckForm:
    """Return what was chosen last, for the game that the address names, if it names one."""
    last, game = _last(request), request.query_params.get("game", "")
    if game == last.game or game not in GAMES:
        return last
    # Rules that were changed were those of another game.
    changes = dict.fromkeys(FIELDS, "") | {
        "length": USUAL_LENGTH,
        "game": game,
        "seats": min(last.seats, GAMES[game].seats[-1]),
    }
    return last.model_copy(update=changes)


def choice_facts(form: OpenForm) -> list[str]:
    """Return what was chosen beside the game, its length and its pace, each in a few words."""
    facts = [ngettext("{count} seat", "{count} seats", form.seats).format(count=form.seats)]
    facts.append(bot_titles().get(form.bots, ""))
    facts += [_("Hints")] if form.helps else []
    return facts + (_changes(form) if any(getattr(form, name) for name in FIELDS) else [])


def _changes(form: OpenForm) -> list[str]:
    """Return what of the rules was changed beside the length, or that they were, if they cannot be played."""
    try:
        return change_texts(rules_of(form.model_copy(update={"length": USUAL_LENGTH})))
    except (Refusal, RulesError):
        return [_("House rules")]


def _last(request: Request) -> CheckForm:
    """Return what the browser kept, if it can still be played."""
    kept = request.cookies.get(_COOKIE)
    if not kept:
        return _USUAL
    try:
        form = CheckForm.model_validate(dict(parse_qsl(kept)))
        rules_of(form)
        pace_of(form, USUAL)
    except (ValidationError, ValueError, Refusal, RulesError):
        return _USUAL
    return form if form.bots in (MIXED, *bots.names) else _USUAL
