"""The API of the daily deal: to look at the deal of a day and its results, and to play it."""

from datetime import date
from typing import Annotated

from fastapi import Depends, Path
from pydantic import BaseModel

from sixth.server.api.access import TOKEN_OPTIONAL, AnySite, OpensTable, RequestNetwork, Token, kind_of
from sixth.server.api.answers import SeatGiven
from sixth.server.api.routing import new_router
from sixth.server.features.boards.board_api import DealRequest
from sixth.server.features.boards.chain import CHAIN_DAYS, METHOD, SEAT
from sixth.server.features.boards.daily.service import Daily, day_from_text
from sixth.server.features.boards.deals import Player
from sixth.server.table.identity import new_token


class HeadsShown(BaseModel):
    """The number of players who took this number of heads."""

    heads: int
    players: int


class DayShown(BaseModel):
    """The daily deal of a day, the `number`-th of the site.

    `promise` is the SHA-256 of the secret of its deal, known beforehand, as it is the secret of the day
    before; `anchor` is that of the first day. `secret` is public once the day is over. `results` are of those
    who are compared, the fewest heads first.
    """

    day: date
    number: int
    today: date
    seconds_left: int
    begins: date
    days: int
    method: str
    anchor: str
    promise: str
    secret: str | None
    results: list[HeadsShown]


router = new_router("the daily deal", prefix="/daily")


async def _day(
    day: Annotated[str, Path(description="As in 2026-01-31.", json_schema_extra={"format": "date"})],
) -> date:
    # A type of Pydantic's would take the seconds since 1970 for a day, too.
    return day_from_text(day)


Day = Annotated[date, Depends(_day)]


@router.get("")
async def today(site: AnySite) -> DayShown:
    """Look at the deal of today: when it ends, what promises it, and how all have fared so far."""
    return await _answer(site.service(Daily), site.service(Daily).today)


@router.get("/{day}")
async def daily_of_day(day: Day, site: AnySite) -> DayShown:
    """Look at the deal of a day, today or earlier."""
    return await _answer(site.service(Daily), day)


@router.post("/{day}", status_code=201, openapi_extra=TOKEN_OPTIONAL)
async def play(
    counted: OpensTable,
    day: Day,
    request: DealRequest,
    site: AnySite,
    *,
    token: Token,
    network: RequestNetwork,
) -> SeatGiven:
    """Play the deal of a day: today's to be compared, that of an earlier day for practice.

    With a token that the program has made it is one try, however often it is sent. Bots are not compared
    with people, nor are more people in one place than a household has.
    """
    player = Player(request.name, token or new_token(), network, kind_of(bot=request.bot))
    table = await site.service(Daily).begin(day, player, counted)
    return SeatGiven(table=table.id, token=player.token, seat=SEAT, claim=None, version=table.version)


async def _answer(daily: Daily, day: date) -> DayShown:
    chain, field, now = await daily.check(day), await daily.field(day), daily.today
    return DayShown(
        day=day,
        number=chain.number(day),
        today=now,
        seconds_left=daily.seconds_left,
        begins=chain.begins,
        days=CHAIN_DAYS,
        method=METHOD,
        anchor=chain.anchor,
        promise=chain.promise(day),
        secret=chain.secret(day).hex() if day < now else None,
        results=[HeadsShown(heads=heads, players=players) for heads, players in field.counts.items()],
    )
