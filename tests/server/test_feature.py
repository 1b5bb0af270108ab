"""Features of the site, each of which can be left out: the site runs, and no page links to them."""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Final

import pytest
import sqlalchemy as sa
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.testclient import TestClient

from sixth import bots
from sixth.server import app as app_module
from sixth.server.app import FEATURES, create_app
from sixth.server.core.settings import Settings
from sixth.server.feature import Feature, Site
from sixth.server.features.boards.feature import BOARDS
from sixth.server.features.external_bots.feature import EXTERNAL_BOTS
from sixth.server.features.reminders.feature import REMINDERS
from sixth.server.features.replay.feature import REPLAY
from sixth.server.features.reviews.feature import REVIEWS
from sixth.server.store.schema import METADATA
from sixth.server.store.sql import SqlStore
from sixth.server.table.state import Table
from tests.server.support.hosting import hosting, prepare
from tests.server.support.parties import BRIEF
from tests.server.support.playing import Person, play_on

LEFT_OUT = {"none": [], **{each.name: [each] for each in FEATURES}, "all": [*FEATURES]}

PAGES = (
    *("/", "/tables", "/settings", "/offline", "/learn", "/rules/classic", "/about"),
    *("/puzzles", "/puzzles/1", "/daily", "/boards", "/mine", "/pad"),
)
"""Pages of the kernel and of all features; a feature that is left out has the page of an error."""


def site(folder: Path, features: Sequence[Feature]) -> TestClient:
    """Return a client of a site with these features."""
    return TestClient(create_app(SqlStore(prepare(folder)), features=features))


def has_route(client: TestClient, address: str) -> bool:
    """Return whether a site has a route at this address, for GET or another method."""
    app = client.app
    assert isinstance(app, Starlette)
    scope = {"type": "http", "method": "GET", "path": address.partition("?")[0]}
    return any(route.matches(scope)[0] is not Match.NONE for route in app.state.pages.routes)


@pytest.mark.parametrize("left_out", LEFT_OUT.values(), ids=LEFT_OUT)
def test_a_site_runs_with_any_of_its_features_left_out_and_no_page_links_to_it(
    tmp_path: Path, left_out: Sequence[Feature]
) -> None:
    with site(tmp_path, [each for each in FEATURES if each not in left_out]) as client:
        for page in ("/", "/tables", "/settings", "/manifest.webmanifest"):
            assert client.get(page).status_code == 200, page
        form = {"game": "classic", "seats": "2", "bots": "random", "how": "play"}
        opened = client.post("/tables", data=form)
        assert opened.status_code == 200
        assert client.get("/api/v1/tables").json() == []
        table = opened.url.path
        addresses: set[str] = set()
        for page in (*PAGES, table, f"{table}?plain=on"):
            addresses |= set(re.findall(r'(?:href|action)="(/[^"]*)', client.get(page).text))
        addresses |= {each["url"] for each in client.get("/manifest.webmanifest").json()["shortcuts"]}
        worker = client.get("/sw.js").text.partition("\n")[0]
        addresses |= set(json.loads(worker.removeprefix("const SHELL = ").removesuffix(";"))["pages"])
        # Whatever a site without features left out answers is answered by the same route of other sites.
        missing = {each for each in addresses if not has_route(client, each)}
        missing |= {each for each in addresses if not left_out and client.get(each).status_code == 404}
    assert len(addresses) > 10
    assert not missing


ENDED = {"none": [], "reviews": [REVIEWS], "replay": [REPLAY]}


def play_daily(person: Person, rng: Random) -> None:
    """Play the daily deal of today to its end."""
    person.go("/daily")
    person.send("/daily")
    play_on([person], rng)


@pytest.mark.parametrize("left_out", ENDED.values(), ids=ENDED)
def test_no_page_of_an_ended_game_links_to_a_feature_that_is_left_out(
    tmp_path: Path, left_out: Sequence[Feature]
) -> None:
    # The daily deal waits for its bots, but not for as long as a busy machine takes to load them.
    bots.get_ready()
    with hosting(tmp_path, features=[each for each in FEATURES if each not in left_out]) as site:
        ana, bo, rng = site.person(), site.person(), Random(1)
        play_daily(ana, rng)
        daily = ana.table
        table = ana.open("play", seats=2, bots="random", name="Ana", **BRIEF)
        play_on([ana], rng)
        game = site.table(table).game_id
        tables = (f"/t/{table}", f"/t/{table}?plain=on", f"/t/{daily}", "/daily", "/mine")
        addresses: set[str] = set()
        for person in (ana, bo):
            for page in (*tables, f"/g/{game}", f"/g/{game}?text", f"/g/{game}/coach"):
                addresses |= set(re.findall(r'(?:href|action)="(/[^"]*)', person.client.get(page).text))
        missing = {each for each in addresses if ana.client.get(each).status_code == 404}
    assert not missing
    assert (f"/g/{game}/again" in addresses) == (REPLAY not in left_out)
    assert (f"/g/{game}/coach" in addresses) == (not left_out)


def test_tables_of_daily_deals_stay_where_the_daily_deal_is_left_out(tmp_path: Path) -> None:
    bots.get_ready()
    with hosting(tmp_path) as site:
        ana, rng = site.person(), Random(1)
        play_daily(ana, rng)
        table, token = ana.table, ana.token()
    with hosting(tmp_path, features=[each for each in FEATURES if each is not BOARDS]) as site:
        ana = site.person()
        ana.client.cookies.set(f"sixth-{table}", token)
        for page in (f"/t/{table}", f"/t/{table}?plain=off"):
            answer = ana.client.get(page)
            assert answer.status_code == 200
            assert "/daily" not in answer.text


def test_a_feature_is_left_out_without_one_that_it_needs(tmp_path: Path) -> None:
    with site(tmp_path, [REVIEWS]) as client:
        assert client.post("/g/none/coach").status_code == 404


def test_the_api_has_no_daily_deal_without_its_feature(tmp_path: Path) -> None:
    with site(tmp_path, [each for each in FEATURES if each is not BOARDS]) as client:
        assert client.get("/api/v1/daily").status_code == 404


def test_no_page_offers_notifications_without_their_feature(tmp_path: Path) -> None:
    with site(tmp_path, [each for each in FEATURES if each is not REMINDERS]) as client:
        assert "data-push" not in client.get("/tables").text
        assert client.get("/tables/push").status_code == 404


def host(client: TestClient, **config: str) -> str:
    """Open a table with this config; return its path."""
    form = {"game": "classic", "seats": "3", "bots": "random", "how": "invite", "name": "Ana"}
    table = client.post("/tables", data=form).url.path
    assert client.post(f"{table}/house", data=config).status_code == 200
    return table


@pytest.mark.parametrize("page", ["?plain=off", "?plain=on", "/around"])
def test_a_table_shows_the_parts_of_the_features_of_the_site(tmp_path: Path, page: str) -> None:
    """Features add bots to invite, and notifications of turns at a slow table."""
    texts = {EXTERNAL_BOTS.name: "Look again", REMINDERS.name: "/push"}
    if page == "?plain=on":
        # The button for notifications needs a script.
        del texts[REMINDERS.name]
    for left_out in (None, EXTERNAL_BOTS, REMINDERS):
        features = [each for each in FEATURES if each is not left_out]
        store = SqlStore(f"sqlite:///{tmp_path}/{left_out and left_out.name}.sqlite3")
        app = create_app(store, Settings(outside_bots=True), features=features)
        with TestClient(app) as client:
            table = host(client, outside="true", pace="own", turn_time="3", turn_unit="d")
            html = client.get(f"{table}{page}").text
            for name, text in texts.items():
                assert (text in html) == (left_out is None or left_out.name != name), name


def test_the_api_has_no_bots_from_outside_without_their_feature(tmp_path: Path) -> None:
    with site(tmp_path, [each for each in FEATURES if each is not EXTERNAL_BOTS]) as client:
        assert client.get("/api/v1/outside").status_code == 404
        assert (
            client.get("/api/v1/openapi.json")
            .json()["components"]["schemas"]
            .keys()
            .isdisjoint({"OutsideShown", "InviteRequest"})
        )


def test_the_page_about_features_names_each_field_with_the_features_that_use_it() -> None:
    page = Path("docs/architecture/features.md").read_text(encoding="utf-8")
    told = {
        name: by.split(", ") for name, by in re.findall(r"^\| `(\w+)` \|.*\| ([^|]*) \|$", page, re.MULTILINE)
    }
    names = [field.name for field in fields(Feature)]
    used = {name: sorted(each.name for each in FEATURES if getattr(each, name)) for name in names}
    assert told == used
    hooks = {name: by for name, by in used.items() if name not in ("name", "needs")}
    assert len(hooks) <= 12
    assert min(len(by) for by in hooks.values()) > 1


_WITHOUT: Final = """
import sys, types
app = sys.modules["sixth.server.app"] = types.ModuleType("sixth.server.app")
exec({source!r}, app.__dict__)
from sixth.server.ops import run
from sixth.server.store.sql import SqlStore
from sqlalchemy import inspect
store = SqlStore("sqlite:///{folder}/sixth.sqlite3")
print(*inspect(store.engine).get_table_names())
store.close()
"""


def test_a_new_database_has_no_table_of_a_feature_whose_line_is_out(tmp_path: Path) -> None:
    names = "boards", "puzzles", "ratings"
    modules = [import_module(f"sixth.server.features.{name}.tables") for name in names]
    own = {each.name for module in modules for each in vars(module).values() if isinstance(each, sa.Table)}
    lines = Path(app_module.__file__).read_text(encoding="utf-8").splitlines()
    source = "\n".join(line for line in lines if not any(name.upper() in line for name in names))
    code = _WITHOUT.format(source=source, folder=tmp_path)
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert set(made.split()) == {*METADATA.tables, "alembic_version"} - own


def test_a_feature_receives_each_table_that_moves_before_and_after(tmp_path: Path) -> None:
    moves: list[tuple[Site, bool, bool]] = []

    def note(site: Site, before: Table, after: Table) -> None:
        moves.append((site, before.config.outside, after.config.outside))

    with site(tmp_path, [Feature(name="lamp", when_moved=note)]) as client:
        host(client, outside="true")
        app = client.app
        assert isinstance(app, Starlette)
        assert moves == [(app.state.site, False, True)]


def test_no_template_of_the_kernel_names_an_address_of_a_feature() -> None:
    places = [
        "".join(r'[^"]+' if "{" in part else re.escape(part) for part in re.split(r"(\{[^}]*\})", route.path))
        for feature in FEATURES
        for route in feature.routes
        # Logs know of the daily deal, and its tables lead to the page of their day.
        if isinstance(route, Route) and feature is not BOARDS
    ]
    pattern = re.compile(rf'"({"|".join(places)})"')
    kernel = Path(app_module.__file__).parent / "web" / "templates"
    matches = {path.name: pattern.findall(path.read_text()) for path in kernel.rglob("*.html")}
    assert len(matches) > 30
    assert not {name: addresses for name, addresses in matches.items() if addresses}


class Lamp:
    """A service that is on or off."""

    on = False

    def start(self) -> None:
        self.on = True

    async def close(self) -> None:
        self.on = False


def test_a_service_runs_as_long_as_the_site(tmp_path: Path) -> None:
    lamp = Lamp()
    with site(tmp_path, [Feature(name="lamp", service=lambda _site: lamp)]):
        assert lamp.on
    assert not lamp.on


def test_a_feature_is_left_out_without_a_setting_that_it_needs(tmp_path: Path) -> None:
    def page(_request: Request) -> Response:
        return Response("here")

    feature = Feature(name="lamp", needs=["outside_bots"], routes=[Route("/lamp", page)])
    for outside, status in ((True, 200), (False, 404)):
        store = SqlStore(f"sqlite:///{tmp_path}/{status}.sqlite3")
        app = create_app(store, Settings(outside_bots=outside), features=[feature])
        with TestClient(app) as client:
            assert client.get("/lamp").status_code == status


def test_the_header_has_its_links_in_order(tmp_path: Path) -> None:
    with site(tmp_path, FEATURES) as client:
        links = re.findall(r'<a href="(.*?)".*?>(.*?)</a>', client.get("/").text.partition("</nav>")[0])
    assert links[-4:] == [("/", "Play"), ("/learn", "Learn"), ("/puzzles", "Puzzles"), ("/daily", "Daily")]
