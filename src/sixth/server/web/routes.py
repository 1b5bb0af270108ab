"""All routes of the pages."""

from fastapi import APIRouter
from fastapi.routing import APIRoute

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

router = APIRouter(include_in_schema=False)
# They are tried in this order: first what is asked for most.
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
):
    for route in part.router.routes:
        # HTTP wants HEAD wherever there is GET; the server leaves out the body.
        if isinstance(route, APIRoute) and route.methods and "GET" in route.methods:
            route.methods.add("HEAD")
    router.include_router(part.router)
