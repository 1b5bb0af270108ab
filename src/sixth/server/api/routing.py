"""Routers of the API, whose routes are complete when their module is imported."""

from typing import Any, Final

from fastapi import APIRouter

from sixth.server.api.answers import Problem

_PROBLEM: Final[dict[str, Any]] = {
    "description": "What is wrong, as a problem (RFC 9457)",
    "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
}
_PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {"4XX": {**_PROBLEM, "model": Problem}, "5XX": _PROBLEM}


def new_router(tag: str, *, prefix: str = "") -> APIRouter:
    """Return a router for the operations that the document lists under `tag`, with all it says of problems.

    The application takes the routes as they are. `include_router` would build each of them anew at the first
    request that comes by: that takes a twentieth of a second, and while another thread loads kernels, both
    change the filters of warnings, so that warnings which FastAPI hides are shown or raised.
    """
    return APIRouter(
        prefix=prefix, tags=[tag], responses=_PROBLEMS, generate_unique_id_function=lambda route: route.name
    )
