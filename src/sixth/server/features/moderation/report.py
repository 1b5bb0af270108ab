"""Reports to the host as values, and the copy of a table's log that a report keeps."""

import zlib
from base64 import b64decode, b64encode
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from sixth.server.table.codec import dumps_event, loads_event
from sixth.server.table.events import Claimed, Renamed, Sat

MAX_REASON: Final = 200
"""Letters of a reason."""


class Report(NamedTuple):
    """A report about a person or a line; its fields are as in `person_reports`.

    `by_id` is "" once that person is deleted. `lines` are the texts themselves, `log` the events as lines of
    JSON, oldest first.
    """

    report_id: str
    at: int
    by_id: str
    person_id: str
    place: str
    game_id: str
    version: int
    seat: int
    name: str
    line: int
    lines: Sequence[str]
    reason: str
    log: Sequence[str] = ()
    closed_at: int | None = None


def copy_of_log(events: Iterable[str], proofs: Collection[str]) -> Sequence[str]:
    """Return the events of a log without the names of people other than those with these hashes of tokens.

    The names of others would outlive them there; the number of their seat takes the place of the name.
    """
    return [_nameless(body, proofs) for body in events]


def _nameless(body: str, proofs: Collection[str]) -> str:
    event = loads_event(body)
    if isinstance(event, Renamed) or (isinstance(event, Sat | Claimed) and event.token is not None):
        if not isinstance(event, Renamed) and event.token in proofs:
            return body
        return dumps_event(replace(event, name=f"#{event.seat + 1}"))
    return body


def pack(log: Iterable[str]) -> str:
    """Return the lines of a log in the form in which a report keeps them, which is about a tenth as long."""
    return b64encode(zlib.compress("\n".join(log).encode())).decode()


def unpack(packed: str) -> Sequence[str]:
    """Return the lines that `pack` has packed."""
    return zlib.decompress(b64decode(packed)).decode().splitlines()
