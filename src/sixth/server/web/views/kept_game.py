"""What a browser keeps of a game that ended at its table, for the page of one's own games."""

import json
from itertools import accumulate

from sixth.rules.games import name_of
from sixth.rules.record import HUMAN
from sixth.rules.view import View
from sixth.server.table.view import TableView
from sixth.server.web.text.labels import game_title


def kept_game(seen: TableView) -> str:
    """Return the result of a game that has ended as JSON, for whoever played in it; "" at any other time."""
    view = seen.view
    if view is None or not (view.over and view.winners and seen.game_id) or seen.seat is None:
        return ""
    sitters = [who for who in seen.sitters if who is not None]
    return json.dumps(
        {
            "id": seen.game_id,
            "game": "daily" if seen.daily else name_of(seen.rules) or "",
            "title": game_title(seen.rules),
            "seat": seen.seat,
            "names": [who.name for who in sitters],
            "bots": [who.kind != HUMAN for who in sitters],
            "past": tuple(zip(*(_played(view, seat) for seat in range(len(sitters))), strict=True)),
            "places": places(view),
            "again": bool(seen.again) or seen.practice,
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def places(view: View) -> tuple[int, ...]:
    """Return the place of each seat in a game that has ended: the winners' is 1, and equals share theirs."""
    ranks = [_rank(view, seat) for seat in range(view.rules.seats)]
    return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)


def _rank(view: View, seat: int) -> tuple[bool, int, int]:
    """Return what orders the seats: who has won, who was out last, who has the better total."""
    total, lasted = view.totals[seat], len(view.past) - _played(view, seat).count(None)
    return seat not in view.winners, -lasted, total if view.rules.goal == "fewest" else -total


def _played(view: View, seat: int) -> tuple[int | None, ...]:
    """Return somebody's heads in each round, None in those that they were out of."""
    heads, end = [each[seat] for each in view.past], view.rules.end
    if end.kind != "elimination":
        return tuple(heads)
    before = (0, *accumulate(heads[:-1]))
    return tuple(None if total > end.count else each for each, total in zip(heads, before, strict=True))
