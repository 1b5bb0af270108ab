"""The page that describes the API, made from the OpenAPI document that programs read."""

from collections.abc import Mapping
from functools import lru_cache

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import HTMLResponse

from sixth.server.api.app import PREFIX
from sixth.server.features.reading.reference.view import groups
from sixth.server.web.templating.environment import render


async def reference(request: Request) -> HTMLResponse:
    """Show the operations of the API of this site."""
    return HTMLResponse(render("reading/templates/api.html", **_context(request.app.state.api)))


@lru_cache(1)
def _context(api: FastAPI) -> Mapping[str, object]:
    document = api.openapi()
    return {"about": document["info"]["description"], "prefix": PREFIX, "groups": groups(document)}
