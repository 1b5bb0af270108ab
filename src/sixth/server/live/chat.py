"""Chat at a table: phrases, reactions and free text.

Chat is no part of a game, so no store keeps it: each process remembers the last lines that it received.
"""

import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Final, get_args

from sixth.rules.game import Impossible
from sixth.server.cluster.pubsub import PubSub
from sixth.server.protocol.lines import ChatLine
from sixth.server.table.commands import TalkKind

PHRASES: Final = ("hello", "good-luck", "well-played", "ouch", "thanks", "sorry", "one-moment", "bye")
REACTIONS: Final = ("clap", "laugh", "wow", "sad", "think", "ox")

_MAX_LINES: Final = 50
_MAX_TABLES: Final = 1000
_REPEAT_S: Final = 2.0
"""Seconds within which the same line counts as the same form sent twice."""


FindSpeaker = Callable[[str, str], Awaitable[str]]
"""Returns the person, by id, who has the seat of a table with this hash of a token, "" for none; raises a
refusal if that person may not chat."""


async def no_speaker(_table_id: str, _proof: str) -> str:
    """Return "": nobody at this site is a person."""
    return ""


class _TableChat:
    """The last lines at a table, each with the time at which it came; `count` is how many ever came."""

    def __init__(self) -> None:
        self.lines: deque[tuple[ChatLine, float]] = deque(maxlen=_MAX_LINES)
        self.latest: tuple[ChatLine, ...] = ()
        self.count = 0

    def add(self, line: ChatLine) -> None:
        """Add a line in the order of numbers: two processes may each receive their own line first."""
        self.lines.append((line, time.monotonic()))
        if self.count and line.number < self.lines[-2][0].number:
            self.lines = deque(sorted(self.lines, key=lambda entry: entry[0].number), maxlen=_MAX_LINES)
        self.latest = tuple([each for each, _ in self.lines])
        self.count += 1


class Chat:
    """The last lines of the tables that had chat most recently; `pubsub` hears of each."""

    def __init__(self, pubsub: PubSub) -> None:
        self._pubsub = pubsub
        pubsub.on_line = lambda table, fields: self.receive(table, ChatLine(**fields))
        self._tables: OrderedDict[str, _TableChat] = OrderedDict()
        self._number = 0

    def lines(self, table: str) -> tuple[ChatLine, ...]:
        """Return the lines of a table, oldest first."""
        chat = self._tables.get(table)
        return chat.latest if chat else ()

    def count(self, table: str) -> int:
        """Return how many lines of a table this process has received."""
        chat = self._tables.get(table)
        return chat.count if chat else 0

    def say(
        self,
        table: str,
        seat: int,
        name: str,
        kind: TalkKind,
        text: str,
        *,
        language: str = "",
        person: str = "",
    ) -> bool:
        """Add a line; return False if this seat has just sent the same. Unknown phrases are refused."""
        if not _is_valid(kind, text):
            raise Impossible("no-phrase", "There is no such phrase.")
        chat = self._tables.get(table)
        of_seat = (each for each in reversed(chat.lines if chat else ()) if each[0].seat == seat)
        if last := next(of_seat, None):
            line, at = last
            if (line.kind, line.said, line.name) == (kind, text, name) and time.monotonic() - at < _REPEAT_S:
                return False
        # By the time of day, so that the lines of all processes have one order.
        number = max(self._number + 1, time.time_ns() // 1000)
        line = ChatLine(number, seat, name, kind, text, language, person)
        self._add(table, line)
        self._pubsub.broadcast.send(table=table, line=asdict(line))
        return True

    def forget(self, table: str) -> None:
        """Drop the lines of a table."""
        self._tables.pop(table, None)

    def receive(self, table: str, line: ChatLine) -> None:
        """Add a line from another process, if it is valid."""
        if line.kind in get_args(TalkKind) and _is_valid(line.kind, line.said):
            self._add(table, line)

    def _add(self, table: str, line: ChatLine) -> None:
        self._number = max(self._number, line.number)
        self._tables.setdefault(table, _TableChat()).add(line)
        self._tables.move_to_end(table)
        while len(self._tables) > _MAX_TABLES:
            self._tables.popitem(last=False)
        self._pubsub.notify(table)


def _is_valid(kind: TalkKind, text: str) -> bool:
    return {"phrase": text in PHRASES, "reaction": text in REACTIONS}.get(kind, True)
