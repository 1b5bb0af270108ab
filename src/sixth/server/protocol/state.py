"""The state of a table as JSON: what one audience may know, without what follows from it.

A page itself works out what follows: legal actions, prompts, where a card would go. The keys and types are
those of `PageState` (`server.api.answers`), which a test checks. The state is a plain value, not a model,
as it is made for every listener at each round.
"""

from dataclasses import asdict
from typing import Any

from sixth.rules.codec import rules_to_json
from sixth.rules.view import View
from sixth.rules.view_json import view_to_json
from sixth.server.table.events import Clocked, Sitter
from sixth.server.table.view import TableView

_DERIVED = ("view", "rules", "seat", "legal")
"""Keys of a view that are elsewhere in the state, or follow from it."""


def page_state(table: TableView, code: str) -> dict[str, Any]:
    """Return the state of the page for one viewer of a table; every value is ready for JSON.

    `code` is the short code that leads to the table.
    """
    around = zip(table.sitters, table.stand_ins, table.claims, table.ready, strict=True)
    return {
        "id": table.id,
        "code": code,
        "rules": rules_to_json(table.rules),
        "config": asdict(table.config),
        "seat": table.seat,
        "host": table.host,
        "seats": [
            {"sitter": _sitter(sitter), "stand_in": _sitter(bot), "claimed_by": claim, "ready": ready}
            for sitter, bot, claim, ready in around
        ],
        "marks": table.marks,
        "games": table.games,
        "game": table.game_id,
        "again": table.again,
        "daily": table.daily,
        "practice": table.practice,
        "between_rounds": table.between_rounds,
        "waited_for": table.company,
        "promise": table.promise,
        "next_promise": table.next_promise,
        "text": table.text,
        "barred": table.barred,
        "missed": table.missed,
        "claim": table.claim,
        "offered": table.offered,
        "changed": table.changed,
        "advised": [(each.seat, each.round, each.turn) for each in table.advice],
        "coached": [(each.seat, each.wished) for each in table.coached],
        "clock": _clock(table.clock),
        "view": None if table.view is None else _view(table.view),
    }


def _sitter(who: Sitter | None) -> dict[str, Any] | None:
    if who is None:
        return None
    return {"name": who.name, "kind": who.kind, "human": who.human, "run_by": who.run_by}


def _clock(clock: Clocked | None) -> dict[str, Any] | None:
    if clock is None:
        return None
    return {"until": clock.until, "banks": clock.banks, "pause": clock.pause, "extended": clock.extended}


def _view(view: View) -> dict[str, Any]:
    return {name: value for name, value in view_to_json(view).items() if name not in _DERIVED}
