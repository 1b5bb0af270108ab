"""People of an evening who act by forms, which is fast, and are looked at in a browser."""

from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page

from sixth.server.web.middleware.preferences import PLAIN_COOKIE
from tests.browser.people import Person as Watched
from tests.server.support.playing import Person as Visitor, client_of, keep_name

_CONTEXT: Final[dict[str, Any]] = {"reduced_motion": "reduce", "service_workers": "block", "locale": "en"}


class Guest:
    """A person with a browser's window, and a visitor without one who has the same cookies."""

    def __init__(self, browser: Browser, home: str, name: str, *, named: bool = False) -> None:
        self.name, self.home = name, home
        self.does = Visitor(client_of(home))
        if named:
            keep_name(self.does, name)
        self.sees = Watched(name, browser.new_context(**_CONTEXT), home, scripts=True)

    @property
    def page(self) -> Page:
        """The page of the window."""
        return self.sees.page

    def show(self, path: str = "") -> Page:
        """Open an address in the window, with the cookies of the visitor."""
        host = urlsplit(self.home).hostname or ""
        self.sees.context.add_cookies(
            [
                {"name": each.name, "value": each.value or "", "domain": host, "path": each.path}
                for each in self.does.client.cookies.jar
                if each.name != PLAIN_COOKIE
            ]
        )
        self.page.goto(path if path.startswith("http") else f"{self.home}{path}")
        return self.page

    def show_table(self, table: str = "") -> Page:
        """Open a table in the window, and wait until its scripts run."""
        page = self.show(f"/t/{table or self.does.table}")
        self.sees.wait_until_ready()
        return page

    def post(self, path: str, **fields: str) -> None:
        """Send a form that a page of the site has."""
        answer = self.does.client.post(path, data=fields, follow_redirects=False)
        said = answer.text.partition("<main")[2]
        assert answer.status_code < 400, f"{path}: {said}"
