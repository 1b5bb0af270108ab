"""Ended games for tests of the database, without their logs."""

from collections.abc import Iterable

from sixth.rules.record import HUMAN
from sixth.server.store.game_ends import GameEnd, SeatEnd


def game_end(number: int, names: Iterable[str], *, bots: Iterable[str] = (), table: str = "table") -> GameEnd:
    """Return the end of a rated game of these people and then bots, the best first.

    The hashes of the tokens of the people are their names. The game ends in the second `number`.
    """
    players = [*((name, HUMAN, name) for name in names), *(("Bot", kind, None) for kind in bots)]
    return GameEnd(
        game_id=f"game{number}",
        table_id=table,
        began_at="2026-01-01T00:00:00+00:00",
        game="kids",
        daily="",
        known=False,
        rated=True,
        deserted=False,
        seats=[
            SeatEnd(name, kind, proof, place=place, heads=place, rounds=1, left=False)
            for place, (name, kind, proof) in enumerate(players, 1)
        ],
        ended_at=f"2026-01-01T00:00:{number:02}.000000+00:00",
    )
