"""Commands as JSON: `do` names the command, the other keys are its fields."""

from collections.abc import Mapping
from typing import Any, Final

from pydantic import ValidationError

from sixth.rules.codec import Malformed, loads
from sixth.rules.game import Impossible
from sixth.server.protocol.config import ArrangeRequest, Bots
from sixth.server.protocol.fields import Strict, command_model, with_whole_numbers
from sixth.server.table import commands
from sixth.server.table.commands import Command


def _adapt(hint: Any) -> Any:
    """Return the type of a field as JSON gives it: 1.0 is a whole number, and bots go by name."""
    return Bots if hint is commands.BotKind else with_whole_numbers(hint)


_BY_VERB: Final[Mapping[str, type[Command]]] = {
    each.verb: each for each in commands.COMMANDS if each is not commands.Sit
}
"""Commands by name. Sitting down takes a form instead, whose answer sets cookies."""

MODELS: Final[Mapping[type[Command], type[Strict]]] = {
    each: command_model(each, Strict, f"{each.__name__}Request", _adapt)
    for each in _BY_VERB.values()
    if each is not commands.Arrange
}
"""Models of the fields of commands, but for those with a model of their own."""


def command_from_json(body: bytes) -> Command:
    """Return the command that a line of JSON holds.

    Raises:
        Impossible: the line is no JSON object, names no command, or has wrong fields.
        RulesError: it asks for rules that cannot be played.
    """
    try:
        fields: Any = loads(body.decode())
    except (Malformed, UnicodeDecodeError) as error:
        raise Impossible("not-json", "That was no command: it takes one JSON object.") from error
    verb = fields.pop("do", None) if isinstance(fields, dict) else None
    command = _BY_VERB.get(verb) if isinstance(verb, str) else None
    if command is None:
        raise Impossible("no-command", "There is no such command; reload the page.")
    try:
        if command is commands.Arrange:
            return ArrangeRequest.model_validate(fields).command()
        return command(**dict(MODELS[command].model_validate(fields)))
    except ValidationError as error:
        raise Impossible(
            "wrong-fields", "That command was incomplete or damaged; reload the page."
        ) from error
