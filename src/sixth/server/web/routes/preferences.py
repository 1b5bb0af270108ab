"""The page of settings that a browser keeps: the language and the looks."""

import re
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sixth.i18n import gettext as _
from sixth.server.web.cookies import set_cookie
from sixth.server.web.forms import models
from sixth.server.web.forms.reading import read_form
from sixth.server.web.middleware import preferences
from sixth.server.web.templating.environment import render

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
    themes = {"system": _("Match device"), "light": _("Light"), "dark": _("Dark")}
    page = render(
        "pages/preferences.html",
        back=same_site(back),
        themes={**themes, "contrast": _("High contrast")},
        felts={"green": _("Green"), "blue": _("Blue")},
        cards={"head": _("Horned head"), "waves": _("Waves"), "stars": _("Stars")},
    )
    return HTMLResponse(page)


async def keep_settings(request: Request) -> Response:
    """Keep the settings, and go back to the page before."""
    form = await read_form(request, models.SettingsForm)
    response = RedirectResponse(same_site(form.back), 303)
    secure = request.url.scheme == "https"
    for cookie, value, usual in (
        (preferences.LANGUAGE_COOKIE, form.lang, models.BROWSER),
        (preferences.THEME_COOKIE, form.theme, "system"),
        (preferences.FELT_COOKIE, form.felt, "green"),
        (preferences.CARDS_COOKIE, form.cards, "head"),
    ):
        if value == usual:
            response.delete_cookie(cookie, httponly=True, samesite="lax", secure=secure)
        elif value is not None:
            set_cookie(request, response, cookie, value)
    return response
