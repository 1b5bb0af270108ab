"""What a browser keeps of a game that ended at its table, for the page of one's own games."""

import json

from sixth.rules.display.standings import rounds_played, standings
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
            "places": [each.place for each in sorted(standings(view), key=lambda each: each.seat)],
            "again": bool(seen.again) or seen.practice,
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def _played(view: View, seat: int) -> tuple[int | None, ...]:
    """Return somebody's heads in each round, None in those that they were out of."""
    rounds = rounds_played(view, seat)
    return tuple(heads[seat] if at < rounds else None for at, heads in enumerate(view.past))
