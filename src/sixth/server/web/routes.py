"""All routes of the pages."""

from fastapi import APIRouter

from sixth.server.web import home, play, rules_pages, settings, table_page

router = APIRouter(include_in_schema=False)
for part in (home, rules_pages, table_page, play, settings):
    router.include_router(part.router)
