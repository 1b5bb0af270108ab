"""Your page: the name, games, devices, recovery codes and data of the browser's person."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Literal

from markupsafe import Markup
from pydantic import Field
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse

from sixth.i18n import translate
from sixth.rules.game import Impossible, Refusal
from sixth.server.core.errors import NoTableError
from sixth.server.core.refusals import NotFound
from sixth.server.feature import PlayedGame, ShownPerson
from sixth.server.features.profile.file.export import lines_of
from sixth.server.features.profile.game import PersonGame
from sixth.server.features.profile.games import games_of, opponents_of, tables_of
from sixth.server.features.profile.passkeys.view import passkeys_part
from sixth.server.features.profile.privacy import topics
from sixth.server.features.profile.view import (
    code_text,
    day_text,
    results_chart,
    summaries,
    totals_of,
)
from sixth.server.live.door import Sender
from sixth.server.people import browsers, device_links, names, recovery_codes
from sixth.server.people.erasure import Erasure
from sixth.server.people.host_actions import bar_of, mute_of
from sixth.server.people.people import COOKIE
from sixth.server.people.person import Person, Shown, Visitor, find_person, show_page
from sixth.server.people.relations import are_friends
from sixth.server.site import site_of
from sixth.server.table import commands
from sixth.server.table.identity import hash_token, new_token
from sixth.server.table.seats import MARKS
from sixth.server.web.cookies import forget_browser, recent_seats, set_name
from sixth.server.web.forms import models
from sixth.server.web.forms.reading import read_form
from sixth.server.web.own import own_of
from sixth.server.web.request import site_url
from sixth.server.web.routes.lobby import qr_code
from sixth.server.web.session import (
    HERE,
    PRIVATE,
    known_visitor,
    new_browser,
    own_name,
    people_of,
    refusals_on_page,
    to_own_page,
    visitor_of,
)
from sixth.server.web.templating.environment import render
from sixth.server.web.text.labels import kept_title


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
    person, now = visitor.person, people.now()
    await people.see(visitor)
    games, devices = (
        await people.read(games_of, person.id),
        await people.read(browsers.browsers_of, person.id),
    )
    link = await people.read(device_links.own_link, visitor, now)
    return _page(
        "you.html",
        person=person,
        penalties=[translate(each.sentence) for of in (bar_of, mute_of) if (each := of(person, now))],
        marks=range(MARKS),
        name=await own_name(request),
        summaries=summaries(totals_of(games)),
        latest=[(game, kept_title(game.game), day_text(game.began_at)) for game in reversed(games[-20:])],
        chart=results_chart(games),
        opponents=await people.read(opponents_of, person.id),
        parts=await _parts(request, person, games, is_own=True),
        browsers=[(each, day_text(each.seen_at)) for each in devices],
        this_browser=_name_of_browser(visitor),
        link=link and _address(request, link),
        other=await people.read(device_links.person_asking, person.id, now),
        codes=await people.read(recovery_codes.codes_of, visitor, now),
        passkeys=await passkeys_part(request, person),
        code_text=code_text,
        day_text=day_text,
        code_count=recovery_codes.CODES,
        address=f"{site_url(request)}people/{person.id}",
        own=await own_of(request),
    )


async def _parts(
    request: Request, person: Person, games: Sequence[PersonGame], *, is_own: bool
) -> list[Markup]:
    """Return what other features show of a person."""
    features = [each.at_person for each in site_of(request).features if each.at_person]
    tables = await people_of(request).read(tables_of, person.id) if features else ()
    played = [PlayedGame(each.game_id, each.seat, each.game, each.began_at) for each in games]
    shown = ShownPerson(person.id, is_own, tables, played)
    return [await at_person(request, shown) for at_person in features]


@refusals_on_page
async def keep_name(request: Request) -> Response:
    """Keep a name and a mark for this person."""
    form, visitor = await read_form(request, NameForm), await known_visitor(request)
    person_id = visitor.person.id
    name = await people_of(request).write(person_id, names.keep_name, person_id, form.name, form.mark)
    response = RedirectResponse(HERE, 303)
    set_name(request, response, name)
    return response


@refusals_on_page
async def show(request: Request) -> Response:
    """Set who may see the page of this person."""
    form, visitor = await read_form(request, ShownForm), await known_visitor(request)
    await people_of(request).write(visitor.person.id, show_page, visitor.person.id, form.shown)
    return RedirectResponse(f"{HERE}#shown", 303)


@refusals_on_page
async def end_browser(request: Request) -> Response:
    """Sign another browser of this person out."""
    form, visitor = await read_form(request, BrowserForm), await known_visitor(request)
    await people_of(request).write(visitor.person.id, browsers.end_browser, visitor.person.id, form.browser)
    return RedirectResponse(f"{HERE}#devices", 303)


async def sign_out(request: Request) -> Response:
    """Sign this browser out, and leave its recent tables."""
    visitor = await visitor_of(request)
    if visitor is not None:
        person_id, browser = visitor.person.id, _name_of_browser(visitor)
        await people_of(request).write(person_id, browsers.end_browser, person_id, browser)
    door = site_of(request).door
    for table_id, token in recent_seats(request):
        with suppress(NoTableError, Refusal):
            await door.send(Sender(table_id=table_id, token=token), commands.Leave())
    return _to_nobody(request)


# ------------------------------------------------------------------ another device


@refusals_on_page
async def make_link(request: Request) -> Response:
    """Make a link that adds a device."""
    people, visitor = people_of(request), await known_visitor(request)
    await people.write(visitor.person.id, device_links.make_link, visitor, people.now())
    return RedirectResponse(f"{HERE}#devices", 303)


async def link_picture(request: Request) -> Response:
    """Draw the link that this browser has made as a QR code."""
    people, visitor = people_of(request), await visitor_of(request)
    link = await people.read(device_links.own_link, visitor, people.now()) if visitor else None
    if link is None:
        raise NotFound("no-link", "There is no link; make a new one.")
    return Response(qr_code(_address(request, link)), media_type="image/svg+xml", headers=PRIVATE)


def _address(request: Request, link: str) -> str:
    return f"{site_url(request)}you/device/{link}"


async def device(request: Request) -> Response:
    """Ask whether this browser is to join the person of a link."""
    people, link, visitor = people_of(request), request.path_params["link"], await visitor_of(request)
    owner, asks = await people.read(device_links.owner_of_link, link, visitor, people.now())
    if visitor is not None and visitor.person.id == owner.id:
        return RedirectResponse(HERE, 303)
    template = "asked.html" if asks else "device.html"
    return _page(template, owner=owner, visitor=visitor and visitor.person, link=link)


async def add_device(request: Request) -> Response:
    """Sign this browser in as the person of a link, or ask that person to merge with its present one."""
    people, link, visitor = people_of(request), request.path_params["link"], await visitor_of(request)
    browser = new_browser(request, secret := new_token())
    proof, merges = hash_token(link), people.merges
    owner = await people.write(proof, device_links.use_link, proof, visitor, browser, merges)
    if owner is None:
        return RedirectResponse(f"{HERE}/device/{link}", 303)
    return await to_own_page(request, secret)


@refusals_on_page
async def merge(request: Request) -> Response:
    """Merge another person into this one, or decline their request."""
    form, visitor = await read_form(request, MergeForm), await known_visitor(request)
    people, own = people_of(request), visitor.person.id
    if form.answer == "merge":
        now, merges = people.now(), people.merges
        await people.write(own, device_links.merge_people, own, form.other, now, merges)
    else:
        await people.write(own, device_links.end_link, own)
    return RedirectResponse(HERE, 303)


# ------------------------------------------------------------------ recovery codes


@refusals_on_page
async def make_codes(request: Request) -> Response:
    """Make new recovery codes."""
    people, visitor = people_of(request), await known_visitor(request)
    await people.write(visitor.person.id, recovery_codes.make_codes, visitor, people.now())
    return RedirectResponse(f"{HERE}#codes", 303)


@refusals_on_page
async def use_code(request: Request) -> Response:
    """Sign this browser in as the person with a recovery code."""
    form, visitor, people = await read_form(request, CodeForm), await visitor_of(request), people_of(request)
    browser = new_browser(request, secret := new_token())
    code = recovery_codes.proof_of(form.code)
    await people.write(code, recovery_codes.use_code, code, visitor, browser, people.merges)
    return await to_own_page(request, secret)


# ------------------------------------------------------------------ all data, and the end


async def export(request: Request) -> Response:
    """Send everything kept about this person, as lines of JSON."""
    visitor = await known_visitor(request)
    exports = [each.export_of_person for each in site_of(request).features if each.export_of_person]
    more = [each for export in exports for each in await export(request, visitor.person.id)]
    name = {"Content-Disposition": 'attachment; filename="sixth-you.jsonl"'}
    lines = lines_of(people_of(request), visitor.person, more)
    return StreamingResponse(lines, media_type="application/x-ndjson", headers=PRIVATE | name)


@refusals_on_page
async def erase(request: Request) -> Response:
    """Delete all of this person, if they are sure."""
    form, visitor = await read_form(request, EraseForm), await known_visitor(request)
    if not form.sure:
        raise Impossible("not-sure", "Tick the box if you want to delete everything.")
    await site_of(request).service(Erasure).erase(visitor.person.id)
    return _to_nobody(request)


# ------------------------------------------------------------------ others


async def public_page(request: Request) -> Response:
    """Show the page of a person who shows it to everybody, or to this browser's person as a friend."""
    people, person_id = people_of(request), request.path_params["person_id"]
    visitor = await visitor_of(request)
    is_friend = visitor is not None and await people.read(are_friends, visitor.person.id, person_id)
    person = await people.read(find_person, person_id)
    circles = ("friends", "public") if is_friend else ("public",)
    if person is None or not person.named or person.shown not in circles:
        # The refusal does not say whether the page is hidden.
        raise NotFound("no-person", "Nobody shows a page at this address.")
    games = await people.read(games_of, person.id)
    return _page(
        "person.html",
        person=person,
        summaries=summaries(totals_of(games)),
        chart=results_chart(games),
        parts=await _parts(request, person, games, is_own=False),
    )


async def privacy(request: Request) -> HTMLResponse:
    """Show what this site keeps about people, and for how long."""
    site = site_of(request)
    others = [topic for each in site.features if each.privacy for topic in each.privacy(site.settings)]
    shown = [
        (topic, [str(column) for table in topic.tables for column in table.c])
        for topic in topics(site.settings, others)
    ]
    return HTMLResponse(render("profile/templates/privacy.html", topics=shown))


def _name_of_browser(visitor: Visitor) -> str:
    return browsers.browser_name(hash_token(visitor.secret))


def _page(template: str, **context: object) -> HTMLResponse:
    return HTMLResponse(render(f"profile/templates/{template}", **context), headers=PRIVATE)


def _to_nobody(request: Request) -> Response:
    """Redirect a browser without a person to the first page, without the cookies of the person before."""
    response = RedirectResponse("/", 303)
    forget_browser(request, response)
    response.delete_cookie(COOKIE, httponly=True, samesite="lax")
    return response
