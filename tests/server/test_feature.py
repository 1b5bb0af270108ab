"""Each feature can be left out, and all of them: the site runs, and nothing leads to what is not there."""

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


def site(folder: Path, features: Sequence[Feature]) -> TestClient:
    """Somebody at a site with these features."""
    return TestClient(create_app(SqlStore(f"sqlite:///{folder}/sixth.sqlite3"), features=features))


@pytest.mark.parametrize("left_out", LEFT_OUT.values(), ids=LEFT_OUT)
def test_a_site_runs_with_any_of_its_features_left_out(tmp_path: Path, left_out: Sequence[Feature]) -> None:
    with site(tmp_path, [each for each in FEATURES if each not in left_out]) as client:
        for page in ("/", "/learn", "/tables", "/mine", "/settings", "/manifest.webmanifest"):
            assert client.get(page).status_code == 200, page
        form = {"game": "classic", "seats": "2", "bots": "random", "how": "play"}
        assert client.post("/tables", data=form).status_code == 200
        assert client.get("/api/v1/tables").json() == []


@pytest.mark.parametrize("feature", [each for each in FEATURES if each.way], ids=lambda each: each.name)
def test_no_page_leads_to_a_feature_that_is_left_out(tmp_path: Path, feature: Feature) -> None:
    assert feature.way
    address = feature.way().address
    with site(tmp_path, [each for each in FEATURES if each is not feature]) as client:
        for page in ("/", "/settings", "/manifest.webmanifest"):
            assert f'"{address}"' not in client.get(page).text
        assert client.get(address).status_code == 404


def test_the_api_has_no_daily_deal_where_that_is_left_out(tmp_path: Path) -> None:
    with site(tmp_path, [each for each in FEATURES if each is not DAILY]) as client:
        assert client.get("/api/v1/daily").status_code == 404


def test_the_header_has_its_links_in_order(tmp_path: Path) -> None:
    with site(tmp_path, FEATURES) as client:
        links = re.findall(r'<a href="(.*?)".*?>(.*?)</a>', client.get("/").text.partition("</nav>")[0])
    assert links[-4:] == [("/", "Play"), ("/learn", "Learn"), ("/puzzles", "Puzzles"), ("/daily", "Daily")]
