"""Every address of the site, with the largest input that it takes (`costs.py` measures them)."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.routing import Mount, Route

TOKEN: Final = "token-of-the-patient-one".ljust(43, "-")
"""What proves seat 0 of each of these tables."""

_TODAY: Final = datetime.now(UTC).date()
DAY: Final = _TODAY.isoformat()
WEEK: Final = "{}-W{:02}".format(*_TODAY.isocalendar())
MINE: Final = tuple(f"mine{at}" for at in range(60))
DUPLICATE: Final = "bcdfh"
"""The code of a duplicate of a thousand people, of which one round has been played."""

HALL: Final = "bcdfg"
"""The code of a tournament of a thousand people, whose host has that token, too."""

OWN: Final = "; ".join(
    f"sixth-seat-{name}={TOKEN}" for name in (*MINE, *(f"nowhere{at}" for at in range(540)))
)
"""The cookies of somebody who sits at 600 tables, of which 60 are there."""

HOST: Final = f"sixth-tournament-{HALL}={TOKEN}"
FORM: Final = "application/x-www-form-urlencoded"
TARGET_BYTES: Final = 4_000
"""Bytes of a path and query that are still read (`web.middleware.head`)."""

HEAD_BYTES: Final = 60_000
"""Bytes of a head that the server still reads; `ops.connection` ends the connection at 64 KiB."""
BODY_BYTES: Final = 16_000
"""Bytes of a body that the server still reads; it may have 16 KiB."""


@dataclass(frozen=True)
class Case:
    """A request to the address of a route: what fills its places, and what is sent."""

    at: Mapping[str, str] = field(default_factory=dict)
    query: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes | None = None
    name: str = ""


def form(fields: Mapping[str, str] | None = None, **at: str) -> Case:
    """Return a form of these fields from the page of a table, which is answered with that page if refused."""
    return Case(at, headers=(("Content-Type", FORM),), body=urlencode(fields or {}).encode())


def script(case: Case) -> Case:
    """Return the same request as a script sends it."""
    return Case(case.at, case.query, (*case.headers, ("HX-Request", "true")), case.body, "script")


def program(body: Any = None, **at: str) -> Case:
    """Return a request of a program with a seat."""
    sent = None if body is None else json.dumps(body).encode()
    return Case(at, "", (("Authorization", f"Bearer {TOKEN}"), ("Content-Type", "application/json")), sent)


# ------------------------------------------------------------------ all routes

FULL, LONG, WIDE_TABLE, TEN, LOBBY = (
    {"table_id": name} for name in ("fullest", "longest", "wide", "tenseats", "gathering")
)
TABLES: Final = tuple(Case(each) for each in (FULL, LONG, WIDE_TABLE, TEN, LOBBY))
GAMES: Final = tuple(
    Case({"game_id": name}, query)
    for name in ("longest-1", "wide-1", "fullest-1")
    for query in ("", "at=9999999", "at=400&seat=1", "round=1000000&card=55")
)
MOMENT: Final = {"game": "1", "round": "1", "turn": "1"}
WIDE: Final = "é" * 2_600
_ENDLESS: Final = {"game": "classic", "seats": "10", "end": "rounds", "end_count": "999999999"}
OPTIONS: Final = {**_ENDLESS, "bots": "mixed"}
PUSH: Final = {"endpoint": "https://fcm.googleapis.com/" + "x" * 400, "p256dh": "x" * 87, "auth": "x" * 22}
WAITS: Final = "sixth-waits=" + "x" * 43
YOU: Final = "sixth-you=" + "x" * 43
_PASSKEY: Final = (("Content-Type", FORM), ("Host", "localhost"))
_HOSTS: Final = tuple(f"{number:04}{'a' * 59}." * 3 + "a" * 63 for number in range(5))

PAGES: Final[Mapping[str, tuple[Case, ...]]] = {
    **{f"GET {path}": (Case(),) for path in ("/", "/friends", "/join", "/rules", "/learn", "/about")},
    **{
        f"GET {path}": (Case(),)
        for path in (
            "/settings",
            "/puzzles",
            "/puzzles/today",
            "/daily",
            "/boards",
            "/ladder",
            "/ladder.json",
            "/pad",
        )
    },
    **{f"GET {path}": (Case(),) for path in ("/manifest.webmanifest", "/offline", "/sw.js", "/api")},
    **{f"GET {path}": (Case(),) for path in ("/healthz", "/readyz", "/metrics", "/seenz")},
    "GET /quick": (Case(),),
    "GET /ratings": (Case(), Case(query="seats=6-10")),
    "GET /mine": (Case(headers=(("Cookie", OWN),)),),
    "GET /mine/games/{game_id}": (Case({"game_id": "wide-1"}),),
    **{
        f"GET {path}": (Case(), Case(headers=(("Cookie", YOU),)))
        for path in (
            "/you",
            "/you/push",
            "/you/link.svg",
            "/you/friends/link.svg",
            "/you/export.jsonl",
            "/you/codes",
            "/you/codes.txt",
            "/privacy",
        )
    },
    "GET /you/friend/{link}": (
        Case({"link": "x" * 29}),
        Case({"link": "x" * 29}, headers=(("Cookie", YOU),)),
    ),
    "GET /you/friends/{friend}": (Case({"friend": "x" * 14}, headers=(("Cookie", YOU),)),),
    "GET /mine/left": (Case(headers=(("Cookie", OWN),)),),
    "GET /you/device/{link}": (Case({"link": "x" * 29}),),
    "GET /people/{person_id}": (Case({"person_id": "x" * 14}),),
    "GET /tables": (Case(), Case(query="known=" + "+".join(["x" * 9] * 199))),
    "GET /t/{table_id}": TABLES,
    "GET /t/{table_id}/screen": TABLES,
    "GET /t/{table_id}/qr.svg": tuple(Case(LOBBY, headers=(("Host", each),)) for each in _HOSTS),
    "GET /t/{table_id}/history": (Case(TEN), Case(TEN, "at=9999"), Case(LONG)),
    "GET /t/{table_id}/worth": (Case(TEN, "round=1&turn=1"), Case(LONG, "round=1&turn=1")),
    "GET /t/{table_id}/house": TABLES,
    "GET /t/{table_id}/push": TABLES,
    "GET /tables/push": (Case(headers=(("Cookie", WAITS),)),),
    "GET /t/{table_id}/games/{game_id}.sixth.jsonl": (
        Case({**FULL, "game_id": "fullest-1"}),
        Case({**LONG, "game_id": "longest-1"}),
    ),
    "GET /t/{table_id}/around": TABLES,
    "GET /t/{table_id}/report": (Case(TEN, "sent=1"), Case(TEN, f"player={'x' * 40}")),
    "GET /g/{game_id}.sixth.jsonl": GAMES,
    "GET /g/{game_id}": GAMES,
    "GET /g/{game_id}/picture.svg": GAMES,
    "GET /g/{game_id}/picture.png": (*GAMES, Case({"game_id": "wide-1"}, "seat=9")),
    "GET /g/{game_id}/coach": (
        *GAMES,
        Case({"game_id": "wide-1"}, "seat=0&at=22&pick=1"),
        Case({"game_id": "wide-1"}, "seat=0"),
    ),
    "GET /g/{game_id}/coach/events": (Case({"game_id": "wide-1"}, "seat=0"),),
    "GET /g/{game_id}/coach/themes": (Case({"game_id": "wide-1"}, "seat=0"),),
    "GET /learn/{where}": (Case({"where": "5/33"}), Case({"where": "4/7/0"}), Case({"where": "7"})),
    "GET /rules/{game}": tuple(Case({"game": game}) for game in ("classic", "logic", "both-ends")),
    "GET /puzzles/{number}": (Case({"number": "1"}), Case({"number": "100"})),
    "GET /daily/{day}": (Case({"day": DAY}), Case({"day": "2026-01-01"})),
    "GET /boards": (Case(), Case(headers=(("Cookie", YOU),))),
    "GET /boards/{board}": (Case({"board": DAY}), Case({"board": WEEK}, headers=(("Cookie", YOU),))),
    "GET /boards/{board}/{number}": (Case({"board": DAY, "number": "1"}),),
    **{
        f"GET /tournaments/{{code}}/{name}": (Case({"code": HALL}, headers=(("Cookie", HOST),)),)
        for name in ("table", "changes", "file", "standings.csv", "screen", "slips", "wall", "change")
    },
    "GET /tournaments/{code}/field/{round}/{player}": (
        Case({"code": DUPLICATE, "round": "1", "player": "player9"}),
    ),
    "GET /tournaments": (Case(),),
    "GET /tournaments/new": (Case(),),
    "GET /tournaments/{code}": (
        Case({"code": HALL}),
        Case({"code": HALL}, "round=2&table=250", (("Cookie", HOST),)),
        Case({"code": HALL}, "swap=player9", (("Cookie", HOST),)),
        Case({"code": HALL}, "rename=player9", (("Cookie", HOST),)),
    ),
    "GET /static/{path}": tuple(
        Case({"path": each}) for each in ("table.css", "tokens.css", "table/view/table.js", "icon-512.png")
    ),
}

FORMS: Final[Mapping[str, tuple[Case, ...]]] = {
    "POST /tournaments": (form({"code": HALL, "name": "é" * 24}),),
    "POST /tournaments/new": (form({**_ENDLESS, "name": "é" * 60, "points": "9 " * 40}),),
    "POST /tournaments/check": (form({**_ENDLESS, "name": "é" * 60, "points": "9 " * 40}),),
    **{
        f"POST /tournaments/{{code}}/{name}": (form(fields, code=HALL),)
        for name, fields in {
            "join": {"name": "é" * 24, "team": "é" * 24},
            **{
                name: {"round": "2", "table": "250", **{f"heads{seat}": "66" for seat in range(1, 7)}}
                for name in ("report", "totals")
            },
            "change": {"name": "é" * 60},
            **{name: {"player": "player9"} for name in ("leave", "return")},
            **{name: {"round": "2", "table": "250"} for name in ("confirm", "strike")},
            **{name: {"name": "é" * 24} for name in ("enter", "rename")},
            "swap": {"first": "player1", "second": "player9"},
            **{name: {} for name in ("draw", "begin", "undo", "end")},
        }.items()
    },
    "POST /tables": (form({**OPTIONS, "how": "play", "name": WIDE}), form({**OPTIONS, "how": "invite"})),
    "POST /tables/check": (form(OPTIONS), form({**OPTIONS, "deck": "9" * 40, "hand": "9" * 40})),
    "POST /tables/push": (form(PUSH), script(form(PUSH))),
    "POST /tables/push/end": (Case(headers=(("Content-Type", FORM), ("Cookie", WAITS)), body=b""),),
    "POST /join": (form({"code": "x" * 40}),),
    "POST /quick": (form({}),),
    "POST /quick/leave": (form({}),),
    "POST /ratings": (form({"wished": "true"}),),
    "POST /you/device/{link}": (form({}, link="x" * 29),),
    "POST /you/friend/{link}": (form({}, link="x" * 29),),
    **{
        f"POST /you/{name}": (form(fields),)
        for name, fields in {
            "name": {"name": WIDE, "mark": "9"},
            "shown": {"shown": "public"},
            "end": {"browser": "x" * 64},
            "out": {},
            "link": {},
            "friends": {"person": "x" * 40, "answer": "block"},
            "friends/link": {},
            "push": PUSH,
            "push/end": {},
            "mutes": {"person": "x" * 40, "answer": "mute"},
            "merge": {"other": "x" * 40, "answer": "merge"},
            "codes": {},
            "codes/kept": {"ending": "x" * 200},
            "code": {"code": "x" * 200},
            "erase": {"sure": "true"},
            "passkeys/remove": {"passkey": "x" * 1_400},
            "passkeys/rename": {"passkey": "x" * 1_400, "name": WIDE},
        }.items()
    },
    **{
        f"POST /you/{name}": (Case(headers=(*_PASSKEY, ("Cookie", YOU)), body=urlencode(fields).encode()),)
        for name, fields in {
            "passkeys": {"answer": "x" * 12_000, "name": WIDE},
            "passkeys/new": {},
            "passkeys/ask": {},
            "passkeys/use": {"answer": "x" * 12_000},
        }.items()
    },
    "POST /puzzles/{number}/answer": (form({"answer": "x" * 20}, number="100"),),
    "POST /daily": (form({"day": DAY}), form({"day": "2026-99-99"})),
    "POST /boards": (form({"board": DAY, "number": "1"}), form({"board": "2026-W60", "number": "9"})),
    "POST /boards/ladder": (form({"wished": "true"}),),
    "POST /settings": (form({"back": "/" + "a" * 1999, "lang": "de", "theme": "dark"}),),
    "POST /g/{game_id}/again": tuple(
        form({"seat": "0", "bots": "mixed", "at": at}, game_id=game)
        for game in ("wide-1", "longest-1")
        for at in ("0", "400", "999999")
    ),
    "POST /g/{game_id}/coach": (form({"seat": "0"}, game_id="wide-1"),),
    **{
        f"POST /t/{{table_id}}/{name}": tuple(
            sent(form(fields, **at)) for at in (FULL, TEN, LOBBY) for sent in (replace, script)
        )
        for name, fields in {
            "choose": {**MOMENT, "card": "104"},
            "friends": {"player": "x" * 40},
            "friends/invite": {"friend": "x" * 40},
            "report": {"player": "x" * 40, "text": WIDE},
            "mute": {"player": "x" * 40, "answer": "mute"},
            "take": {**MOMENT, "place": "0"},
            "pick": {**MOMENT, "card": "104"},
            "flip": MOMENT,
            "next": {"game": "1", "round": "1000000"},
            "play-out": {"game": "1"},
            "begin": {"game": "1000000", "bots": "mixed"},
            "coach": MOMENT,
            "coached": {"game": "1", "wished": "true"},
            "more": MOMENT,
            "sit": {"name": WIDE, "text": "x"},
            "text": {"text": WIDE},
            "leave": {},
            "back": {},
            "here": {},
            "later": {},
            "ready": {"ready": "true"},
            "bot": {"seat": "9", "bots": "mixed"},
            "invite": {"bot": "x" * 40},
            "remove": {"seat": "9", "name": "x" * 24},
            "house": {**_ENDLESS, "stand_in": "mixed"},
            "say": {"text": WIDE},
            "push": PUSH,
            "push/end": {},
        }.items()
    },
}

_TURN: Final = {"game": 1, "round": 1, "turn": 1}
_AT: Final = (FULL, TEN, LOBBY)

API: Final[Mapping[str, tuple[Case, ...]]] = {
    **{
        f"GET /api/v1/{path}": (program(),)
        for path in ("games", "bots", "tables", "outside", "daily", "boards")
    },
    "GET /api/v1/openapi.json": (Case(),),
    "GET /api/v1/codes/{code}": (program(code="x" * 40),),
    "GET /api/v1/daily/{day}": (program(day=DAY),),
    "GET /api/v1/boards/{board}": (program(board=DAY), program(board=WEEK)),
    "GET /api/v1/tables/{table_id}": tuple(program(**at) for at in (*_AT, LONG)),
    "GET /api/v1/tables/{table_id}/events": tuple(program(**at) for at in _AT),
    "GET /api/v1/tables/{table_id}/worth": (Case(TEN, "round=1&turn=1", program().headers),),
    "GET /api/v1/outside/events": (program(),),
    **{
        f"GET /api/v1/records/{{game_id}}{what}": tuple(
            Case({"game_id": game}, query) for game in ("longest-1", "wide-1", "fullest-1")
        )
        for what, query in {"": "", "/proof": "", "/review": "seat=0"}.items()
    },
    "POST /api/v1/records/{game_id}/review": (program({"seat": 0}, game_id="wide-1"),),
    "POST /api/v1/records/{game_id}/again": tuple(
        program({"name": "x" * 24, "seat": 0, "at": at}, game_id=game)
        for game in ("wide-1", "longest-1")
        for at in (0, 400, 999_999)
    ),
    "POST /api/v1/tables": (
        program({"name": "x" * 24, "seats": 10}),
        program({"name": "é" * 24, "seats": 10, "options": {"deck": 10_000, "hand": 9, "rows": 10_000}}),
    ),
    "POST /api/v1/daily/{day}": (program({"name": "x" * 24}, day=DAY),),
    "POST /api/v1/boards/{board}/{number}": (program({"name": "x" * 24}, board=DAY, number="1"),),
    "POST /api/v1/outside": (program({"name": "x" * 24, "run_by": "é" * 24}),),
    "POST /api/v1/outside/forget": (program(),),
    "POST /api/v1/outside/invitations/{invitation}/accept": (program(invitation="x" * 40),),
    "POST /api/v1/outside/invitations/{invitation}/decline": (program({"why": "busy"}, invitation="x" * 40),),
    "POST /api/v1/outside/tables/{table_id}/leave": (program(**TEN),),
    "POST /api/v1/tournaments": (program({"name": "é" * 60, "points": [9] * 10}),),
    **{
        f"GET /api/v1/tournaments/{{code}}{what}": (program(code=HALL),)
        for what in ("", "/changes", "/file", "/seat")
    },
    "GET /api/v1/tournaments/{code}/field/{round}/{player}": (
        program(code=DUPLICATE, round="1", player="player9"),
    ),
    **{
        f"POST /api/v1/tournaments/{{code}}/{name}": (program(body, code=HALL),)
        for name, body in {
            "join": {"name": "é" * 24, "team": "é" * 24},
            "leave": {"player": "player9"},
            "return": {"player": "player9"},
            "report": {"round": 2, "table": 250, "heads": [66, 3, 2, 1]},
            "confirm": {"round": 2, "table": 250},
            "change": {"name": "é" * 60},
            "enter": {"name": "é" * 24},
            "rename": {"player": "player9", "name": "é" * 24},
            "draw": None,
            "swap": {"first": "player1", "second": "player9"},
            "begin": None,
            "strike": {"round": 2, "table": 1},
            "undo": None,
            "end": None,
        }.items()
    },
    **{
        f"POST /api/v1/tables/{{table_id}}/{name}": tuple(program(body, **at) for at in _AT)
        for name, body in {
            "sit": {"name": "x" * 24, "text": "é" * 200},
            "text": {"text": "é" * 200},
            "ready": {"ready": True},
            "leave": None,
            "back": None,
            "say": {"kind": "text", "said": "é" * 200},
            "bot": {"seat": 9, "bot": "careful"},
            "remove": {"seat": 9, "name": "x" * 24},
            "config": {"config": {}, "rules": {"game": "classic", "seats": 10}},
            "begin": {"game": 1_000_000},
            "act": {**_TURN, "action": {"choose": 104}},
            "flip": _TURN,
            "next": {"game": 1, "round": 1_000_000},
            "play-out": {"game": 1},
            "more": _TURN,
            "coached": {"game": 1, "wished": True},
            "coach": _TURN,
            "invite": {"bot": "x" * 40},
        }.items()
    },
}

ROUTES: Final[Mapping[str, tuple[Case, ...]]] = {**PAGES, **FORMS, **API}
"""By method and path: requests to it with the largest input that it takes."""

BESIDE: Final = ("/healthz", "/readyz", "/metrics", "/seenz")
"""What a middleware answers."""


def routes_of(app: Starlette) -> set[str]:
    """Return every address of the app by its method and path, as `ROUTES` names them."""
    found = {f"GET {path}" for path in BESIDE}
    for route in app.state.pages.routes:
        if isinstance(route, Route):
            found |= {f"{method} {route.path_format}" for method in route.methods or () if method != "HEAD"}
        elif isinstance(route, Mount) and hasattr(route.app, "openapi"):
            found.add(f"GET {route.path}/openapi.json")
            paths = route.app.openapi()["paths"]
            found |= {f"{verb.upper()} {route.path}{path}" for path, verbs in paths.items() for verb in verbs}
        else:
            assert isinstance(route, Mount)
            found.add(f"GET {route.path}/{{path}}")
    return found


def hostile(route: str) -> Iterator[Case]:
    """Yield what may be sent to any address: the longest and the most of everything."""
    first = ROUTES[route][0]
    yield replace(first, query="a=b&" * (TARGET_BYTES // 4), name="query")
    yield replace(first, query="%ff" * (TARGET_BYTES // 3), name="odd query")
    yield replace(first, query="a" * HEAD_BYTES, name="long query")
    pairs = {
        "cookies": [("Cookie", "; ".join(f"sixth-seat-{at:09}={TOKEN}" for at in range(HEAD_BYTES // 66)))],
        "short cookies": [("Cookie", "a=b;" * (HEAD_BYTES // 4))],
        "our cookies": [("Cookie", "sixth-a=b;" * (HEAD_BYTES // 10))],
        "quoted cookie": [("Cookie", 'sixth-name="' + "\\101" * (HEAD_BYTES // 4) + '"')],
        "headers": [(f"X-{at}", "x" * 500) for at in range(80)],
        "languages": [("Accept-Language", "de;q=0.5," * (HEAD_BYTES // 9))],
        "encodings": [("Accept-Encoding", "gzip," * (HEAD_BYTES // 5))],
        "forwarded": [("X-Forwarded-For", "1.2.3.4, " * (HEAD_BYTES // 9))],
    }
    for name, headers in pairs.items():
        yield replace(first, headers=(*first.headers, *headers), name=name)
    if first.at:
        place = next(iter(first.at))
        paths = {
            "path": "a" * TARGET_BYTES,
            "odd path": "%e2%80%ae" * (TARGET_BYTES // 9),
            "long path": "a" * HEAD_BYTES,
        }
        for name, value in paths.items():
            yield replace(first, at={**first.at, place: value}, name=name)
    if route.startswith("POST"):
        yield from _bodies(first)


def _bodies(first: Case) -> Iterator[Case]:
    headers = tuple(each for each in first.headers if each[0] != "Content-Type")
    for name, body in {
        "fields": b"&".join(b"%d=" % at for at in range(99)) + b"&x=" + b"%41" * (BODY_BYTES // 4),
        "many fields": b"a=b&" * (BODY_BYTES // 4),
        "one field": b"game=" + b"9" * BODY_BYTES,
    }.items():
        yield Case(first.at, "", (*headers, ("Content-Type", FORM)), body[:BODY_BYTES], name)
    for name, body in {
        "deep json": b"[" * BODY_BYTES,
        "deep object": b'{"a":' * (BODY_BYTES // 5),
        "wide json": b"[" + b"1," * (BODY_BYTES // 2 - 2) + b"1]",
        "wide object": ("{" + ",".join(f'"{at}":1' for at in range(BODY_BYTES // 9)) + "}").encode(),
        "long number": b'{"game":' + b"9" * (BODY_BYTES - 10) + b"}",
        "long float": b'{"game":1e' + b"9" * (BODY_BYTES - 20) + b"}",
        "escapes": b'{"name":"' + b"\\u00e9" * (BODY_BYTES // 6 - 5) + b'"}',
    }.items():
        yield Case(first.at, "", (*headers, ("Content-Type", "application/json")), body[:BODY_BYTES], name)


def request(route: str, case: Case, port: int) -> bytes:
    """Return a request as it is sent."""
    method, _, path = route.partition(" ")
    for name, value in case.at.items():
        path = path.replace(f"{{{name}}}", value)
    headers = list(case.headers)
    table = case.at.get("table_id", "")
    if table and not any(name == "Cookie" for name, _ in headers):
        headers.append(("Cookie", f"sixth-{table}={TOKEN}"))
    if not any(name == "Host" for name, _ in headers):
        headers.append(("Host", f"127.0.0.1:{port}"))
    if not any(name == "Accept-Encoding" for name, _ in headers):
        headers.append(("Accept-Encoding", "gzip"))
    if case.body is not None or method == "POST":
        headers.append(("Content-Length", str(len(case.body or b""))))
    target = f"{path}?{case.query}" if case.query else path
    lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers), "", ""]
    return "\r\n".join(lines).encode("latin-1") + (case.body or b"")
