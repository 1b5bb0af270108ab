"""Events of a table as JSON: for the log, where a game's events are as in records, and for the public."""

from dataclasses import asdict, fields
from typing import Any, Final, get_args

from sixth.rules import codec
from sixth.rules.codec import Json
from sixth.rules.events import Abandoned, Chose, Dealt, GameEnded, Public, RoundEnded
from sixth.rules.options import Rules
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Arranged, Began, Confirmed, OwnEvent, TableEvent
from sixth.server.table.state import Table

_OWN: Final[dict[str, Any]] = {kind.event: kind for kind in get_args(OwnEvent)}
_KEYS: Final = {"config": "house"}
"""Fields that have an older name in logs."""


def table_event_to_json(event: TableEvent) -> Json:
    """Return the event as an object that names its kind under `event`."""
    if not isinstance(event, OwnEvent):
        return codec.event_to_json(event)
    fields_json: dict[str, Any] = {"event": event.event}
    for field in fields(event):
        value = getattr(event, field.name)
        match value:
            case Rules():
                value = codec.rules_to_json(value)
            case TableConfig():
                value = asdict(value)
        fields_json[_KEYS.get(field.name, field.name)] = value
    return fields_json


def table_event_from_json(value: Json) -> TableEvent:
    """Return the event that `table_event_to_json` wrote."""
    kind = _OWN.get(value["event"])
    if kind is None:
        return codec.event_from_json(value)
    values: dict[str, Any] = {
        key: tuple(each) if isinstance(each, list) else each for key, each in value.items() if key != "event"
    }
    if values.get("rules") is not None:
        values["rules"] = codec.rules_from_json(values["rules"])
    if "house" in values:
        values["config"] = TableConfig(**values.pop("house"))
    event: TableEvent = kind(**values)
    return event


def dumps_event(event: TableEvent) -> str:
    """Return the event as the log holds it."""
    return codec.dumps(table_event_to_json(event))


def loads_event(text: str) -> TableEvent:
    """Return the event that `dumps_event` wrote."""
    return table_event_from_json(codec.loads(text))


def public_to_json(event: TableEvent, table: Table) -> dict[str, Any] | None:
    """Return the event as everybody who may see the table receives it; None if it is not sent.

    `table` is the table after the event. A choice is sent without its card, a deal without its hands.
    """
    match event:
        case Chose(seat) | Confirmed(seat):
            # Both look alike, so that nobody learns whether a person has confirmed a bot's choice.
            return {"event": "chose", "seat": seat}
        case Dealt(round, part, _, rows):
            return {"event": "dealt", "round": round, "part": part, "rows": rows}
        case Arranged():
            return {"event": event.event, "changed": table.changed}
        case Began(game):
            return {"event": event.event, "game": table.games, "id": game}
    if isinstance(event, OwnEvent):
        if event.public is None:
            return None
        return {"event": event.event, **{name: getattr(event, name) for name in event.public}}
    # An allow list: a new event of the game is not sent before it is named here.
    return codec.event_to_json(event) if isinstance(event, _PUBLIC) else None


_PUBLIC: Final = Public | RoundEnded | GameEnded | Abandoned
