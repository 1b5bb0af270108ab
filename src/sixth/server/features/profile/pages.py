"""Your page: the name, games, devices, recovery codes and data of the browser's person."""

from collections.abc import Sequence
from typing import Final, Literal

from markupsafe import Markup
from pydantic import Field
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse

from sixth.i18n import gettext as _, translate
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
from sixth.server.people import browsers, device_links, names, recovery_codes
from sixth.server.people.host_actions import bar_of, mute_of
from sixth.server.people.person import Person, Shown, Visitor, find_person, show_page
from sixth.server.people.relations import are_friends
from sixth.server.site import site_of
from sixth.server.store.games import readable
from sixth.server.table.identity import hash_token, new_token
from sixth.server.table.seats import MARKS
from sixth.server.web.cookies import set_name
from sixth.server.web.form_answers import sentence_page
from sixth.server.web.forms import models
from sixth.server.web.forms.reading import read_form
from sixth.server.web.own import own_of
from sixth.server.web.request import is_inside_app, site_url
from sixth.server.web.routes.lobby import qr_code
from sixth.server.web.session import (
    HERE,
    PRIVATE,
    keeps_link,
    known_visitor,
    new_browser,
    own_name,
    people_of,
    refusals_on_page,
    to_link_or_own_page,
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


_MAX_LATEST: Final = 20
"""Games of a person on their page."""


@keeps_link
async def you(request: Request) -> Response:
    """Show the person of this browser, with their games and devices."""
    people, visitor = people_of(request), await visitor_of(request)
    if visitor is None:
        return page_of("nobody.html", passkeys=await passkeys_part(request))
    person, now = visitor.person, people.now()
    await people.see(visitor)
    games, devices = (
        await people.read(games_of, person.id),
        await people.read(browsers.browsers_of, person.id),
    )
    link, latest = await people.read(device_links.own_link, visitor, now), games[: -_MAX_LATEST - 1 : -1]
    return page_of(
        "you.html",
        person=person,
        penalties=[translate(each.sentence) for of in (bar_of, mute_of) if (each := of(person, now))],
        marks=range(MARKS),
        name=await own_name(request),
        summaries=summaries(totals_of(games)),
        latest=[(game, kept_title(game.game), day_text(game.began_at)) for game in latest],
        readable=await people.read(readable, [game.game_id for game in latest]),
        chart=results_chart(games),
        opponents=await people.read(opponents_of, person.id),
        parts=await _parts(request, person, games, is_own=True),
        browsers=[(each, day_text(each.seen_at)) for each in devices],
        this_browser=name_of_browser(visitor),
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
    response = to_link_or_own_page(request)
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
    """Ask whether this browser is to join the person of a link, or hand the link on where it has."""
    people, link, visitor = people_of(request), request.path_params["link"], await visitor_of(request)
    person, address = visitor and visitor.person, _address(request, link)
    try:
        owner, asks = await people.read(device_links.owner_of_link, link, visitor, people.now())
    except NotFound as error:
        code = (
            (HERE, _("Your page")) if person and person.named else (f"{HERE}#back", _("Use a recovery code"))
        )
        title, ways = _("This link no longer works"), (code, ("/", _("Play")))
        return sentence_page(request, translate(error.sentence), 404, title=title, ways=ways)
    if visitor is not None and visitor.person.id == owner.id:
        made_here = await people.read(device_links.own_link, visitor, people.now()) == link
        return page_of("own_device.html", owner=owner, link=address, picture=made_here and f"{HERE}/link.svg")
    template, inside_app = "asked.html" if asks else "device.html", is_inside_app(request) and address
    return page_of(template, owner=owner, visitor=person, link=link, inside_app=inside_app)


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


# ------------------------------------------------------------------ all data


async def export(request: Request) -> Response:
    """Send everything kept about this person, as lines of JSON."""
    visitor = await known_visitor(request)
    exports = [each.export_of_person for each in site_of(request).features if each.export_of_person]
    more = [each for export in exports for each in await export(request, visitor.person.id)]
    name = {"Content-Disposition": 'attachment; filename="sixth-you.jsonl"'}
    lines = lines_of(people_of(request), visitor.person, more)
    return StreamingResponse(lines, media_type="application/x-ndjson", headers=PRIVATE | name)


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
    return page_of(
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


def name_of_browser(visitor: Visitor) -> str:
    """Return the short name of the browser of a visitor."""
    return browsers.browser_name(hash_token(visitor.secret))


def page_of(template: str, **context: object) -> HTMLResponse:
    """Return a page of this feature, which shows a person."""
    return HTMLResponse(render(f"profile/templates/{template}", **context), headers=PRIVATE)
