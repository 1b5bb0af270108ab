"""The bots that may sit at a table, by their names in `sixth.bots`."""

from collections.abc import Iterable

from sixth import bots
from sixth.rules.game import Impossible
from sixth.rules.record import HUMAN
from sixth.server.table.events import OUTSIDE, Arranged, Opened, Sat, TableEvent
from sixth.server.table.seating import MIXED


def check_kind(kind: str) -> None:
    """Raise a refusal if there is no bot of this kind, which may also be `mixed`."""
    if kind != MIXED:
        _check_bot(kind)


def check_bots(events: Iterable[TableEvent]) -> None:
    """Raise a refusal if one of these events names a bot that does not exist."""
    for event in events:
        match event:
            case Opened(config=config) | Arranged(config=config):
                _check_bot(config.stand_in)
            case Sat(kind=kind) if kind not in (HUMAN, OUTSIDE):
                _check_bot(kind)
            case _:
                pass


def _check_bot(kind: str) -> None:
    if kind not in bots.names:
        raise Impossible(
            "no-bot", "There is no bot of that name; the bots are {bots}.", bots=", ".join(bots.names)
        )
