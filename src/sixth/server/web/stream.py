"""News of a table for one viewer: a frame for each thing to be followed, as server-sent events."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextvars import copy_context
from dataclasses import dataclass
from itertools import zip_longest
from time import monotonic
from typing import Final

from starlette.types import Receive, Send

from sixth.i18n import current_language
from sixth.rules.events import Flipped, Placed, Revealed
from sixth.server.core.errors import NoTableError, UnavailableError
from sixth.server.service.chat import Line
from sixth.server.service.tables import Tables
from sixth.server.table.events import Clocked
from sixth.server.table.identity import Audience
from sixth.server.table.state import Step, Table
from sixth.server.table.view import TableView
from sixth.server.web.templating.memo import Has, IdentityKey
from sixth.server.web.text.announcements import Announcement, announcement, position_announcement
from sixth.server.web.text.prompt import prompt_text
from sixth.server.web.views.asks import asks_of
from sixth.server.web.views.table import Frame, common_of

_LOG = logging.getLogger(__name__)

_HEARTBEAT_S: Final = 15.0
"""Seconds after which a silent stream says that it is still there."""

_FRAMES_A_MESSAGE: Final = 6
"""Frames that are sent together: a turn of five."""

_MAX_FRAMES: Final = 40
"""Who missed more than this sees how the table stands now, not how it came about."""


@dataclass(frozen=True, slots=True)
class Shows:
    """How to show a frame, what was said and how many watch, and that the table is closed to a reader.

    Of a frame, what the page has already is left out.
    """

    frame: Callable[[Frame, Sequence[Announcement], Has], str]
    talk: Callable[[TableView, Sequence[Line], int], str]
    closed: Callable[[Table], str]


class Stream:
    """News of a table for one audience, from version `after` on, until the server stops or they may not look.

    It ends, too, where the database does not answer: whoever reads it comes back with the last number. Frames
    are numbered by the version of the table; what people say is no part of it, and has no number.

    As long as nothing happens nothing runs: a task is made when there is something to tell, in the context in
    which the stream was made, which says who reads.
    """

    # fmt: off
    __slots__ = (
        "_after", "_audience", "_context", "_ended", "_has", "_heard", "_known", "_more", "_moved_at",
        "_prompt", "_send", "_shows", "_silent", "_tables", "_telling", "_timer",
    )
    # fmt: on

    def __init__(self, tables: Tables, known: Table, audience: Audience, after: int, shows: Shows) -> None:
        self._tables, self._known, self._audience, self._shows = tables, known, audience, shows
        self._after: int | None = after
        self._prompt, self._heard = "", (0, 0)
        self._has = Has(seated=audience.role(known) == "player")
        self._context = copy_context()
        self._moved_at: float | None = None
        self._more = self._silent = self._ended = False
        self._telling: asyncio.Task[None] | None = None
        self._send: Send
        self._timer: asyncio.TimerHandle

    async def __call__(self, receive: Receive, send: Send) -> None:
        """Send what there is to tell, and whatever comes, until the listener has gone or it ends."""
        self._send = send
        self._arm()
        with self._tables.pubsub.listening(self._known.id, self, self._audience.role(self._known)):
            self._more = True
            self._go_on()
            try:
                while (await receive())["type"] != "http.disconnect":
                    pass
            finally:
                self._ended = True
                self._timer.cancel()
                if self._telling is not None:
                    self._telling.cancel()
                # They hold whoever holds this.
                del self._send, self._timer

    def set(self) -> None:
        """The table has moved."""
        if self._moved_at is None:
            self._moved_at = monotonic()
        self._more = True
        self._go_on()

    def _arm(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(_HEARTBEAT_S, self._beat, context=self._context)

    def _beat(self) -> None:
        """Say something if nothing was said for long."""
        if self._silent:
            # What is silent for hours need not be held.
            self._has.forget()
            self._go_on()
        self._silent = True
        self._arm()

    def _go_on(self) -> None:
        if self._telling is None and not self._ended:
            self._telling = asyncio.create_task(self._tell(), context=self._context)

    async def _tell(self) -> None:
        try:
            if not self._more:
                await self._say(": still here\n\n")
            while self._more and not self._ended and not self._tables.pubsub.closed:
                await self._tables.pubsub.pace()
                self._more = False
                await self._catch_up()
            if self._tables.pubsub.closed:
                await self._end()
        except (NoTableError, UnavailableError):
            await self._end()
        except Exception:
            _LOG.exception("A stream of news broke off; its browser comes back.")
            await self._end()
        finally:
            self._telling = None

    async def _catch_up(self) -> None:
        """Tell what happened since it was told last."""
        tables, audience, table_id = self._tables, self._audience, self._known.id
        since, self._moved_at = self._moved_at, None
        if self._after is not None:
            await self._begin(self._after)
        came = await tables.since(table_id, self._known.version)
        # What is too long ago to be told step by step is one frame of now.
        shown = [(await tables.get(table_id), ())] if came is None else pictures(came)
        newest = shown[-1][0] if shown else self._known
        if not audience.may_look(newest):
            # Nothing of what was missed either.
            closed = self._shows.closed(newest)
            await self._say(f"id: {newest.version}\n{_data(closed)}\nevent: end\ndata: end\n\n")
            await self._end()
            return
        for at in range(0, len(shown), _FRAMES_A_MESSAGE):
            self._known = shown[at : at + _FRAMES_A_MESSAGE][-1][0]
            await self._say("".join(self.message(*each) for each in shown[at : at + _FRAMES_A_MESSAGE]))
            # Between many others have their turn, and who has gone is noticed.
            await asyncio.sleep(0)
        watchers = tables.pubsub.watchers(table_id) if audience.screen else 0
        if (tables.chat.count(table_id), watchers) != self._heard:
            self._heard = tables.chat.count(table_id), watchers
            talk = self._shows.talk(audience.view(self._known), tables.chat.lines(table_id), watchers)
            await self._say(f"{_data(talk)}\n")
        if shown and since is not None:
            tables.counters.shown(monotonic() - since)

    async def _begin(self, after: int) -> None:
        """Find out what the listener knows."""
        now = self._known
        then = now if after >= now.version else self._tables.at(now.id, max(1, after))
        self._known = then or now
        seen = self._audience.view(self._known)
        self._prompt, self._after = prompt_text(seen, asks_of(seen)), None
        await self._say(": here\n\n")
        if then is None or after > now.version:
            self._prompt = ""
            await self._say(self.message(now, ()))

    def message(self, table: Table, told: Sequence[Step]) -> str:
        """The message that shows `table`, and says what happened."""
        seen = self._audience.view(table)
        heard = [
            announcement(event, seen if then is table else self._audience.view(then)) for event, then in told
        ]
        shown = Frame(seen, common_of(current_language(), IdentityKey(table)))
        if shown.prompt != self._prompt and shown.asks != "wait":
            heard.append(Announcement(shown.prompt, 1))
            if shown.asks == "choose" and seen.view and seen.view.chosen is None:
                heard.append(position_announcement(seen))
        self._prompt = shown.prompt
        self._has.next()
        html = self._shows.frame(shown, [each for each in heard if each.text], self._has)
        return f"id: {table.version}\nretry: 1000\n{_data(html)}\n"

    async def _say(self, message: str) -> None:
        self._silent = False
        await self._send({"type": "http.response.body", "body": message.encode(), "more_body": True})

    async def _end(self) -> None:
        if self._ended:
            return
        self._ended = True
        await self._send({"type": "http.response.body", "body": b"", "more_body": False})


def pictures(steps: Sequence[Step]) -> list[tuple[Table, Sequence[Step]]]:
    """The moments worth a frame of their own, each with what happened since the one before."""
    found: list[tuple[Table, Sequence[Step]]] = []
    begins = 0
    for at, ((event, table), following) in enumerate(zip_longest(steps, steps[1:]), 1):
        if following is None or (
            isinstance(event, Revealed | Placed | Flipped) and not isinstance(following[0], Clocked)
        ):
            found.append((table, steps[begins:at]))
            begins = at
    return found if len(found) <= _MAX_FRAMES else found[-1:]


def _data(html: str) -> str:
    """The line of a message that holds this part of a page; the end of a line is a space to it."""
    return "data: {}\n".format(html.replace("\r", " ").replace("\n", " "))
