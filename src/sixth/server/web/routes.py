"""All routes of the pages."""

from fastapi import APIRouter

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
for part in (
    home,
    finding,
    rules_pages,
    learn,
    table_page,
    history_page,
    host,
    play,
    talking,
    replay,
    settings,
    about,
    pad,
    installed,
):
    router.include_router(part.router)
