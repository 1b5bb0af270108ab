"""Events of a table as JSON: for the log, a game's events as in records, and as everybody may know them."""

from dataclasses import asdict, fields
from typing import Any, Final, get_args

from sixth.rules.codec import (
    Json,
    dumps,
    event_from_json,
    event_to_json,
    loads,
    rules_from_json,
    rules_to_json,
)
from sixth.rules.events import Abandoned, Chose, Dealt, GameEnded, Public, RoundEnded
from sixth.rules.options import Rules
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Arranged, Began, Confirmed, Own, TableEvent
from sixth.server.table.state import Table

_OWN: Final[dict[str, Any]] = {kind.event: kind for kind in get_args(Own)}
_KEYS: Final = {"config": "house"}
"""Fields that logs know by an older name."""


def table_event_to_json(event: TableEvent) -> Json:
    """Return the event as an object that names its kind under `event`."""
    if not isinstance(event, Own):
        return event_to_json(event)
    found: dict[str, Any] = {"event": event.event}
    for field in fields(event):
        value = getattr(event, field.name)
        match value:
            case Rules():
                value = rules_to_json(value)
            case TableConfig():
                value = asdict(value)
        found[_KEYS.get(field.name, field.name)] = value
    return found


def table_event_from_json(value: Json) -> TableEvent:
    """Return the event that `table_event_to_json` wrote."""
    kind = _OWN.get(value["event"])
    if kind is None:
        return event_from_json(value)
    found: dict[str, Any] = {
        key: tuple(each) if isinstance(each, list) else each for key, each in value.items() if key != "event"
    }
    if found.get("rules") is not None:
        found["rules"] = rules_from_json(found["rules"])
    if "house" in found:
        found["config"] = TableConfig(**found.pop("house"))
    event: TableEvent = kind(**found)
    return event


def dumps_event(event: TableEvent) -> str:
    """Return the event as the log holds it."""
    return dumps(table_event_to_json(event))


def loads_event(text: str) -> TableEvent:
    """Return the event that `dumps_event` wrote."""
    return table_event_from_json(loads(text))


def public_to_json(event: TableEvent, table: Table) -> dict[str, Any] | None:
    """Return an event as everybody who may look at the table knows it; None where it is told to nobody.

    `table` is the table after it. A choice is told without its card, a deal without its hands.
    """
    match event:
        case Chose(seat) | Confirmed(seat):
            # Nobody learns whether a person has confirmed what a bot had chosen.
            return {"event": "chose", "seat": seat}
        case Dealt(round, part, _, rows):
            return {"event": "dealt", "round": round, "part": part, "rows": rows}
        case Arranged():
            return {"event": event.event, "changed": table.changed}
        case Began(game):
            return {"event": event.event, "game": table.games, "id": game}
    if isinstance(event, Own):
        if event.public is None:
            return None
        return {"event": event.event, **{name: getattr(event, name) for name in event.public}}
    # What everybody sees whole is named here: another event of the game would be told to nobody.
    return event_to_json(event) if isinstance(event, _SEEN_WHOLE) else None


_SEEN_WHOLE: Final = Public | RoundEnded | GameEnded | Abandoned
