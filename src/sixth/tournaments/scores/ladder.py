"""The ladder of a league: who goes up a table, and who goes down."""

from collections.abc import Sequence
from dataclasses import dataclass

from sixth.tournaments.events import Player
from sixth.tournaments.plan import Plan
from sixth.tournaments.state import Round


@dataclass(frozen=True, slots=True)
class Rung:
    """A place on the ladder: the player, and the table at which they play next, from 1."""

    player: Player
    table: int


def ladder(plan: Plan, round: Round, before: Sequence[Player]) -> list[Rung]:
    """Return the ladder after a round, the top first.

    The first `go_on` of each table go up a table and as many last ones go down, at most a half of the table.
    Where two tables meet, those who come down stand before those who stay, and those before those who come
    up. At a table all go by their place, and equal heads by the order `before`; where there is no result yet
    nobody moves.
    """
    at = {player: number for number, player in enumerate(before)}
    rungs: list[tuple[int, int, int, Player]] = []
    last = len(round.tables)
    for number, table in enumerate(round.tables, 1):
        result = round.results.get(number)
        order = sorted(table, key=lambda player: at.get(player, len(at)))
        moves = 0
        if result is not None and result.holds:
            heads = dict(zip(table, result.heads, strict=True))
            order.sort(key=lambda player: plan.rules.sign * heads[player])
            moves = min(plan.go_on, len(table) // 2)
        for place, player in enumerate(order):
            step = -1 if place < moves and number > 1 else 1 if place >= len(order) - moves else 0
            step = 0 if number == last and step == 1 else step
            rungs.append((number + step, -step, place, player))
    return [Rung(player, table) for table, _step, _place, player in sorted(rungs)]
