"""What people say to each other at a table: phrases, reactions, and words of their own.

Talk is no part of a game, so it is not kept: each table remembers its last lines, in this process only.
"""

import time
from collections import OrderedDict, deque
from dataclasses import dataclass
from typing import Final, Literal

from sixth.rules.game import Refusal

PHRASES: Final = ("hello", "good-luck", "well-played", "ouch", "thanks", "sorry", "one-moment", "bye")
REACTIONS: Final = ("clap", "laugh", "wow", "sad", "think", "ox")

LINE_LENGTH: Final = 200
_LINES: Final = 50
_TABLES: Final = 1000
_TWICE: Final = 2.0
"""Seconds within which the same words are the same form sent again."""

Kind = Literal["phrase", "reaction", "text"]


@dataclass(frozen=True, slots=True)
class Line:
    """Something said: `said` is the key of a phrase or reaction, or the words themselves.

    `language` is that of the page on which the words were written, so most likely theirs.
    """

    number: int
    seat: int
    name: str
    kind: Kind
    said: str
    at: float
    language: str = ""


class Talk:
    """The last lines of the tables at which somebody has spoken of late."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, deque[Line]] = OrderedDict()
        self._number = 0

    def lines(self, table: str) -> tuple[Line, ...]:
        """What was said at a table, the last at the end."""
        return tuple(self._tables.get(table, ()))

    def last(self, table: str) -> int:
        """The number of the last line there, 0 if there is none."""
        lines = self._tables.get(table)
        return lines[-1].number if lines else 0

    def say(self, table: str, seat: int, name: str, kind: Kind, said: str, *, language: str = "") -> bool:
        """Add a line; False if it is the one that this seat has just said.

        Raises:
            Refusal: there is no such phrase or reaction.
        """
        if (kind == "phrase" and said not in PHRASES) or (kind == "reaction" and said not in REACTIONS):
            raise Refusal("no-phrase", "There is no such phrase.")
        lines = self._tables.setdefault(table, deque(maxlen=_LINES))
        self._tables.move_to_end(table)
        while len(self._tables) > _TABLES:
            self._tables.popitem(last=False)
        now = time.monotonic()
        mine = next((line for line in reversed(lines) if line.seat == seat), None)
        if mine and (mine.kind, mine.said, mine.name) == (kind, said, name) and now - mine.at < _TWICE:
            return False
        self._number += 1
        lines.append(Line(self._number, seat, name, kind, said, now, language))
        return True
