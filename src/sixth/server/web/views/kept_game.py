"""The result of a game as a browser keeps it for the page of the player's own games."""

import json

from sixth.rules.display.standings import rounds_played, standings
from sixth.rules.games import name_of
from sixth.rules.record import HUMAN
from sixth.rules.view import View
from sixth.server.table.view import TableView
from sixth.server.web.text.labels import game_title


def kept_game(table: TableView) -> str:
    """Return the result of a finished game as JSON for one of its players; "" in all other cases."""
    view = table.view
    if view is None or not (view.over and view.winners and table.game_id) or table.seat is None:
        return ""
    sitters = [who for who in table.sitters if who is not None]
    return json.dumps(
        {
            "id": table.game_id,
            "game": "daily" if table.daily else name_of(table.rules) or "",
            "title": game_title(table.rules),
            "seat": table.seat,
            "names": [who.name for who in sitters],
            "bots": [who.kind != HUMAN for who in sitters],
            "past": tuple(zip(*(_heads_by_round(view, seat) for seat in range(len(sitters))), strict=True)),
            "places": [each.place for each in sorted(standings(view), key=lambda each: each.seat)],
            "again": bool(table.again) or table.practice,
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def _heads_by_round(view: View, seat: int) -> tuple[int | None, ...]:
    """Return the heads of a seat in each round, None after it was out."""
    rounds = rounds_played(view, seat)
    return tuple(heads[seat] if at < rounds else None for at, heads in enumerate(view.past))
