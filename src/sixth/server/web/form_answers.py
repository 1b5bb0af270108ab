"""Answers to forms, which redirect the browser to the page of the form, also where the form was refused.

If the answer itself were a page, Back and Reload would send the form again, and the service worker, which
cannot fetch such a page, would report that there is no connection.
"""

from collections.abc import Sequence
from urllib.parse import quote

from markupsafe import escape
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sixth.server.web.forms.reading import fields_of
from sixth.server.web.middleware import refused_forms
from sixth.server.web.middleware.preferences import asks_for_page
from sixth.server.web.middleware.refused_forms import RefusedForm
from sixth.server.web.templating.environment import render


def is_from_script(request: Request) -> bool:
    """Return whether a script of this site asks, which gets a sentence in place of a page."""
    return request.headers.get("hx-request") == "true"


async def refused_form(request: Request, why: str, code: str = "") -> RefusedForm:
    """Return the form of this request as refused for the reason `why`, with the `code` of the refusal.

    Raises:
        HTTPException: the body is no form or incomplete (422).
    """
    return RefusedForm(form_of(request), await fields_of(request), refused_forms.FIELDS.get(code, ""), why)


def form_of(request: Request) -> str:
    """Return the name of the form that was sent to the address of this request."""
    return str(request.scope["path"]).rpartition("/")[2]


def answer_refused_form(request: Request, refused: RefusedForm, status: int) -> Response:
    """Answer a refused form: a browser goes back to the page of the form, which shows it again.

    A script gets only the sentence, with `status` and the name of the field at fault.
    """
    page = refused_forms.page_of_form(request.scope["path"])
    if is_from_script(request) or not asks_for_page(request):
        field = {"Sixth-Field": refused.wrong} if refused.wrong else None
        return HTMLResponse(str(escape(refused.why)), status, field)
    return sentence_page(request, refused.why, status) if page is None else lead_to(request, page, refused)


def lead_to(request: Request, page: str, refused: RefusedForm, *, query: str = "") -> Response:
    """Return the redirect to the page at this path, which shows the refused form or its sentence."""
    response = RedirectResponse(f"{quote(page)}{query and '?'}{query}", 303)
    if refused is not refused_forms.NOT_REFUSED:
        cookie = refused_forms.cookie_header(page, refused, secure=request.url.scheme == "https")
        response.headers["Set-Cookie"] = cookie
    return response


def sentence_page(
    request: Request, sentence: str, status: int, *, title: str = "", ways: Sequence[tuple[str, str]] = ()
) -> HTMLResponse:
    """Return a page with this sentence, or the sentence alone for a script.

    `ways` are the addresses and labels of links that lead on, the best first.
    """
    if is_from_script(request):
        return HTMLResponse(str(escape(sentence)), status)
    facts = {"sentence": sentence, "missing": status == 404, "title": title, "ways": ways}
    return HTMLResponse(render("pages/error.html", **facts), status)
