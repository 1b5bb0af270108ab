"""Preferences of a reader: the language and the looks, from cookies and from headers of the browser."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, get_args
from urllib.parse import quote

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sixth import i18n
from sixth.server.core.problems import is_for_programs
from sixth.server.feature import Feature, Fragment, Link, LinkPlace
from sixth.server.site import site_of
from sixth.server.web.middleware import refused_forms
from sixth.server.web.middleware.refused_forms import NOT_REFUSED, RefusedForm

LANGUAGE_COOKIE: Final = "sixth-lang"
THEME_COOKIE: Final = "sixth-theme"
FELT_COOKIE: Final = "sixth-felt"
CARDS_COOKIE: Final = "sixth-cards"
PLAYED_COOKIE: Final = "sixth-played"
RENEW_COOKIE: Final = "sixth-renew"
PLAIN_COOKIE: Final = "sixth-plain"

SETTING_COOKIES: Final = (
    LANGUAGE_COOKIE,
    THEME_COOKIE,
    FELT_COOKIE,
    CARDS_COOKIE,
    PLAIN_COOKIE,
    RENEW_COOKIE,
)
"""The cookies with the settings of a device, which are nobody's."""

_BY_ADDRESS: Final = {"renew": RENEW_COOKIE, "plain": PLAIN_COOKIE}
"""The cookies of preferences that a query may switch `on` or `off`."""

_AGES: Final = {RENEW_COOKIE: "", PLAIN_COOKIE: "; Max-Age=31536000"}
"""The ages of these cookies, "" for as long as the browser is open."""

ColourTheme = Literal["system", "light", "dark", "contrast"]
Felt = Literal["green", "blue"]
Cards = Literal["head", "waves", "stars"]

_PREVIEWS: Final = re.compile(r"bot\b|facebookexternalhit", re.IGNORECASE)
"""The names of programs for previews that work as a browser does, as those of Apple do."""

_VARY: Final = (b"vary", b"Cookie, Accept-Language")


class Reader(NamedTuple):
    """The person of a browser as headers of pages show them: the name they keep ("" for a guest), a mark."""

    name: str
    mark: int


@dataclass(frozen=True, slots=True)
class Preferences:
    """The preferences of one reader.

    `chosen` is the language they chose here, or "" where that of the browser counts; `cards` is what the
    backs of cards show; `page` is the address of the page they are on. `still` is whether pages are not to
    renew themselves where no scripts run, `plain` whether tables are to be pages without scripts.
    `unfold` is the whole address of the page if a program asks for it that shows links with a picture in
    chats, "" for a browser; `home` is then that of the site, without a slash at the end.
    `played` is whether somebody has played in this browser before. `reader` is who it is, None for nobody and
    for copies that a browser keeps (`web.readers`). `refused` is the form of this page that
    was refused just before. `links` are those of features on pages, `fragments` the templates that features
    add to pages.
    """

    language: str = i18n.SOURCE
    chosen: str = ""
    theme: ColourTheme = "system"
    felt: Felt = "green"
    cards: Cards = "head"
    page: str = "/"
    home: str = ""
    unfold: str = ""
    still: bool = False
    plain: bool = False
    played: bool = False
    reader: Reader | None = None
    refused: RefusedForm = NOT_REFUSED
    links: tuple[Link, ...] = ()
    fragments: tuple[Fragment, ...] = ()

    def links_at(self, place: LinkPlace) -> list[Link]:
        """Return the links that features of the site have at this place."""
        return [link for link in self.links if link.place == place]

    def templates_at(self, place: str) -> list[str]:
        """Return the templates that features of the site have at this place."""
        return [fragment.template for fragment in self.fragments if fragment.place == place]


_DEFAULT: Final = Preferences()
_current: ContextVar[Preferences | None] = ContextVar("reader", default=None)


def preferences() -> Preferences:
    """Return the preferences of the reader of the current page."""
    return _current.get() or _DEFAULT


class PageLinks:
    """The links and fragments that features add to pages, made once for each language."""

    def __init__(self, features: Sequence[Feature]) -> None:
        self._features = features
        self._by_language: dict[str, tuple[Link, ...]] = {}
        self.fragments = tuple(fragment for feature in features for fragment in feature.fragments)

    def in_language(self, language: str) -> tuple[Link, ...]:
        """Return the links with their labels in a language."""
        if language not in self._by_language:
            with i18n.using_language(language):
                links = (link for feature in self._features if feature.links for link in feature.links())
                self._by_language[language] = tuple(links)
        return self._by_language[language]


def preferences_of(connection: HTTPConnection, page_links: PageLinks) -> Preferences:
    """Return the preferences of a browser on a site with these links.

    Cookies with values that this site never writes are ignored.
    """
    cookies = connection.cookies | _switched(connection)
    chosen, language = _chosen_language(connection), language_of(connection)
    home = _home(connection) if _unfolds_links(connection) else ""
    return Preferences(
        language=language,
        chosen=chosen,
        theme=_one_of(get_args(ColourTheme), cookies.get(THEME_COOKIE)),
        felt=_one_of(get_args(Felt), cookies.get(FELT_COOKIE)),
        cards=_one_of(get_args(Cards), cookies.get(CARDS_COOKIE)),
        page=_page(connection),
        home=home,
        unfold=home and f"{home}{quote(connection.scope['path'])}",
        still=cookies.get(RENEW_COOKIE) == "off",
        plain=cookies.get(PLAIN_COOKIE) == "on",
        played=PLAYED_COOKIE in cookies,
        refused=_refused(connection),
        links=page_links.in_language(language),
        fragments=page_links.fragments,
    )


def _one_of(values: Sequence[Any], value: str | None) -> Any:
    """Return the value if it is one of these, else the first of them."""
    return value if value in values else values[0]


def language_of(connection: HTTPConnection) -> str:
    """Return the language of a reader: the one they chose here, else the one of their browser."""
    return _chosen_language(connection) or _language(connection)


def _chosen_language(connection: HTTPConnection) -> str:
    chosen = connection.cookies.get(LANGUAGE_COOKIE, "")
    return chosen if chosen in i18n.LANGUAGES else ""


def _language(connection: HTTPConnection) -> str:
    return i18n.language_for_header(connection.headers.get("accept-language", ""))


def _switched(connection: HTTPConnection) -> dict[str, str]:
    """Return the cookies of preferences that the query switches `on` or `off`."""
    if not connection.scope["query_string"]:
        return {}
    values = {cookie: connection.query_params.get(name) for name, cookie in _BY_ADDRESS.items()}
    return {cookie: value for cookie, value in values.items() if value in ("on", "off")}


def _page(connection: HTTPConnection) -> str:
    """Return the page to come back to from the settings; for a form, the page with that form."""
    # `connection.url` raises if a header contains no valid host.
    path = connection.scope["path"]
    if connection.scope["method"] not in ("GET", "HEAD"):
        return quote(refused_forms.page_of_form(path) or "/")
    query = connection.scope["query_string"].decode("latin-1")
    return f"{quote(path)}?{query}" if query else quote(path)


def _unfolds_links(connection: HTTPConnection) -> bool:
    """Return whether a program asks that may show the page of a link with a picture, as chats do.

    Browsers name the mode of a request, and need not be sent what only such programs read.
    """
    is_browser = "sec-fetch-mode" in connection.headers
    return not is_browser or _PREVIEWS.search(connection.headers.get("user-agent", "")[:500]) is not None


def _home(connection: HTTPConnection) -> str:
    """Return the address of the site, without a slash at the end: of the settings, else of the request."""
    return (site_of(connection).settings.url or str(connection.base_url)).rstrip("/")


def _refused(connection: HTTPConnection) -> RefusedForm:
    """Return the form that was refused just before the browser came to this page."""
    scope = connection.scope
    if scope["method"] != "GET" or not asks_for_page(connection):
        return NOT_REFUSED
    return refused_forms.from_cookie(connection.cookies.get(refused_forms.cookie_name(scope["path"]), ""))


def is_copy(connection: HTTPConnection) -> bool:
    """Return whether a browser fetches a page to keep offline; such a copy has nothing of a person."""
    return "sixth-keep" in connection.headers


def asks_for_page(connection: HTTPConnection) -> bool:
    """Return whether a browser visits a page; its scripts and other programs do not accept HTML by name.

    A copy does not count as a visit.
    """
    return "text/html" in connection.headers.get("accept", "") and not is_copy(connection)


@contextmanager
def using_preferences(prefs: Preferences) -> Iterator[None]:
    """Use these preferences for pages made within the block."""
    before = _current.set(prefs)
    try:
        with i18n.using_language(prefs.language):
            yield
    finally:
        _current.reset(before)


class PreferencesMiddleware:
    """ASGI middleware that sets the preferences of the reader for everything inside, streams included."""

    def __init__(self, app: ASGIApp, features: Sequence[Feature]) -> None:
        self.app, self._page_links = app, PageLinks(features)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the preferences, mark the answer as dependent on them, and keep what the query switches."""
        if scope["type"] != "http" or scope["path"].startswith("/static/"):
            await self.app(scope, receive, send)
            return
        if is_for_programs(scope):
            # Cookies of programs do not count.
            with i18n.using_language(_language(HTTPConnection(scope))):
                await self.app(scope, receive, send)
            return

        connection = HTTPConnection(scope)
        prefs = preferences_of(connection, self._page_links)

        async def send_marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] += [_VARY, *_switches(connection), *_end_refusal(prefs, scope, message)]
            await send(message)

        with using_preferences(prefs):
            await self.app(scope, receive, send_marked)


def _switches(connection: HTTPConnection) -> Iterator[tuple[bytes, bytes]]:
    """Yield the headers that keep what the query switches on or off."""
    secure = "; Secure" if connection.scope["scheme"] == "https" else ""
    for cookie, value in _switched(connection).items():
        text = f"{cookie}={value}; Path=/; HttpOnly; SameSite=Lax{_AGES[cookie]}{secure}"
        yield b"set-cookie", text.encode()


def _end_refusal(prefs: Preferences, scope: Scope, answer: Message) -> Iterator[tuple[bytes, bytes]]:
    """Yield the headers that end the cookie of a refused form, now that its page shows it."""
    if prefs.refused is NOT_REFUSED:
        return
    cookie = refused_forms.cookie_header(scope["path"], NOT_REFUSED, secure=scope["scheme"] == "https")
    yield b"set-cookie", cookie.encode()
    if not any(name == b"content-encoding" for name, _ in answer["headers"]):
        # The length of a compressed page could tell whether the typed text resembles something in it.
        yield b"content-encoding", b"identity"
