"""Limits of routes: every route that opens a table, begins a round or streams counts under one."""

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
from sqlalchemy import func, select, update
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import Mount

import sixth
from sixth import bots
from sixth.rules.events import Dealt
from sixth.server.core.route_limits import TABLES
from sixth.server.core.settings import Settings
from sixth.server.features.boards.deals import COUNTED_A_NETWORK
from sixth.server.features.boards.rows import DealRows
from sixth.server.features.ratings.tables import quick_entries
from sixth.server.features.tournaments.rows import Changes, TournamentRows
from sixth.server.features.tournaments.tables import tournaments
from sixth.server.store.schema import log as log_table
from sixth.server.table.events import Began, Sat
from sixth.server.table.fold import fold
from sixth.server.table.identity import hash_token
from sixth.tournaments.events import Opened
from sixth.tournaments.plan import Plan
from tests.server.support.hosting import TODAY, Site, hosting
from tests.server.support.logs import Log, beginning, next_move, out_of_it, sitting, token
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

OPENING: Final = {
    *("POST /tables", "POST /daily", "POST /boards", "POST /g/{game_id}/again", "POST /quick"),
    "POST /tournaments/new",
    *(
        f"POST /api/v1/{each}"
        for each in (
            "tables",
            "daily/{day}",
            "boards/{board}/{number}",
            "records/{game_id}/again",
            "tournaments",
        )
    ),
}
"""The routes that open a table or a tournament."""

STREAMING: Final = {
    "GET /g/{game_id}/coach/events",
    "GET /tournaments/{code}/changes",
    "GET /api/v1/tournaments/{code}/changes",
    *(f"GET /api/v1/{each}/events" for each in ("tables/{table_id}", "outside")),
}
"""The routes that stream, beside `/t/{table_id}/wire`, which comes before all routes."""

SEATS: Final = 2


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site at which an address may open three tables, begin three rounds and have three streams."""
    # On a busy machine the bots of the daily deal might else not be ready for the first request.
    bots.get_ready()
    with hosting(tmp_path_factory.mktemp("site"), settings=SETTINGS, ticks=TODAY) as site:
        yield site


def client(site: Site, address: str) -> httpx2.Client:
    """Return a new client at an address."""
    browser = site.person(address).client
    browser.follow_redirects = False
    return browser


# ------------------------------------------------------------------ the routes


@dataclass(frozen=True)
class Route:
    """A route with the names of its query, and a body that fits its form or JSON."""

    method: str
    path: str
    query: tuple[str, ...] = ()
    body: Mapping[str, Any] | None = None

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def for_programs(self) -> bool:
        """Whether the route is one of the API."""
        return self.path.startswith("/api/")


def all_routes(app: Starlette) -> Iterator[Route]:
    """Yield all routes of the app and of its API, except those of static files."""
    for each in addresses(schema_of(app)):
        if each.method != "HEAD" and "{path}" not in each.path:
            yield Route(each.method, each.path, each.query, {name: FORM[name] for name in each.needed})
    mounts = (each.app for each in app.state.pages.routes if isinstance(each, Mount))
    (api,) = (each for each in mounts if isinstance(each, FastAPI))
    schemas = api.openapi()["components"]["schemas"]
    for route in iter_route_contexts(api.routes):
        for method in sorted({*(route.methods or ())} - {"HEAD"}):
            about = api.openapi()["paths"].get(route.path, {}).get(method.lower(), {})
            content = about.get("requestBody", {}).get("content", {}).get("application/json", {})
            name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
            body = _json(schemas[name]) if name else None
            yield Route(method, f"/api/v1{route.path}", (), body)


def _json(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return a body with the required fields of a schema."""
    required = {name: schema["properties"][name] for name in schema.get("required", ())}
    return {
        name: WORDS[name] if about.get("type") == "string" else FORM[name] for name, about in required.items()
    }


def _values(pairs: str) -> dict[str, Any]:
    return {name: value for name, _, value in (each.partition("=") for each in pairs.split())}


FORM: Final[Mapping[str, Any]] = {
    **_values("game=1 round=2 turn=1 seat=1 seats=2 card=1 place=0 bots=random how=play name=Ana day="),
    **_values("ready=true wished=true endpoint=https://example.org p256dh=x auth=x bot=nobody code=ABCD"),
    **_values("shown=public browser=x other=x passkey=x person=x player=1 answer=no board= number=1"),
    "action": {"action": "choose", "card": 1},
    "heads": [1, 2, 3],
    "table": "1",
}
WORDS: Final = _values(
    "name=Ana run_by=Ana bot=random text=x kind=text said=x why=busy player=x first=x second=x"
)
QUERY: Final = _values("round=1 turn=1 seat=1")


# ------------------------------------------------------------------ their effects

BEARER: Final = {"Authorization": f"Bearer {token(0)}"}

NUMBERS = count()


def logs_by_moment() -> Mapping[str, Log]:
    """Return logs of tables: before a game, between rounds, after the game, and with the host out of it."""
    rules = sixth.games["classic"].replace(seats=SEATS, hand=3, end=sixth.End("rounds", 2))
    opening, ana, *_ = sitting(rules, 1)
    log: Log = (opening, ana, Sat(1, "Bot", "random", None))
    logs, rng = {"waiting": log}, Random(1)
    table = fold("table", log)
    events: Log = (beginning(table, 1),)
    while events:
        log += events
        table = fold("table", log)
        if table.between_rounds and "between" not in logs:
            logs["between"] = log
        events = next_move(table, rng)
    return {**logs, "over": log, "out": out_of_it(people=1)}


LOGS: Final = logs_by_moment()


def add_table(site: Site, moment: str) -> str:
    """Add a table at this moment, with a game named after it, and return its name."""
    table = f"{moment}-{next(NUMBERS)}"
    log = [replace(each, game=f"game-{table}") if isinstance(each, Began) else each for each in LOGS[moment]]
    site.store.append(table, 0, log)
    return table


def count_tables(site: Site) -> int:
    """Return the number of tables and tournaments in the store."""
    queries = select(func.count()).where(log_table.c.version == 1), select(func.count(tournaments.c.code))
    return sum(site.store.read(lambda connection: [connection.scalar(each) or 0 for each in queries]))


def add_tournament(site: Site) -> str:
    """Add a tournament whose host has the token of the host of a table; return its code."""
    code = f"t{next(NUMBERS):04}".translate(str.maketrans("01", "bc"))
    opened = Opened(
        Plan(name="Friday", rules=sixth.games["classic"].replace(seats=4)), "seed", hash_token(token(0)), ""
    )
    assert TournamentRows(site.store).create(code, "secret", (opened,), Changes(1))
    return code


def keep_name(site: Site) -> str:
    """Have a new person keep a name, and return the secret of their browser."""
    browser = client(site, SCHOOL)
    browser.post(
        "/tables", data={"game": "classic", "seats": "2", "bots": "random", "how": "play", "name": "A"}
    )
    assert browser.post("/you/name", data={"name": f"Ana {next(NUMBERS)}"}).status_code == 303
    return str(browser.cookies["sixth-you"])


def ask(
    browser: httpx2.Client, route: Route, table: str, ended: str, *, code: str = "", you: str = ""
) -> httpx2.Response:
    """Send a route a request that fits it, and return the answer, of a stream only the beginning.

    The client is the host of `table`, of `ended`, whose game is over, and of the tournament with the `code`,
    and has the secret `you`.
    """
    today = datetime.now(UTC).date().isoformat()
    places = {"table_id": table, "game_id": f"game-{ended}", "day": today, "board": today, "number": "1"}
    places["code"] = code
    path = re.sub(r"\{(\w+)(:\w+)?\}", lambda match: places.get(match[1], "x"), route.path)
    body = {name: today if name in ("day", "board") else each for name, each in (route.body or {}).items()}
    if body.get("game") == "1" and route.path == "/tables":
        body["game"] = "classic"
    if route.path == "/tournaments/new":
        body["name"] = "Evening"
    request = browser.build_request(
        route.method,
        path,
        params={name: QUERY[name] for name in route.query if name in QUERY},
        headers={**BEARER, "Cookie": f"sixth-{table}={token(0)}; sixth-you={you}"},
        **({"json": _typed(body)} if route.for_programs and body else {"data": body}),
    )
    answer = browser.send(request, stream=True)
    if route.method == "POST" or answer.status_code != 200 or not is_stream(answer):
        answer.read()
    answer.close()
    return answer


def _typed(body: Mapping[str, Any]) -> dict[str, Any]:
    words = {"true": True, "false": False}
    return {
        name: int(each) if isinstance(each, str) and each.isdigit() else words.get(str(each), each)
        for name, each in body.items()
    }


def is_stream(answer: httpx2.Response) -> bool:
    """Return whether an answer is a stream."""
    kind = answer.headers.get("content-type", "")
    return answer.status_code == 200 and kind.startswith(("text/event-stream", "application/x-ndjson"))


def effects(site: Site, browser: httpx2.Client, route: Route) -> set[str]:
    """Return what a route begins at tables of all moments: a table, a stream, a round."""
    kinds = set()
    acts = route.method == "POST" and "{table_id}" in route.path
    for moment in LOGS if acts else ("over",):
        table = ended = add_table(site, moment)
        you = keep_name(site) if route.path == "/quick" else ""
        code = add_tournament(site) if "{code}" in route.path else ""
        before = count_tables(site)
        # There is a limit by token, too.
        TODAY.next()
        if "outside/" in route.path:
            browser.post("/api/v1/outside", json={"name": "Robo", "run_by": "Ana"}, headers=BEARER)
        answer = ask(browser, route, table, ended, code=code, you=you)
        if str(route) == "POST /quick":
            # The table is opened once other people had time to come.
            with site.store.engine.begin() as connection:
                connection.execute(update(quick_entries).values(since=1))
            ask(browser, Route("GET", "/quick"), table, ended, you=you)
        assert answer.status_code < 500, f"{route}: {answer.status_code}"
        if count_tables(site) > before:
            kinds.add("table")
        if is_stream(answer):
            kinds.add("stream")
        if len(new := site.log(table)[len(LOGS[moment]) :]) and any(
            isinstance(each, Began | Dealt) for each in new
        ):
            kinds.add("round")
    return kinds


def use_up(site: Site, browser: httpx2.Client, stack: ExitStack) -> None:
    """Use up the limits of tables, rounds and streams of a client."""
    table = add_table(site, "waiting")
    for _ in range(3):
        assert browser.post("/tables").status_code == 422
        assert browser.post(f"/t/{table}/next").status_code == 422
        stream = stack.enter_context(browser.stream("GET", f"/t/{table}/wire"))
        assert stream.status_code == 200


def test_routes_that_open_tables_begin_rounds_or_stream_are_refused_once_the_limits_are_used_up(
    site: Site,
) -> None:
    """An unlimited client learns what each route does, another one which routes are refused."""
    school, home = client(site, SCHOOL), client(site, HOME)
    routes = [*all_routes(site.app)]
    kinds_of = {str(each): kinds for each in routes if (kinds := effects(site, school, each))}
    TODAY.next()
    with ExitStack() as stack:
        use_up(site, home, stack)
        before = count_tables(site)
        ended, table, code = add_table(site, "over"), add_table(site, "between"), add_tournament(site)
        answers = {str(each): ask(home, each, table, ended, code=code) for each in routes}
        refused = {route for route, answer in answers.items() if answer.status_code == 429}
        assert count_tables(site) == before + 3
    assert refused == {*kinds_of}
    assert {route for route, kinds in kinds_of.items() if "table" in kinds} == OPENING
    assert {route for route, kinds in kinds_of.items() if "stream" in kinds} == STREAMING
    assert set().union(*kinds_of.values()) == {"table", "round", "stream"}


def test_a_route_that_does_not_declare_a_limit_has_no_proof_for_it() -> None:
    request = Request(
        {"type": "http", "path": "/new", "headers": [], "query_string": b"", "server": ("x", 80)}
    )
    with pytest.raises(LookupError, match=r"/new does not count under the limit of tables"):
        TABLES.proof(request)


def test_only_route_limits_make_proofs() -> None:
    source = Path(sixth.__file__).parent / "server"
    makers = [file.name for file in source.rglob("*.py") if re.search(r"\bCountProof\(", file.read_text())]
    assert makers == ["route_limits.py"]


# ------------------------------------------------------------------ unlimited addresses


def test_all_tries_of_the_daily_deal_from_an_unlimited_address_count(tmp_path: Path) -> None:
    bots.get_ready()
    with hosting(tmp_path / "data") as site:
        here, today = client(site, "127.0.0.1"), datetime.now(UTC).date().isoformat()
        for number in range(COUNTED_A_NETWORK + 2):
            proof = {"Authorization": f"Bearer {token(number)}"}
            body = {"name": "Ana", "bot": False}
            answer = here.post(f"/api/v1/daily/{today}", json=body, headers=proof)
            table = answer.json()["table"]
            row = DealRows(site.store).at(table)
            assert row is not None
            assert row.counted


def test_unlimited_addresses_have_no_limit_of_codes_or_seats_either(site: Site) -> None:
    school, home = client(site, SCHOOL), client(site, HOME)
    form = {"code": "ABCD"}
    assert {school.post("/join", data=form).status_code for _ in range(20)} == {404}
    assert {school.get("/api/v1/codes/ABCD").status_code for _ in range(20)} == {404}
    assert [home.post("/join", data=form).status_code for _ in range(11)] == [404] * 10 + [429]
    table = add_table(site, "waiting")
    sits = [school.post(f"/t/{table}/sit", data={"name": ""}).status_code for _ in range(40)]
    assert set(sits) == {422}
