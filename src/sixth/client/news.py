"""The lines of news that a server sends, as values; docs/api.md describes each."""

from dataclasses import dataclass
from typing import Any

from sixth.rules.codec import Json
from sixth.rules.view import View
from sixth.rules.view_json import view_from_json


@dataclass(frozen=True)
class Table:
    """A table as one seat sees it; `view` is that of its latest game, None before the first.

    `asks` names the answer that the table waits for from this seat. `json` is the whole answer of the server.
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
    """The whole state of the table."""

    v: int
    table: Table

    @property
    def ended(self) -> bool:
        """Whether the latest game is over."""
        return self.table.view is not None and self.table.view.over


@dataclass(frozen=True, slots=True)
class Events:
    """Events of the table, oldest first."""

    v: int
    events: tuple[dict[str, Any], ...]

    @property
    def ended(self) -> bool:
        """Whether one of the events ends a game."""
        return any(each["event"] in ("game_ended", "abandoned") for each in self.events)


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to the seat, of one game, round and turn; `ms` is the time left, None without a clock."""

    v: int
    game: int
    round: int
    turn: int
    asks: str
    ms: int | None
    view: View


@dataclass(frozen=True, slots=True)
class Gone:
    """The end of a question that no longer needs an answer."""

    v: int
    game: int
    round: int
    turn: int
    asks: str


@dataclass(frozen=True, slots=True)
class Said:
    """A message of the chat."""

    v: int
    seat: int
    name: str
    kind: str
    said: str


@dataclass(frozen=True, slots=True)
class Here:
    """A sign that the connection is alive, when nothing else happens."""

    v: int


@dataclass(frozen=True, slots=True)
class End:
    """The end of the stream; `code` is stable, `why` is a sentence."""

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


def table_of(json: dict[str, Any]) -> Table:
    """Return a table from the JSON of a server."""
    view = None if json["view"] is None else view_from_json(json["view"])
    members = {name: json[name] for name in ("id", "version", "seat", "asks", "games")}
    return Table(**members, view=view, json=json)


def line_of(fields: dict[str, Json]) -> Line | None:
    """Return a line from the JSON of a server; None for a kind that only later versions know."""
    kind = _LINES.get(fields.pop("line"))
    if kind is None:
        return None
    if "table" in fields:
        fields["table"] = table_of(fields["table"])
    if "view" in fields:
        fields["view"] = view_from_json(fields["view"])
    if "events" in fields:
        fields["events"] = tuple(fields["events"])
    return kind(**fields)
