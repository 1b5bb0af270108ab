"""Commands as JSON: `do` names the command, the other keys are its fields."""

from collections.abc import Callable
from typing import Any, Final

from pydantic import ValidationError

from sixth.rules.codec import Malformed, loads
from sixth.rules.game import Impossible
from sixth.server.protocol.config import ArrangeRequest
from sixth.server.protocol.fields import Strict, command_model, with_whole_numbers
from sixth.server.table import commands
from sixth.server.table.commands import Command


def _reader(command: type[Command]) -> Callable[[Any], Command]:
    if command is commands.Arrange:
        return lambda fields: ArrangeRequest.model_validate(fields).command()
    model = command_model(command, Strict, f"{command.__name__}Command", with_whole_numbers)
    return lambda fields: command(**dict(model.model_validate(fields)))


_READERS: Final = {each.verb: _reader(each) for each in commands.COMMANDS if each is not commands.Sit}
"""Readers by name of the command. Sitting down takes a form instead, whose answer sets cookies."""


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
    if not isinstance(verb, str) or verb not in _READERS:
        raise Impossible("no-command", "There is no such command; reload the page.")
    try:
        return _READERS[verb](fields)
    except ValidationError as error:
        raise Impossible(
            "wrong-fields", "That command was incomplete or damaged; reload the page."
        ) from error
