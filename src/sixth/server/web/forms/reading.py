"""How the form of a request becomes one of the models."""

from collections.abc import Mapping
from typing import Final, TypeVar
from urllib.parse import parse_qsl

from pydantic import BaseModel, ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from sixth.server.web.middleware.preferences import preferences

_Form = TypeVar("_Form", bound=BaseModel)

_ENCODING: Final = "application/x-www-form-urlencoded"
"""How browsers send forms without files, which is all that is taken; Python itself reads it."""

_MAX_FIELDS: Final = 100
"""Fields of a form; the longest of ours has some twenty."""


async def read_form(request: Request, model: type[_Form]) -> _Form:
    """Return the form that was sent; a field that stands empty was not filled in, and is as the model says.

    Raises:
        HTTPException: it is none of that model (422).
    """
    fields = await fields_of(request)
    try:
        return _model_of(fields, model)
    except ValidationError as error:
        raise HTTPException(422) from error


def _model_of(fields: Mapping[str, str], model: type[_Form]) -> _Form:
    given = {name: value for name, value in fields.items() if value or name not in model.model_fields}
    return model.model_validate(given)


def refilled(name: str, model: type[_Form]) -> _Form | None:
    """Return the form of that name on this page as it was when it was refused; None if it was not."""
    refused = preferences().refused
    if name != refused.form or not refused.fields:
        return None
    try:
        return _model_of(refused.fields, model)
    except ValidationError:
        return None


async def fields_of(request: Request) -> dict[str, str]:
    """Return the fields that were sent, of one that was sent twice the last.

    Raises:
        HTTPException: it is no form, or not all of it came (422).
    """
    # Whoever shows what was refused asks once more.
    known: dict[str, str] | None = getattr(request.state, "fields", None)
    if known is None:
        known = request.state.fields = await _read(request)
    return known


async def _read(request: Request) -> dict[str, str]:
    try:
        body = await request.body()
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if body and kind != _ENCODING:
            raise HTTPException(422)
        # Browsers send ASCII; whatever else is there stays as it is.
        return dict(parse_qsl(body.decode("latin-1"), keep_blank_values=True, max_num_fields=_MAX_FIELDS))
    except (ClientDisconnect, ValueError) as error:
        raise HTTPException(422) from error
