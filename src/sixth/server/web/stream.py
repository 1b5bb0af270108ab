"""News of a table for one viewer: a frame for each thing to be followed, as server-sent events."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from typing import Final

from sixth.rules.events import Flipped, Placed, Revealed
from sixth.server import table as at_table
from sixth.server.happenings import Happening
from sixth.server.seats import seat_of
from sixth.server.table import Table
from sixth.server.tables import Tables
from sixth.server.web.frame import Frame, frame
from sixth.server.web.telling import tell

_HEARTBEAT: Final = 15.0
"""Seconds after which a silent stream says that it is still there."""

_MOST_FRAMES: Final = 40
"""Who missed more than this sees how the table stands now, not how it came about."""


async def news(
    tables: Tables, table_id: str, token: str | None, after: int, show: Callable[[Frame], str]
) -> AsyncIterator[str]:
    """Messages for whoever holds `token`, from version `after` on, until the server stops.

    Raises:
        NoTableError: there is no such table.
    """
    with tables.live.listening(table_id) as moved:
        now = await tables.get(table_id)
        known = (
            now
            if after >= now.version
            else at_table.fold(table_id, (await tables.since(table_id, 0))[: max(1, after)])
        )
        prompt = frame(at_table.look(known, seat_of(known, token))).prompt
        yield ": here\n\n"
        if after > now.version:
            yield _message(known, token, "", show, ())[0]
        while not tables.live.closed:
            moved.clear()
            happenings = await tables.since(table_id, known.version)
            for table, told in _steps(known, happenings):
                message, prompt = _message(table, token, prompt, show, told)
                known = table
                yield message
            try:
                await asyncio.wait_for(moved.wait(), _HEARTBEAT)
            except TimeoutError:
                yield ": still here\n\n"


def _steps(
    table: Table, happenings: Sequence[Happening]
) -> list[tuple[Table, list[tuple[Happening, Table]]]]:
    """The moments worth a frame of their own, each with what happened since the one before."""
    steps: list[tuple[Table, list[tuple[Happening, Table]]]] = []
    told: list[tuple[Happening, Table]] = []
    for number, happening in enumerate(happenings, 1):
        table = at_table.happen(table, happening)
        told.append((happening, table))
        if isinstance(happening, Revealed | Placed | Flipped) or number == len(happenings):
            steps.append((table, told))
            told = []
    return steps if len(steps) <= _MOST_FRAMES else steps[-1:]


def _message(
    table: Table,
    token: str | None,
    prompt: str,
    show: Callable[[Frame], str],
    told: Sequence[tuple[Happening, Table]],
) -> tuple[str, str]:
    """The message that shows `table`, and the prompt on it."""
    seat = seat_of(table, token)
    said = [tell(happening, at_table.look(then, seat)) for happening, then in told]
    shown = frame(at_table.look(table, seat))
    if shown.prompt != prompt and shown.asks != "wait":
        said.append(shown.prompt)
    html = show(replace(shown, say=tuple(filter(None, said))))
    lines = "".join(f"data: {line}\n" for line in html.splitlines() if line)
    return f"id: {table.version}\nretry: 1000\n{lines}\n", shown.prompt
