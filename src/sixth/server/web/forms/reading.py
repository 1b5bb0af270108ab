"""Forms in requests, read as models."""

from collections.abc import Mapping
from typing import Final, TypeVar
from urllib.parse import parse_qsl

from pydantic import BaseModel, ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from sixth.server.web.middleware.preferences import preferences

_Form = TypeVar("_Form", bound=BaseModel)

_ENCODING: Final = "application/x-www-form-urlencoded"
"""The encoding of forms without files, the only one accepted; the standard library reads it."""

_MAX_FIELDS: Final = 100
"""Fields of a form; the longest on this site has some twenty."""


async def read_form(request: Request, model: type[_Form]) -> _Form:
    """Return the form in a request; an empty field has the default of the model.

    Raises:
        HTTPException: the form does not fit the model (422).
    """
    fields = await fields_of(request)
    try:
        return _model_of(fields, model)
    except ValidationError as error:
        raise HTTPException(422) from error


def _model_of(fields: Mapping[str, str], model: type[_Form]) -> _Form:
    values = {name: value for name, value in fields.items() if value or name not in model.model_fields}
    return model.model_validate(values)


def refilled(name: str, model: type[_Form]) -> _Form | None:
    """Return the form of that name as it was refused, for this page to show; None if it was not refused."""
    refused = preferences().refused
    if name != refused.form or not refused.fields:
        return None
    try:
        return _model_of(refused.fields, model)
    except ValidationError:
        return None


async def fields_of(request: Request) -> dict[str, str]:
    """Return the fields in a request by name, the last value of a field that is sent twice.

    Raises:
        HTTPException: the body is no form or incomplete (422).
    """
    # The answer to a refused form reads the fields a second time.
    fields: dict[str, str] | None = getattr(request.state, "fields", None)
    if fields is not None:
        return fields
    try:
        body = await request.body()
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if body and kind != _ENCODING:
            raise HTTPException(422)
        # Browsers send ASCII; other bytes are kept as they are.
        pairs = parse_qsl(body.decode("latin-1"), keep_blank_values=True, max_num_fields=_MAX_FIELDS)
    except (ClientDisconnect, ValueError) as error:
        raise HTTPException(422) from error
    # PostgreSQL takes no text with a NUL, so another control character stands for it (Substitute).
    fields = request.state.fields = {name: value.replace("\0", "\x1a") for name, value in pairs}
    return fields
