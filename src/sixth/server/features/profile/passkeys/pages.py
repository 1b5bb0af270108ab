"""The steps of passkeys: the questions for a script to put to its browser, and the forms with its answers."""

from typing import Final

from pydantic import Field
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from sixth.server.core.refusals import NotFound
from sixth.server.features.profile.passkeys.view import party_of
from sixth.server.people import passkeys
from sixth.server.people.passkey_ceremonies import TIMEOUT_MS, RelyingParty
from sixth.server.table.identity import is_token, new_token
from sixth.server.web.cookies import set_cookie
from sixth.server.web.forms import models
from sixth.server.web.forms.reading import read_form
from sixth.server.web.session import (
    HERE,
    known_visitor,
    label_of,
    new_browser,
    people_of,
    refusals_on_page,
    to_own_page,
    visitor_of,
)

_COOKIE: Final = "sixth-passkey"
"""Holds the secret of a browser between the two steps of a ceremony."""

_STEPS: Final = f"{HERE}/passkeys"


class AnswerForm(models.StrictForm):
    """The form with the answer of a browser (JSON), for which a script asked it."""

    answer: str = Field("", max_length=12_000)


class NewPasskeyForm(AnswerForm):
    """The form with a new passkey and its name."""

    name: str = Field("", max_length=200)


class PasskeyForm(models.StrictForm):
    """The form that removes a passkey, by its id."""

    passkey: str = Field(max_length=1_400)


class PasskeyNameForm(PasskeyForm):
    """The form that gives a passkey another name."""

    name: str = Field("", max_length=200)


async def ask_new(request: Request) -> Response:
    """Send the options with which a browser makes a passkey for its person."""
    party, visitor, secret = _party(request), await known_visitor(request), new_token()
    question = await passkeys.ask_new(people_of(request), party, visitor.person, secret)
    return _question(request, question, secret)


@refusals_on_page
async def add(request: Request) -> Response:
    """Add a passkey that a browser has made for its person."""
    party, visitor = _party(request), await known_visitor(request)
    form = await read_form(request, NewPasskeyForm)
    people, name = people_of(request), form.name or label_of(request)
    await passkeys.add(people, party, visitor.person, _secret(request), answer=form.answer, name=name)
    return RedirectResponse(f"{HERE}#passkeys", 303)


@refusals_on_page
async def rename(request: Request) -> Response:
    """Give a passkey of this person another name."""
    form, visitor = await read_form(request, PasskeyNameForm), await known_visitor(request)
    own = visitor.person.id
    await people_of(request).write(own, passkeys.rename_passkey, own, form.passkey, form.name)
    return RedirectResponse(f"{HERE}#passkeys", 303)


@refusals_on_page
async def remove(request: Request) -> Response:
    """Remove a passkey of this person."""
    form, visitor = await read_form(request, PasskeyForm), await known_visitor(request)
    await people_of(request).write(
        visitor.person.id, passkeys.remove_passkey, visitor.person.id, form.passkey
    )
    return RedirectResponse(f"{HERE}#passkeys", 303)


async def ask(request: Request) -> Response:
    """Send the options with which a browser signs in with one of its passkeys."""
    party, secret = _party(request), new_token()
    return _question(request, await passkeys.ask(people_of(request), party, secret), secret)


@refusals_on_page
async def sign_in(request: Request) -> Response:
    """Sign this browser in as the person of the passkey in its answer."""
    party, visitor, secret = _party(request), await visitor_of(request), new_token()
    form = await read_form(request, AnswerForm)
    people, browser = people_of(request), new_browser(request, secret)
    await passkeys.sign_in(people, party, visitor, _secret(request), answer=form.answer, browser=browser)
    return await to_own_page(request, secret)


def _party(request: Request) -> RelyingParty:
    party = party_of(request)
    if party is None:
        raise NotFound("no-passkeys", "Passkeys do not work at this address.")
    return party


def _secret(request: Request) -> str | None:
    secret = request.cookies.get(_COOKIE)
    return secret if is_token(secret) else None


def _question(request: Request, question: str, secret: str) -> Response:
    response = Response(question, media_type="application/json")
    set_cookie(request, response, _COOKIE, secret, path=_STEPS, max_age_s=TIMEOUT_MS // 1000)
    return response
