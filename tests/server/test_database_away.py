"""Every route of a site whose database is away: no fault of the server, and no traceback in its log."""

from collections import Counter
from pathlib import Path

import pytest

from sixth import bots
from sixth.server.core.settings import Settings
from tests.server.core.test_route_limits import SCHOOL, add_table, all_routes, ask, client, keep_name
from tests.server.support.hosting import hosting
from tests.server.support.postgres import postgres

SETTINGS = Settings(unlimited=(SCHOOL,), outside_bots=True)


def test_each_route_says_that_the_database_is_away_and_none_is_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    # Usually a request waits ten seconds for a database to come back.
    monkeypatch.setattr("sixth.server.store.sql._TIMEOUT_S", 0.05)
    bots.get_ready()
    with postgres() as database, hosting(tmp_path, database.make(), SETTINGS) as site:
        browser = client(site, SCHOOL)
        # One table is in memory, the other was never asked for.
        known, ended, you = add_table(site, "between"), add_table(site, "over"), keep_name(site)
        assert browser.get(f"/api/v1/tables/{known}").status_code == 200
        routes = [*all_routes(site.app)]
        database.stop()
        caplog.clear()
        answers = {
            f"{route} {table}": ask(browser, route, table, ended, you=you)
            for route in routes
            for table in ({known, "unknown"} if "{table_id}" in route.path else {known})
        }
        database.start()
    broken = [
        name for name, answer in answers.items() if answer.status_code >= 500 and answer.status_code != 503
    ]
    assert broken == []
    assert [each.getMessage() for each in caplog.records if each.exc_info] == []
    statuses = Counter(answer.status_code for answer in answers.values())
    assert statuses[503] > 60, statuses
    # Who asks for `/readyz` asks again anyway.
    away = {name: each for name, each in answers.items() if each.status_code == 503 and "readyz" not in name}
    assert [name for name, answer in away.items() if answer.headers.get("retry-after") != "2"] == []
