"""How a request comes to the function that answers it.

FastAPI goes through all that its function asks for at every request, which takes longer than most answers.
Ours ask for the request, the tables, what stands in the path, and a form; so they are given just that.
Who asks for more is left to FastAPI.
"""

from collections.abc import Callable, Coroutine, Mapping
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints
from urllib.parse import parse_qsl

from fastapi import APIRouter, Request
from fastapi.exceptions import RequestValidationError
from fastapi.params import Form
from fastapi.responses import Response
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError
from starlette.requests import ClientDisconnect
from starlette.routing import request_response

from sixth.server.web.dependencies import Site, tables_of

_FORM: Final = "application/x-www-form-urlencoded"

_MAX_FIELDS: Final = 100
"""Fields of a form; the longest of ours has some twenty."""


def new_router() -> APIRouter:
    """A router for functions that answer."""
    return APIRouter(include_in_schema=False, route_class=_Route)


class _Route(APIRoute):
    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        answer = self._answer()
        if answer is not None:
            # As Starlette does it: FastAPI puts more around what answers.
            self.app = request_response(answer)

    def _answer(self) -> Callable[[Request], Coroutine[Any, Any, Response]] | None:
        """What makes an answer; None if this is left to FastAPI."""
        hints = get_type_hints(self.endpoint, include_extras=True)
        usual = {"request": Request, "site": Site, **dict.fromkeys(self.param_convertors, str)}
        others = [name for name, hint in hints.items() if name != "return" and hint != usual.get(name)]
        form = others[0] if others else ""
        model = _model(hints[form]) if form else None
        if len(others) > (model is not None):
            return None
        request_too, site_too = "request" in hints, "site" in hints
        endpoint = self.endpoint

        async def answer(request: Request) -> Response:
            given: dict[str, object] = dict(request.path_params)
            if request_too:
                given["request"] = request
            if site_too:
                given["site"] = tables_of(request)
            if model is not None:
                given[form] = await _filled(request, model)
            response: Response = await endpoint(**given)
            return response

        return answer


def _model(hint: Any) -> type[BaseModel] | None:
    """The form that is asked for so, if it is one."""
    if get_origin(hint) is Annotated and isinstance(get_args(hint)[1], Form):
        found: type[BaseModel] = get_args(hint)[0]
        return found
    return None


async def _filled(request: Request, model: type[BaseModel]) -> BaseModel:
    """The form that was sent.

    Raises:
        RequestValidationError: it is none of that model.
    """
    fields = await _fields(request)
    # What stands empty was not filled in, and is as the form says.
    given = {name: value for name, value in fields.items() if value or name not in model.model_fields}
    try:
        return model.model_validate(given)
    except ValidationError as error:
        raise RequestValidationError(error.errors()) from error


async def _fields(request: Request) -> Mapping[str, str]:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    try:
        body = await request.body()
        if kind == _FORM:
            # Browsers send ASCII; whatever else is there stays as it is.
            return dict(parse_qsl(body.decode("latin-1"), keep_blank_values=True, max_num_fields=_MAX_FIELDS))
    except (ClientDisconnect, ValueError) as error:
        raise RequestValidationError([str(error)]) from error
    if body:
        raise RequestValidationError([kind])
    return {}
