"""The text in forms and bodies, as a database can keep it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from sixth.server.core.settings import Settings
from tests.server.core.test_route_limits import SCHOOL, Route, add_table, all_routes, ask, client, keep_name
from tests.server.support.hosting import hosting
from tests.server.support.postgres import Postgres

SETTINGS = Settings(unlimited=(SCHOOL,), outside_bots=True)

ANSWERS = ("accept", "decline", "remove", "block", "unblock", "mute", "unmute", "merge", "no")
"""What forms about other people answer."""


def with_nul(route: Route) -> Iterator[Route]:
    """Yield a route once for each text in its body, and each answer, with a NUL in that text."""
    body = route.body or {}
    for answer in ANSWERS if "answer" in body else ("",):
        chosen = {"answer": answer} if answer else {}
        for name, each in body.items():
            if isinstance(each, str) and name != "answer":
                yield replace(route, body={**body, **chosen, name: f"{each}\0"})


def test_a_nul_in_any_field_is_answered_where_the_database_takes_none(
    database: Postgres, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with hosting(tmp_path, database.make(), SETTINGS) as site:
        browser = client(site, SCHOOL)
        table, ended, you = add_table(site, "between"), add_table(site, "over"), keep_name(site)
        asked = [each for route in all_routes(site.app) for each in with_nul(route)]
        answers = [(each, ask(browser, each, table, ended, you=you)) for each in asked]
    assert [(str(each), answer.text) for each, answer in answers if answer.status_code >= 500] == []
    assert [each.getMessage() for each in caplog.records if each.exc_info] == []
    changed = {each.path for each, answer in answers if answer.status_code == 303}
    assert {"/you/friends", "/you/mutes", "/you/end"} <= changed
