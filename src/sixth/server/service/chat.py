"""What people say to each other at a table: phrases, reactions, and words of their own.

Chat is no part of a game, so it is not kept: each process remembers the last lines that it has heard.
"""

import time
from collections import OrderedDict, deque
from dataclasses import asdict, dataclass
from typing import Final, get_args

from sixth.rules.game import Impossible
from sixth.server.cluster.broadcast import Broadcast
from sixth.server.table.commands import TalkKind

PHRASES: Final = ("hello", "good-luck", "well-played", "ouch", "thanks", "sorry", "one-moment", "bye")
REACTIONS: Final = ("clap", "laugh", "wow", "sad", "think", "ox")

_MAX_LINES: Final = 50
_MAX_TABLES: Final = 1000
_REPEAT_S: Final = 2.0
"""Seconds within which the same words are the same form sent again."""


@dataclass(frozen=True, slots=True)
class Line:
    """Something said: `said` is the key of a phrase or reaction, or the words themselves.

    `number` is the same in all processes, and higher than those of the lines that were heard before.
    `language` is that of the page on which the words were written, so most likely theirs.
    """

    number: int
    seat: int
    name: str
    kind: TalkKind
    said: str
    language: str = ""


class _Heard:
    """The last lines at a table, each with when it was heard here; `count` is how many ever were."""

    def __init__(self) -> None:
        self.lines: deque[tuple[Line, float]] = deque(maxlen=_MAX_LINES)
        self.shown: tuple[Line, ...] = ()
        self.count = 0

    def add(self, line: Line) -> None:
        """Put a line to its place: two processes may each have heard their own first."""
        self.lines.append((line, time.monotonic()))
        if self.count and line.number < self.lines[-2][0].number:
            self.lines = deque(sorted(self.lines, key=lambda heard: heard[0].number), maxlen=_MAX_LINES)
        self.shown = tuple([each for each, _ in self.lines])
        self.count += 1


class Chat:
    """The last lines of the tables at which somebody has spoken of late."""

    def __init__(self, broadcast: Broadcast) -> None:
        self._broadcast = broadcast
        self._tables: OrderedDict[str, _Heard] = OrderedDict()
        self._number = 0

    def lines(self, table: str) -> tuple[Line, ...]:
        """Return what was said at a table, the last at the end."""
        heard = self._tables.get(table)
        return heard.shown if heard else ()

    def count(self, table: str) -> int:
        """Return how much was said there, as far as it was heard here."""
        heard = self._tables.get(table)
        return heard.count if heard else 0

    def say(self, table: str, seat: int, name: str, kind: TalkKind, said: str, *, language: str = "") -> bool:
        """Add a line; False if it is the one that this seat has just said.

        Raises:
            Refusal: there is no such phrase or reaction.
        """
        if not _is_fit(kind, said):
            raise Impossible("no-phrase", "There is no such phrase.")
        heard = self._tables.get(table)
        of_seat = (each for each in reversed(heard.lines if heard else ()) if each[0].seat == seat)
        if last := next(of_seat, None):
            line, at = last
            if (line.kind, line.said, line.name) == (kind, said, name) and time.monotonic() - at < _REPEAT_S:
                return False
        # By the time of day, so that they are in order whichever process people are at.
        number = max(self._number + 1, time.time_ns() // 1000)
        line = Line(number, seat, name, kind, said, language)
        self._add(table, line)
        self._broadcast.send_line(table, asdict(line))
        return True

    def hear(self, table: str, line: Line) -> None:
        """Add a line that was said in another process."""
        if line.kind in get_args(TalkKind) and _is_fit(line.kind, line.said):
            self._add(table, line)

    def _add(self, table: str, line: Line) -> None:
        self._number = max(self._number, line.number)
        self._tables.setdefault(table, _Heard()).add(line)
        self._tables.move_to_end(table)
        while len(self._tables) > _MAX_TABLES:
            self._tables.popitem(last=False)


def _is_fit(kind: TalkKind, said: str) -> bool:
    return {"phrase": said in PHRASES, "reaction": said in REACTIONS}.get(kind, True)
