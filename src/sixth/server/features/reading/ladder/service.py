"""The results of an arena that plays beside the server and publishes them in a file.

`sixth arena --publish FILE` rewrites the file every minute (docs/bots.md).
"""

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

Interval = tuple[float, float] | None


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class Rated(_Part):
    """A bot with its mean heads a round, the fraction of wins, its rating and its number of rounds."""

    bot: str = Field(max_length=200)
    heads: float
    heads_ci: Interval
    win: float
    rating: float
    rounds: int = Field(ge=0)


class Difference(_Part):
    """The heads a round that the first bot of `of` took more than the second; `clear` if hardly by chance."""

    of: tuple[int, int]
    heads: float
    clear: bool


class RulesPlayed(_Part):
    """The part of the rules that says which heads win."""

    goal: str


class Results(_Part):
    """The results of an arena, whose `unit` is a round or a game."""

    game: str
    seats: int
    rounds: int
    deals: int
    unit: str
    bots: tuple[Rated, ...] = Field(min_length=1)
    differences: tuple[Difference, ...]
    rules: RulesPlayed


class Ladder:
    """The file that an arena publishes, which may not exist yet; without a ladder `path` is None."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._cache: tuple[tuple[int, int], str, Results] | None = None

    def read(self) -> tuple[str, Results] | None:
        """Return the text of the file and its results; None if the file is missing or has no results."""
        if self.path is None:
            return None
        try:
            status = self.path.stat()
            stamp = status.st_mtime_ns, status.st_size
            if self._cache is None or self._cache[0] != stamp:
                text = self.path.read_text("utf-8")
                self._cache = stamp, text, Results.model_validate_json(text)
        except (OSError, UnicodeDecodeError, ValidationError):
            return None
        return self._cache[1:]
