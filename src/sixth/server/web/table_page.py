"""The pages of a table, for players and spectators or for a big screen, drawn by scripts or plain."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Final
from urllib.parse import urlsplit

from markupsafe import Markup
from starlette.requests import Request

from sixth import fast
from sixth.i18n import current_language, gettext as _
from sixth.server.feature import TableParts, TablePlace
from sixth.server.live.tables import Tables
from sixth.server.parts import PartForm, TablePart
from sixth.server.protocol.asks import Asks, asks_of
from sixth.server.protocol.lines import ChatLine, message_to_json
from sixth.server.protocol.state import page_state
from sixth.server.site import site_of
from sixth.server.table.identity import Audience
from sixth.server.table.seating import MIXED
from sixth.server.table.state import Table
from sixth.server.table.view import TableView
from sixth.server.web.cookies import recent_seats, token_of
from sixth.server.web.forms.choice import recall
from sixth.server.web.middleware.preferences import preferences
from sixth.server.web.request import is_inside_app, site_url
from sixth.server.web.session import own_name, own_seat
from sixth.server.web.templating.environment import as_script, render
from sixth.server.web.templating.sentences import catalogue
from sixth.server.web.text.labels import reactions, title_at
from sixth.server.web.text.narration import last_turn_texts, names_of
from sixth.server.web.text.pace import missed_turns_text, pace_text, time_left
from sixth.server.web.text.prompt import late_text, progress_text, prompt_text, tab_text, waits_for_others
from sixth.server.web.views.around import around_state, differences_shown, has_company
from sixth.server.web.views.asides import asides, ways_on
from sixth.server.web.views.cards import cards_of
from sixth.server.web.views.lesson import questions
from sixth.server.web.views.levels import BotChoice, bot_choice, last_results
from sixth.server.web.views.offers import OfferedForm, offered_forms, offers
from sixth.text import phrases

_ON_THIS_MACHINE: Final = ("127.0.0.1", "localhost", "::1")
"""Hosts of addresses that nobody else can open."""


def table_page(
    tables: Tables,
    table: TableView,
    url: str,
    parts: TableParts,
    *,
    lines: Sequence[ChatLine] = (),
    forms: Sequence[OfferedForm] | None = None,
    name: str = "",
    note: str = "",
    screen: bool = False,
    inside_app: bool = False,
    bots: BotChoice | None = None,
) -> str:
    """Return the page of the table at `url` with these parts and lines of chat, perhaps for a big `screen`.

    `name` is that of a reader who may sit down.

    Scripts draw it; with `forms` it is plain. `inside_app` is whether it is for a browser inside of another
    app, where a seat may not stay. The note beside a field is not repeated at the top.
    """
    refused, asks = preferences().refused, asks_of(table)
    code, now = tables.lobby.cached_code(table.id), tables.now()
    facts = {
        "note": note or (refused.note if _offers(table, refused.form) else refused.why),
        "table": table,
        "view": table.view,
        "given": parts,
        "title": title_at(table),
        "asks": asks,
        "prompt": prompt_text(table, asks),
        "tab": tab_text(table, asks),
        "code": code,
        "url": url,
        "inside_app": inside_app and table.seat is None and not screen,
        "local": urlsplit(url).hostname in _ON_THIS_MACHINE,
        "talks": has_company(table),
        "differs": differences_shown(table.rules),
        "phrases": phrases(),
        "reactions": reactions(),
    }
    if forms is not None:
        facts |= {"name": name, "forms": forms, "lines": lines, "screen": screen}
        facts["bots"] = bots or bot_choice(MIXED)
        facts |= _plain_facts(table, asks, now)
        return render("pages/plain_table.html", **facts)
    state = {
        "v": table.version,
        "now": now,
        "full": page_state(table, code),
        "around": around_state(table),
        "page": _page(table, url, name, bots),
        "parts": parts,
        "said": [message_to_json(line) for line in lines],
        "talk": max([line.number for line in lines], default=0),
    }
    return render(
        "pages/screen.html" if screen else "pages/table.html",
        **facts,
        in_a_minute=questions(),
        state=as_script(state),
        sentences=_sentences(current_language()),
    )


def _plain_facts(table: TableView, asks: Asks, now: int) -> dict[str, object]:
    """Return what scripts work out themselves."""
    view = table.view
    resting = view is not None and (table.between_rounds or view.over)
    hints = table.seat is not None and table.config.helps and not resting
    return {
        "waits": waits_for_others(table, asks),
        "progress": progress_text(table),
        "names": names_of(table),
        "cards": cards_of(table.rules.heads_of),
        "resting": resting,
        "last_turn": last_turn_texts(table),
        "pace": pace_text(table.config),
        "time_left": time_left(table, now),
        "missed": missed_turns_text(table),
        "unseen": view.unseen() if view is not None and hints else (),
        "judged": _judged(table),
        "late": late_text(table),
    }


def _judged(table: TableView) -> dict[str, int] | None:
    """Return the turn, or the round (`turn` 0), that the coach can judge for the viewer; None for neither."""
    view = table.view
    if view is None or not table.is_coached or not table.config.helps or view.over:
        return None
    if table.between_rounds:
        return {"round": view.round, "turn": 0}
    return {"round": view.round, "turn": view.turn - 1} if view.turn > 1 else None


@cache
def _sentences(language: str) -> Markup:
    return as_script({"speech": catalogue(language), "phrases": phrases(), "reactions": reactions()})


def _page(table: TableView, url: str, name: str, bots: BotChoice | None) -> dict[str, object]:
    """Return what no event changes: the reader's name, bots, and the form for a seat as it was refused."""
    facts, refused = dict[str, object](url=url), preferences().refused
    if not fast.INSTALLED:
        facts["coachless"] = True
    if name:
        facts["name"] = name
    if bots is not None:
        facts["bots"] = bots._asdict()
    if refused.form == "sit":
        facts["refused"] = {
            name: {"value": refused.value("sit", name), "why": refused.error_in("sit", name)}
            for name in ("name", "text")
        }
    return facts


def _offers(table: TableView, form: str) -> bool:
    """Return whether the page has this form with a text field."""
    view, sitting = table.view, table.seat is not None
    idle = view is None or view.over
    return {"sit": table.offered is not None, "say": sitting, "text": sitting and idle}.get(form, False)


async def page_of_table(request: Request, table: Table, *, note: str = "", screen: bool = False) -> str:
    """Return the page of a table as the sender of a request may see it, perhaps for a big `screen`."""
    audience = Audience.of(token_of(request, table.id), screen=screen)
    if not audience.may_look(table):
        moves = not screen and await own_seat(request, table.id, table.tokens) is not None
        facts = {"here": f"/t/{table.id}/here" if moves else "", "day": table.daily}
        return render("pages/closed.html", v=table.version, note=note or preferences().refused.why, **facts)
    site, token, view = site_of(request), token_of(request, table.id), audience.view(table)
    tables, url = site.tables, f"{site_url(request)}t/{table.id}"
    parts, muted = await parts_of(request, view, screen=screen), await site.muted(request, table.id, token)
    bots = None if view.view else await _bots_in_lobby(request)
    lines = [line for line in tables.chat.lines(table.id) if line.person not in muted]
    forms = offered_forms(offers(table, audience, tables.now()), view) if preferences().plain else None
    name = "" if screen or view.seat is not None else await own_name(request)
    return table_page(
        tables,
        view,
        url,
        parts,
        lines=lines,
        forms=forms,
        name=name,
        note=note,
        screen=screen,
        inside_app=is_inside_app(request),
        bots=bots,
    )


async def _bots_in_lobby(request: Request) -> BotChoice:
    """Return the choice of bots for a table without a game: the last one of the browser is chosen."""
    results = await last_results(site_of(request).tables, recent_seats(request))
    return bot_choice(recall(request).bots, results.even)


async def _seat_elsewhere(request: Request, view: TableView) -> TableParts:
    """Return the form by which a person who sits at the table in another browser goes on in this one."""
    if view.seat is not None:
        return {}
    table = await site_of(request).tables.get(view.id)
    if await own_seat(request, table.id, table.tokens) is None:
        return {}
    form: PartForm = {"action": f"/t/{table.id}/here", "label": _("Play here")}
    sentence: TablePart = {"text": _("You play here on another device."), "kind": "lead"}
    return {"seat": [sentence, {"form": form, "kind": "actions elsewhere"}]}


async def _without_held_game(request: Request, table: TableView) -> TableView:
    """Return the table without the id of its ended game as long as nobody may read the game."""
    ended = table.game_id if table.view is not None and table.view.over else None
    if not ended or not table.config.matched or await site_of(request).tables.archive.has(ended):
        return table
    return replace(table, game_id=None)


async def parts_of(request: Request, table: TableView, *, screen: bool = False) -> TableParts:
    """Return the parts of the page of a table for one viewer; a big `screen` has some only if plain."""
    site, parts = site_of(request), list[TableParts]()
    elsewhere = {} if screen else await _seat_elsewhere(request, table)
    # Without the form for a seat there is no field of it either.
    table = await _without_held_game(request, replace(table, offered=None) if elsewhere else table)
    if not screen or preferences().plain:
        over = table.view is not None and table.view.over
        lasts = (await last_results(site.tables, recent_seats(request))).lasts if over else 0
        parts.append(asides(table, lasts))
    if not screen:
        parts += [elsewhere, {} if elsewhere else ways_on(table)]
        parts += [await feature.at_table(request, table) for feature in site.features if feature.at_table]
    by_place: dict[TablePlace, list[TablePart]] = {}
    for each in parts:
        for place, more in each.items():
            by_place.setdefault(place, []).extend(more)
    return by_place
