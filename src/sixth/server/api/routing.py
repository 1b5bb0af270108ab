"""Routers of the API, whose routes are complete when their module is imported."""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, get_type_hints

from fastapi import APIRouter
from fastapi.routing import APIRoute
from pydantic import ValidationError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from sixth.server.api.access import MAX_ID_LENGTH, AnySite, BeginsRound, Seated, seated, site
from sixth.server.api.answers import Done, Problem
from sixth.server.core.route_limits import ROUNDS

_PROBLEM: Final[dict[str, Any]] = {
    "description": "What is wrong, as a problem (RFC 9457)",
    "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
}
_PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {"4XX": {**_PROBLEM, "model": Problem}, "5XX": _PROBLEM}

_BY_HINT: Final[dict[Any, Callable[[Request], Awaitable[Any]]]] = {
    AnySite: site,
    BeginsRound: ROUNDS,
    Seated: seated,
}
"""Functions that return what an operation asks for, by the hint of its parameter."""


class CommandRoute(APIRoute):
    """A route that carries out valid commands without FastAPI, which takes longer than a command.

    FastAPI describes commands, and answers invalid ones and all other operations.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the function that answers requests."""
        by_fastapi, command = super().get_route_handler(), self.endpoint
        hints = get_type_hints(command, include_extras=True)
        answers, model = hints.pop("return"), hints.pop("request", None)
        if answers is not Done or not _BY_HINT.keys() >= {*hints.values()}:
            return by_fastapi

        async def answer(request: Request) -> Response:
            given: dict[str, Any] = {}
            if len(request.path_params["table_id"]) > MAX_ID_LENGTH:
                return await by_fastapi(request)
            if model:
                if request.headers.get("content-type") != "application/json":
                    return await by_fastapi(request)
                try:
                    given["request"] = model.model_validate_json(await request.body())
                except (ValidationError, ClientDisconnect):
                    return await by_fastapi(request)
            for name, hint in hints.items():
                given[name] = await _BY_HINT[hint](request)
            return Response((await command(**given)).model_dump_json(), media_type="application/json")

        return answer


def new_router(tag: str, *, prefix: str = "") -> APIRouter:
    """Return a router for the operations that the document lists under `tag`, with all it says of problems.

    The application takes the routes as they are. `include_router` would build each of them anew at the first
    request that comes by: that takes a twentieth of a second, and while another thread loads kernels, both
    change the filters of warnings, so that warnings which FastAPI hides are shown or raised.
    """
    return APIRouter(
        prefix=prefix,
        tags=[tag],
        responses=_PROBLEMS,
        route_class=CommandRoute,
        generate_unique_id_function=lambda route: route.name,
    )
