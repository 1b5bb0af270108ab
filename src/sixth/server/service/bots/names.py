"""Which bots may sit at a table: the ones that this site can play, by the names they have in `sixth.bots`."""

from collections.abc import Iterable

from sixth import bots
from sixth.rules.game import Impossible
from sixth.rules.record import HUMAN
from sixth.server.table.events import OUTSIDE, Arranged, Opened, Sat, TableEvent
from sixth.server.table.seating import MIXED


def check_kind(kind: str) -> None:
    """See that there are bots of this kind, which may be `mixed`.

    Raises:
        Refusal: there are none.
    """
    if kind != MIXED:
        _check_bot(kind)


def check_bots(events: Iterable[TableEvent]) -> None:
    """See that every bot that somebody has chosen by these events is one that can play.

    Raises:
        Refusal: one of them is not.
    """
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
