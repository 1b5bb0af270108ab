"""The result of a game as a browser keeps it for the page of the player's own games."""

from typing import Any

from sixth.rules.display.standings import rounds_played, standings
from sixth.rules.games import kept_name
from sixth.rules.record import HUMAN
from sixth.rules.view import View
from sixth.server.protocol.dealt import kept_deal
from sixth.server.table.view import TableView
from sixth.server.web.text.labels import game_title


def kept_game(table: TableView) -> dict[str, Any] | None:
    """Return the result of a finished game, ready for JSON, for one of its players; None in other cases."""
    view = table.view
    if view is None or not (view.over and view.winners and table.game_id) or table.seat is None:
        return None
    sitters = [who for who in table.sitters if who is not None]
    return {
        "id": table.game_id,
        "game": kept_deal(table.daily) if table.daily else kept_name(table.rules),
        "title": game_title(table.rules),
        "seat": table.seat,
        "names": [who.name for who in sitters],
        "marks": table.marks,
        "bots": [who.kind != HUMAN for who in sitters],
        "past": tuple(zip(*(_heads_by_round(view, seat) for seat in range(len(sitters))), strict=True)),
        "places": [each.place for each in sorted(standings(view), key=lambda each: each.seat)],
        "again": bool(table.again) or table.practice,
        # Others may still play the deals of such a game, so its page asks whether it can be read.
        **({"matched": True} if table.config.matched else {}),
    }


def _heads_by_round(view: View, seat: int) -> tuple[int | None, ...]:
    """Return the heads of a seat in each round, None after it was out."""
    rounds = rounds_played(view, seat)
    return tuple(heads[seat] if at < rounds else None for at, heads in enumerate(view.past))
