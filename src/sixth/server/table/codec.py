"""Events at a table as JSON, for the log: a game's events as in records, the table's own beside them."""

from dataclasses import asdict, fields
from typing import Any, Final

from sixth.rules.codec import Json, event_from_json, event_to_json, rules_from_json, rules_to_json
from sixth.rules.options import Rules
from sixth.server.table.config import TableConfig
from sixth.server.table.events import (
    Advised,
    Arranged,
    Began,
    Claimed,
    Clocked,
    Coached,
    Confirmed,
    Extended,
    Kicked,
    Left,
    Opened,
    Readied,
    Returned,
    Sat,
    StoodIn,
    TableEvent,
    Texted,
    TimedOut,
    Unclaimed,
)

_OWN: Final[dict[str, type]] = {
    "opened": Opened,
    "arranged": Arranged,
    "sat": Sat,
    "claimed": Claimed,
    "unclaimed": Unclaimed,
    "readied": Readied,
    "left": Left,
    "kicked": Kicked,
    "stood-in": StoodIn,
    "returned": Returned,
    "confirmed": Confirmed,
    "advised": Advised,
    "coached": Coached,
    "texted": Texted,
    "began": Began,
    "clocked": Clocked,
    "timed-out": TimedOut,
    "extended": Extended,
}
_KEYS: Final = {"config": "house"}
"""Fields that logs know by an older name."""
_NAMES: Final = {kind: name for name, kind in _OWN.items()}


def table_event_to_json(event: TableEvent) -> Json:
    """Return the event as an object that names its kind under `event`."""
    name = _NAMES.get(type(event))
    if name is None:
        return event_to_json(event)  # type: ignore[arg-type]  # all that is not the table's own
    found: dict[str, Any] = {"event": name}
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
