"""Sixth: the card game 6 nimmt! for players, hosts, bot writers and researchers.

`import sixth` is enough to play, record, check and search games from Python; see docs/library.md. What a
name stands for is loaded when it is first used, so the import itself takes next to no time.
"""

from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from sixth import arena, bots, coach, sim
    from sixth.records import read_records, write_records
    from sixth.rules import events
    from sixth.rules.deal import Dealer
    from sixth.rules.events import Action, Choose, Event, Pick, Take
    from sixth.rules.game import Refusal
    from sixth.rules.games import (
        GAMES as games,  # noqa: N811 - it reads like a module's name: sixth.games["classic"]
        NamedGame,
    )
    from sixth.rules.options import End, Rules, RulesError
    from sixth.rules.play import Bot, Game
    from sixth.rules.record import Record, RecordError, Seat
    from sixth.rules.state import State
    from sixth.rules.verify import Verdict, verify
    from sixth.rules.view import View, sample

    __version__: str

__all__ = [
    "Action",
    "Bot",
    "Choose",
    "Dealer",
    "End",
    "Event",
    "Game",
    "NamedGame",
    "Pick",
    "Record",
    "RecordError",
    "Refusal",
    "Rules",
    "RulesError",
    "Seat",
    "State",
    "Take",
    "Verdict",
    "View",
    "__version__",
    "arena",
    "bots",
    "coach",
    "events",
    "games",
    "read_records",
    "sample",
    "sim",
    "verify",
    "write_records",
]

_NAMES: Final = {
    "sixth.records": ("read_records", "write_records"),
    "sixth.rules.deal": ("Dealer",),
    "sixth.rules.events": ("Action", "Choose", "Event", "Pick", "Take"),
    "sixth.rules.game": ("Refusal",),
    "sixth.rules.games": ("NamedGame",),
    "sixth.rules.options": ("End", "Rules", "RulesError"),
    "sixth.rules.play": ("Bot", "Game"),
    "sixth.rules.record": ("Record", "RecordError", "Seat"),
    "sixth.rules.state": ("State",),
    "sixth.rules.verify": ("Verdict", "verify"),
    "sixth.rules.view": ("View", "sample"),
}
_PATHS: Final = {
    **{name: f"{module}:{name}" for module, names in _NAMES.items() for name in names},
    **{room: f"sixth.{room}" for room in ("arena", "bots", "coach", "sim")},
    "events": "sixth.rules.events",
    "games": "sixth.rules.games:GAMES",
}


if not TYPE_CHECKING:  # to a type checker a name that is not listed above is a mistake

    def __getattr__(name: str) -> Any:
        if name == "__version__":
            from importlib.metadata import version

            value = version("sixth")
        elif name in _PATHS:
            value = resolve_name(_PATHS[name])
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return __all__
