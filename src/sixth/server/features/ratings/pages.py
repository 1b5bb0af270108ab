"""What pages show of ratings, and the button of rated quick games."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sixth import bots
from sixth.i18n import gettext as _, time_left_text
from sixth.server.feature import ShownPerson, TableParts, TablePlace
from sixth.server.features.ratings.changes import changes_of, rating_at_seat
from sixth.server.features.ratings.quick import QuickGames, Seat
from sixth.server.features.ratings.quick_rows import BOTS_AFTER_MS
from sixth.server.features.ratings.rating import POOLS, Pool, bot_ratings, pool_of
from sixth.server.features.ratings.rows import (
    best_on_board,
    has_family,
    is_on_board,
    put_on_board,
    ratings_of,
)
from sixth.server.features.ratings.text import ShownRating, result_part, shown_rating
from sixth.server.parts import TablePart
from sixth.server.people.host_actions import check_not_barred
from sixth.server.people.person import check_named
from sixth.server.site import site_of
from sixth.server.table.view import TableView
from sixth.server.web.cookies import recent_seats
from sixth.server.web.forms.models import StrictForm
from sixth.server.web.forms.reading import read_form
from sixth.server.web.request import redirect_to_seat
from sixth.server.web.session import HERE, known_visitor, people_of, refusals_on_page, visitor_of
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
    rating: ShownRating


@refusals_on_page
async def enter_quick(request: Request) -> Response:
    """Have the person of this browser wait for a rated quick game; a guest is led to choose a name first."""
    visitor = await visitor_of(request)
    if visitor is None:
        # The page says how one gets a name.
        return RedirectResponse(HERE, 303)
    check_named(visitor.person)
    check_not_barred(visitor.person, people_of(request).now())
    known = [table_id for table_id, _token in recent_seats(request)]
    await site_of(request).service(QuickGames).enter(visitor.secret, known)
    return RedirectResponse("/quick", 303)


async def quick(request: Request) -> Response:
    """Show for whom a rated quick game waits, or lead to it once it has begun."""
    site, visitor = site_of(request), await visitor_of(request)
    answer = await site.service(QuickGames).ask(visitor.secret) if visitor else None
    if visitor is None or answer is None:
        return RedirectResponse("/", 303)
    if isinstance(answer, Seat):
        return await redirect_to_seat(request, *answer, visitor.person.name)
    shown = {"left": time_left_text(answer.left / 1000), "share": answer.left / BOTS_AFTER_MS}
    players = [(each.name, shown_rating(each.rating, _USUAL)) for each in answer.players]
    return HTMLResponse(render("ratings/templates/quick.html", players=players, **shown))


async def leave_quick(request: Request) -> Response:
    """Have the person of this browser wait no longer; a game that has begun is shown all the same."""
    if visitor := await visitor_of(request):
        await site_of(request).service(QuickGames).leave(visitor.secret)
    return RedirectResponse("/quick", 303)


class BoardForm(StrictForm):
    """The form that puts a person on the board of ratings, or takes them off."""

    wished: bool


@refusals_on_page
async def choose_board(request: Request) -> Response:
    """Put the person of this browser on the board, or take them off."""
    form, visitor = await read_form(request, BoardForm), await known_visitor(request)
    check_named(visitor.person)
    own = visitor.person.id
    await people_of(request).write(own, put_on_board, own, wished=form.wished)
    return RedirectResponse(f"{HERE}#ratings", 303)


async def board(request: Request) -> HTMLResponse:
    """Show the board of one pool: the people who want to be on it, and the bots, the best first."""
    asked = request.query_params.get("seats")
    pool = next((each for each in POOLS if each == asked), _USUAL)
    people = people_of(request)
    lines = [
        BoardLine(
            each.name,
            each.mark,
            each.id if each.shown == "public" else "",
            "",
            shown_rating(each.rating, pool),
        )
        for each in await people.read(best_on_board, pool, people.now())
    ]
    lines += [
        BoardLine(bot_name(kind), 0, "", kind, shown_rating(each, pool)._replace(settling=""))
        for kind, each in bot_ratings()[pool].items()
        if kind in bots.levels
    ]
    lines.sort(key=lambda line: -line.rating.points)
    pools = [(each, each.replace("-", "–")) for each in POOLS]
    return HTMLResponse(render("ratings/templates/board.html", lines=lines, pool=pool, pools=pools))


async def at_person(request: Request, person: ShownPerson) -> Markup:
    """Return the ratings of a person, on their own page with the way to a rated game; nothing for a guest."""
    visitor = await visitor_of(request) if person.is_own else None
    if person.is_own and (visitor is None or not visitor.person.named):
        return Markup()
    people, games = people_of(request), game_titles()
    ratings = await people.read(ratings_of, person.id)
    pools = [(pool.replace("-", "–"), shown_rating(ratings[pool], pool)) for pool in POOLS if pool in ratings]
    families = [
        (games[game], shown_rating(ratings[game], None))
        for game in games
        if game in ratings and await people.read(has_family, game)
    ]
    on_board = person.is_own and await people.read(is_on_board, person.id)
    shown = {"pools": pools, "families": families, "on_board": on_board, "is_own": person.is_own}
    return Markup(render("ratings/templates/person.html", **shown))


async def export_of_person(request: Request, person_id: str) -> Sequence[Mapping[str, object]]:
    """Return the ratings of a person, as people read them, what games changed, and the board."""
    people = people_of(request)
    ratings = [
        {
            **({"kind": "rating", "seats": key} if key in POOLS else {"kind": "game-rating", "game": key}),
            "points": rating.points,
            "uncertainty": rating.uncertainty,
            "games": rating.games,
        }
        for key, rating in (await people.read(ratings_of, person_id)).items()
    ]
    changes = [
        {
            "kind": "rating-change",
            "game_id": each.game_id,
            "before": each.before.points,
            "after": each.after.points,
        }
        for each in await people.read(changes_of, person_id)
    ]
    board = [{"kind": "board"}] if await people.read(is_on_board, person_id) else []
    return [*ratings, *changes, *board]


async def at_table(request: Request, table: TableView) -> TableParts:
    """Return, at a rated table, the ratings of its bots, and what its ended game changed for the reader."""
    if not table.config.rated:
        return {}
    parts: dict[TablePlace, Sequence[TablePart]] = {}
    ratings = bot_ratings()[pool_of(table.rules.seats)]
    rated = [(who.name, ratings[who.kind]) for who in table.sitters if who and who.kind in ratings]
    items: list[TablePart] = [{"text": f"{name} · {rating.points}"} for name, rating in rated]
    if items:
        parts["players"] = [{"heading": _("Bots and their ratings"), "items": items}]
    if result := await _rating_at_seat(request, table):
        parts["own-result"] = [result]
    return parts


async def _rating_at_seat(request: Request, table: TableView) -> TablePart | None:
    """Return what an ended game means for the rating of the reader, after its end has been read.

    The result is None for a game that goes on, for spectators, and if the end cannot be read now.
    """
    seat, people = table.seat, people_of(request)
    if seat is None or not table.game_id or table.view is None or not table.view.over:
        return None
    result = await people.read(rating_at_seat, table.game_id, seat)
    if result is None:
        await site_of(request).game_ends.catch_up()
        result = await people.read(rating_at_seat, table.game_id, seat)
    return result and result_part(table, seat, result)
