"""Ended games for tests of the database, without their logs."""

from collections.abc import Iterable

from sixth.rules.record import HUMAN
from sixth.server.store.game_ends import GameEnd, SeatEnd


def game_end(number: int, names: Iterable[str], *, bots: Iterable[str] = (), table: str = "table") -> GameEnd:
    """Return the end of a rated game of these people and then bots, the best first.

    The hashes of the tokens of the people are their names. The game ends in the second `number`.
    """
    players = [*((name, HUMAN, name) for name in names), *(("Bot", kind, None) for kind in bots)]
    seats = [SeatEnd(*who, place, place, 1, left=False) for place, who in enumerate(players, 1)]
    at = f"2026-01-01T00:00:{number:02}.000000+00:00"
    facts = (f"game{number}", table, at, "kids", "")
    return GameEnd(*facts, known=False, rated=True, deserted=False, seats=seats, ended_at=at)
