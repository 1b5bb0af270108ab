"""A `View` and an action as JSON, and back with every type checked: what bots in other processes speak.

docs/bots.md says what each key means. A view is written from its fields alone, so its JSON tells no more.
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
    keyed,
    list_of,
    loads,
    one_of,
    or_null,
    rules_from_json,
    rules_to_json,
)
from sixth.rules.events import Action, Choose, Pick, Public, Take
from sixth.rules.options import RulesError
from sixth.rules.sentence import Sentence
from sixth.rules.state import Phase
from sixth.rules.view import View

VIEW: Final = "sixth-view/1"
"""The form of a view; another one has another number."""

_MAX_SHOWN_CHARS: Final = 200
"""Characters of an answer that makes no sense which are repeated."""


def _pair(value: Json) -> tuple[int, int]:
    found = list_of(integer, value)
    if len(found) != 2:
        raise Malformed("not-a-pair", "a list of two numbers")
    return found[0], found[1]


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
    """Return `{"choose": card}`, `{"pick": card}` or `{"take": row}`, which may have an `"end"`."""
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
    """Return the action that `action_to_json` wrote, legal or not.

    Raises:
        Malformed: it is no action.
    """
    name = next(iter(value), None) if type(value) is dict else None
    if name not in _ACTIONS:
        raise Malformed(
            "not-an-action", "an object such as {examples}", examples='{"choose":17}, {"take":2}, {"pick":40}'
        )
    readers: dict[str, Callable[[Json], Any]] = {name: integer}
    if name == "take" and "end" in value:
        readers["end"] = _side
    return _ACTIONS[name](*keyed(value, readers).values())


def action_from_json(text: str, view: View) -> Action:
    """Return the action, one of `view.legal`, that a line of JSON asks for.

    Raises:
        Malformed: it is no action, or one that is not allowed now; the text is one sentence.
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
        allowed = _short(", ".join(dumps(action_to_json(each)) for each in view.legal))
        raise Malformed(
            "illegal-action",
            "{given} is not allowed now; what is: {allowed}.",
            given=_short(text),
            allowed=allowed,
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
"""By the names of the fields of `View`, in their order."""

_WRITERS: Final[dict[str, Callable[[Any], Json]]] = {
    "rules": rules_to_json,
    "history": lambda events: [event_to_json(event) for event in events],
    "legal": lambda actions: [action_to_json(action) for action in actions],
}
"""The fields that are not numbers, words and lists of them already."""


def view_to_json(view: View) -> dict[str, Json]:
    """Return every field of the view under its own name, after the name of the format under `view`."""
    found: dict[str, Json] = {"view": VIEW}
    for name in _READERS:
        value = getattr(view, name)
        write = _WRITERS.get(name)
        found[name] = write(value) if write else value
    return found


def view_from_json(value: Json) -> View:
    """Return the view that `view_to_json` wrote, read from JSON.

    Raises:
        Malformed: it is no view of that form.
    """
    found = keyed(value, {"view": partial(one_of, (VIEW,)), **_READERS})
    del found["view"]
    return View(**found)
