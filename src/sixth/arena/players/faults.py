"""The faults of bots, which are raised where they happen, and are data in results."""

from collections.abc import Set
from dataclasses import replace
from string import Formatter
from typing import Final

from sixth.rules.codec import Json, Malformed, list_of, read_object, text
from sixth.rules.sentence import AnyOf, Sentence, SentenceError
from sixth.text import printable

MAX_LENGTH: Final = 300
"""The most characters of a bot's own text in a fault."""


class BotFault(SentenceError):
    """A bot that gave no legal action; the sentence has no subject: "stopped with exit code 1"."""


def shown(text: str) -> str:
    """Return text of a bot for a sentence of ours: on one line, short and printable."""
    return printable(" ".join(text.split()), longest=MAX_LENGTH)


def printable_sentence(sentence: Sentence) -> Sentence:
    """Return the sentence with `shown` applied to all its strings."""
    return replace(sentence, values={name: _printable(value) for name, value in sentence.values.items()})


def _printable(value: object) -> object:
    if isinstance(value, Sentence):
        return printable_sentence(value)
    return shown(value) if isinstance(value, str) else value


# ------------------------------------------------------------------ as JSON


def fault_to_json(fault: Sentence) -> Json:
    """Return the fault as a JSON object: its code, its English template and the values for it."""
    values = {name: _value_to_json(value) for name, value in fault.values.items()}
    return {"code": fault.code, "template": fault.template, "values": values}


def _value_to_json(value: object) -> Json:
    match value:
        case Sentence():
            return fault_to_json(value)
        case AnyOf(words):
            return list(words)
        case int():
            return value
        case _:
            return str(value)


def fault_from_json(value: Json) -> Sentence:
    """Return the fault of a JSON object that `fault_to_json` made, or raise `Malformed`."""
    code, template, values = read_object(value, {"code": text, "template": text, "values": _values}).values()
    if values and not _fits(template, values.keys()):
        raise Malformed("wrong-template", "a template with the names of the values")
    return Sentence(template, values, code)


def _fits(template: str, names: Set[str]) -> bool:
    """Return whether the template has exactly the fields `names`, without formats and conversions."""
    try:
        places = [place[1:] for place in Formatter().parse(template) if place[1] is not None]
    except ValueError:
        return False
    return {name for name, _form, _conversion in places} == names and not any(
        form or conversion for _name, form, conversion in places
    )


def _values(value: Json) -> dict[str, object]:
    if type(value) is not dict:
        raise Malformed("not-an-object", "an object")
    return {text(name): _value_from_json(each) for name, each in value.items()}


def _value_from_json(value: Json) -> object:
    if type(value) is dict:
        return fault_from_json(value)
    if type(value) is list:
        return AnyOf(list_of(text, value))
    return value if type(value) is int else text(value)
