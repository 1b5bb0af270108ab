"""A parser of options as people type them: `deck=60`, `end=elimination:40`."""

from typing import Any, get_args

from sixth.rules.options import CHOICES, OPTIONS, End, EndKind, RulesError, check_choice, shown
from sixth.rules.sentence import AnyOf


def option_from_text(name: str, text: str) -> Any:
    """Return the value of option `name` that `text` means, as in `deck=60` or `end=elimination:40`.

    Raises:
        RulesError: there is no option `name`, or `text` is no value of it.
    """
    if name not in OPTIONS:
        raise RulesError(
            "no-such-option",
            "There is no option {option}; the options are {options}.",
            option=shown(name),
            options=", ".join(OPTIONS),
        )
    if name == "end":
        return _end(text)
    if name in CHOICES:
        check_choice(name, text, CHOICES[name])
        return text
    if name == "deck" and text in ("full", "tactical"):
        return text
    number = _number(text)
    if number is None and name == "deck":
        raise RulesError(
            "deck-not-a-number",
            "{option} takes a whole number or full or tactical, not {value}.",
            option=name,
            value=shown(text),
        )
    if number is None:
        raise RulesError(
            "not-a-number", "{option} takes a whole number, not {value}.", option=name, value=shown(text)
        )
    return number


def _end(text: str) -> End:
    kind: Any
    kind, colon, count = text.partition(":")
    if kind not in get_args(EndKind):
        raise RulesError(
            "no-such-end",
            "{option} is {allowed} (as in {example}), not {value}.",
            option="end",
            allowed=AnyOf(get_args(EndKind)),
            example="end=score:66",
            value=shown(kind),
        )
    if not colon and kind != "rounds":
        return End(kind)
    number = _number(count)
    if number is None:
        raise RulesError(
            "end-not-a-number",
            "{option} takes a whole number after {kind}, as in {example}, not {value}.",
            option="end",
            kind=kind,
            example=f"end={kind}:3",
            value=shown(count),
        )
    return End(kind, number)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None
