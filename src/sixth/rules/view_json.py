"""The JSON of views and actions, for bots in other processes; the decoders check every type.

docs/bots.md explains each key. A view is encoded from its fields alone, so its JSON contains no more.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, get_args

from sixth.rules.board import Side
from sixth.rules.codec import (
    Json,
    Malformed,
    boolean,
    dumps,
    event_from_json,
    event_to_json,
    integer,
    list_of,
    loads,
    one_of,
    or_null,
    read_object,
    rules_from_json,
    rules_to_json,
)
from sixth.rules.events import Action, Choose, Pick, Public, Take
from sixth.rules.options import RulesError
from sixth.rules.sentence import Sentence
from sixth.rules.state import Phase
from sixth.rules.view import View

VIEW: Final = "sixth-view/1"
"""The name and version of the format of a view."""

_MAX_SHOWN_CHARS: Final = 200
"""The length in characters to which an error quotes a wrong answer."""


def _pair(value: Json) -> tuple[int, int]:
    values = list_of(integer, value)
    if len(values) != 2:
        raise Malformed("not-a-pair", "a list of two numbers")
    return values[0], values[1]


def _place(value: Json) -> tuple[int, Side]:
    if type(value) is not list or len(value) != 2:
        raise Malformed("not-a-place", "a list of a row and an end")
    return integer(value[0]), _side(value[1])


def _public(value: Json) -> Public:
    event = event_from_json(value)
    if not isinstance(event, Public):
        raise Malformed("not-public", "an event that everybody at the table sees")
    return event


def _rules(value: Json) -> Any:
    try:
        return rules_from_json(value)
    except RulesError as error:
        raise Malformed("unplayable-rules", "rules that can be played: {why}", why=error.sentence) from error


_side: Final[Callable[[Json], Any]] = partial(one_of, get_args(Side))
_numbers = partial(list_of, integer)
_lists = partial(list_of, _numbers)


# ------------------------------------------------------------------ actions

_ACTIONS: Final[dict[str, type[Action]]] = {"choose": Choose, "take": Take, "pick": Pick}


def action_to_json(action: Action) -> dict[str, Json]:
    """Return `{"choose": card}`, `{"pick": card}` or `{"take": row}`; the last may have an `"end"`, too."""
    match action:
        case Choose(card):
            return {"choose": card}
        case Pick(card):
            return {"pick": card}
        case Take(row, None):
            return {"take": row}
        case Take(row, end):
            return {"take": row, "end": end}


def read_action(value: Json) -> Action:
    """Return the action of a JSON object that `action_to_json` made, whether it is legal or not.

    Raises:
        Malformed: `value` is no action.
    """
    name = next(iter(value), None) if type(value) is dict else None
    if name not in _ACTIONS:
        raise Malformed(
            "not-an-action", "an object such as {examples}", examples='{"choose":17}, {"take":2}, {"pick":40}'
        )
    readers: dict[str, Callable[[Json], Any]] = {name: integer}
    if name == "take" and "end" in value:
        readers["end"] = _side
    return _ACTIONS[name](*read_object(value, readers).values())


def action_from_json(text: str, view: View) -> Action:
    """Return the action of a line of JSON, one of `view.legal`.

    Raises:
        Malformed: `text` is no action, or the action is not legal now; `sentence` is a whole sentence.
    """
    try:
        action = read_action(loads(text))
    except Malformed as error:
        raise Malformed(
            "unreadable-action",
            "{given} is no action; it takes {wanted}.",
            given=_short(text),
            wanted=error.sentence,
        ) from error
    if action not in view.legal:
        choices = _short(", ".join(dumps(action_to_json(each)) for each in view.legal))
        raise Malformed(
            "illegal-action",
            "{given} is not allowed now; what is: {allowed}.",
            given=_short(text),
            allowed=choices,
        )
    return action


def _short(text: str) -> str | Sentence:
    text = text.strip()
    if not text:
        return Sentence("An empty line")
    return text if len(text) <= _MAX_SHOWN_CHARS else text[: _MAX_SHOWN_CHARS - 1] + "…"


# ------------------------------------------------------------------ views

_READERS: Final[dict[str, Callable[[Json], Any]]] = {
    "rules": _rules,
    "seat": partial(or_null, integer),
    "round": integer,
    "part": integer,
    "turn": integer,
    "phase": partial(one_of, get_args(Phase)),
    "actor": partial(or_null, integer),
    "seats_in": _numbers,
    "hand": _numbers,
    "counts": _numbers,
    "open_hands": _lists,
    "chosen": partial(or_null, integer),
    "has_chosen": partial(list_of, boolean),
    "rows": _lists,
    "piles": _lists,
    "totals": _numbers,
    "pending": partial(list_of, _pair),
    "taking": partial(or_null, _place),
    "open_deck": _numbers,
    "history": partial(list_of, _public),
    "past": _lists,
    "out_now": _numbers,
    "winners": _numbers,
    "legal": partial(list_of, read_action),
}
"""The decoder of each field of `View`, in the order of the fields."""

_WRITERS: Final[dict[str, Callable[[Any], Json]]] = {
    "rules": rules_to_json,
    "history": lambda events: [event_to_json(event) for event in events],
    "legal": lambda actions: [action_to_json(action) for action in actions],
}
"""The encoder of each field that JSON cannot represent as it is."""


def view_to_json(view: View) -> dict[str, Json]:
    """Return the view as a JSON object: the format under `view`, then every field under its name."""
    values: dict[str, Json] = {"view": VIEW}
    for name in _READERS:
        value = getattr(view, name)
        write = _WRITERS.get(name)
        values[name] = write(value) if write else value
    return values


def view_from_json(value: Json) -> View:
    """Return the view of a JSON object that `view_to_json` made.

    Raises:
        Malformed: `value` is no such object.
    """
    values = read_object(value, {"view": partial(one_of, (VIEW,)), **_READERS})
    del values["view"]
    return View(**values)
