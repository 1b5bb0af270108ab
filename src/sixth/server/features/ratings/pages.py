"""What pages show of ratings, and the button of rated quick games."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sixth.i18n import gettext as _, time_left_text
from sixth.server.core.route_limits import TABLES
from sixth.server.feature import ShownPerson, TableParts, TablePlace
from sixth.server.features.people.pages import HERE, refusals_on_page
from sixth.server.features.people.service import check_named
from sixth.server.features.people.session import known_visitor, visitor_of
from sixth.server.features.ratings.quick import BOTS_AFTER_MS, QuickGames
from sixth.server.features.ratings.rating import POOLS, Pool, Rating, bot_ratings, pool_of
from sixth.server.features.ratings.service import Ratings
from sixth.server.parts import PartClock, TablePart
from sixth.server.site import site_of
from sixth.server.table.view import TableView
from sixth.server.web.forms.models import StrictForm
from sixth.server.web.forms.reading import read_form
from sixth.server.web.request import redirect_to_seat
from sixth.server.web.templating.environment import render
from sixth.server.web.text.labels import bot_name, game_titles

_USUAL: Final[Pool] = "3-5"
"""The pool of quick games, and that of the board if no other is asked for."""


class BoardLine(NamedTuple):
    """A line of the board: a person, whose page has an address if it is public, or a bot of a `kind`."""

    name: str
    mark: int
    page: str
    kind: str
    rating: Rating


@refusals_on_page
async def quick(request: Request) -> Response:
    """Seat the person of this browser at a rated quick game; a guest is led to choose a name first."""
    counted, visitor = TABLES.proof(request), await visitor_of(request)
    if visitor is None:
        # The page says how one gets a name.
        return RedirectResponse(HERE, 303)
    site = site_of(request)
    check_named(visitor.person)
    taker = await site.seat_taker(request)
    await site.tell_seated(request)
    rating = (await site.service(Ratings).of_person(visitor.person.id)).get(_USUAL, Rating())
    table_id, token = await site.service(QuickGames).sit(visitor, rating, counted=counted, taker=taker)
    return await redirect_to_seat(request, table_id, token, visitor.person.name)


class BoardForm(StrictForm):
    """The form that puts a person on the board of ratings, or takes them off."""

    wished: bool


@refusals_on_page
async def choose_board(request: Request) -> Response:
    """Put the person of this browser on the board, or take them off."""
    form, visitor = await read_form(request, BoardForm), await known_visitor(request)
    check_named(visitor.person)
    await site_of(request).service(Ratings).put_on_board(visitor.person.id, wished=form.wished)
    return RedirectResponse(f"{HERE}#ratings", 303)


async def board(request: Request) -> HTMLResponse:
    """Show the board of one pool: the people who want to be on it, and the bots, the best first."""
    asked = request.query_params.get("seats")
    pool = next((each for each in POOLS if each == asked), _USUAL)
    people = await site_of(request).service(Ratings).board(pool)
    lines = [
        BoardLine(each.name, each.mark, each.id if each.shown == "public" else "", "", each.rating)
        for each in people
    ]
    lines += [BoardLine(bot_name(kind), 0, "", kind, each) for kind, each in bot_ratings()[pool].items()]
    lines.sort(key=lambda line: -line.rating.mu)
    pools = [(each, each.replace("-", "–")) for each in POOLS]
    return HTMLResponse(render("ratings/templates/board.html", lines=lines, pool=pool, pools=pools))


async def at_person(request: Request, person: ShownPerson) -> Markup:
    """Return the ratings of a person, on their own page with the way to a rated game; nothing for a guest."""
    visitor = await visitor_of(request) if person.is_own else None
    if person.is_own and (visitor is None or not visitor.person.named):
        return Markup()
    service = site_of(request).service(Ratings)
    ratings, games = await service.of_person(person.id), game_titles()
    pools = [(pool.replace("-", "–"), ratings[pool]) for pool in POOLS if pool in ratings]
    families = [
        (games[game], ratings[game]) for game in games if game in ratings and await service.has_family(game)
    ]
    on_board = person.is_own and await service.is_on_board(person.id)
    shown = {"pools": pools, "families": families, "on_board": on_board, "is_own": person.is_own}
    return Markup(render("ratings/templates/person.html", **shown))


async def export_of_person(request: Request, person_id: str) -> Sequence[Mapping[str, object]]:
    """Return the ratings of a person, as people read them, and whether they are on the board."""
    service = site_of(request).service(Ratings)
    return [
        {
            **({"kind": "rating", "seats": key} if key in POOLS else {"kind": "game-rating", "game": key}),
            "points": rating.points,
            "uncertainty": rating.uncertainty,
            "games": rating.games,
        }
        for key, rating in (await service.of_person(person_id)).items()
    ] + ([{"kind": "board"}] if await service.is_on_board(person_id) else [])


async def at_table(request: Request, table: TableView) -> TableParts:
    """Return, at a rated table, the ratings of its bots, and when bots come to a quick game."""
    if not table.config.rated:
        return {}
    ratings, parts = bot_ratings()[pool_of(table.rules.seats)], dict[TablePlace, Sequence[TablePart]]()
    bots = [(who.name, ratings[who.kind]) for who in table.sitters if who and who.kind in ratings]
    if bots:
        items: list[TablePart] = [{"text": f"{name} · {rating.text}"} for name, rating in bots]
        parts["players"] = [{"heading": _("Bots and their ratings"), "items": items}]
    if table.is_matching:
        parts["gathering"] = await _waiting(request, table)
    return parts


async def _waiting(request: Request, table: TableView) -> list[TablePart]:
    """Return what a rated quick game waits for, before it begins."""
    if table.seat is None:
        return [
            {"text": _("Only “Rated quick game” gives seats at this table."), "kind": "lead"},
            {"form": {"action": "/quick", "label": _("Rated quick game"), "is_main": True}},
        ]
    sentence = _(
        "Rated quick game with people of about your rating."
        " Bots of about your rating take the seats that stay free."
    )
    parts, site = list[TablePart]([{"text": sentence, "kind": "lead"}]), site_of(request)
    bots_at, now = await site.service(QuickGames).bots_at(table.id), site.tables.now()
    if left := max(0, (bots_at or 0) - now):
        shown = time_left_text(left / 1000)
        clock: PartClock = {"shown": shown, "now": now, "left": left, "whole": BOTS_AFTER_MS}
        parts.append({"text": _("Bots join in {time}").format(time=shown), "clock": clock})
        if not table.ready[table.seat]:
            parts.append({"text": _("If you aren’t ready by then, a bot takes your seat.")})
    return parts
