"""Games that are over: their records, whether they were fair, the coach's review, the same deals again."""

from typing import Annotated

from fastapi import Depends, Query
from starlette.responses import Response

from sixth.i18n import translate
from sixth.rules.codec import dumps
from sixth.rules.verify import Verdict, verify
from sixth.server.api.access import TOKEN_OPTIONAL, AnySite, GameId, Network, OpensTable, Token
from sixth.server.api.answers import ProofShown, ReviewShown, SeatGiven, lines_of
from sixth.server.api.requests import AgainRequest, ReviewRequest
from sixth.server.api.routing import new_router
from sixth.server.core.addresses import Network as ClientNetwork
from sixth.server.core.refusals import NotFound
from sixth.server.service.archive import Ended, no_record
from sixth.server.service.ended.game import EndedGame
from sixth.server.service.models.config import MAX_SEATS
from sixth.server.service.reviews.queue import ASKED, Asked
from sixth.server.table.identity import clean_name

router = new_router("games that are over")


async def _ended(game_id: GameId, site: AnySite) -> Ended:
    game = await site.tables.archive.ended(game_id)
    if game is None:
        raise no_record()
    return game


EndedGiven = Annotated[Ended, Depends(_ended)]


@router.get("/records/{game_id}", response_class=Response, responses=lines_of("application/jsonl"))
async def record(game: EndedGiven, site: AnySite) -> Response:
    """Get the record: a line of JSON for the game, one for each event; with the secret of its deals."""
    text = await site.tables.archive.do(_text, game)
    return Response(text, media_type="application/jsonl; charset=utf-8")


@router.get("/records/{game_id}/proof")
async def proof(game: EndedGiven, site: AnySite) -> ProofShown:
    """Check that every deal follows from the secret whose fingerprint was shown before the first card."""
    verdict = await site.tables.archive.do(_verified, game)
    why = None if verdict.why is None else translate(verdict.why)
    return ProofShown(game=verdict.game, deals=verdict.deals, fair=verdict.fair, why=why)


@router.get("/records/{game_id}/review", response_model=ReviewShown)
async def review(
    game: EndedGiven, site: AnySite, seat: Annotated[int, Query(ge=0, lt=MAX_SEATS)]
) -> Response:
    """Get the coach's review of a seat, as far as it is."""
    game.check_review(seat)
    asked = await site.reviews.find(game, seat)
    if asked is None:
        raise NotFound("no-review", "Nobody has asked for this review; ask for it first.")
    return _shown(asked)


async def _asker(site: AnySite, network: Network, token: Token) -> tuple[ClientNetwork, tuple[str, ...]]:
    """Return the network that asks for a review and the tokens it shows, and count that it asks."""
    await site.tables.limiter.check(ASKED, network)
    return network, () if token is None else (token,)


Asker = Annotated[tuple[ClientNetwork, tuple[str, ...]], Depends(_asker)]


@router.post(
    "/records/{game_id}/review",
    status_code=202,
    response_model=ReviewShown,
    openapi_extra=TOKEN_OPTIONAL,
)
async def ask_for_review(request: ReviewRequest, game: EndedGiven, site: AnySite, asker: Asker) -> Response:
    """Ask the coach to review a seat; asked again, it is the same review.

    With the token of a seat, right after a game at its table, the review goes before those of older games.
    """
    network, tokens = asker
    await site.reviews.ask(game, request.seat, network=network, tokens=tokens)
    return _shown(await site.reviews.find(game, request.seat), 202)


def _shown(asked: Asked | None, status: int = 200) -> Response:
    """Return a `ReviewShown` as JSON; the review in it is JSON already, of some hundred thousand letters."""
    asked = asked or Asked(None, 0, 0, failed=False)
    done = asked.share if asked.body is None else 1
    around = {"done": done, "ahead": asked.ahead, "failed": asked.failed}
    body = f'{dumps(around)[:-1]},"review":{asked.body or "null"}}}'
    return Response(body, status, media_type="application/json")


@router.post("/records/{game_id}/again", status_code=201)
async def again(counted: OpensTable, request: AgainRequest, game: EndedGiven, site: AnySite) -> SeatGiven:
    """Open a table with the same deals, perhaps from amid the game: one seat, bots on all others."""
    table_id, token = await site.tables.again(
        game, request.seat, clean_name(request.name), request.bots, counted=counted, at=request.at
    )
    version = (await site.tables.get(table_id)).version
    return SeatGiven(table=table_id, token=token, seat=request.seat, claim=None, version=version)


def _text(game: EndedGame) -> bytes:
    return game.record.text().encode()


def _verified(game: EndedGame) -> Verdict:
    return verify(game.record)
