"""Limits that stand with routes: every route of the app that does what is limited is refused in the end."""

import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx2
import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from sqlalchemy import func, select
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import Mount

import sixth
from sixth import bots
from sixth.rules.events import Dealt
from sixth.server.core.route_limits import TABLES
from sixth.server.core.settings import Settings
from sixth.server.features.daily.rows import Rows
from sixth.server.features.daily.service import COUNTED_A_NETWORK
from sixth.server.store.schema import log as log_table
from sixth.server.table import state as at_table
from sixth.server.table.events import Began, Sat
from tests.server.support.hosting import Days, Site, hosting
from tests.server.support.logs import Log, begun, next_move, out_of_it, sitting, token
from tests.server.web.test_attack import addresses, schema_of

HOME, SCHOOL = "198.51.100.7", "203.0.113.9"

SETTINGS = Settings(
    unlimited=(SCHOOL,),
    address_requests=10_000,
    address_tables=3,
    address_rounds=3,
    address_streams=3,
    outside_bots=True,
)

SEATS: Final = 2

TODAY = Days()


@pytest.fixture(scope="module")
def one_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site at which an address may open three tables, begin three rounds and have three streams."""
    # On a busy machine those of the daily deal would else not be ready when it is asked for first.
    bots.get_ready()
    with hosting(tmp_path_factory.mktemp("site"), settings=SETTINGS, ticks=TODAY) as site:
        yield site


@pytest.fixture
def site(one_site: Site) -> Site:
    """The site, on which nobody has done anything, and no time passes for what is counted."""
    TODAY.next()
    return one_site


def client(site: Site, address: str) -> httpx2.Client:
    """Somebody at an address, who has the token of the first seat of every table."""
    found = site.person().client
    found.headers["X-Forwarded-For"], found.follow_redirects = address, False
    return found


# ------------------------------------------------------------------ every route there is


@dataclass(frozen=True)
class Way:
    """A route, with what fits its query, and its form or JSON."""

    method: str
    path: str
    query: tuple[str, ...] = ()
    body: Mapping[str, Any] | None = None

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def for_programs(self) -> bool:
        """Whether it is one of the API."""
        return self.path.startswith("/api/")


def ways(app: Starlette) -> Iterator[Way]:
    """All routes of the app and of the API mounted in it, but for static files."""
    for each in addresses(schema_of(app)):
        if each.method != "HEAD" and "{path}" not in each.path:
            yield Way(each.method, each.path, each.query, {name: FORM[name] for name in each.needed})
    (api,) = (each.app for each in app.routes if isinstance(each, Mount) and isinstance(each.app, FastAPI))
    schemas = api.openapi()["components"]["schemas"]
    for route in iter_route_contexts(api.routes):
        for method in sorted({*(route.methods or ())} - {"HEAD"}):
            about = api.openapi()["paths"].get(route.path, {}).get(method.lower(), {})
            content = about.get("requestBody", {}).get("content", {}).get("application/json", {})
            name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
            body = _json(schemas[name]) if name else None
            yield Way(method, f"/api/v1{route.path}", (), body)


def _json(schema: Mapping[str, Any]) -> dict[str, Any]:
    """What a body of this schema needs."""
    needed = {name: schema["properties"][name] for name in schema.get("required", ())}
    return {
        name: WORDS[name] if about.get("type") == "string" else FORM[name] for name, about in needed.items()
    }


FORM: Final[Mapping[str, Any]] = {
    "game": "1",
    "round": "2",
    "turn": "1",
    "seat": "1",
    "seats": "2",
    "card": "1",
    "place": "0",
    "bots": "random",
    "how": "play",
    "name": "Ana",
    "day": "",
    "ready": "true",
    "wished": "true",
    "endpoint": "https://example.org",
    "p256dh": "x",
    "auth": "x",
    "bot": "nobody",
    "code": "ABCD",
    "action": {"action": "choose", "card": 1},
}
WORDS: Final[Mapping[str, str]] = {
    "name": "Ana",
    "run_by": "Ana",
    "bot": "random",
    "text": "x",
    "kind": "text",
    "said": "x",
    "why": "busy",
}
QUERY: Final[Mapping[str, str]] = {"round": "1", "turn": "1", "seat": "1"}


# ------------------------------------------------------------------ what comes of asking there

BEARER: Final = {"Authorization": f"Bearer {token(0)}"}

NUMBERS = count()


def moments() -> Mapping[str, Log]:
    """A table before its game, one between rounds, one whose game is over, and one whose host is out of it.

    Bots play beside them.
    """
    rules = sixth.games["classic"].replace(seats=SEATS, end=sixth.End("rounds", 2))
    opened, ana, *_ = sitting(rules, 1)
    log: Log = (opened, ana, Sat(1, "Bot", "random", None))
    found, rng = {"waiting": log}, Random(1)
    table = at_table.fold("table", log)
    done: Log = (begun(table, 1),)
    while done:
        log += done
        table = at_table.fold("table", log)
        if table.between_rounds and "between" not in found:
            found["between"] = log
        done = next_move(table, rng)
    return {**found, "over": log, "out": out_of_it(people=1)}


LOGS: Final = moments()


def put(site: Site, moment: str) -> str:
    """A new table at this moment; its game is called after it."""
    table = f"{moment}-{next(NUMBERS)}"
    log = [replace(each, game=f"game-{table}") if isinstance(each, Began) else each for each in LOGS[moment]]
    site.store.append(table, 0, log)
    return table


def tables(site: Site) -> int:
    """How many logs there are."""
    wanted = select(func.count()).where(log_table.c.version == 1)
    return site.store.read(lambda connection: connection.scalar(wanted)) or 0


def ask(asker: httpx2.Client, way: Way, table: str, ended: str) -> httpx2.Response:
    """The answer to what fits a route: as the host of this table, or about the game that ended at the other.

    Of a stream it is the beginning.
    """
    today = datetime.now(UTC).date().isoformat()
    places = {"table_id": table, "game_id": f"game-{ended}", "day": today}
    path = re.sub(r"\{(\w+)(:\w+)?\}", lambda found: places.get(found[1], "x"), way.path)
    body = {name: today if name == "day" else each for name, each in (way.body or {}).items()}
    if body.get("game") == "1" and way.path == "/tables":
        body["game"] = "classic"
    request = asker.build_request(
        way.method,
        path,
        params={name: QUERY[name] for name in way.query if name in QUERY},
        headers={**BEARER, "Cookie": f"sixth-{table}={token(0)}"},
        **({"json": _typed(body)} if way.for_programs and body else {"data": body}),
    )
    answer = asker.send(request, stream=True)
    if way.method == "POST" or answer.status_code != 200 or not streams(answer):
        answer.read()
    answer.close()
    return answer


def _typed(body: Mapping[str, Any]) -> dict[str, Any]:
    words = {"true": True, "false": False}
    return {
        name: int(each) if isinstance(each, str) and each.isdigit() else words.get(str(each), each)
        for name, each in body.items()
    }


def streams(answer: httpx2.Response) -> bool:
    """Whether it is a stream."""
    kind = answer.headers.get("content-type", "")
    return answer.status_code == 200 and kind.startswith(("text/event-stream", "application/x-ndjson"))


def did(site: Site, asker: httpx2.Client, way: Way) -> set[str]:
    """What of that which is limited happens when somebody asks there, at tables of all moments."""
    done = set()
    acts = way.method == "POST" and "{table_id}" in way.path
    for moment in LOGS if acts else ("over",):
        table = ended = put(site, moment)
        before = tables(site)
        # A token is limited, too.
        TODAY.next()
        if "outside/" in way.path:
            asker.post("/api/v1/outside", json={"name": "Robo", "run_by": "Ana"}, headers=BEARER)
        answer = ask(asker, way, table, ended)
        assert answer.status_code < 500, f"{way}: {answer.status_code}"
        if tables(site) > before:
            done.add("table")
        if streams(answer):
            done.add("stream")
        if len(new := site.log(table)[len(LOGS[moment]) :]) and any(
            isinstance(each, Began | Dealt) for each in new
        ):
            done.add("round")
    return done


def use_up(site: Site, asker: httpx2.Client, stack: ExitStack) -> None:
    """Ask until no more table, round or stream is to be had."""
    table = put(site, "waiting")
    for _ in range(3):
        assert asker.post("/tables").status_code == 422
        assert asker.post(f"/t/{table}/next").status_code == 422
        stream = stack.enter_context(asker.stream("GET", f"/t/{table}/wire"))
        assert stream.status_code == 200


def test_every_route_that_opens_a_table_begins_a_round_or_streams_is_refused_once_that_is_used_up(
    site: Site,
) -> None:
    """What a route does is found out by asking there, what is refused by asking from another address."""
    school, home = client(site, SCHOOL), client(site, HOME)
    known = [*ways(site.app)]
    does = {str(way): found for way in known if (found := did(site, school, way))}
    TODAY.next()
    with ExitStack() as stack:
        use_up(site, home, stack)
        before = tables(site)
        ended, table = put(site, "over"), put(site, "between")
        refused = {str(way) for way in known if ask(home, way, table, ended).status_code == 429}
        assert tables(site) == before + 2
    assert refused == {*does}
    assert {way for way, found in does.items() if "table" in found} == {
        *("POST /tables", "POST /daily", "POST /g/{game_id}/again"),
        *(f"POST /api/v1/{each}" for each in ("tables", "daily/{day}", "records/{game_id}/again")),
    }
    assert {what for found in does.values() for what in found} == {"table", "round", "stream"}


def test_a_route_that_does_not_say_under_which_limit_it_counts_has_no_proof_of_it() -> None:
    request = Request(
        {"type": "http", "path": "/new", "headers": [], "query_string": b"", "server": ("x", 80)}
    )
    with pytest.raises(LookupError, match=r"/new does not count under the limit of tables"):
        TABLES.counted(request)


def test_only_what_counts_makes_a_proof() -> None:
    source = Path(sixth.__file__).parent / "server"
    made = [file.name for file in source.rglob("*.py") if re.search(r"\bCounted\(", file.read_text())]
    assert made == ["route_limits.py"]


# ------------------------------------------------------------------ the daily deal


@pytest.mark.parametrize("program", [True, False], ids=["by the API", "by the form"])
def test_daily_deals_count_among_the_tables_that_an_address_opens(site: Site, program: bool) -> None:
    home, today = client(site, HOME), datetime.now(UTC).date().isoformat()

    def begin(asker: httpx2.Client) -> int:
        asker.cookies.clear()
        if program:
            return asker.post(f"/api/v1/daily/{today}", json={"name": "Ana"}).status_code
        return asker.post("/daily", data={"day": today}).status_code

    before = tables(site)
    good = 201 if program else 303
    assert [begin(home) for _ in range(6)] == [good] * 3 + [429] * 3
    assert tables(site) == before + 3
    school = client(site, SCHOOL)
    assert {begin(school) for _ in range(40)} == {good}


def test_where_addresses_are_unlimited_all_tries_of_the_daily_deal_count(tmp_path: Path) -> None:
    bots.get_ready()
    with hosting(tmp_path / "data") as site:
        here, today = client(site, "127.0.0.1"), datetime.now(UTC).date().isoformat()
        for number in range(COUNTED_A_NETWORK + 2):
            proof = {"Authorization": f"Bearer {token(number)}"}
            body = {"name": "Ana", "bot": False}
            answer = here.post(f"/api/v1/daily/{today}", json=body, headers=proof)
            table = answer.json()["table"]
            assert Rows(site.store).counted(table)


def test_no_limit_by_address_holds_where_addresses_are_unlimited(site: Site) -> None:
    """Not those of codes, reviews, or comings and goings either."""
    school, home = client(site, SCHOOL), client(site, HOME)
    asked = {"code": "ABCD"}
    assert {school.post("/join", data=asked).status_code for _ in range(20)} == {404}
    assert {school.get("/api/v1/codes/ABCD").status_code for _ in range(20)} == {404}
    assert [home.post("/join", data=asked).status_code for _ in range(11)] == [404] * 10 + [429]
    table = put(site, "waiting")
    sits = [school.post(f"/t/{table}/sit", data={"name": ""}).status_code for _ in range(40)]
    assert set(sits) == {422}
