"""The lines of news that a server sends, as values (docs/api.md says what each means)."""

from dataclasses import dataclass
from typing import Any

from sixth.rules.codec import Json
from sixth.rules.view import View
from sixth.rules.view_json import view_from_json


@dataclass(frozen=True)
class Table:
    """A table as a seat sees it: its `version`, one's `seat`, what it `asks`, the game's `view` if one began.

    `json` is all of it, as the server sent it.
    """

    id: str
    version: int
    seat: int | None
    asks: str
    games: int
    view: View | None
    json: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Full:
    """How the table stands."""

    v: int
    table: Table

    @property
    def ended(self) -> bool:
        """Whether its last game is over, and none has begun since."""
        return self.table.view is not None and self.table.view.over


@dataclass(frozen=True, slots=True)
class Events:
    """What happened."""

    v: int
    events: tuple[dict[str, Any], ...]

    @property
    def ended(self) -> bool:
        """Whether a game ended with them."""
        return any(each["event"] in ("game_ended", "abandoned") for each in self.events)


@dataclass(frozen=True, slots=True)
class Ask:
    """What one is to do now, for that game, round and turn, in `ms`, or None where no clock runs."""

    v: int
    game: int
    round: int
    turn: int
    asks: str
    ms: int | None
    view: View


@dataclass(frozen=True, slots=True)
class Gone:
    """What was asked is not asked any more."""

    v: int
    game: int
    round: int
    turn: int
    asks: str


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody said."""

    v: int
    seat: int
    name: str
    kind: str
    said: str


@dataclass(frozen=True, slots=True)
class Here:
    """Nothing happened; the server is there."""

    v: int


@dataclass(frozen=True, slots=True)
class End:
    """The stream ends, and `why`."""

    v: int
    code: str
    why: str


Line = Full | Events | Ask | Gone | Said | Here | End

_LINES: dict[str, type[Line]] = {
    "full": Full,
    "events": Events,
    "ask": Ask,
    "gone": Gone,
    "said": Said,
    "here": Here,
    "end": End,
}


def table_of(found: dict[str, Any]) -> Table:
    """Return a table as a server sent it."""
    view = None if found["view"] is None else view_from_json(found["view"])
    return Table(
        id=found["id"],
        version=found["version"],
        seat=found["seat"],
        asks=found["asks"],
        games=found["games"],
        view=view,
        json=found,
    )


def line_of(found: dict[str, Json]) -> Line | None:
    """Return a line as a server sent it; None for one that a later server may send."""
    kind = _LINES.get(found.pop("line"))
    if kind is None:
        return None
    if "table" in found:
        found["table"] = table_of(found["table"])
    if "view" in found:
        found["view"] = view_from_json(found["view"])
    if "events" in found:
        found["events"] = tuple(found["events"])
    return kind(**found)
