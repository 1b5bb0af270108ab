"""The page that describes the API, drawn from the same document that programs read."""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse

from sixth.server.web.templating.environment import render
from sixth.server.web.views.reference import groups


def reference_page(
    prefix: str, document: Callable[[], dict[str, Any]]
) -> Callable[[Request], Awaitable[HTMLResponse]]:
    """Return what shows the OpenAPI `document` of the API below `prefix`."""

    async def page(_request: Request) -> HTMLResponse:
        found = document()
        return HTMLResponse(
            render("pages/api.html", about=found["info"]["description"], prefix=prefix, groups=groups(found))
        )

    return page
