"""What ends of games write about deals for everybody: heads, and how many players had or chose what."""

from collections.abc import Mapping, Sequence
from datetime import date

from sqlalchemy import Connection, Table, select, update
from sqlalchemy.dialects import postgresql, sqlite

from sixth.server.features.boards.board import board_from_key
from sixth.server.features.boards.chain import SEAT
from sixth.server.features.boards.choices import own_choices
from sixth.server.features.boards.tables import board_choices, board_counts, board_results, daily_tries
from sixth.server.protocol.dealt import BoardDeal, board_deal, sealed_until
from sixth.server.store.game_ends import GameEnd
from sixth.server.store.schema import insert_new, log
from sixth.server.table.codec import loads_event
from sixth.server.table.fold import fold


def keep_results(connection: Connection, ends: Sequence[GameEnd]) -> None:
    """Keep the results of the finished tries among these games, each once."""
    for end in ends:
        if end.daily:
            _keep(connection, end)


def _keep(connection: Connection, end: GameEnd) -> None:
    heads, this = end.seats[SEAT].heads, daily_tries.c.table_id == end.table_id
    row = connection.execute(select(daily_tries).where(this, daily_tries.c.heads.is_(None))).first()
    if row is None:
        return
    # A board that is closed is known to all.
    sealed = sealed_until(end.daily)
    counted = row.counted and (sealed is None or date.fromisoformat(end.ended_at[:10]) < sealed)
    connection.execute(update(daily_tries).where(this).values(heads=heads, counted=counted))
    if not counted:
        return
    _count(connection, row.day, heads)
    _keep_choices(connection, row.day, end.table_id, heads)
    if deal := board_deal(row.day):
        _keep_board(connection, deal, row.player, end.table_id)


def _count(connection: Connection, subject: str, heads: int) -> None:
    _add(connection, board_counts, [{"subject": subject, "heads": heads, "players": 1}])


def _keep_choices(connection: Connection, deal: str, table_id: str, heads: int) -> None:
    bodies = select(log.c.happening).where(log.c.table_id == table_id).order_by(log.c.version)
    state = fold(table_id, map(loads_event, connection.execute(bodies).scalars())).state
    result = {"players": 1, "heads": heads, "squares": heads * heads}
    choices = own_choices(state) if state else ()
    rows = [{"deal": deal, "point": each.point, "choice": each.name, **result} for each in choices]
    if rows:
        _add(connection, board_choices, rows)


def _add(connection: Connection, table: Table, rows: Sequence[Mapping[str, object]]) -> None:
    """Insert rows, or add what they count to those with their keys."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    change = insert(table).values(rows)
    sums = {each.name: each + change.excluded[each.name] for each in table.c if not each.primary_key}
    key = [each.name for each in table.primary_key]
    connection.execute(change.on_conflict_do_update(index_elements=key, set_=sums))


def _keep_board(connection: Connection, deal: BoardDeal, player: str, table_id: str) -> None:
    """Keep the result of a player who has finished all deals of a board."""
    of_player = select(daily_tries.c.heads).where(daily_tries.c.player == player, daily_tries.c.counted)
    heads = [each for each in connection.execute(of_player).scalars() if each is not None]
    if len(heads) == board_from_key(deal.board).deals:
        row = {"player": player, "board": deal.whole, "heads": sum(heads), "table_id": table_id}
        insert_new(connection, board_results, **row)
        _count(connection, deal.whole, sum(heads))
