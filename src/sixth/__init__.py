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
    from sixth.rules.games import GAMES as games  # noqa: N811 - it reads like a module's name: sixth.games["classic"]
    from sixth.rules.games import NamedGame
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

_HOMES: Final = {
    "Action": "sixth.rules.events:Action",
    "Bot": "sixth.rules.play:Bot",
    "Choose": "sixth.rules.events:Choose",
    "Dealer": "sixth.rules.deal:Dealer",
    "End": "sixth.rules.options:End",
    "Event": "sixth.rules.events:Event",
    "Game": "sixth.rules.play:Game",
    "NamedGame": "sixth.rules.games:NamedGame",
    "Pick": "sixth.rules.events:Pick",
    "Record": "sixth.rules.record:Record",
    "RecordError": "sixth.rules.record:RecordError",
    "Refusal": "sixth.rules.game:Refusal",
    "Rules": "sixth.rules.options:Rules",
    "RulesError": "sixth.rules.options:RulesError",
    "Seat": "sixth.rules.record:Seat",
    "State": "sixth.rules.state:State",
    "Take": "sixth.rules.events:Take",
    "Verdict": "sixth.rules.verify:Verdict",
    "View": "sixth.rules.view:View",
    "arena": "sixth.arena",
    "bots": "sixth.bots",
    "coach": "sixth.coach",
    "events": "sixth.rules.events",
    "games": "sixth.rules.games:GAMES",
    "read_records": "sixth.records:read_records",
    "sample": "sixth.rules.view:sample",
    "sim": "sixth.sim",
    "verify": "sixth.rules.verify:verify",
    "write_records": "sixth.records:write_records",
}


if not TYPE_CHECKING:  # to a type checker a name that is not listed above is a mistake

    def __getattr__(name: str) -> Any:
        if name == "__version__":
            from importlib.metadata import version

            value = version("sixth")
        elif name in _HOMES:
            value = resolve_name(_HOMES[name])
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return __all__
