"""Parts of a table's page that were made before are used again, and never where another belongs."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import sixth
from sixth.server.table import Look, fold, look, steps
from sixth.server.web.frame import Frame
from sixth.server.web.memo import Memo
from sixth.server.web.render import _ENVIRONMENT, render
from sixth.server.web.table_page import _table_context
from tests.server.hosting import Site, hosting
from tests.server.logs import whole


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with hosting(tmp_path_factory.mktemp("site")) as site:
        yield site


def forget() -> None:
    """Have every part made anew."""
    for extension in _ENVIRONMENT.extensions.values():
        if isinstance(extension, Memo):
            extension._made.clear()


def pages(site: Site, looks: list[Look]) -> list[str]:
    here: dict[str, Any] = {"url": "http://here/t/x", "local": False}
    shown = [Frame(each) for each in looks]
    return [render("frame.html", **_table_context(here, site.tables, each), say=()) for each in shown]


@pytest.mark.parametrize("game", list(sixth.games))
def test_every_page_of_a_game_is_what_it_would_be_without_any_part_used_again(game: str, site: Site) -> None:
    """Of all seats and a spectator, in the order in which a server makes them, and of two tables by turns."""
    logs = [whole(sixth.games[game].with_(seats=3), seed=seed, rounds=1) for seed in (1, 2)]
    looks = []
    for log in logs:
        opened = fold("table", log[:1])
        tables = [table for _, table in steps(opened, log[1:])]
        looks.append([look(table, seat) for table in tables[-24:] for seat in (0, 1, 2, None)])
    by_turns = [each for pair in zip(*looks, strict=True) for each in pair]
    helped = [replace(each, house=replace(each.house, helps=True)) for each in by_turns]
    forget()
    used_again = pages(site, by_turns + helped)
    afresh = []
    for each in by_turns + helped:
        forget()
        afresh += pages(site, [each])
    assert used_again == afresh
