"""News of a table for one viewer: a patch for each thing to be followed, as server-sent events."""

from collections.abc import Sequence
from itertools import zip_longest
from time import monotonic
from typing import Final

from sixth.rules.events import Flipped, Placed, Revealed
from sixth.server.service.chat import Line
from sixth.server.service.listening.stream import NewsStream
from sixth.server.service.tables import Tables
from sixth.server.table.events import Clocked
from sixth.server.table.identity import Audience, Role
from sixth.server.table.state import Step, Table
from sixth.server.table.turns import is_slow
from sixth.server.web.patches import message
from sixth.server.web.picture import Picture
from sixth.server.web.table_page import TablePage

_MAX_PATCHES: Final = 40
"""Whoever missed more than this sees how the table stands now, not how it came about."""


class Stream(NewsStream):
    """News of a table for one audience, from version `after` on, until the server stops or they may not look.

    Patches are numbered by the version of the table; what people say is no part of it, and has no number.
    """

    __slots__ = ("_after", "_audience", "_heard", "_known", "_moved_at", "_page", "_shown", "_told")

    def __init__(self, tables: Tables, known: Table, audience: Audience, after: int, page: TablePage) -> None:
        super().__init__(tables, known.id)
        self._known, self._audience, self._page = known, audience, page
        self._after: int | None = after
        self._heard: tuple[int, int, object] = (0, 0, _who(known))
        self._told: Sequence[Line] | None = None
        self._shown: Picture | None = None
        self._moved_at: float | None = None

    def role(self) -> Role:
        """As what the audience listens."""
        return self._audience.role(self._known)

    def seat(self) -> int | None:
        """From which seat they look at a table with days for a turn."""
        return self._audience.seat(self._known) if is_slow(self._known.config) else None

    def set(self) -> None:
        """The table has moved."""
        if self._moved_at is None:
            self._moved_at = monotonic()
        super().set()

    def still_here(self) -> bytes:
        """Return a comment, which browsers pass over."""
        return b": still here\n\n"

    def rest(self) -> None:
        """Whoever hears nothing for long needs little memory."""
        self._shown = None

    async def catch_up(self) -> None:
        """Tell what happened since it was told last."""
        tables, audience, table_id = self._tables, self._audience, self._known.id
        since, self._moved_at = self._moved_at, None
        if self._after is not None:
            await self._begin(self._after)
        steps = await tables.since(table_id, self._known.version)
        # What is too long ago to be told step by step is seen as it stands now.
        newest = await tables.get(table_id) if steps is None else steps[-1][1] if steps else self._known
        if not audience.may_look(newest):
            # Nothing of what was missed either.
            closed = self._page.closed_patch(newest)
            await self.end(message(closed, newest.version) + b"event: end\ndata: end\n\n")
            return
        if newest.version != self._known.version:
            await self.say(self.messages(steps) if steps else self._whole(newest))
            self._known = newest
        if talk := self.talk():
            await self.say(talk)
        if steps and since is not None:
            tables.counters.shown(monotonic() - since)

    async def _begin(self, after: int) -> None:
        """Find out what the listener knows."""
        now = self._known
        then = now if after >= now.version else self._tables.at(now.id, max(1, after))
        self._known, self._after = then or now, None
        await self.say(b": here\n\n")
        if then is None or after > now.version:
            await self.say(self._whole(now))

    def _whole(self, table: Table) -> bytes:
        """The message that shows how a table stands, to whoever knows whatever of it."""
        self._shown = None
        return message(self._page.whole(Picture(table, self._audience).frame), table.version)

    def messages(self, steps: Sequence[Step]) -> bytes:
        """Return the messages that tell of these steps to whoever knows what was before them."""
        moments = pictures(steps)
        if len(moments) > _MAX_PATCHES:
            moments = moments[-1:]
        before, said = self._shown or Picture(self._known, self._audience), []
        for table, came in moments:
            after = Picture(table, self._audience)
            said.append(self._page.message(before, after, came))
            before = after
        self._shown = before
        return b"".join(said)

    def talk(self) -> bytes:
        """Return the message that tells what people have said since it was told; b"" if nothing."""
        tables, table = self._tables, self._known
        watchers = tables.pubsub.watchers(table.id) if self._audience.screen else 0
        heard = tables.chat.count(table.id), watchers, _who(table)
        if heard == self._heard:
            return b""
        # Who comes or goes may have said some of it, and "You" is then somebody else.
        told = self._told if self._heard[2] == heard[2] else None
        lines = tables.chat.lines(table.id)
        patch = self._page.talk(self._audience.view(table), lines, watchers, told)
        self._heard, self._told = heard, lines
        return message(patch)


def _who(table: Table) -> object:
    """Return what tells whose seat is whose: a name stays until a game ends, also of who had to leave it."""
    return table.sitters, table.tokens


def pictures(steps: Sequence[Step]) -> list[tuple[Table, Sequence[Step]]]:
    """The moments worth a patch of their own, each with what happened since the one before."""
    found: list[tuple[Table, Sequence[Step]]] = []
    begins = 0
    for at, ((event, table), following) in enumerate(zip_longest(steps, steps[1:]), 1):
        if following is None or (
            isinstance(event, Revealed | Placed | Flipped) and not isinstance(following[0], Clocked)
        ):
            found.append((table, steps[begins:at]))
            begins = at
    return found
