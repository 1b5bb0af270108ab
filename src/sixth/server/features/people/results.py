"""The results of an ended game for the people who had its seats at the end. Runs in the process for these."""

from collections.abc import Sequence
from datetime import datetime

from sixth.rules.display.standings import standings
from sixth.rules.events import GameEnded
from sixth.rules.games import name_of
from sixth.server.features.people.person import PersonGame, SeatResult
from sixth.server.live.ended.game import Games, table_and_record_in


def results_of_game(games: Games, *, table_id: str, game_id: str) -> Sequence[SeatResult]:
    """Return the result of each person in a game.

    There is none where all players left before the end, where the deals were known before, or where the log
    was deleted meanwhile.
    """
    game = table_and_record_in(table_id, game_id, games.load(table_id))
    if game is None:
        return ()
    table, record = game
    is_over = bool(record.events) and isinstance(record.events[-1], GameEnded)
    if table.again or table.practice or record.started is None or not is_over:
        return ()
    began_at = round(datetime.fromisoformat(record.started).timestamp() * 1000)
    name = "daily" if table.daily else name_of(record.rules) or ""
    return [
        SeatResult(
            seat.token,
            seat.sitter.name,
            PersonGame(
                game_id,
                each.seat,
                name,
                began_at,
                seats=len(table.seats),
                rounds=each.rounds,
                heads=each.total,
                place=each.place,
            ),
        )
        for each in standings(record.state())
        if (seat := table.seats[each.seat]).token is not None and seat.sitter is not None
    ]
