"""All routes of the pages."""

from typing import Final

from fastapi.routing import APIRoute
from starlette.routing import BaseRoute

from sixth.server.web.routes import (
    about,
    chat,
    history,
    home,
    host,
    lobby,
    offline,
    play,
    preferences,
    replay,
    rules,
    score_pad,
    seating,
    tables,
    tutorial,
)

# They are tried in this order: first what is asked for most. It is one list, as FastAPI would go through a
# router within another at every request.
ROUTES: Final[list[BaseRoute]] = [
    route
    for part in (
        play,
        tables,
        home,
        lobby,
        rules,
        tutorial,
        history,
        seating,
        host,
        chat,
        replay,
        preferences,
        about,
        score_pad,
        offline,
    )
    for route in part.router.routes
]
for each in ROUTES:
    # HTTP wants HEAD wherever there is GET; the server leaves out the body.
    if isinstance(each, APIRoute) and each.methods and "GET" in each.methods:
        each.methods.add("HEAD")
