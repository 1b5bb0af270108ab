"""Each feature can be left out, and all of them: the site runs, and nothing leads to what is not there."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from sixth.server.app import create_app
from sixth.server.feature import Feature
from sixth.server.features import FEATURES
from sixth.server.features.daily.feature import DAILY
from sixth.server.store.sql import SqlStore

LEFT_OUT = {"none": [], **{each.name: [each] for each in FEATURES}, "all": [*FEATURES]}

PAGES = (
    *("/", "/tables", "/settings", "/offline", "/learn", "/rules/classic", "/about"),
    *("/puzzles", "/puzzles/1", "/daily", "/mine", "/pad"),
)
"""Those of the kernel, and of all features: the page of an error, where a feature is left out."""


def site(folder: Path, features: Sequence[Feature]) -> TestClient:
    """Somebody at a site with these features."""
    return TestClient(create_app(SqlStore(f"sqlite:///{folder}/sixth.sqlite3"), features=features))


@pytest.mark.parametrize("left_out", LEFT_OUT.values(), ids=LEFT_OUT)
def test_a_site_runs_with_any_of_its_features_left_out(tmp_path: Path, left_out: Sequence[Feature]) -> None:
    with site(tmp_path, [each for each in FEATURES if each not in left_out]) as client:
        for page in ("/", "/tables", "/settings", "/manifest.webmanifest"):
            assert client.get(page).status_code == 200, page
        form = {"game": "classic", "seats": "2", "bots": "random", "how": "play"}
        assert client.post("/tables", data=form).status_code == 200
        assert client.get("/api/v1/tables").json() == []


@pytest.mark.parametrize("left_out", LEFT_OUT.values(), ids=LEFT_OUT)
def test_no_page_leads_to_what_is_left_out(tmp_path: Path, left_out: Sequence[Feature]) -> None:
    with site(tmp_path, [each for each in FEATURES if each not in left_out]) as client:
        form = {"game": "classic", "seats": "2", "bots": "random", "how": "play"}
        table = client.post("/tables", data=form).url.path
        known: set[str] = set()
        for page in (*PAGES, table, f"{table}?plain=on"):
            known |= set(re.findall(r'(?:href|action)="(/[^"]*)', client.get(page).text))
        known |= {each["url"] for each in client.get("/manifest.webmanifest").json()["shortcuts"]}
        worker = client.get("/sw.js").text.partition("\n")[0]
        known |= set(json.loads(worker.removeprefix("const SHELL = ").removesuffix(";"))["pages"])
        missing = {each for each in known if client.get(each).status_code == 404}
    assert len(known) > 10
    assert not missing


def test_the_api_has_no_daily_deal_where_that_is_left_out(tmp_path: Path) -> None:
    with site(tmp_path, [each for each in FEATURES if each is not DAILY]) as client:
        assert client.get("/api/v1/daily").status_code == 404


def test_the_header_has_its_links_in_order(tmp_path: Path) -> None:
    with site(tmp_path, FEATURES) as client:
        links = re.findall(r'<a href="(.*?)".*?>(.*?)</a>', client.get("/").text.partition("</nav>")[0])
    assert links[-4:] == [("/", "Play"), ("/learn", "Learn"), ("/puzzles", "Puzzles"), ("/daily", "Daily")]
