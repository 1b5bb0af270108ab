"""News of a table for one viewer: a frame for each thing to be followed, as server-sent events."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import zip_longest
from time import monotonic
from typing import Final

from sixth.rules.events import Flipped, Placed, Revealed
from sixth.server.happenings import Clocked
from sixth.server.seats import Audience
from sixth.server.store import UnavailableError
from sixth.server.table import Look, Step, Table
from sixth.server.tables import Tables
from sixth.server.talk import Line
from sixth.server.web.frame import Frame, frame
from sixth.server.web.prompt import asks_of, prompt_of
from sixth.server.web.saying import Said, all_in_sight, said

_HEARTBEAT: Final = 15.0
"""Seconds after which a silent stream says that it is still there."""

_MOST_FRAMES: Final = 40
"""Who missed more than this sees how the table stands now, not how it came about."""


@dataclass(frozen=True, slots=True)
class Shows:
    """How to show a frame, what was said and how many watch, and that the table is closed to a reader."""

    frame: Callable[[Frame], str]
    talk: Callable[[Look, Sequence[Line], int], str]
    closed: Callable[[Table], str]


async def news(
    tables: Tables, table_id: str, audience: Audience, after: int, shows: Shows
) -> AsyncIterator[str]:
    """Messages for this audience, from version `after` on, until the server stops or they may not look.

    It ends, too, where the database does not answer: whoever reads it comes back with the last number.

    Frames are numbered by the version of the table; what people say is no part of it, and has no number.

    Raises:
        NoTableError: there is no such table.
    """
    with suppress(UnavailableError):
        async for message in _news(tables, table_id, audience, after, shows):
            yield message


async def _news(
    tables: Tables, table_id: str, audience: Audience, after: int, shows: Shows
) -> AsyncIterator[str]:
    now = await tables.get(table_id)
    with tables.live.listening(table_id, audience.role(now)) as moved:
        known = now if after >= now.version else await tables.at(table_id, max(1, after))
        look = audience.look(known)
        prompt, heard = prompt_of(look, asks_of(look)), (0, 0)
        yield ": here\n\n"
        if after > now.version:
            yield _message(known, audience, "", shows, ())[0]
        while not tables.live.closed:
            since = moved.since
            moved.clear()
            pictures = _pictures(await tables.since(table_id, known.version))
            newest = pictures[-1][0] if pictures else known
            if not audience.may_look(newest):
                # Nothing of what was missed either.
                yield f"id: {newest.version}\n{_data(shows.closed(newest))}\nevent: end\ndata: end\n\n"
                return
            for table, told in pictures:
                message, prompt = _message(table, audience, prompt, shows, told)
                known = table
                yield message
                # Between two of many others have their turn, and who has gone is noticed.
                await asyncio.sleep(0)
            watchers = tables.live.watchers(table_id) if audience.screen else 0
            if (tables.talk.count(table_id), watchers) != heard:
                heard = tables.talk.count(table_id), watchers
                shown = shows.talk(audience.look(known), tables.talk.lines(table_id), watchers)
                yield f"{_data(shown)}\n"
            if pictures and since is not None:
                tables.counts.shown(monotonic() - since)
            while not await _within(_HEARTBEAT, moved):
                yield ": still here\n\n"


async def _within(seconds: float, moved: asyncio.Event) -> bool:
    """Whether the table moves in that time."""
    try:
        return await asyncio.wait_for(moved.wait(), seconds)
    except TimeoutError:
        return False


def _pictures(steps: Sequence[Step]) -> list[tuple[Table, Sequence[Step]]]:
    """The moments worth a frame of their own, each with what happened since the one before."""
    found: list[tuple[Table, Sequence[Step]]] = []
    begins = 0
    for at, ((happening, table), following) in enumerate(zip_longest(steps, steps[1:]), 1):
        if following is None or (
            isinstance(happening, Revealed | Placed | Flipped) and not isinstance(following[0], Clocked)
        ):
            found.append((table, steps[begins:at]))
            begins = at
    return found if len(found) <= _MOST_FRAMES else found[-1:]


def _message(
    table: Table,
    audience: Audience,
    prompt: str,
    shows: Shows,
    told: Sequence[Step],
) -> tuple[str, str]:
    """The message that shows `table`, and the prompt on it."""
    heard = [said(happening, audience.look(then)) for happening, then in told]
    shown = frame(audience.look(table))
    if shown.prompt != prompt and shown.asks != "wait":
        heard.append(Said(shown.prompt, 1))
        if shown.asks == "choose":
            heard.append(all_in_sight(shown.look))
    html = shows.frame(replace(shown, say=tuple(each for each in heard if each.text)))
    return f"id: {table.version}\nretry: 1000\n{_data(html)}\n", shown.prompt


def _data(html: str) -> str:
    """Lines of a message that hold this part of a page."""
    return "".join(f"data: {line}\n" for line in html.splitlines() if line)
