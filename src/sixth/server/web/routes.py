"""All routes of the pages."""

from typing import Final

from fastapi.routing import APIRoute
from starlette.routing import BaseRoute

from sixth.server.web import (
    about,
    finding,
    history_page,
    home,
    host,
    installed,
    learn,
    pad,
    play,
    replay,
    rules_pages,
    settings,
    table_page,
    talking,
)

# They are tried in this order: first what is asked for most. It is one list, as FastAPI would go through a
# router within another at every request.
ROUTES: Final[list[BaseRoute]] = [
    route
    for part in (
        play,
        table_page,
        home,
        finding,
        rules_pages,
        learn,
        history_page,
        host,
        talking,
        replay,
        settings,
        about,
        pad,
        installed,
    )
    for route in part.router.routes
]
for each in ROUTES:
    # HTTP wants HEAD wherever there is GET; the server leaves out the body.
    if isinstance(each, APIRoute) and each.methods and "GET" in each.methods:
        each.methods.add("HEAD")
