"""Tables with the deals of an ended game, for one person against bots."""

from functools import partial

from sixth.bots import names
from sixth.rules.record import HUMAN
from sixth.server.core.pace import batches
from sixth.server.core.route_limits import CountProof
from sixth.server.features.replay.jobs import opening_again
from sixth.server.live.archive import GameSummary
from sixth.server.live.door import new_game, takers_of
from sixth.server.live.tables import Tables
from sixth.server.table.bounds import check_bot
from sixth.server.table.codec import loads_event
from sixth.server.table.events import Sat
from sixth.server.table.identity import SeatTaker, hash_token, new_id, new_token
from sixth.server.table.seating import MIXED


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
        Refusal: there is no such seat or bot, or the game ended before its first deal.
    """
    if bots != MIXED:
        check_bot(bots, names)
    table_id, token = new_id(), new_token()
    opening = partial(
        opening_again,
        table_id=table_id,
        person=Sat(seat, name, HUMAN, hash_token(token)),
        bots=bots,
        began=new_game(),
        at=at,
    )
    lines = await tables.archive.do(opening, game)
    events = [event async for piece in batches(lines) for event in map(loads_event, piece)]
    await tables.door.create(table_id, events, counted, takers_of(token, taker))
    return table_id, token
