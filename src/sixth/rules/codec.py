"""The JSON of records: encoders for rules and events, and decoders that check every type."""

import json
import reprlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, fields
from datetime import datetime
from functools import partial
from types import MappingProxyType, NoneType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from sixth.rules import events
from sixth.rules.deal import METHOD
from sixth.rules.events import Event, Proof
from sixth.rules.options import OPTIONS, End, EndKind, Rules
from sixth.rules.sentence import AnyOf, SentenceError

Json = Any
"""A value that `json.loads` returns; the readers below narrow its type."""

Reader = Callable[[Json], Any]
"""A function that returns the value of its JSON, or raises `Malformed`."""


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


def list_of(item: Reader, value: Json) -> tuple[Any, ...]:
    """Return the items of the list `value`, each read by `item`; raise `Malformed` if it is no list."""
    if type(value) is not list:
        raise Malformed("not-a-list", "a list")
    return tuple(item(each) for each in value)


def or_null(item: Reader, value: Json) -> Any:
    """Return None if `value` is null, else the value that `item` reads."""
    return None if value is None else item(value)


def one_of(choices: tuple[str, ...], value: Json) -> str:
    """Return `value` if it is one of the strings `choices`, else raise `Malformed`."""
    if type(value) is not str or value not in choices:
        raise Malformed(
            "not-one-of", "the string {allowed}", allowed=AnyOf(tuple(f'"{word}"' for word in choices))
        )
    return value


def read_object(value: Json, readers: dict[str, Reader]) -> dict[str, Any]:
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


def items(readers: Sequence[Reader], value: Json) -> tuple[Any, ...]:
    """Return the items of the list `value`, each read by its reader; raise `Malformed` for other lengths."""
    if type(value) is not list or len(value) != len(readers):
        raise Malformed("wrong-length", "a list of {count}", count=len(readers))
    return tuple(read(each) for read, each in zip(readers, value, strict=True))


# ------------------------------------------------------------------ readers of types

_SCALARS: Final[dict[Any, Reader]] = {int: integer, float: number, bool: boolean, str: text}
_NO_TYPES: Final[Mapping[Any, Reader]] = MappingProxyType({})


def reader_of(kind: Any, of: Mapping[Any, Reader] = _NO_TYPES) -> Reader:
    """Return the reader of a type: of a scalar, a `Literal`, a tuple, a dataclass, or any of them with None.

    `of` has the readers of types with other JSON.
    """
    arguments = get_args(kind)
    if read := of.get(kind) or _SCALARS.get(kind):
        return read
    if get_origin(kind) is Literal:
        return partial(one_of, arguments)
    if NoneType in arguments:
        return partial(or_null, reader_of(_without_none(kind), of))
    if get_origin(kind) is not tuple:
        return object_reader(kind, of=of)
    if arguments[-1] is ...:
        return partial(list_of, reader_of(arguments[0], of))
    return partial(items, [reader_of(each, of) for each in arguments])


def _without_none(kind: Any) -> Any:
    rest = tuple(each for each in get_args(kind) if each is not NoneType)
    return Union[rest] if NoneType in get_args(kind) else kind  # noqa: UP007 - of types in a tuple


def object_reader(
    kind: type,
    *,
    tag: tuple[str, str] | None = None,
    names: Sequence[str] = (),
    optional: Collection[str] = (),
    of: Mapping[Any, Reader] = _NO_TYPES,
    **special: Reader,
) -> Reader:
    """Return the reader of objects with the fields of the dataclass `kind`, each read by `reader_of`.

    The keys are `names`, or all fields in their order. With `tag` a key with a fixed text comes first. A
    field in `optional` is left out where it has its default, such as None. `special` has readers of fields
    whose type says too little.
    """
    hints = get_type_hints(kind)
    readers: dict[str, Reader] = {tag[0]: partial(one_of, (tag[1],))} if tag else {}
    for name in names or [field.name for field in fields(kind)]:
        hint = _without_none(hints[name]) if name in optional else hints[name]
        readers[name] = special.get(name) or reader_of(hint, of)

    def read(value: Json) -> Any:
        expected = readers
        if optional and type(value) is dict:
            expected = {key: each for key, each in readers.items() if key in value or key not in optional}
        members = read_object(value, expected)
        if tag:
            del members[tag[0]]
        return kind(**members)

    return read


# ------------------------------------------------------------------ events

_KINDS: Final[dict[str, type[Event]]] = {
    "laid": events.Laid,
    "picked": events.Picked,
    "dealt": events.Dealt,
    "chose": events.Chose,
    "revealed": events.Revealed,
    "flipped": events.Flipped,
    "took": events.Took,
    "placed": events.Placed,
    "round_ended": events.RoundEnded,
    "game_ended": events.GameEnded,
    "abandoned": events.Abandoned,
}
_NAMES: Final = {kind: name for name, kind in _KINDS.items()}
_FIELDS: Final = {kind: tuple(field.name for field in fields(kind)) for kind in _NAMES}
_EVENTS: Final = {
    name: object_reader(
        kind,
        tag=("event", name),
        optional=("end",) if kind is events.Took else (),
        of={Proof: object_reader(Proof, tag=("method", METHOD))},
    )
    for name, kind in _KINDS.items()
}


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
    if type(value) is not dict or value.get("event") not in tuple(_KINDS):
        raise Malformed("no-such-event", 'an object whose "event" is one of {names}', names=", ".join(_KINDS))
    event: Event = _EVENTS[value["event"]](value)
    return event


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
    readers: dict[str, Reader] = dict.fromkeys(OPTIONS, _identity)
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
