"""The reader of a page, for its header: the person of the browser that visits it, looked up once."""

from contextlib import suppress
from dataclasses import replace

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from sixth.server.core.errors import UnavailableError
from sixth.server.core.problems import is_for_programs
from sixth.server.people.person import Visitor
from sixth.server.web.middleware.preferences import (
    Preferences,
    Reader,
    asks_for_page,
    preferences,
    using_preferences,
)
from sixth.server.web.session import may_be_known, visitor_of


def preferences_with(prefs: Preferences, visitor: Visitor | None) -> Preferences:
    """Return these preferences as those of a visitor."""
    if visitor is None:
        return prefs
    return replace(prefs, reader=Reader(visitor.person.name, visitor.person.mark))


class ReaderMiddleware:
    """ASGI middleware that gives pages their reader.

    Scripts and programs get nobody, nor does a copy of a page that a browser keeps for use without a
    connection.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look the reader of a page up; where the database fails, the page is shown as to nobody."""
        visitor = None
        if scope["type"] == "http" and scope["method"] == "GET" and not is_for_programs(scope):
            request = Request(scope)
            if asks_for_page(request) and may_be_known(request):
                with suppress(UnavailableError):
                    visitor = await visitor_of(request)
        if visitor is None:
            await self.app(scope, receive, send)
            return
        with using_preferences(preferences_with(preferences(), visitor)):
            await self.app(scope, receive, send)
