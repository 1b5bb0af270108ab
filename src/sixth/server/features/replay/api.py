"""Ended games for programs: their records, checks of their deals, and the same deals again."""

from functools import partial
from typing import Annotated

from fastapi import Depends
from pydantic import BaseModel
from starlette.responses import Response

from sixth.bots import names
from sixth.i18n import translate
from sixth.rules.game import NotNow
from sixth.rules.record import HUMAN
from sixth.rules.verify import Verdict, verify
from sixth.server.api.access import TOKEN_OPTIONAL, AnySite, GameId, OpensTable, Token
from sixth.server.api.answers import SeatGiven, lines_of
from sixth.server.api.requests import NameField, NumberField, SeatField
from sixth.server.api.routing import new_router
from sixth.server.core.pace import batches
from sixth.server.core.route_limits import CountProof
from sixth.server.features.replay.jobs import opening_again, record_text
from sixth.server.live.archive import EndedGame, GameSummary, no_record
from sixth.server.live.door import new_game, takers_of
from sixth.server.live.tables import Tables
from sixth.server.protocol.config import Bots
from sixth.server.protocol.fields import Strict
from sixth.server.table.bounds import check_bot
from sixth.server.table.codec import loads_event
from sixth.server.table.events import Sat
from sixth.server.table.identity import SeatTaker, chosen_mark, clean_name, hash_token, new_id, new_token
from sixth.server.table.seating import MIXED, MIXES

router = new_router("games that are over")


class AgainRequest(Strict):
    """A request to play the deals of a game again on `seat`, against `bots`, from after `at` events."""

    name: NameField
    seat: SeatField = 0
    bots: Bots = MIXED
    at: NumberField = 0


class ProofShown(BaseModel):
    """Whether each deal follows from the secret behind the fingerprint of the game; if not, why."""

    game: str
    deals: int
    fair: bool
    why: str | None


async def _ended(game_id: GameId, site: AnySite, token: Token) -> GameSummary:
    game = await site.tables.archive.get(game_id)
    # Others may still play the same deal.
    if game.is_sealed(site.tables.now()) and (token is None or hash_token(token) not in game.proofs):
        raise no_record()
    return game


GameOfPath = Annotated[GameSummary, Depends(_ended)]


@router.get(
    "/records/{game_id}",
    response_class=Response,
    responses=lines_of("application/jsonl"),
    openapi_extra=TOKEN_OPTIONAL,
)
async def record(game: GameOfPath, site: AnySite) -> Response:
    """Get the record: a line of JSON for the game and for each event, with the secret of its deals."""
    text = await site.tables.archive.do(partial(record_text, packed=False), game)
    return Response(text, media_type="application/jsonl; charset=utf-8")


@router.get("/records/{game_id}/proof", openapi_extra=TOKEN_OPTIONAL)
async def proof(game: GameOfPath, site: AnySite) -> ProofShown:
    """Check that every deal follows from the secret whose fingerprint was shown before the first card."""
    verdict = await site.tables.archive.do(_verify, game)
    why = None if verdict.why is None else translate(verdict.why)
    return ProofShown(game=verdict.game, deals=verdict.deals, fair=verdict.fair, why=why)


@router.post("/records/{game_id}/again", status_code=201, openapi_extra=TOKEN_OPTIONAL)
async def again(counted: OpensTable, request: AgainRequest, game: GameOfPath, site: AnySite) -> SeatGiven:
    """Open a table with the same deals, from the start or the middle: one seat, bots on all others."""
    name = clean_name(request.name)
    table_id, token = await play_again(
        site.tables, game, request.seat, name, request.bots, counted=counted, at=request.at
    )
    version = (await site.tables.get(table_id)).version
    return SeatGiven(table=table_id, token=token, seat=request.seat, claim=None, version=version)


async def play_again(
    tables: Tables,
    game: GameSummary,
    seat: int,
    name: str,
    bots: str,
    *,
    counted: CountProof,
    at: int = 0,
    taker: SeatTaker | None = None,
) -> tuple[str, str]:
    """Set up a table with the deals of an ended game: one person on `seat`, bots on all others.

    It goes on from the position after `at` events. Returns the table's id and the seat's token.

    Raises:
        Refusal: there is no such seat or bot, the game ended before its first deal, or others may still play
            the same deal.
    """
    if game.is_sealed(tables.now()):
        raise NotNow("sealed", "These cards can be played again once their board is closed.")
    if bots not in MIXES:
        check_bot(bots, names)
    table_id, token = new_id(), new_token()
    opening = partial(
        opening_again,
        table_id=table_id,
        person=Sat(seat, name, HUMAN, hash_token(token), mark=chosen_mark(taker)),
        bots=bots,
        began=new_game(),
        at=at,
    )
    lines = await tables.archive.do(opening, game)
    events = [event async for piece in batches(lines) for event in map(loads_event, piece)]
    await tables.door.create(table_id, events, counted, takers_of(token, taker))
    return table_id, token


def _verify(game: EndedGame) -> Verdict:
    return verify(game.record)
