"""Your page: the name, games, devices, recovery codes and data of the browser's person."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final, Literal

from markupsafe import Markup
from pydantic import Field
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse

from sixth.i18n import gettext as _, translate
from sixth.rules.game import Impossible, Refusal
from sixth.server.core.errors import NoTableError
from sixth.server.core.refusals import NotFound
from sixth.server.feature import PlayedGame, ShownPerson, TableParts
from sixth.server.features.people.file.export import lines_of
from sixth.server.features.people.passkeys.service import Passkeys
from sixth.server.features.people.passkeys.view import passkeys_part
from sixth.server.features.people.person import MARKS, Person, PersonGame, Shown
from sixth.server.features.people.privacy import topics
from sixth.server.features.people.service import CODES
from sixth.server.features.people.session import (
    COOKIE,
    HERE,
    known_visitor,
    label_of,
    people_of,
    refusals_on_page,
    to_own_page,
    visitor_of,
)
from sixth.server.features.people.view import (
    code_text,
    day_text,
    game_name,
    results_chart,
    summaries,
    totals_of,
)
from sixth.server.live.door import Sender
from sixth.server.parts import TablePart
from sixth.server.site import site_of
from sixth.server.table import commands
from sixth.server.table.identity import new_token
from sixth.server.table.view import TableView
from sixth.server.web.cookies import forget_browser, previous_name, recent_seats, set_name
from sixth.server.web.forms import models
from sixth.server.web.forms.reading import read_form
from sixth.server.web.request import site_url
from sixth.server.web.routes.lobby import qr_code
from sixth.server.web.templating.environment import render

PRIVATE: Final = {"Cache-Control": "no-store"}
"""Headers of pages that show a person: on a shared device, Back must not show the one before."""


class NameForm(models.StrictForm):
    """The form to keep a name and a mark."""

    name: str = Field("", max_length=20_000)
    mark: int = Field(0, ge=0, lt=MARKS)


class ShownForm(models.StrictForm):
    """The form that sets who may see the page of a person."""

    shown: Shown


class BrowserForm(models.StrictForm):
    """The form that signs out a browser, by its short name."""

    browser: str = Field(max_length=64)


class MergeForm(models.StrictForm):
    """The form that allows or declines the request of another person to merge with this one."""

    other: str = Field(max_length=40)
    answer: Literal["merge", "no"]


class CodeForm(models.StrictForm):
    """The form for a recovery code."""

    code: str = Field("", max_length=200)


class EraseForm(models.StrictForm):
    """The form that deletes all of a person; `sure` is whether they ticked that they want it."""

    sure: bool = False


async def you(request: Request) -> Response:
    """Show the person of this browser, with their games and devices."""
    people, visitor = people_of(request), await visitor_of(request)
    if visitor is None:
        return _page("nobody.html", passkeys=await passkeys_part(request))
    person = visitor.person
    await people.see(visitor)
    games, link = await people.games(person), await people.own_link(visitor)
    return _page(
        "you.html",
        person=person,
        penalties=[translate(each.sentence) for each in people.penalties(person)],
        marks=range(MARKS),
        name=person.name or previous_name(request),
        summaries=summaries(totals_of(games)),
        latest=[(game, game_name(game.game), day_text(game.began_at)) for game in reversed(games[-20:])],
        chart=results_chart(games),
        opponents=await people.opponents(person),
        parts=await _parts(request, person, games, is_own=True),
        browsers=[(each, day_text(each.seen_at)) for each in await people.browsers(person)],
        this_browser=people.browser_name(visitor),
        link=link and _address(request, link),
        other=await people.asking(person),
        codes=await people.codes(visitor),
        passkeys=await passkeys_part(request, person),
        code_text=code_text,
        day_text=day_text,
        code_count=CODES,
        address=f"{site_url(request)}people/{person.id}",
        has_friends=_has_friends(request),
    )


async def _parts(
    request: Request, person: Person, games: Sequence[PersonGame], *, is_own: bool
) -> list[Markup]:
    """Return what other features show of a person."""
    features = [each.at_person for each in site_of(request).features if each.at_person]
    tables = await people_of(request).tables(person) if features else ()
    played = [PlayedGame(each.game_id, each.seat, each.game, each.began_at) for each in games]
    shown = ShownPerson(person.id, is_own, tables, played)
    return [await at_person(request, shown) for at_person in features]


@refusals_on_page
async def keep_name(request: Request) -> Response:
    """Keep a name and a mark for this person."""
    form, visitor = await read_form(request, NameForm), await known_visitor(request)
    name = await people_of(request).keep_name(visitor.person, form.name, form.mark)
    response = RedirectResponse(HERE, 303)
    set_name(request, response, name)
    return response


@refusals_on_page
async def show(request: Request) -> Response:
    """Set who may see the page of this person."""
    form, visitor = await read_form(request, ShownForm), await known_visitor(request)
    await people_of(request).show(visitor.person, form.shown)
    return RedirectResponse(f"{HERE}#shown", 303)


@refusals_on_page
async def end_browser(request: Request) -> Response:
    """Sign another browser of this person out."""
    form, visitor = await read_form(request, BrowserForm), await known_visitor(request)
    await people_of(request).end_browser(visitor.person, form.browser)
    return RedirectResponse(f"{HERE}#devices", 303)


async def sign_out(request: Request) -> Response:
    """Sign this browser out, and leave its recent tables."""
    people, visitor = people_of(request), await visitor_of(request)
    if visitor is not None:
        await people.end_browser(visitor.person, people.browser_name(visitor))
    door = site_of(request).door
    for table_id, token in recent_seats(request):
        with suppress(NoTableError, Refusal):
            await door.send(Sender(table_id=table_id, token=token), commands.Leave())
    return _to_nobody(request)


# ------------------------------------------------------------------ another device


@refusals_on_page
async def make_link(request: Request) -> Response:
    """Make a link that adds a device."""
    await people_of(request).make_link(await known_visitor(request))
    return RedirectResponse(f"{HERE}#devices", 303)


async def link_picture(request: Request) -> Response:
    """Draw the link that this browser has made as a QR code."""
    visitor = await visitor_of(request)
    link = visitor and await people_of(request).own_link(visitor)
    if not link:
        raise NotFound("no-link", "There is no link; make a new one.")
    return Response(qr_code(_address(request, link)), media_type="image/svg+xml", headers=PRIVATE)


def _address(request: Request, link: str) -> str:
    return f"{site_url(request)}you/device/{link}"


async def device(request: Request) -> Response:
    """Ask whether this browser is to join the person of a link."""
    link, visitor = request.path_params["link"], await visitor_of(request)
    owner, asks = await people_of(request).owner_of_link(link, visitor)
    if visitor is not None and visitor.person.id == owner.id:
        return RedirectResponse(HERE, 303)
    template = "asked.html" if asks else "device.html"
    return _page(template, owner=owner, visitor=visitor and visitor.person, link=link)


async def add_device(request: Request) -> Response:
    """Sign this browser in as the person of a link, or ask that person to merge with its present one."""
    link, visitor, secret = request.path_params["link"], await visitor_of(request), new_token()
    owner = await people_of(request).use_link(link, visitor, secret, label_of(request))
    if owner is None:
        return RedirectResponse(f"{HERE}/device/{link}", 303)
    return await to_own_page(request, secret)


@refusals_on_page
async def merge(request: Request) -> Response:
    """Merge another person into this one, or decline their request."""
    form, visitor = await read_form(request, MergeForm), await known_visitor(request)
    if form.answer == "merge":
        await people_of(request).merge(visitor.person, form.other)
    else:
        await people_of(request).end_link(visitor.person)
    return RedirectResponse(HERE, 303)


# ------------------------------------------------------------------ recovery codes


@refusals_on_page
async def make_codes(request: Request) -> Response:
    """Make new recovery codes."""
    await people_of(request).make_codes(await known_visitor(request))
    return RedirectResponse(f"{HERE}#codes", 303)


@refusals_on_page
async def use_code(request: Request) -> Response:
    """Sign this browser in as the person with a recovery code."""
    form, visitor, secret = await read_form(request, CodeForm), await visitor_of(request), new_token()
    await people_of(request).use_code(form.code, visitor, secret, label_of(request))
    return await to_own_page(request, secret)


# ------------------------------------------------------------------ all data, and the end


async def export(request: Request) -> Response:
    """Send everything kept about this person, as lines of JSON."""
    visitor = await known_visitor(request)
    people, passkeys = people_of(request), site_of(request).service(Passkeys)
    exports = [each.export_of_person for each in site_of(request).features if each.export_of_person]
    more = [each for export in exports for each in await export(request, visitor.person.id)]
    name = {"Content-Disposition": 'attachment; filename="sixth-you.jsonl"'}
    lines = lines_of(people, passkeys, visitor, more)
    return StreamingResponse(lines, media_type="application/x-ndjson", headers=PRIVATE | name)


@refusals_on_page
async def erase(request: Request) -> Response:
    """Delete all of this person, if they are sure."""
    form, visitor = await read_form(request, EraseForm), await known_visitor(request)
    if not form.sure:
        raise Impossible("not-sure", "Tick the box if you want to delete everything.")
    await people_of(request).erase(visitor.person)
    return _to_nobody(request)


# ------------------------------------------------------------------ others, and tables


async def public_page(request: Request) -> Response:
    """Show the page of a person who shows it to everybody, or to this browser's person as a friend."""
    people, person_id = people_of(request), request.path_params["person_id"]
    visitor = await visitor_of(request) if _has_friends(request) else None
    is_friend = visitor is not None and await people.are_friends(visitor.person, person_id)
    person = await people.shown(person_id, to_friend=is_friend)
    games = await people.games(person)
    return _page(
        "person.html",
        person=person,
        summaries=summaries(totals_of(games)),
        chart=results_chart(games),
        parts=await _parts(request, person, games, is_own=False),
    )


def _has_friends(request: Request) -> bool:
    return any(each.name == "friends" for each in site_of(request).features)


async def privacy(request: Request) -> HTMLResponse:
    """Show what this site keeps about people, and for how long."""
    site = site_of(request)
    others = [topic for each in site.features if each.privacy for topic in each.privacy(site.settings)]
    shown = [
        (topic, [str(column) for table in topic.tables for column in table.c])
        for topic in topics(site.settings, others)
    ]
    return HTMLResponse(render("people/templates/privacy.html", topics=shown))


async def at_table(request: Request, table: TableView) -> TableParts:
    """Return the offer to keep their games, below the result of a guest."""
    if table.seat is None or table.view is None or not table.view.over or COOKIE not in request.cookies:
        return {}
    visitor = await visitor_of(request)
    if visitor is None or visitor.person.named:
        return {}
    if await people_of(request).has_played_elsewhere(visitor.person, table.id):
        return {}
    part: TablePart = {
        "links": [{"address": "/you", "label": _("Keep your games"), "is_button": True}],
        "small": [_("With a name, on all of your devices.")],
        "kind": "keep",
    }
    return {"result": [part]}


def _page(template: str, **context: object) -> HTMLResponse:
    return HTMLResponse(render(f"people/templates/{template}", **context), headers=PRIVATE)


def _to_nobody(request: Request) -> Response:
    """Redirect a browser without a person to the first page, without the cookies of the person before."""
    response = RedirectResponse("/", 303)
    forget_browser(request, response)
    response.delete_cookie(COOKIE, httponly=True, samesite="lax")
    return response
