"""What a server sends, as values: tables, lines of news and refusals; docs/api.md describes each."""

from dataclasses import dataclass, fields
from typing import Any, get_args

from sixth.rules.codec import Json
from sixth.rules.view import View
from sixth.rules.view_json import view_from_json


class ProblemError(Exception):
    """A refusal by a server: its HTTP `status`, its stable `code`, and one sentence as the text.

    `retry_after` is in seconds, None where waiting does not help.
    """

    def __init__(self, status: int, code: str, sentence: str, retry_after: float | None = None) -> None:
        super().__init__(sentence)
        self.status, self.code, self.retry_after = status, code, retry_after


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
class Own:
    """The news of this seat alone: the card that it has chosen, and its hand if that was just dealt."""

    v: int
    chosen: int | None
    hand: tuple[int, ...] | None


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
    """A message of the chat; `number` grows from message to message."""

    v: int
    number: int
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


Line = Full | Events | Own | Ask | Gone | Said | Here | End

_LINES: dict[str, type[Line]] = {kind.__name__.lower(): kind for kind in get_args(Line)}


def table_of(json: dict[str, Any]) -> Table:
    """Return a table from the JSON of a server."""
    view = None if json["view"] is None else view_from_json(json["view"])
    members = {name: json[name] for name in ("id", "version", "seat", "asks", "games")}
    return Table(**members, view=view, json=json)


def line_of(json: dict[str, Json]) -> Line | None:
    """Return a line from the JSON of a server; None for a kind that only later versions know.

    What only later versions have in a line is left out.
    """
    kind = _LINES.get(json["line"])
    if kind is None:
        return None
    values = {**json, **json.get("own", {})}
    if kind is Own:
        hand = values.get("hand")
        values["hand"] = None if hand is None else tuple(hand)
    if "table" in values:
        values["table"] = table_of(values["table"])
    if "view" in values:
        values["view"] = view_from_json(values["view"])
    if "events" in values:
        values["events"] = tuple(each for each in values["events"] if each["event"] != "hidden")
    return kind(**{field.name: values[field.name] for field in fields(kind)})
