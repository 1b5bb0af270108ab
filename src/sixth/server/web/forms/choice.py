"""The last choice on the first page, kept in a cookie of the browser."""

from typing import Final
from urllib.parse import parse_qsl, urlencode

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response

from sixth import bots
from sixth.i18n import gettext as _, ngettext
from sixth.rules.game import Refusal
from sixth.rules.games import GAMES
from sixth.rules.options import RulesError
from sixth.server.table.config import USUAL
from sixth.server.table.seating import EVEN, MIXED, MIXES
from sixth.server.web.cookies import set_cookie
from sixth.server.web.forms.models import USUAL_LENGTH, CheckForm, OpenForm
from sixth.server.web.forms.options import FIELDS, rules_of
from sixth.server.web.forms.pace import pace_of
from sixth.server.web.text.labels import bot_name, change_texts

_COOKIE: Final = "sixth-choice"

_USUAL: Final = CheckForm(game="classic", seats=4, bots=MIXED, name="")
"""The choice before anybody has chosen."""


def remember(request: Request, response: Response, form: OpenForm) -> None:
    """Keep the choice in the browser, except the name and whether the table is listed."""
    choices = form.model_dump(exclude={"name", "listed", "how"}, exclude_defaults=True)
    if form.bots in EVEN:
        choices["bots"] = MIXED
    set_cookie(request, response, _COOKIE, urlencode(choices))


def is_choice(chosen: str) -> bool:
    """Return whether there is such a mix or kind of bots."""
    return chosen in MIXES or chosen in bots.names


def recall(request: Request) -> CheckForm:
    """Return the last choice, changed to the game that the query names, if it names one."""
    last, game = _last(request), request.query_params.get("game", "")
    if game == last.game or game not in GAMES:
        return last
    # House rules of one game are not carried over to another.
    changes = dict.fromkeys(FIELDS, "") | {
        "length": USUAL_LENGTH,
        "game": game,
        "seats": min(last.seats, GAMES[game].seats[-1]),
    }
    return last.model_copy(update=changes)


def choice_facts(form: OpenForm) -> list[str]:
    """Return the choices other than the game, its length and its pace, each in a few words."""
    facts = [ngettext("{count} seat", "{count} seats", form.seats).format(count=form.seats)]
    facts += [bot_name(form.bots)] if form.bots in bots.names else []
    facts += [_("Hints")] if form.helps else []
    facts += [_("Rated")] if form.rated else []
    return facts + (_changes(form) if any(getattr(form, name) for name in FIELDS) else [])


def _changes(form: OpenForm) -> list[str]:
    """Return the changes of the rules except the length, or "House rules" if the rules are not playable."""
    try:
        return change_texts(rules_of(form.model_copy(update={"length": USUAL_LENGTH})))
    except (Refusal, RulesError):
        return [_("House rules")]


def _last(request: Request) -> CheckForm:
    """Return the choice in the cookie, or the usual one if that is missing or no longer playable."""
    cookie = request.cookies.get(_COOKIE)
    if not cookie:
        return _USUAL
    try:
        form = CheckForm.model_validate(dict(parse_qsl(cookie)))
        rules_of(form)
        pace_of(form, USUAL)
    except (ValidationError, ValueError, Refusal, RulesError):
        return _USUAL
    return form if is_choice(form.bots) else _USUAL
