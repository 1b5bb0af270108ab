"""Reviews of ended games by the coach, for programs."""

from typing import Annotated, Any

from fastapi import Depends, Query
from pydantic import BaseModel
from starlette.responses import Response

from sixth.rules.codec import dumps
from sixth.server.api.access import TOKEN_OPTIONAL, AnySite, RequestNetwork
from sixth.server.api.requests import SeatField
from sixth.server.api.routing import new_router
from sixth.server.core.refusals import NotFound
from sixth.server.features.replay.api import GameOfPath
from sixth.server.features.reviews.queue import REVIEW_LIMIT, Reviews, check_review
from sixth.server.features.reviews.rows import ReviewProgress
from sixth.server.protocol.config import MAX_SEATS
from sixth.server.protocol.fields import Strict

router = new_router("games that are over")


class ReviewRequest(Strict):
    """The seat whose decisions are to be reviewed."""

    seat: SeatField


class ReviewShown(BaseModel):
    """The progress of a review: the share that is done, from 0 to 1, then the review itself."""

    done: float
    ahead: int
    failed: bool
    review: dict[str, Any] | None


@router.get("/records/{game_id}/review", response_model=ReviewShown, openapi_extra=TOKEN_OPTIONAL)
async def review(
    game: GameOfPath, site: AnySite, seat: Annotated[int, Query(ge=0, lt=MAX_SEATS)]
) -> Response:
    """Get the coach's review of a seat, or its progress."""
    check_review(game, seat)
    progress = await site.service(Reviews).find(game, seat)
    if progress is None:
        raise NotFound("no-review", "Nobody has asked for this review; ask for it first.")
    return _answer(progress)


@router.post(
    "/records/{game_id}/review",
    status_code=202,
    response_model=ReviewShown,
    dependencies=[Depends(REVIEW_LIMIT)],
    openapi_extra=TOKEN_OPTIONAL,
)
async def ask_for_review(
    request: ReviewRequest, game: GameOfPath, site: AnySite, *, network: RequestNetwork
) -> Response:
    """Ask the coach to review a seat; each seat has one review, and reviews go in the order of requests."""
    reviews = site.service(Reviews)
    await reviews.ask(game, request.seat, network=network)
    return _answer(await reviews.find(game, request.seat), 202)


def _answer(progress: ReviewProgress | None, status: int = 200) -> Response:
    """Return a `ReviewShown` as JSON; the review in it is kept as JSON, of some hundred thousand letters."""
    progress = progress or ReviewProgress(None, 0, 0, failed=False)
    share = progress.share if progress.body is None else 1
    head = {"done": share, "ahead": progress.ahead, "failed": progress.failed}
    body = f'{dumps(head)[:-1]},"review":{progress.body or "null"}}}'
    return Response(body, status, media_type="application/json")
