"""Models of forms and JSON bodies, made from the fields of commands."""

from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Annotated, Any, Final, TypeVar, get_args, get_type_hints

from pydantic import BaseModel, BeforeValidator, ConfigDict, create_model

from sixth.server.table.commands import Command

T = TypeVar("T", bound=BaseModel)


class Strict(BaseModel):
    """A JSON body of a program: `"1"` is no number, 1 is not true, and unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


def _whole(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


WHOLE: Final = BeforeValidator(_whole)
"""Accepts 1.0 as a whole number, as JSON does."""


def command_model(command: type[Command], base: type[T], name: str, adapt: Callable[[Any], Any]) -> type[T]:
    """Return a model of a command's fields, derived from `base`; `adapt` may change the type of each."""
    hints = get_type_hints(command, include_extras=True)
    definitions: dict[str, Any] = {
        field.name: (adapt(hints[field.name]), ... if field.default is MISSING else field.default)
        for field in fields(command)
    }
    return create_model(name, __base__=base, __doc__=command.__doc__, **definitions)


def with_whole_numbers(hint: Any) -> Any:
    """Return the type of a field as JSON gives it."""
    return Annotated[hint, WHOLE] if (get_args(hint) or (hint,))[0] is int else hint
