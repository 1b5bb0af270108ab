"""Recovery codes on *Your page*: they are made, shown for some minutes, kept, and used."""

from typing import Final

from pydantic import Field
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from sixth.i18n import gettext as _, translate
from sixth.rules.game import Refusal
from sixth.server.features.profile.pages import page_of
from sixth.server.features.profile.view import code_text
from sixth.server.people import recovery_codes
from sixth.server.table.identity import new_token
from sixth.server.web.form_answers import lead_to, refused_form
from sixth.server.web.forms import models
from sixth.server.web.forms.reading import read_form
from sixth.server.web.request import site_url
from sixth.server.web.session import (
    HERE,
    PRIVATE,
    known_visitor,
    new_browser,
    people_of,
    refusals_on_page,
    to_own_page,
    visitor_of,
)

_PAGE: Final = f"{HERE}/codes"


class CodeForm(models.StrictForm):
    """The form for a recovery code."""

    code: str = Field("", max_length=200)


class KeptForm(models.StrictForm):
    """The form with the last letters of a code that somebody has kept."""

    ending: str = Field("", max_length=200)


@refusals_on_page
async def make(request: Request) -> Response:
    """Make new recovery codes."""
    people, visitor = people_of(request), await known_visitor(request)
    await people.write(visitor.person.id, recovery_codes.make_codes, visitor, people.now())
    return RedirectResponse(_PAGE, 303)


async def show(request: Request) -> Response:
    """Show the recovery codes that this browser has just made, with ways to keep them."""
    people, visitor = people_of(request), await visitor_of(request)
    codes = await people.read(recovery_codes.codes_of, visitor, people.now()) if visitor else None
    if visitor is None or codes is None or not codes.codes:
        return RedirectResponse(f"{HERE}#codes", 303)
    texts = [code_text(code) for code in codes.codes]
    return page_of(
        "codes.html",
        person=visitor.person,
        codes=codes,
        texts=texts,
        length=recovery_codes.ENDING,
        address=f"{site_url(request)}you",
        copy=_text_of(request, visitor.person.name, texts),
    )


async def file(request: Request) -> Response:
    """Send the recovery codes that this browser has just made as a text file that says what they are for."""
    people, visitor = people_of(request), await known_visitor(request)
    codes = await people.read(recovery_codes.codes_of, visitor, people.now())
    if not codes.codes:
        return RedirectResponse(f"{HERE}#codes", 303)
    text = _text_of(request, visitor.person.name, [code_text(code) for code in codes.codes])
    name = {"Content-Disposition": 'attachment; filename="sixth-codes.txt"'}
    return Response(text, media_type="text/plain", headers=PRIVATE | name)


def _text_of(request: Request, name: str, codes: list[str]) -> str:
    """Return recovery codes as a text that says whose they are, and what to do with them."""
    title, about = _("Recovery codes"), _("Lost all your devices? A code brings you back. Each works once.")
    lines = [f"{number}. {code}" for number, code in enumerate(codes, 1)]
    return "\n".join([f"Sixth · {title} · {name}", f"{site_url(request)}you", about, "", *lines, ""])


async def keep(request: Request) -> Response:
    """Note that the person has kept their codes, if they know the end of one."""
    form, people, visitor = (
        await read_form(request, KeptForm),
        people_of(request),
        await known_visitor(request),
    )
    try:
        own = visitor.person.id
        await people.write(own, recovery_codes.note_kept, visitor, form.ending, people.now())
    except Refusal as error:
        return lead_to(request, _PAGE, await refused_form(request, translate(error.sentence), error.code))
    return RedirectResponse(_PAGE, 303)


@refusals_on_page
async def use(request: Request) -> Response:
    """Sign this browser in as the person with a recovery code."""
    form, visitor, people = await read_form(request, CodeForm), await visitor_of(request), people_of(request)
    browser = new_browser(request, secret := new_token())
    code = recovery_codes.proof_of(form.code)
    await people.write(code, recovery_codes.use_code, code, visitor, browser, people.merges)
    return await to_own_page(request, secret)
