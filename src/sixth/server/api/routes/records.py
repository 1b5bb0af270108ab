"""Games that are over: their records, whether they were fair, the coach's review, the same deals again."""

from typing import Annotated

from fastapi import Depends, Query
from starlette.responses import Response

from sixth.coach.positions import check
from sixth.i18n import translate
from sixth.rules.codec import loads
from sixth.rules.game import Refusal
from sixth.rules.verify import verify
from sixth.server.api.access import TOKEN_OPTIONAL, AnyReviews, AnyTables, GameId, Network, OpensTable, Token
from sixth.server.api.answers import ProofShown, ReviewShown, SeatGiven, lines_of
from sixth.server.api.requests import MAX_SEATS, AgainRequest, ReviewRequest
from sixth.server.api.routing import new_router
from sixth.server.core.addresses import Network as ClientNetwork
from sixth.server.core.limits import CHANGES
from sixth.server.service.archive import EndedGame
from sixth.server.service.reviews.queue import ASKED, Asked
from sixth.server.table.identity import clean_name

router = new_router("games that are over")


async def _ended(game_id: GameId, tables: AnyTables) -> EndedGame:
    game = await tables.archive.ended(game_id)
    if game is None:
        # The same for a game that goes on: whoever has its name learns nothing from here.
        raise Refusal(
            "no-record", "There is no finished game of that name; a game can be replayed once it is over."
        )
    return game


Ended = Annotated[EndedGame, Depends(_ended)]


@router.get("/records/{game_id}", response_class=Response, responses=lines_of("application/jsonl"))
async def record(game: Ended, tables: AnyTables) -> Response:
    """Get the record: a line of JSON for the game, one for each event; with the secret of its deals."""
    text = await tables.archive.do(game.record.text)
    return Response(text, media_type="application/jsonl; charset=utf-8")


@router.get("/records/{game_id}/proof")
async def proof(game: Ended, tables: AnyTables) -> ProofShown:
    """Check that every deal follows from the secret whose fingerprint was shown before the first card."""
    verdict = await tables.archive.do(verify, game.record)
    why = None if verdict.why is None else translate(verdict.why)
    return ProofShown(game=verdict.game, deals=verdict.deals, fair=verdict.fair, why=why)


@router.get("/records/{game_id}/review")
async def review(
    game: Ended, reviews: AnyReviews, seat: Annotated[int, Query(ge=0, lt=MAX_SEATS)]
) -> ReviewShown:
    """Get the coach's review of a seat, as far as it is."""
    check(game.record, seat, bots=False)
    asked = await reviews.find(game.record, seat)
    if asked is None:
        raise Refusal("no-review", "Nobody has asked for this review; ask for it first.")
    return _shown(asked)


async def _asker(tables: AnyTables, network: Network, token: Token) -> tuple[ClientNetwork, tuple[str, ...]]:
    """Return the network that asks for a review and the tokens it shows, and count that it asks."""
    await tables.limiter.check(ASKED, network)
    return network, () if token is None else (token,)


Asker = Annotated[tuple[ClientNetwork, tuple[str, ...]], Depends(_asker)]


@router.post("/records/{game_id}/review", status_code=202, openapi_extra=TOKEN_OPTIONAL)
async def ask_for_review(
    request: ReviewRequest, game: Ended, reviews: AnyReviews, asker: Asker
) -> ReviewShown:
    """Ask the coach to review a seat; asked again, it is the same review.

    With the token of a seat, right after a game at its table, the review goes before those of older games.
    """
    network, tokens = asker
    await reviews.ask(game.record, request.seat, network=network, tokens=tokens)
    return _shown(await reviews.find(game.record, request.seat))


def _shown(asked: Asked | None) -> ReviewShown:
    if asked is None:
        return ReviewShown(done=0, ahead=0, failed=False, review=None)
    found = None if asked.body is None else loads(asked.body)
    done = asked.share if found is None else 1
    return ReviewShown(done=done, ahead=asked.ahead, failed=asked.failed, review=found)


@router.post("/records/{game_id}/again", status_code=201)
async def again(
    counted: OpensTable, request: AgainRequest, game: Ended, tables: AnyTables, network: Network
) -> SeatGiven:
    """Open a table with the same deals, perhaps from amid the game: one seat, bots on all others."""
    await tables.limiter.check(CHANGES, "again", network)
    table_id, token = await tables.again(
        game.record,
        request.seat,
        clean_name(request.name),
        request.bots,
        counted=counted,
        at=request.at,
    )
    version = (await tables.get(table_id)).version
    return SeatGiven(table=table_id, token=token, seat=request.seat, claim=None, version=version)
