"""The page of settings that a browser keeps: the language and the looks."""

import re
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sixth.i18n import gettext as _
from sixth.server.web.forms import models
from sixth.server.web.forms.reading import read_form
from sixth.server.web.middleware.preferences import (
    CARDS_COOKIE,
    FELT_COOKIE,
    LANGUAGE_COOKIE,
    THEME_COOKIE,
    Cards,
    Felt,
    Theme,
)
from sixth.server.web.templating.environment import render

_YEAR_S: Final = 365 * 24 * 3600

_PAGE: Final = re.compile(r"/(?:[\w.~=&?%-][\w.~=&?%/-]*)?", re.ASCII)
"""The address of a page of this site; two slashes at the start would lead to another site."""

_MAX_PAGE_LENGTH: Final = 2_000


def same_site(page: str) -> str:
    """Return `page` if it is on this site, else the first page."""
    return page if _PAGE.fullmatch(page) else "/"


async def settings(request: Request) -> HTMLResponse:
    """Show the settings: language, theme, felt and card backs."""
    back = request.query_params.get("back", "/")
    if len(back) > _MAX_PAGE_LENGTH:
        raise HTTPException(422)
    looks = {"themes": _themes(), "felts": _felts(), "cards": _cards()}
    return HTMLResponse(render("pages/preferences.html", back=same_site(back), **looks))


async def keep_settings(request: Request) -> Response:
    """Keep the settings, and go back to the page before."""
    form = await read_form(request, models.SettingsForm)
    response = RedirectResponse(same_site(form.back), 303)
    _keep(request, response, LANGUAGE_COOKIE, "" if form.lang == models.BROWSER else form.lang)
    _keep(request, response, THEME_COOKIE, "" if form.theme == "system" else form.theme)
    _keep(request, response, FELT_COOKIE, "" if form.felt == "green" else form.felt)
    _keep(request, response, CARDS_COOKIE, "" if form.cards == "head" else form.cards)
    return response


def _keep(request: Request, response: Response, cookie: str, value: str | None) -> None:
    secure = request.url.scheme == "https"
    if value:
        response.set_cookie(cookie, value, max_age=_YEAR_S, httponly=True, samesite="lax", secure=secure)
    elif value is not None:
        response.delete_cookie(cookie, httponly=True, samesite="lax", secure=secure)


def _themes() -> dict[Theme, str]:
    return {
        "system": _("Match device"),
        "light": _("Light"),
        "dark": _("Dark"),
        "contrast": _("High contrast"),
    }


def _felts() -> dict[Felt, str]:
    return {"green": _("Green"), "blue": _("Blue")}


def _cards() -> dict[Cards, str]:
    return {"head": _("Horned head"), "waves": _("Waves"), "stars": _("Stars")}
