"""Events and plans of tournaments as JSON, for logs and files."""

from dataclasses import MISSING, fields
from typing import Any, Final, get_args

from sixth.rules import codec
from sixth.rules.codec import Json, Malformed, object_reader, rules_from_json, rules_to_json
from sixth.rules.options import Rules
from sixth.tournaments.events import TournamentEvent
from sixth.tournaments.plan import Plan


def plan_to_json(plan: Plan) -> dict[str, Json]:
    """Return the plan as an object with all of its fields."""
    members = {each.name: getattr(plan, each.name) for each in fields(plan)}
    return {**members, "rules": rules_to_json(plan.rules)}


def plan_from_json(value: Json) -> Plan:
    """Return the plan that `plan_to_json` wrote; fields that it lacks have their defaults.

    Raises:
        Malformed: `value` is no such object.
        RulesError: its rules cannot be played.
    """
    plan: Plan = _PLAN(value)
    return plan


_PLAN: Final = object_reader(
    Plan,
    optional={each.name for each in fields(Plan)} - {"name", "rules"},
    of={Rules: rules_from_json},
)

_KINDS: Final[dict[str, type[Any]]] = {kind.__name__.lower(): kind for kind in get_args(TournamentEvent)}
_NAMES: Final = {kind: name for name, kind in _KINDS.items()}
_DEFAULTS: Final = {kind: {each.name: each.default for each in fields(kind)} for kind in _NAMES}
_READERS: Final = {
    name: object_reader(
        kind,
        tag=("event", name),
        optional={each for each, default in _DEFAULTS[kind].items() if default is not MISSING},
        of={Plan: plan_from_json},
    )
    for name, kind in _KINDS.items()
}


def event_to_json(event: TournamentEvent) -> dict[str, Json]:
    """Return the event as an object: its name under `event`, then its fields, without those with defaults."""
    members: dict[str, Json] = {"event": _NAMES[type(event)]}
    for name, default in _DEFAULTS[type(event)].items():
        value = getattr(event, name)
        if value != default:
            members[name] = plan_to_json(value) if isinstance(value, Plan) else value
    return members


def event_from_json(value: Json) -> TournamentEvent:
    """Return the event of an object that `event_to_json` made.

    Raises:
        Malformed: `value` is no such object.
        RulesError: the rules of its plan cannot be played.
    """
    if type(value) is not dict or value.get("event") not in tuple(_KINDS):
        raise Malformed("no-such-event", 'an object whose "event" is one of {names}', names=", ".join(_KINDS))
    event: TournamentEvent = _READERS[value["event"]](value)
    return event


def dumps(event: TournamentEvent) -> str:
    """Return the event as one line of JSON."""
    return codec.dumps(event_to_json(event))


def loads(text: str) -> TournamentEvent:
    """Return the event that `dumps` wrote.

    Raises:
        Malformed: `text` is none.
        RulesError: the rules of its plan cannot be played.
    """
    return event_from_json(codec.loads(text))
