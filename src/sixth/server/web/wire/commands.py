"""Commands as JSON: `do` names the command, the other keys are its fields."""

from typing import Any, Final

from pydantic import ValidationError

from sixth.rules.codec import Malformed, loads
from sixth.rules.game import Impossible
from sixth.server.service.command_models import Strict, command_model, with_whole_numbers
from sixth.server.table import commands
from sixth.server.table.commands import Command

_ELSEWHERE: Final = (commands.Sit, commands.Arrange)
"""Commands that a page sends as forms: one gives the browser a token, the other has a page of its own."""

_MODELS: Final = {
    each.verb: (each, command_model(each, Strict, f"{each.__name__}Command", with_whole_numbers))
    for each in commands.COMMANDS
    if each not in _ELSEWHERE
}


def command_from_json(body: bytes) -> Command:
    """Return the command that a line of JSON holds.

    Raises:
        Impossible: it is no JSON object, there is no such command, or its fields are others.
    """
    try:
        given: Any = loads(body.decode())
    except (Malformed, UnicodeDecodeError) as error:
        raise Impossible("not-json", "That was no command: it takes one JSON object.") from error
    verb = given.pop("do", None) if isinstance(given, dict) else None
    if not isinstance(verb, str) or verb not in _MODELS:
        raise Impossible("no-command", "There is no such command; reload the page.")
    command, model = _MODELS[verb]
    try:
        return command(**dict(model.model_validate(given)))
    except ValidationError as error:
        raise Impossible(
            "wrong-fields", "That command was incomplete or damaged; reload the page."
        ) from error
