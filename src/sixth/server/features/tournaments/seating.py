"""The tables of a round at the site: their ids, the tokens of their seats, and their first events. Pure.

All of it follows from the log of the tournament and its secret, so any process can complete a round whose
tables another one has begun to open.
"""

import hmac
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from sixth.server.live.door import Takers, new_game
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Opened, Sat, TableEvent
from sixth.server.table.identity import SeatTaker, chosen_mark, derive_id, derive_token, hash_token
from sixth.tournaments.events import Player
from sixth.tournaments.plan import Plan
from sixth.tournaments.state import Tournament

_DEALS: Final = "deals"


class TablePlace(NamedTuple):
    """The place of a table: its round and its number there, both from 1."""

    round: int
    number: int


class OpenedTable(NamedTuple):
    """A table with its first events, and the browsers whose people sit there, by the hashes of tokens."""

    table_id: str
    events: tuple[TableEvent, ...]
    takers: Takers


def table_id_of(secret: str, place: TablePlace) -> str:
    """Return the id of a table, which nobody can guess who does not know the secret."""
    return derive_id(f"{secret} {place.round} {place.number}")


def seat_token(secret: str, table_id: str, player: Player) -> str:
    """Return the token of a player's seat at a table, the same for each of their devices."""
    return derive_token(secret, f"{table_id} {player}")


def config_of(plan: Plan) -> TableConfig:
    """Return the settings of the tables of a tournament.

    Nobody watches the tables of a duplicate, as others still have to play its deals.
    """
    return TableConfig(
        spectators=not plan.duplicate,
        late=False,
        outside=plan.outside,
        rated=plan.rated,
        matched=True,
        turn_seconds=plan.turn_seconds,
    )


def opened_table(
    tournament: Tournament, secret: str, place: TablePlace, people: Mapping[Player, SeatTaker]
) -> OpenedTable:
    """Return the table of a round that has begun; `people` are the browsers of its players."""
    plan, players = tournament.plan, tournament.rounds[place.round - 1].tables[place.number - 1]
    table_id, seats = table_id_of(secret, place), len(players)
    sats, takers = list[TableEvent](), dict[str, SeatTaker]()
    for seat, player in enumerate(players):
        entrant, taker = tournament.players[player], people.get(player)
        proof = hash_token(seat_token(secret, table_id, player))
        mark = chosen_mark(taker)
        sats.append(Sat(seat, entrant.name, entrant.kind, proof, run_by=entrant.run_by, mark=mark))
        if taker is not None:
            takers[proof] = taker
    deals = _deals(secret, place, seats, is_shared=plan.duplicate)
    opened = Opened(plan.rules.replace(seats=seats), deals, config_of(plan))
    return OpenedTable(table_id, (opened, *sats, new_game()), takers)


def places_of(tables: Sequence[Sequence[Player]], round: int) -> Sequence[TablePlace]:
    """Return the places of the tables of a round."""
    return [TablePlace(round, number) for number in range(1, len(tables) + 1)]


def _deals(secret: str, place: TablePlace, seats: int, *, is_shared: bool) -> str:
    """Return the secret of the deals of a table; in a duplicate it is that of all tables of this size."""
    table = "" if is_shared else f" {place.number}"
    return hmac.digest(secret.encode(), f"{_DEALS} {place.round} {seats}{table}".encode(), "sha256").hex()
