"""The ladder: results of an arena that plays on beside the server, and writes them to a file.

`sixth arena --publish FILE` writes it anew every minute (docs/bots.md).
"""

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

Interval = tuple[float, float] | None


class _Found(BaseModel):
    model_config = ConfigDict(frozen=True)


class Rated(_Found):
    """A bot, its mean `heads` a round, the share that it won and its rating; `rounds` it played."""

    bot: str = Field(max_length=200)
    heads: float
    heads_ci: Interval
    win: float
    rating: float
    rounds: int = Field(ge=0)


class Difference(_Found):
    """What the first bot of `of` took more than the second; `clear` if it is hardly chance."""

    of: tuple[int, int]
    heads: float
    clear: bool


class RulesPlayed(_Found):
    """Of the rules, which heads win."""

    goal: str


class Results(_Found):
    """What was played, in `unit`s of rounds or games, and what came of it."""

    game: str
    seats: int
    rounds: int
    deals: int
    unit: str
    bots: tuple[Rated, ...] = Field(min_length=1)
    differences: tuple[Difference, ...]
    rules: RulesPlayed


class Ladder:
    """The file that an arena publishes, which need not be there yet; `path` is None where none is to be."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._read: tuple[tuple[int, int], str, Results] | None = None

    def read(self) -> tuple[str, Results] | None:
        """Return the file as it now is, and what it says; None if it is not there, or says no results."""
        if self.path is None:
            return None
        try:
            found = self.path.stat()
            of = found.st_mtime_ns, found.st_size
            if self._read is None or self._read[0] != of:
                text = self.path.read_text("utf-8")
                self._read = of, text, Results.model_validate_json(text)
        except (OSError, UnicodeDecodeError, ValidationError):
            return None
        return self._read[1:]
