"""Pages and forms: parse, find out who it is, command, show."""

import io
from typing import Annotated, Final

import segno
from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse

from sixth import bots
from sixth.language import gettext as _
from sixth.rules.events import Action, Choose, Pick, Take
from sixth.rules.game import Refusal
from sixth.rules.options import GAMES, Rules, RulesError
from sixth.server import table as at_table
from sixth.server.seats import clean_name, clean_text, hashed, is_token, new_token, seat_of
from sixth.server.table import NAME_LENGTH, Table
from sixth.server.tables import MIXED, Tables
from sixth.server.web import forms
from sixth.server.web.frame import Frame, frame
from sixth.server.web.render import cards_css, render
from sixth.server.web.stream import news
from sixth.server.web.words import abouts, bot_titles, titles

router = APIRouter(include_in_schema=False)

NAME_COOKIE: Final = "sixth-name"
_YEAR: Final = 365 * 24 * 3600


def tables_of(request: Request) -> Tables:
    """The tables of this site."""
    found: Tables = request.app.state.tables
    return found


Site = Annotated[Tables, Depends(tables_of)]


def token_of(request: Request, table_id: str) -> str | None:
    """The token that this browser holds for this table."""
    return request.cookies.get(_cookie(table_id))


def _cookie(table_id: str) -> str:
    return f"sixth-{table_id}"


# ------------------------------------------------------------------ the first page


@router.get("/", response_class=HTMLResponse)
async def home(request: Request) -> HTMLResponse:
    """Choose a game, and play at once or invite."""
    return HTMLResponse(home_page(request))


def home_page(request: Request, *, note: str = "", filled: forms.OpenForm | None = None) -> str:
    """The first page, with what was filled in before."""
    return render(
        "home.html",
        titles=titles(),
        abouts=abouts(),
        games=GAMES,
        bots=bot_titles(),
        name=(filled.name[: 2 * NAME_LENGTH] if filled else request.cookies.get(NAME_COOKIE, "")),
        name_length=NAME_LENGTH,
        game=filled.game if filled else "classic",
        seats=filled.seats if filled else 4,
        bot=filled.bots if filled else MIXED,
        note=note,
    )


@router.post("/tables")
async def open_table(request: Request, site: Site, form: forms.Open) -> Response:
    """Set up a table; `play` begins at once with bots, `invite` waits for people."""
    try:
        name = clean_name(form.name or _("Guest"))
        rules = _rules(form)
        if form.how == "play" and form.bots not in (MIXED, *bots.names):
            raise Refusal("no-bot", "There is no bot of that name.")
    except (Refusal, RulesError) as error:
        return HTMLResponse(home_page(request, note=str(error), filled=form), 422)
    table_id, token = await site.open(rules, name)
    if form.how == "play":
        await site.begin(table_id, 0, game=1, fill=form.bots)
    return _seated(request, table_id, token, name)


def _rules(form: forms.OpenForm) -> Rules:
    if form.game not in GAMES:
        raise Refusal("no-game", f"There is no game of that name; the games are {', '.join(GAMES)}.")
    return GAMES[form.game].with_(seats=form.seats)


def _seated(request: Request, table_id: str, token: str, name: str) -> Response:
    response = RedirectResponse(f"/t/{table_id}", 303)
    _keep_token(request, response, table_id, token)
    if name.isascii():
        # Only a convenience, and cookies carry ASCII only.
        secure = request.url.scheme == "https"
        response.set_cookie(NAME_COOKIE, name, max_age=_YEAR, httponly=True, samesite="lax", secure=secure)
    return response


def _keep_token(request: Request, response: Response, table_id: str, token: str) -> None:
    response.set_cookie(
        _cookie(table_id),
        token,
        max_age=_YEAR,
        path=f"/t/{table_id}",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


# ------------------------------------------------------------------ the table


@router.get("/t/{table_id}", response_class=HTMLResponse)
async def table_page(request: Request, site: Site, table_id: str) -> HTMLResponse:
    """The table as this browser may see it."""
    table = await site.get(table_id)
    response = HTMLResponse(page(request, table))
    if not table.games and not is_token(token_of(request, table_id)):
        # Whoever may sit down has a token before: pressed twice, the form still takes one seat.
        _keep_token(request, response, table_id, new_token())
    return response


def page(request: Request, table: Table, *, note: str = "") -> str:
    """The whole page of a table for whoever asks."""
    look = at_table.look(table, seat_of(table, token_of(request, table.id)))
    url = str(request.base_url) + f"t/{table.id}"
    return render("table.html", **_context(frame(look)), note=note, url=url, local=_is_local(request))


def _context(shown: Frame) -> dict[str, object]:
    return {
        "f": shown,
        "look": shown.look,
        "view": shown.look.view,
        "name_length": NAME_LENGTH,
        "bots": bot_titles(),
    }


def _is_local(request: Request) -> bool:
    """Whether the address in use works on this machine only, so that a link would help nobody."""
    return request.url.hostname in ("127.0.0.1", "localhost", "::1")


@router.get("/t/{table_id}/events")
async def events(
    request: Request, site: Site, table_id: str, after: Annotated[int, Query(ge=0, le=2**53)] = 0
) -> Response:
    """News of the table as server-sent events; `Last-Event-ID` or `after` says what is known already."""
    await site.get(table_id)
    last = request.headers.get("last-event-id", "")
    if last.isascii() and last.isdigit() and len(last) < 16:
        after = int(last)

    def show(shown: Frame) -> str:
        return render("frame.html", **_context(shown))

    stream = news(site, table_id, token_of(request, table_id), after, show)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(stream, media_type="text/event-stream", headers=headers)


@router.get("/t/{table_id}/qr.svg")
async def qr(request: Request, site: Site, table_id: str) -> Response:
    """The table's address as a QR code."""
    await site.get(table_id)
    code = segno.make(str(request.base_url) + f"t/{table_id}", micro=False)
    out = io.BytesIO()
    code.save(
        out,
        kind="svg",
        scale=4,
        border=2,
        dark="#000",
        light="#fff",
        xmldecl=False,
        svgclass=None,
        lineclass=None,
    )
    return Response(out.getvalue(), media_type="image/svg+xml")


@router.get("/t/{table_id}/games/{game_id}.sixth.jsonl")
async def record(site: Site, table_id: str, game_id: str) -> Response:
    """The record of an ended game, with the secret that proves its deals."""
    found = await site.record(table_id, game_id)
    if found is None:
        return PlainTextResponse("There is no ended game of that name here; records come after the end.", 404)
    headers = {"Content-Disposition": f'attachment; filename="{found.game}.sixth.jsonl"'}
    return Response(found.text(), media_type="application/jsonl; charset=utf-8", headers=headers)


@router.post("/t/{table_id}/sit")
async def sit(request: Request, site: Site, table_id: str, form: forms.Sit) -> Response:
    """Take a free seat."""
    name, text, held = clean_name(form.name), clean_text(form.text), token_of(request, table_id)
    token = held if is_token(held) else new_token()

    def do(now: Table) -> tuple[at_table.Happening, ...]:
        sat = at_table.sit(now, name, hashed(token))
        return (
            *sat,
            *(at_table.Texted(event.seat, text) for event in sat if text and isinstance(event, at_table.Sat)),
        )

    await site.command(table_id, do)
    return _seated(request, table_id, token, name)


async def _seat(request: Request, site: Tables, table_id: str) -> int:
    """The seat of whoever asks.

    Raises:
        Refusal: they hold none at this table.
    """
    seat = seat_of(await site.get(table_id), token_of(request, table_id))
    if seat is None:
        raise Refusal("no-seat", "You have no seat at this table.")
    return seat


async def _done(request: Request, table: Table) -> Response:
    """The answer to a form: with scripts a short word, as the stream brings the news; else the page."""
    if request.headers.get("hx-request") == "true":
        return HTMLResponse("")
    return RedirectResponse(f"/t/{table.id}", 303)


@router.post("/t/{table_id}/leave")
async def leave(request: Request, site: Site, table_id: str) -> Response:
    """Give the seat back, before the game."""
    seat = await _seat(request, site, table_id)
    table = await site.command(table_id, lambda now: at_table.leave(now, seat))
    response = RedirectResponse(f"/t/{table.id}", 303)
    response.delete_cookie(_cookie(table_id), path=f"/t/{table_id}")
    return response


@router.post("/t/{table_id}/text")
async def own_text(request: Request, site: Site, table_id: str, form: forms.OwnText) -> Response:
    """Add an own text to the shuffles of the game to come."""
    seat, text = await _seat(request, site, table_id), clean_text(form.text)
    return await _done(request, await site.command(table_id, lambda now: at_table.add_text(now, seat, text)))


@router.post("/t/{table_id}/begin")
async def begin(request: Request, site: Site, table_id: str, form: forms.Begin) -> Response:
    """Begin the first game, or play again."""
    seat = await _seat(request, site, table_id)
    return await _done(request, await site.begin(table_id, seat, game=form.game, fill=form.bots))


@router.post("/t/{table_id}/choose")
async def choose(request: Request, site: Site, table_id: str, form: forms.ChooseCard) -> Response:
    """Choose a card for this turn."""
    return await _act(request, site, table_id, Choose(form.card), form)


@router.post("/t/{table_id}/pick")
async def pick(request: Request, site: Site, table_id: str, form: forms.ChooseCard) -> Response:
    """Pick a card of the open deck."""
    return await _act(request, site, table_id, Pick(form.card), form)


@router.post("/t/{table_id}/take")
async def take(request: Request, site: Site, table_id: str, form: forms.TakeRow) -> Response:
    """Decide a row."""
    return await _act(request, site, table_id, Take(*form.row_and_side()), form)


async def _act(
    request: Request, site: Tables, table_id: str, action: Action, moment: forms.Moment
) -> Response:
    seat = await _seat(request, site, table_id)
    table = await site.command(
        table_id, lambda now: at_table.act(now, seat, action, round=moment.round, turn=moment.turn)
    )
    return await _done(request, table)


@router.post("/t/{table_id}/flip")
async def flip(request: Request, site: Site, table_id: str, form: forms.FlipCard) -> Response:
    """Turn over the top card."""
    seat = await _seat(request, site, table_id)
    table = await site.command(
        table_id, lambda now: at_table.flip(now, seat, round=form.round, turn=form.turn)
    )
    return await _done(request, table)


@router.post("/t/{table_id}/next")
async def next_round(request: Request, site: Site, table_id: str, form: forms.Next) -> Response:
    """Deal the next round."""
    await _seat(request, site, table_id)
    table = await site.command(table_id, lambda now: at_table.next_round(now, round=form.round))
    return await _done(request, table)


@router.get("/static/cards.css")
async def moving_cards() -> Response:
    """The names by which the browser moves cards."""
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(cards_css(), media_type="text/css", headers=headers)
