"""The address list of the cost benchmark: it has every address of the site with its largest input."""

from importlib import import_module
from pathlib import Path

from sixth.server.app import create_app
from sixth.server.core.settings import Settings
from sixth.server.store.sql import SqlStore

CASES = import_module("bench.cases")


def test_every_address_is_measured_with_the_largest_input_that_it_takes(tmp_path: Path) -> None:
    """`python bench/pages.py --costs` sends the requests of `bench/cases.py`."""
    settings = Settings(outside_bots=True, metrics=True, ladder=tmp_path / "ladder.json")
    app = create_app(SqlStore(f"sqlite:///{tmp_path}/sixth.sqlite3"), settings)
    assert CASES.routes_of(app) == set(CASES.ROUTES)
