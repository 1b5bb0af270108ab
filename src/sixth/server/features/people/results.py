"""The results of ended games for the people who had their seats at the end."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection

from sixth.server.store.game_ends import GameEnd
from sixth.server.store.people_schema import people, person_games
from sixth.server.store.schema import insert_new
from sixth.server.store.seat_rows import owner_of


def keep_results(connection: Connection, ends: Sequence[GameEnd]) -> None:
    """Keep the results of games once, but for seats that are no person's, or a deleted person's.

    None are kept of a game whose deals were known before.
    """
    for end in ends:
        began_at = round(datetime.fromisoformat(end.began_at).timestamp() * 1000)
        for seat, each in enumerate(() if end.known else end.seats):
            if each.proof is None:
                continue
            # Nobody is deleted before the row is there.
            owner = owner_of(end.table_id, each.proof).with_for_update(read=True, of=people)
            if person := connection.scalar(owner):
                insert_new(
                    connection,
                    person_games,
                    game_id=end.game_id,
                    seat=seat,
                    person_id=person,
                    game="daily" if end.daily else end.game,
                    began_at=began_at,
                    seats=len(end.seats),
                    rounds=each.rounds,
                    heads=each.heads,
                    place=each.place,
                    name=each.name,
                )
