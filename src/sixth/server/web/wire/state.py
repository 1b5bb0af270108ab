"""The state of a table's page as JSON: what one audience may know, and nothing that follows from it.

What follows (legal answers, what is asked, where a card would go) is worked out where the state is shown. The
keys and their types are those of `PageState` (`server.api.page_state`), to which a test holds them. It is
made for everybody who listens, at each round, so it is no model but a plain value.
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sixth.rules.codec import rules_to_json
from sixth.rules.view import View
from sixth.rules.view_json import view_to_json
from sixth.server.service.chat import Line
from sixth.server.table.events import Clocked, Sitter
from sixth.server.table.view import TableView

_DERIVED = ("view", "rules", "seat", "legal")
"""Keys of a view that stand elsewhere in the state, or follow from it."""


def page_state(seen: TableView, code: str) -> dict[str, Any]:
    """Return the state of a page whose viewer sees `seen`; every value is ready for JSON.

    `code` is the short code that leads to the table.
    """
    around = zip(seen.sitters, seen.stand_ins, seen.claims, seen.ready, strict=True)
    return {
        "id": seen.id,
        "code": code,
        "rules": rules_to_json(seen.rules),
        "config": asdict(seen.config),
        "seat": seen.seat,
        "host": seen.host,
        "seats": [
            {"sitter": _sitter(sitter), "stand_in": _sitter(bot), "claimed_by": claim, "ready": ready}
            for sitter, bot, claim, ready in around
        ],
        "games": seen.games,
        "game": seen.game_id,
        "again": seen.again,
        "daily": seen.daily,
        "practice": seen.practice,
        "between_rounds": seen.between_rounds,
        "waited_for": seen.company,
        "promise": seen.promise,
        "next_promise": seen.next_promise,
        "text": seen.text,
        "barred": seen.barred,
        "missed": seen.missed,
        "claim": seen.claim,
        "offered": seen.offered,
        "changed": seen.changed,
        "advised": [(each.seat, each.round, each.turn) for each in seen.advice],
        "coached": [(each.seat, each.wished) for each in seen.coached],
        "clock": _clock(seen.clock),
        "view": None if seen.view is None else _view(seen.view),
    }


def initial_state(seen: TableView, code: str, talk: Sequence[Line], now: int) -> dict[str, Any]:
    """Return the state in the document of a page, and the number of the last line of `talk` on the page.

    `now` is the server's clock, in milliseconds since 1970.
    """
    return {
        "v": seen.version,
        "now": now,
        "full": page_state(seen, code),
        "talk": max([line.number for line in talk], default=0),
    }


def _sitter(who: Sitter | None) -> dict[str, str] | None:
    return None if who is None else {"name": who.name, "kind": who.kind, "run_by": who.run_by}


def _clock(clock: Clocked | None) -> dict[str, Any] | None:
    if clock is None:
        return None
    return {"until": clock.until, "banks": clock.banks, "pause": clock.pause, "extended": clock.extended}


def _view(view: View) -> dict[str, Any]:
    return {name: value for name, value in view_to_json(view).items() if name not in _DERIVED}
