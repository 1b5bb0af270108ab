"""Rules and events as the JSON of records, one object each, and back with every type checked."""

import json
import reprlib
from collections.abc import Callable
from dataclasses import fields
from datetime import datetime
from functools import partial
from typing import Any, Final, get_args

from sixth.rules.board import Side
from sixth.rules.deal import METHOD
from sixth.rules.events import (
    Abandoned,
    Chose,
    Dealt,
    Event,
    Flipped,
    GameEnded,
    Laid,
    Picked,
    Placed,
    Proof,
    Revealed,
    RoundEnded,
    Took,
    Why,
)
from sixth.rules.options import OPTIONS, End, EndKind, Rules
from sixth.rules.sentence import AnyOf, SentenceError

Json = Any
"""What `json.loads` gives; narrowed by the readers below."""


class Malformed(SentenceError, ValueError):
    """JSON that is not what this place asks for; `sentence` is part of one: what it should be."""


def dumps(value: Json) -> str:
    """Return `value` as the compact JSON of records, which every reader takes for one line."""
    line = _WRITER.encode(value)
    if not line.isascii():
        # Three times `replace` takes a hundredth of what `translate` takes where there are none.
        for end, escaped in _LINE_ENDS:
            line = line.replace(end, escaped)
    return line


_WRITER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))

# JSON may hold these as they are, but str.splitlines() and others end a line there.
_LINE_ENDS: Final = [(end, f"\\u{ord(end):04x}") for end in "\x85\u2028\u2029"]


def loads(text: str) -> Json:
    """Return the value that the JSON `text` stands for; no key comes twice in an object, and there is no NaN.

    Raises:
        Malformed: `text` is not such JSON.
    """
    try:
        return _READER.decode(text)
    except Malformed:
        raise
    except (ValueError, RecursionError) as error:
        raise Malformed("not-json", "one JSON object") from error


def _once_each(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Malformed("repeated-key", "an object with every key once")
    return found


def _no_constant(name: str) -> Json:
    raise Malformed("json-constant", "JSON without {name}", name=name)


_READER: Final = json.JSONDecoder(object_pairs_hook=_once_each, parse_constant=_no_constant)


# ------------------------------------------------------------------ checked readers of values


def integer(value: Json) -> int:
    """Return `value` if it is a whole number, which true and 1.0 are not."""
    if type(value) is not int:
        raise Malformed("not-an-integer", "a whole number")
    return value


def number(value: Json) -> float:
    """Return `value` if it is a number, whole or not."""
    if type(value) not in (int, float):
        raise Malformed("not-a-number", "a number")
    return float(value)


def boolean(value: Json) -> bool:
    """Return `value` if it is true or false."""
    if type(value) is not bool:
        raise Malformed("not-a-boolean", "true or false")
    return value


def text(value: Json) -> str:
    """Return `value` if it is a string that can be written as UTF-8."""
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
    """Return `value` as it is if it is a time in ISO 8601."""
    try:
        datetime.fromisoformat(text(value))
    except ValueError as error:  # Malformed is one too
        raise Malformed("not-a-time", "an ISO 8601 time or null") from error
    return str(value)


def list_of(item: Callable[[Json], Any], value: Json) -> tuple[Any, ...]:
    """Return the items of the list `value`, each read by `item`."""
    if type(value) is not list:
        raise Malformed("not-a-list", "a list")
    return tuple(item(each) for each in value)


def or_null(item: Callable[[Json], Any], value: Json) -> Any:
    """Return None for null, or else what `item` reads."""
    return None if value is None else item(value)


def one_of(allowed: tuple[str, ...], value: Json) -> str:
    """Return `value` if it is one of the `allowed` strings."""
    if type(value) is not str or value not in allowed:
        raise Malformed(
            "not-one-of", "the string {allowed}", allowed=AnyOf(tuple(f'"{word}"' for word in allowed))
        )
    return value


def keyed(value: Json, readers: dict[str, Callable[[Json], Any]]) -> dict[str, Any]:
    """Return the object `value`, each key read by its reader: exactly those of `readers`, in their order."""
    if type(value) is not dict:
        raise Malformed("not-an-object", "an object")
    if list(value) != list(readers):
        unknown = [key for key in value if key not in readers]
        if unknown:
            said = reprlib.repr(unknown[0])
            raise Malformed(
                "unknown-key",
                "without the unknown key {key}; the keys are {keys}",
                key=said,
                keys=", ".join(readers),
            )
        raise Malformed("wrong-keys", "with exactly the keys {keys}, in this order", keys=", ".join(readers))
    found = {}
    for key, read in readers.items():
        try:
            found[key] = read(value[key])
        except Malformed as error:
            raise Malformed("wrong-value", "{key}: {wanted}", key=key, wanted=error.sentence) from error
    return found


_cards = partial(list_of, integer)
_hands = partial(list_of, _cards)
_cards_or_null = partial(list_of, partial(or_null, integer))
_side = partial(one_of, get_args(Side))


def _proof_to_json(proof: Proof) -> Json:
    return {
        "method": METHOD,
        "commitment": proof.commitment,
        "texts": list(proof.texts),
        "secret": proof.secret,
    }


def _proof_from_json(value: Json) -> Proof:
    readers: dict[str, Callable[[Json], Any]] = {
        "method": partial(one_of, (METHOD,)),
        "commitment": text,
        "texts": partial(list_of, text),
        "secret": text,
    }
    found = keyed(value, readers)
    del found["method"]
    return Proof(**found)


# ------------------------------------------------------------------ events

_SHAPES: Final[dict[str, tuple[type[Event], dict[str, Callable[[Json], Any]]]]] = {
    "laid": (Laid, {"round": integer, "cards": _cards, "first": integer}),
    "picked": (Picked, {"seat": integer, "card": integer}),
    "dealt": (
        Dealt,
        {
            "round": integer,
            "part": integer,
            "hands": _hands,
            "rows": _hands,
            "proof": partial(or_null, _proof_from_json),
        },
    ),
    "chose": (Chose, {"seat": integer, "card": integer}),
    "revealed": (Revealed, {"turn": integer, "cards": _cards_or_null}),
    "flipped": (Flipped, {"seat": integer, "card": integer}),
    "took": (Took, {"seat": integer, "row": integer, "end": _side}),
    "placed": (
        Placed,
        {
            "seat": integer,
            "card": integer,
            "row": integer,
            "end": _side,
            "taken": _cards,
            "why": partial(one_of, get_args(Why)),
        },
    ),
    "round_ended": (RoundEnded, {"round": integer, "heads": _cards, "totals": _cards, "out": _cards}),
    "game_ended": (GameEnded, {"totals": _cards, "winners": _cards}),
    "abandoned": (Abandoned, {"why": text}),
}
_NAMES: Final = {kind: name for name, (kind, _) in _SHAPES.items()}
_FIELDS: Final = {kind: tuple(field.name for field in fields(kind)) for kind in _NAMES}


def event_to_json(event: Event) -> dict[str, Json]:
    """Return an object with the name of the event under `event`, then its fields."""
    found: dict[str, Json] = {"event": _NAMES[type(event)]}
    for name in _FIELDS[type(event)]:
        value = getattr(event, name)
        if isinstance(value, Proof):
            value = _proof_to_json(value)
        # `took` names an end only where two places were equally close.
        if not (name == "end" and value is None):
            found[name] = value
    return found


def event_from_json(value: Json) -> Event:
    """Return the event that `event_to_json` wrote.

    Raises:
        Malformed: it is no event of that form.
    """
    if type(value) is not dict or value.get("event") not in tuple(_SHAPES):
        raise Malformed(
            "no-such-event", 'an object whose "event" is one of {names}', names=", ".join(_SHAPES)
        )
    kind, readers = _SHAPES[value["event"]]
    if kind is Took and "end" not in value:
        readers = {name: read for name, read in readers.items() if name != "end"}
    found = keyed(value, {"event": text, **readers})
    del found["event"]
    return kind(**found)


# ------------------------------------------------------------------ rules


def rules_to_json(rules: Rules) -> dict[str, Json]:
    """Return an object with every option by its name."""
    found: dict[str, Json] = {name: getattr(rules, name) for name in OPTIONS}
    found["end"] = {"kind": rules.end.kind, rules.end.unit: rules.end.count}
    return found


def rules_from_json(value: Json) -> Rules:
    """Return the rules that `rules_to_json` wrote.

    Raises:
        Malformed: it is not an object with every option.
        RulesError: the options cannot be played.
    """
    readers: dict[str, Callable[[Json], Any]] = dict.fromkeys(OPTIONS, _as_it_is)
    readers["end"] = _end_from_json
    return Rules(**keyed(value, readers))


def _as_it_is(value: Json) -> Any:
    # Rules checks its own values, and says which are allowed.
    return value


def _end_from_json(value: Json) -> End:
    kind = value.get("kind") if type(value) is dict else None
    unit = "rounds" if kind == "rounds" else "limit"
    found = keyed(value, {"kind": partial(one_of, get_args(EndKind)), unit: integer})
    return End(found["kind"], found[unit])
