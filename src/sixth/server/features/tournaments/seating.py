"""The tables of a round at the site: their ids, the tokens of their seats, and their first events. Pure.

All of it follows from the log of the tournament and its secret, so any process can complete a round whose
tables another one has begun to open.
"""

import hmac
from collections.abc import Mapping
from itertools import chain
from typing import NamedTuple

from sixth.server.live.door import Takers, new_game
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Opened, Sat, TableEvent
from sixth.server.table.identity import SeatTaker, chosen_mark, derive_id, derive_token, hash_token
from sixth.tournaments.decide import rules_of
from sixth.tournaments.events import Player
from sixth.tournaments.plan import Plan
from sixth.tournaments.state import Round, Tournament


class OpenedTable(NamedTuple):
    """A table with its first events, and the browsers whose people sit there, by the hashes of tokens."""

    table_id: str
    events: tuple[TableEvent, ...]
    takers: Takers


def table_id_of(secret: str, round: Round, number: int) -> str:
    """Return the id of a table of a round, by its number, which nobody can guess without the secret.

    A round that begins again, as its first beginning was undone, has others.
    """
    return derive_id(f"{secret} {number} {_key(round)}")


def _key(round: Round) -> str:
    """Return what tells the beginning of a round from all others.

    A round that was undone may begin again in the same second with other people at its tables. Who plays on
    at a table of before must not learn the deals.
    """
    return f"{round.number} {round.began_at} {' '.join(chain.from_iterable(round.tables))}"


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
    tournament: Tournament, secret: str, round: Round, number: int, people: Mapping[Player, SeatTaker]
) -> OpenedTable:
    """Return the table of a round that has begun; `people` are the browsers of its players."""
    plan, players = tournament.plan, round.tables[number - 1]
    table_id, seats = table_id_of(secret, round, number), len(players)
    sats, takers = list[TableEvent](), dict[str, SeatTaker]()
    for seat, player in enumerate(players):
        entrant, taker = tournament.players[player], people.get(player)
        proof = hash_token(seat_token(secret, table_id, player))
        mark = chosen_mark(taker)
        sats.append(Sat(seat, entrant.name, entrant.kind, proof, run_by=entrant.run_by, mark=mark))
        if taker is not None:
            takers[proof] = taker
    # In a duplicate all tables of this size have the same deals.
    own = "" if plan.duplicate else str(number)
    deals = hmac.digest(secret.encode(), f"{seats} {own} {_key(round)}".encode(), "sha256")
    opened = Opened(rules_of(plan, seats), deals.hex(), config_of(plan))
    return OpenedTable(table_id, (opened, *sats, new_game()), takers)
