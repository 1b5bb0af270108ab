"""The page that describes the API, drawn from the same document that programs read."""

from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse

from sixth.server.web.templating.environment import render
from sixth.server.web.views.reference import groups


def reference_page(
    prefix: str, document: Callable[[], dict[str, Any]]
) -> Callable[[Request], Awaitable[HTMLResponse]]:
    """Return what shows the OpenAPI `document` of the API below `prefix`."""

    @cache
    def shown() -> Mapping[str, object]:
        found = document()
        return {"about": found["info"]["description"], "prefix": prefix, "groups": groups(found)}

    async def page(_request: Request) -> HTMLResponse:
        return HTMLResponse(render("pages/api.html", **shown()))

    return page
