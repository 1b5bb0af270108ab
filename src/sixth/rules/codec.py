"""The JSON of records: encoders for rules and events, and decoders that check every type."""

import json
import reprlib
from collections.abc import Callable
from dataclasses import asdict, fields
from datetime import datetime
from functools import partial
from typing import Any, Final, get_args

from sixth.rules import events
from sixth.rules.board import Side
from sixth.rules.deal import METHOD
from sixth.rules.events import Event, Proof, Why
from sixth.rules.options import OPTIONS, End, EndKind, Rules
from sixth.rules.sentence import AnyOf, SentenceError

Json = Any
"""A value that `json.loads` returns; the readers below narrow its type."""


class Malformed(SentenceError, ValueError):
    """JSON of another form than is expected; `sentence` is a phrase that names the expected form."""


def dumps(value: Json) -> str:
    """Return `value` as compact JSON without any character that ends a line."""
    line = _WRITER.encode(value)
    if not line.isascii():
        # Where no such character occurs, three calls of `replace` take 1 % of the time of `translate`.
        for end, escape in _LINE_ENDS:
            line = line.replace(end, escape)
    return line


_WRITER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))

# JSON allows these characters as they are, but str.splitlines() and other readers end a line at them.
_LINE_ENDS: Final = [(end, f"\\u{ord(end):04x}") for end in "\x85\u2028\u2029"]


def loads(text: str) -> Json:
    """Return the value of the JSON `text`.

    Raises:
        Malformed: `text` is no JSON, an object repeats a key, or a number is NaN or infinite.
    """
    try:
        return _READER.decode(text)
    except Malformed:
        raise
    except (ValueError, RecursionError) as error:
        raise Malformed("not-json", "one JSON object") from error


def _unique_keys(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise Malformed("repeated-key", "an object with every key once")
    return value


def _no_constant(name: str) -> Json:
    raise Malformed("json-constant", "JSON without {name}", name=name)


_READER: Final = json.JSONDecoder(object_pairs_hook=_unique_keys, parse_constant=_no_constant)


# ------------------------------------------------------------------ checked readers of values


def integer(value: Json) -> int:
    """Return `value` if it is a whole number, else raise `Malformed`; true and 1.0 are none."""
    if type(value) is not int:
        raise Malformed("not-an-integer", "a whole number")
    return value


def number(value: Json) -> float:
    """Return `value` as a float if it is a number, else raise `Malformed`."""
    if type(value) not in (int, float):
        raise Malformed("not-a-number", "a number")
    return float(value)


def boolean(value: Json) -> bool:
    """Return `value` if it is true or false, else raise `Malformed`."""
    if type(value) is not bool:
        raise Malformed("not-a-boolean", "true or false")
    return value


def text(value: Json) -> str:
    """Return `value` if it is a string that UTF-8 can encode, else raise `Malformed`."""
    if type(value) is not str or not _encodes(value):
        raise Malformed("not-a-string", "a string")
    return value


def _encodes(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def moment(value: Json) -> str:
    """Return `value` unchanged if it is a time in ISO 8601, else raise `Malformed`."""
    try:
        datetime.fromisoformat(text(value))
    except ValueError as error:  # Malformed is a ValueError, too
        raise Malformed("not-a-time", "an ISO 8601 time or null") from error
    return str(value)


def list_of(item: Callable[[Json], Any], value: Json) -> tuple[Any, ...]:
    """Return the items of the list `value`, each read by `item`; raise `Malformed` if it is no list."""
    if type(value) is not list:
        raise Malformed("not-a-list", "a list")
    return tuple(item(each) for each in value)


def or_null(item: Callable[[Json], Any], value: Json) -> Any:
    """Return None if `value` is null, else the value that `item` reads."""
    return None if value is None else item(value)


def one_of(choices: tuple[str, ...], value: Json) -> str:
    """Return `value` if it is one of the strings `choices`, else raise `Malformed`."""
    if type(value) is not str or value not in choices:
        raise Malformed(
            "not-one-of", "the string {allowed}", allowed=AnyOf(tuple(f'"{word}"' for word in choices))
        )
    return value


def read_object(value: Json, readers: dict[str, Callable[[Json], Any]]) -> dict[str, Any]:
    """Return the object `value` with each member read by the reader of its key.

    Raises:
        Malformed: `value` does not have exactly the keys of `readers`, in their order, or a reader refuses.
    """
    if type(value) is not dict:
        raise Malformed("not-an-object", "an object")
    if list(value) != list(readers):
        strangers = [key for key in value if key not in readers]
        if strangers:
            key = reprlib.repr(strangers[0])
            raise Malformed(
                "unknown-key",
                "without the unknown key {key}; the keys are {keys}",
                key=key,
                keys=", ".join(readers),
            )
        raise Malformed("wrong-keys", "with exactly the keys {keys}, in this order", keys=", ".join(readers))
    values = {}
    for key, read in readers.items():
        try:
            values[key] = read(value[key])
        except Malformed as error:
            raise Malformed("wrong-value", "{key}: {wanted}", key=key, wanted=error.sentence) from error
    return values


_cards = partial(list_of, integer)
_hands = partial(list_of, _cards)
_cards_or_null = partial(list_of, partial(or_null, integer))
_side = partial(one_of, get_args(Side))


def _proof_from_json(value: Json) -> Proof:
    readers: dict[str, Callable[[Json], Any]] = {
        "method": partial(one_of, (METHOD,)),
        "commitment": text,
        "texts": partial(list_of, text),
        "secret": text,
    }
    members = read_object(value, readers)
    del members["method"]
    return Proof(**members)


# ------------------------------------------------------------------ events

_SHAPES: Final[dict[str, tuple[type[Event], dict[str, Callable[[Json], Any]]]]] = {
    "laid": (events.Laid, {"round": integer, "cards": _cards, "first": integer}),
    "picked": (events.Picked, {"seat": integer, "card": integer}),
    "dealt": (
        events.Dealt,
        {
            "round": integer,
            "part": integer,
            "hands": _hands,
            "rows": _hands,
            "proof": partial(or_null, _proof_from_json),
        },
    ),
    "chose": (events.Chose, {"seat": integer, "card": integer}),
    "revealed": (events.Revealed, {"turn": integer, "cards": _cards_or_null}),
    "flipped": (events.Flipped, {"seat": integer, "card": integer}),
    "took": (events.Took, {"seat": integer, "row": integer, "end": _side}),
    "placed": (
        events.Placed,
        {
            "seat": integer,
            "card": integer,
            "row": integer,
            "end": _side,
            "taken": _cards,
            "why": partial(one_of, get_args(Why)),
        },
    ),
    "round_ended": (events.RoundEnded, {"round": integer, "heads": _cards, "totals": _cards, "out": _cards}),
    "game_ended": (events.GameEnded, {"totals": _cards, "winners": _cards}),
    "abandoned": (events.Abandoned, {"why": text}),
}
_NAMES: Final = {kind: name for name, (kind, _) in _SHAPES.items()}
_FIELDS: Final = {kind: tuple(field.name for field in fields(kind)) for kind in _NAMES}


def event_to_json(event: Event) -> dict[str, Json]:
    """Return the event as a JSON object: its name under `event`, then its fields in their order."""
    members: dict[str, Json] = {"event": _NAMES[type(event)]}
    for name in _FIELDS[type(event)]:
        value = getattr(event, name)
        if isinstance(value, Proof):
            value = {"method": METHOD, **asdict(value)}
        # A `took` event has an end only where two places were equally close.
        if not (name == "end" and value is None):
            members[name] = value
    return members


def event_from_json(value: Json) -> Event:
    """Return the event of a JSON object that `event_to_json` made, or raise `Malformed`."""
    if type(value) is not dict or value.get("event") not in tuple(_SHAPES):
        raise Malformed(
            "no-such-event", 'an object whose "event" is one of {names}', names=", ".join(_SHAPES)
        )
    kind, readers = _SHAPES[value["event"]]
    if kind is events.Took and "end" not in value:
        readers = {name: read for name, read in readers.items() if name != "end"}
    values = read_object(value, {"event": text, **readers})
    del values["event"]
    return kind(**values)


# ------------------------------------------------------------------ rules


def rules_to_json(rules: Rules) -> dict[str, Json]:
    """Return the rules as a JSON object that has every option under its name."""
    members: dict[str, Json] = {name: getattr(rules, name) for name in OPTIONS}
    members["end"] = {"kind": rules.end.kind, rules.end.unit: rules.end.count}
    return members


def rules_from_json(value: Json) -> Rules:
    """Return the rules of a JSON object that `rules_to_json` made.

    Raises:
        Malformed: `value` is not an object with every option.
        RulesError: the options cannot be played.
    """
    readers: dict[str, Callable[[Json], Any]] = dict.fromkeys(OPTIONS, _identity)
    readers["end"] = _end_from_json
    return Rules(**read_object(value, readers))


def _identity(value: Json) -> Any:
    # Rules checks its values itself, and its errors name those that are allowed.
    return value


def _end_from_json(value: Json) -> End:
    kind = value.get("kind") if type(value) is dict else None
    unit = "rounds" if kind == "rounds" else "limit"
    values = read_object(value, {"kind": partial(one_of, get_args(EndKind)), unit: integer})
    return End(values["kind"], values[unit])
