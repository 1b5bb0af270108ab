"""Sixth as an app: its manifest, its service worker, and the page for times without a connection."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from sixth.i18n import gettext as _
from sixth.server.web.middleware.preferences import preferences
from sixth.server.web.templating.colours import cloths
from sixth.server.web.templating.environment import render
from sixth.server.web.templating.files import STATIC, pages_version, shell_urls, static_url

_SIZES: Final = (192, 512)
"""Sizes of the bitmap icons, in pixels; not every system draws vector icons."""


async def manifest(_request: Request) -> Response:
    """Describe the app in the language of the reader: its name, looks and shortcuts."""
    (cloth, _night), _contrast = cloths()
    return JSONResponse(
        {
            "id": "/",
            "name": "Sixth",
            "short_name": "Sixth",
            "description": _("Play 6 nimmt! with friends and bots, right here."),
            "lang": preferences().language,
            "dir": "ltr",
            "categories": ["games"],
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            # A manifest can name one colour only; each page names those of its theme.
            "background_color": cloth,
            "theme_color": cloth,
            "icons": [
                _icon("icon.svg"),
                _icon("icon-maskable.svg", purpose="maskable"),
                *(_icon(f"icon-{size}.png", size) for size in _SIZES),
                *(_icon(f"icon-maskable-{size}.png", size, purpose="maskable") for size in _SIZES),
            ],
            "shortcuts": [
                {"name": name, "url": url, "icons": [_icon("icon-192.png", 192)]}
                for name, url in (
                    (_("Open tables"), "/tables"),
                    *((link.label, link.address) for link in preferences().links_at("shortcut")),
                )
            ],
        },
        media_type="application/manifest+json",
        headers={"Cache-Control": "no-cache"},
    )


def _icon(name: str, size: int = 0, *, purpose: str = "any") -> Mapping[str, str]:
    """Return the entry of an icon: a bitmap of this size in pixels, or for 0 a vector."""
    kind, sizes = ("image/png", f"{size}x{size}") if size else ("image/svg+xml", "any")
    return {"src": static_url(name), "sizes": sizes, "type": kind, "purpose": purpose}


async def offline(_request: Request) -> HTMLResponse:
    """Show the page that stands in for others without a connection."""
    return HTMLResponse(render("pages/offline.html", back="/"))


async def worker(_request: Request) -> Response:
    """Send the service worker with the list of pages and files that it keeps."""
    pages = ("/", "/offline", *(link.address for link in preferences().links_at("kept")))
    return Response(
        _script(pages_version(), pages), media_type="text/javascript", headers={"Cache-Control": "no-cache"}
    )


@cache
def _script(version: str, pages: Sequence[str]) -> str:
    """Return the service worker of a version, which keeps these pages and all files of the shell."""
    shell = {"version": version, "pages": pages, "files": shell_urls()}
    return f"const SHELL = {json.dumps(shell)};\n{(STATIC / 'sw.js').read_text('utf-8')}"
