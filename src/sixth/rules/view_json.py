"""The JSON of views and actions, for bots in other processes; the decoders check every type.

docs/bots.md explains each key. A view is encoded from its fields alone, so its JSON contains no more.
"""

from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final

from sixth.rules import codec
from sixth.rules.board import Side
from sixth.rules.codec import Json, Malformed
from sixth.rules.events import Action, Choose, Pick, Public, Take
from sixth.rules.options import Rules, RulesError
from sixth.rules.sentence import Sentence
from sixth.rules.view import View

VIEW: Final = "sixth-view/1"
"""The name and version of the format of a view."""

_MAX_SHOWN_CHARS: Final = 200
"""The length in characters to which an error quotes a wrong answer."""


def _public(value: Json) -> Public:
    event = codec.event_from_json(value)
    if not isinstance(event, Public):
        raise Malformed("not-public", "an event that everybody at the table sees")
    return event


def _rules(value: Json) -> Any:
    try:
        return codec.rules_from_json(value)
    except RulesError as error:
        raise Malformed("unplayable-rules", "rules that can be played: {why}", why=error.sentence) from error


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
    """Return the action of a JSON object, legal or not, or raise `Malformed` if it is none."""
    name = next(iter(value), None) if type(value) is dict else None
    if name not in _ACTIONS:
        raise Malformed(
            "not-an-action", "an object such as {examples}", examples='{"choose":17}, {"take":2}, {"pick":40}'
        )
    readers: dict[str, codec.Reader] = {name: codec.integer}
    if name == "take" and "end" in value:
        readers["end"] = codec.reader_of(Side)
    return _ACTIONS[name](*codec.read_object(value, readers).values())


def action_from_json(text: str, view: View) -> Action:
    """Return the action of a line of JSON, one of `view.legal`.

    Raises:
        Malformed: `text` is no action, or the action is not legal now; `sentence` is a whole sentence.
    """
    try:
        action = read_action(codec.loads(text))
    except Malformed as error:
        raise Malformed(
            "unreadable-action",
            "{given} is no action; it takes {wanted}.",
            given=_short(text),
            wanted=error.sentence,
        ) from error
    if action not in view.legal:
        choices = _short(", ".join(codec.dumps(action_to_json(each)) for each in view.legal))
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

_read_view: Final = codec.object_reader(
    View, tag=("view", VIEW), of={Rules: _rules, Public: _public, Action: read_action}
)
_FIELDS: Final = tuple(field.name for field in fields(View))

_WRITERS: Final[dict[str, Callable[[Any], Json]]] = {
    "rules": codec.rules_to_json,
    "history": lambda events: [codec.event_to_json(event) for event in events],
    "legal": lambda actions: [action_to_json(action) for action in actions],
}
"""The encoder of each field that JSON cannot represent as it is."""


def view_to_json(view: View) -> dict[str, Json]:
    """Return the view as a JSON object: the format under `view`, then every field under its name."""
    values: dict[str, Json] = {"view": VIEW}
    for name in _FIELDS:
        value = getattr(view, name)
        write = _WRITERS.get(name)
        values[name] = write(value) if write else value
    return values


def view_from_json(value: Json) -> View:
    """Return the view of a JSON object that `view_to_json` made, or raise `Malformed`."""
    view: View = _read_view(value)
    return view
