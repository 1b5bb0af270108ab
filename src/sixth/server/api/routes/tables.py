"""Tables: opening one, looking at it, its news, and how its host keeps it."""

from dataclasses import replace

from fastapi import APIRouter

from sixth.rules.game import Refusal
from sixth.rules.games import GAMES
from sixth.rules.option_text import option_from_text
from sixth.rules.options import Rules
from sixth.server.api.access import AnyTables, Seated, TableId, Token
from sixth.server.api.answers import Done, SeatGiven, TableShown
from sixth.server.api.requests import (
    ArrangeRequest,
    BotRequest,
    OpenRequest,
    RemoveRequest,
    RulesRequest,
)
from sixth.server.table.bounds import check_rules
from sixth.server.table.config import USUAL
from sixth.server.table.identity import Audience

router = APIRouter(tags=["tables"])


def rules_of(request: RulesRequest) -> Rules:
    """Return the rules that somebody asks for.

    Raises:
        Refusal: there is no game of that name.
        RulesError: an option has no such value, two clash, or a table cannot hold so long a game.
    """
    game = GAMES.get(request.game)
    if game is None:
        raise Refusal(
            "no-game", "There is no game of that name; the games are {games}.", games=", ".join(GAMES)
        )
    changes = {name: option_from_text(name, str(value)) for name, value in request.options.items()}
    rules = game.replace(**{**changes, "seats": request.seats})
    check_rules(rules)
    return rules


@router.post("/tables", status_code=201)
async def open_table(request: OpenRequest, tables: AnyTables) -> SeatGiven:
    """Open a table and have its first seat; whoever opens it is its host."""
    config = replace(USUAL, **request.config.given())
    table_id, token = await tables.open(rules_of(request), request.name, config)
    version = (await tables.get(table_id)).version
    return SeatGiven(table=table_id, token=token, seat=0, claim=None, version=version)


@router.get("/tables/{table_id}")
async def look(table_id: TableId, tables: AnyTables, token: Token) -> TableShown:
    """Look at a table: from one's seat, or without a token as a spectator."""
    table, audience = await tables.get(table_id), Audience.of(token)
    if not audience.may_look(table):
        raise Refusal("private", "This table is private.")
    return TableShown.of(audience.view(table), await tables.lobby.code_of(table))


@router.post("/tables/{table_id}/bot")
async def add_bot(request: BotRequest, holder: Seated) -> Done:
    """Put a bot on a free seat (the host)."""
    return Done(version=(await holder.add_bot(request.seat, request.bot)).version)


@router.post("/tables/{table_id}/remove")
async def remove(request: RemoveRequest, holder: Seated) -> Done:
    """Have a bot or a person leave (the host)."""
    return Done(version=(await holder.remove(request.seat, request.name)).version)


@router.post("/tables/{table_id}/config")
async def arrange(request: ArrangeRequest, holder: Seated) -> Done:
    """Keep the table otherwise from now on, or play by other rules after a game (the host)."""
    rules = None if request.rules is None else rules_of(request.rules)
    table = await holder.arrange(lambda now: replace(now.config, **request.config.given()), rules)
    return Done(version=table.version)
