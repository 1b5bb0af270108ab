"""The cookies of a browser: the tokens of its seats, the tables where it sits, and the name last used."""

import re
from collections.abc import Collection, Iterable
from contextlib import suppress
from typing import Final
from urllib.parse import quote, unquote

from starlette.requests import Request
from starlette.responses import Response

from sixth.rules.game import Refusal
from sixth.server.table.events import MAX_NAME_LENGTH
from sixth.server.table.identity import clean_name

NAME_COOKIE: Final = "sixth-name"
_MAX_QUOTED_NAME_LENGTH: Final = len("%F0%9F%90%82") * MAX_NAME_LENGTH
_SEATS_COOKIE: Final = "sixth-seats"
_YEAR_S: Final = 365 * 24 * 3600

_SEAT: Final = re.compile(r"([a-z0-9]{1,40}):([A-Za-z0-9_-]{43})")
_MAX_SEATS_KEPT: Final = 5
"""The seats that a browser sends to every page; each makes a request some sixty bytes longer."""

MINE: Final = "/mine"
"""The page that receives all seats of a browser, each in a cookie of its own for this path only."""

_SEAT_COOKIE: Final = re.compile(r"sixth-seat-([a-z0-9]{1,40})")
MAX_SEATS_SHOWN: Final = 20
"""Tables on that page; a table whose game is over is dropped and makes room for another."""


def token_of(request: Request, table_id: str) -> str | None:
    """Return the token that this browser holds for this table, if any."""
    return request.cookies.get(token_cookie(table_id))


def set_name(request: Request, response: Response, name: str) -> None:
    """Have the browser keep a name for the next table."""
    set_cookie(request, response, NAME_COOKIE, quote(name))


def forget_person(request: Request, response: Response, *, settings: Collection[str]) -> None:
    """Delete the cookies of this site but for these `settings`, as the browser is another person's now.

    At the page that lists a browser's seats, all those that name one go as well.
    """
    for cookie in request.cookies:
        if cookie.startswith("sixth-") and cookie not in settings:
            response.delete_cookie(cookie, httponly=True, samesite="lax")
    for table_id, _token in all_seats(request):
        forget_seats(response, [table_id])
        response.delete_cookie(token_cookie(table_id), path=f"/t/{table_id}", httponly=True, samesite="lax")


def previous_name(request: Request) -> str:
    """Return the name last used in this browser, or ""; also for one that is no longer allowed."""
    quoted = request.cookies.get(NAME_COOKIE, "")
    with suppress(Refusal):
        # No name of ours is longer in its cookie, and longer texts take milliseconds to check.
        return clean_name(unquote(quoted)) if len(quoted) <= _MAX_QUOTED_NAME_LENGTH else ""
    return ""


def recent_seats(request: Request) -> list[tuple[str, str]]:
    """Return the tables where this browser took a seat last, with its token for each, the newest first."""
    return _SEAT.findall(request.cookies.get(_SEATS_COOKIE, ""))[:_MAX_SEATS_KEPT]


def all_seats(request: Request) -> list[tuple[str, str]]:
    """Return all tables at which this browser sits, with its token for each, from the cookies of `/mine`."""
    names = ((_SEAT_COOKIE.fullmatch(name), token) for name, token in request.cookies.items())
    seats = [(name[1], token) for name, token in names if name]
    return list(dict(recent_seats(request) + seats).items())[:MAX_SEATS_SHOWN]


def forget_seats(response: Response, tables: Iterable[str]) -> None:
    """Delete the cookies that send the seats at these tables to `/mine`."""
    for table_id in tables:
        response.delete_cookie(f"sixth-seat-{table_id}", path=MINE, httponly=True, samesite="lax")


def keep_seat(request: Request, response: Response, table_id: str, token: str) -> None:
    """Have the browser keep this seat beside its recent ones, and send it to `/mine`."""
    recent = recent_seats(request)
    if recent[:1] != [(table_id, token)]:
        others = [seat for seat in recent if seat[0] != table_id]
        seats = [(table_id, token), *others][:_MAX_SEATS_KEPT]
        set_cookie(request, response, _SEATS_COOKIE, "~".join(":".join(seat) for seat in seats))
        set_cookie(request, response, f"sixth-seat-{table_id}", token, path=MINE)


def set_cookie(
    request: Request, response: Response, name: str, value: str, *, path: str = "/", max_age_s: int = _YEAR_S
) -> None:
    """Set a cookie that scripts and other sites cannot read."""
    secure = request.url.scheme == "https"
    response.set_cookie(name, value, max_age_s, path=path, httponly=True, samesite="lax", secure=secure)


def token_cookie(table_id: str) -> str:
    """Return the name of the cookie that holds the token for a table."""
    return f"sixth-{table_id}"


def set_token_cookie(request: Request, response: Response, table_id: str, token: str) -> None:
    """Set the cookie with the token for a table, which is sent to that table only."""
    set_cookie(request, response, token_cookie(table_id), token, path=f"/t/{table_id}")
