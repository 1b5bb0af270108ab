"""The API of boards: to look at one and what one has done in it, and to play its deals."""

from datetime import date
from typing import Annotated

from fastapi import Path
from pydantic import BaseModel

from sixth.server.api.access import TOKEN_OPTIONAL, AnySite, OpensTable, RequestNetwork, Token, kind_of
from sixth.server.api.answers import SeatGiven
from sixth.server.api.requests import NameField
from sixth.server.api.routing import new_router
from sixth.server.features.boards.board import METHOD, Board
from sixth.server.features.boards.boards import Boards
from sixth.server.features.boards.chain import SEAT
from sixth.server.features.boards.deals import Player
from sixth.server.features.boards.ladder import ladder_of
from sixth.server.protocol.fields import Strict
from sixth.server.table.identity import new_token

Key = Annotated[str, Path(max_length=10, description="As in 2026-01-31 for a day, or 2026-W05 for a week.")]
Number = Annotated[int, Path(ge=1, le=9, description="The number of a deal, from 1.")]


class DealRequest(Strict):
    """The request to play a deal; `bot` is false only where a person plays by this program."""

    name: NameField
    bot: bool = True


class BoardDealShown(BaseModel):
    """A deal that the holder of the token has finished: the heads, and the mean of all others."""

    number: int
    heads: int
    others: float | None


class LadderShown(BaseModel):
    """A person on the ladder of a board of a week, and their score."""

    name: str
    score: float


class BoardShown(BaseModel):
    """A board of a day or a week, which is open from its `first` to its `last` day (UTC).

    `deals` counts its deals. `promise` is the secret of the day before its first, `anchor` that of the day
    before all boards; `secret` is public once the board is closed. With a token: the deals that its holder
    has finished, the `score`, which is the sum of the means of all others minus the own heads, and, once all
    deals are finished, the share of the other players whom that is `ahead` of.
    """

    board: str
    first: date
    last: date
    open: bool
    deals: int
    begins: date
    method: str
    anchor: str
    promise: str
    secret: str | None
    finished: list[BoardDealShown]
    score: float
    ahead: float | None
    players: int
    ladder: list[LadderShown]


router = new_router("boards", prefix="/boards")


@router.get("")
async def open_boards(site: AnySite) -> list[str]:
    """List the boards that are open: that of today, and that of this week."""
    boards = site.service(Boards)
    return [boards.current(weekly=weekly).key for weekly in (False, True)]


@router.get("/{board}", openapi_extra=TOKEN_OPTIONAL)
async def board(board: Key, site: AnySite, token: Token) -> BoardShown:
    """Look at a board: what promises it, and with a token what its holder has done so far."""
    boards = site.service(Boards)
    return await _answer(site, boards, await boards.check(board), token or "")


@router.post("/{board}/{number}", status_code=201, openapi_extra=TOKEN_OPTIONAL)
async def play_deal(
    counted: OpensTable,
    board: Key,
    number: Number,
    request: DealRequest,
    site: AnySite,
    *,
    token: Token,
    network: RequestNetwork,
) -> SeatGiven:
    """Play a deal of an open board, the first first.

    The token is that of the player for all deals of all boards, which the program has made; the answer has
    the token of the seat. Bots are not compared with people.
    """
    player = Player(request.name, token or new_token(), network, kind_of(bot=request.bot))
    table, seat_token = await site.service(Boards).begin(board, number, player, counted)
    return SeatGiven(table=table.id, token=seat_token, seat=SEAT, claim=None, version=table.version)


async def _answer(site: AnySite, boards: Boards, board: Board, token: str) -> BoardShown:
    chain, progress = await boards.board_chain(), await boards.progress(board, token)
    result, numbers = await boards.result(progress), [each.number for each in progress.finished]
    ladder = await site.people.read(ladder_of, board, site.people.now()) if board.is_weekly else ()
    return BoardShown(
        board=board.key,
        first=board.first,
        last=board.last,
        open=boards.is_open(board),
        deals=board.deals,
        begins=chain.begins,
        method=METHOD,
        anchor=chain.anchor,
        promise=await boards.promise(board),
        secret=await boards.secret(board),
        finished=[
            BoardDealShown(number=number, heads=each.heads, others=each.others)
            for number, each in zip(numbers, result.deals, strict=True)
        ],
        score=result.score,
        ahead=result.ahead,
        players=result.players,
        ladder=[LadderShown(name=each.name, score=each.score) for each in ladder],
    )
