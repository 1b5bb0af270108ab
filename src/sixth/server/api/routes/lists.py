"""Lists of games, bots and open tables, and the search for a table by its code."""

from contextlib import suppress

from fastapi import Depends

from sixth import bots
from sixth.rules.codec import rules_to_json
from sixth.rules.games import GAMES
from sixth.server.api.access import AnySite
from sixth.server.api.answers import BotShown, Found, NamedGameShown, OpenTable
from sixth.server.api.routing import new_router
from sixth.server.core.errors import NoTableError
from sixth.server.core.refusals import NotFound
from sixth.server.core.route_limits import CODES

router = new_router("what there is")


@router.get("/games")
async def list_games() -> list[NamedGameShown]:
    """List the named games with all their options."""
    return [
        NamedGameShown.model_validate(
            {"name": game.name, "about": game.about, "players": game.seats}
            | rules_to_json(game.replace(seats=game.seats[0]))
        )
        for game in GAMES.values()
    ]


@router.get("/bots")
async def list_bots() -> list[BotShown]:
    """List the bots, weakest first."""
    return [BotShown(name=name, about=bots.about(name)) for name in bots.names]


@router.get("/tables")
async def list_tables(site: AnySite) -> list[OpenTable]:
    """List the tables that anybody may join, newest first."""
    return [OpenTable.of(table, since) for table, since in await site.tables.open_tables()]


@router.get("/codes/{code}", dependencies=[Depends(CODES)])
async def find_table(code: str, site: AnySite) -> Found:
    """Find the table to which a short code leads."""
    with suppress(NoTableError):
        if table := await site.tables.find(code[:40]):
            return Found(table=table)
    raise NotFound("no-code", "No table has that code. Codes expire after a day without play.")
