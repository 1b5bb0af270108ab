"""What each browser keeps for itself: the language, and light or dark."""

import re
from typing import Annotated, Final

from fastapi import Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from sixth.i18n import LANGUAGES
from sixth.i18n import gettext as _
from sixth.server.web.endpoints import new_router
from sixth.server.web.middleware.preferences import LANGUAGE_COOKIE, THEME_COOKIE, Theme
from sixth.server.web.templating.environment import render

router = new_router()

_YEAR_S: Final = 365 * 24 * 3600

_BROWSER: Final = "browser"
"""Stands for no language of one's own."""

_PAGE: Final = re.compile(r"/(?:[\w.~=&?%-][\w.~=&?%/-]*)?", re.ASCII)
"""A page of this site; what begins with two slashes would be another site."""


class SettingsForm(BaseModel):
    """What may be set; what is left out stays as it is. `browser` is the language of the browser."""

    model_config = ConfigDict(extra="forbid")

    lang: str | None = Field(None, pattern=f"^({'|'.join(LANGUAGES)}|{_BROWSER})$")
    theme: Theme | None = None
    back: str = Field("/", max_length=2_000)


def same_site(page: str) -> str:
    """Return `page` if it is one of ours, else the first page."""
    return page if _PAGE.fullmatch(page) else "/"


@router.get("/settings", response_class=HTMLResponse)
async def settings(back: Annotated[str, Query(max_length=2_000)] = "/") -> HTMLResponse:
    """Show the choice of a language and a theme."""
    return HTMLResponse(render("pages/preferences.html", back=same_site(back), themes=_themes()))


@router.post("/settings")
async def keep_settings(request: Request, form: Annotated[SettingsForm, Form()]) -> Response:
    """Keep what was chosen, and go back to where one came from."""
    response = RedirectResponse(same_site(form.back), 303)
    _keep(request, response, LANGUAGE_COOKIE, "" if form.lang == _BROWSER else form.lang)
    _keep(request, response, THEME_COOKIE, "" if form.theme == "system" else form.theme)
    return response


def _keep(request: Request, response: Response, cookie: str, value: str | None) -> None:
    secure = request.url.scheme == "https"
    if value:
        response.set_cookie(cookie, value, max_age=_YEAR_S, httponly=True, samesite="lax", secure=secure)
    elif value is not None:
        response.delete_cookie(cookie, httponly=True, samesite="lax", secure=secure)


def _themes() -> dict[Theme, str]:
    return {
        "system": _("As the system says"),
        "light": _("Light"),
        "dark": _("Dark"),
        "contrast": _("High contrast"),
    }
