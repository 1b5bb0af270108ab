"""Events of a tournament as JSON, for its log in the database."""

from dataclasses import fields
from typing import Any, Final, get_args

from sixth.rules import codec
from sixth.rules.codec import Json
from sixth.rules.options import Rules
from sixth.tournaments.events import TournamentEvent
from sixth.tournaments.plan import Plan

_KINDS: Final[dict[str, Any]] = {kind.__name__.lower(): kind for kind in get_args(TournamentEvent)}


def dumps_event(event: TournamentEvent) -> str:
    """Return the event as the log holds it."""
    return codec.dumps({"event": type(event).__name__.lower(), **_fields_json(event)})


def loads_event(text: str) -> TournamentEvent:
    """Return the event that `dumps_event` wrote."""
    values = codec.loads(text)
    kind = _KINDS[values.pop("event")]
    if "plan" in values:
        values["plan"] = plan_from_json(values["plan"])
    event: TournamentEvent = kind(**{name: _frozen(value) for name, value in values.items()})
    return event


def plan_to_json(plan: Plan) -> Json:
    """Return the plan as an object."""
    return _fields_json(plan)


def plan_from_json(value: Json) -> Plan:
    """Return the plan that `plan_to_json` wrote; fields that it lacks have their defaults."""
    values = {name: _frozen(each) for name, each in value.items() if name != "rules"}
    return Plan(rules=codec.rules_from_json(value["rules"]), **values)


def _fields_json(value: Any) -> dict[str, Any]:
    return {each.name: _json(getattr(value, each.name)) for each in fields(value)}


def _json(value: Any) -> Any:
    match value:
        case Rules():
            return codec.rules_to_json(value)
        case Plan():
            return plan_to_json(value)
        case _:
            return value


def _frozen(value: Any) -> Any:
    return tuple([_frozen(each) for each in value]) if isinstance(value, list) else value
