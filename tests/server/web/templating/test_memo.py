"""Parts of a table's page that were made before are used again, and never where another belongs."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import sixth
from sixth.server.table.state import fold, steps
from sixth.server.table.view import TableView, table_view
from sixth.server.web.routes.tables import _table_context
from sixth.server.web.templating.environment import _ENVIRONMENT, render
from sixth.server.web.templating.memo import Has, Memo
from sixth.server.web.views.table import Frame
from tests.server.support.hosting import Site, hosting
from tests.server.support.logs import whole
from tests.server.support.pages import Page


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with hosting(tmp_path_factory.mktemp("site")) as site:
        yield site


def forget() -> None:
    """Have every part made anew."""
    for extension in _ENVIRONMENT.extensions.values():
        if isinstance(extension, Memo):
            extension._made.clear()


def page(site: Site, seen: TableView, has: Has | None = None) -> str:
    here: dict[str, Any] = {"url": "http://here/t/x", "local": False}
    return render("frames/table.html", **_table_context(here, site.tables, Frame(seen)), say=(), has=has)


def looks_of(game: str, seed: int) -> list[list[TableView]]:
    """The end of a round, and of the game that it is: by moment, as each seat and a spectator see it."""
    log = whole(sixth.games[game].replace(seats=3), seed=seed, rounds=1)
    tables = [table for _, table in steps(fold("table", log[:1]), log[1:])]
    return [[table_view(table, seat) for seat in (0, 1, 2, None)] for table in tables]


def helped(seen: TableView) -> TableView:
    return replace(seen, config=replace(seen.config, helps=True))


@pytest.mark.parametrize("game", list(sixth.games))
def test_every_page_of_a_game_is_what_it_would_be_without_any_part_used_again(game: str, site: Site) -> None:
    """Of all seats and a spectator, in the order in which a server makes them, and of two tables by turns."""
    both = zip(*(looks_of(game, seed)[-24:] for seed in (1, 2)), strict=True)
    by_turns = [each for looks in both for pair in zip(*looks, strict=True) for each in pair]
    looks = by_turns + [helped(each) for each in by_turns]
    forget()
    used_again = [page(site, each) for each in looks]
    afresh = []
    for each in looks:
        forget()
        afresh.append(page(site, each))
    assert used_again == afresh


@pytest.mark.parametrize("game", list(sixth.games))
def test_what_is_left_out_of_a_frame_is_what_the_page_has_from_those_before(game: str, site: Site) -> None:
    """From the empty table into a round and at its end, through one game and another, for two who look."""
    games = [looks_of(game, seed) for seed in (1, 2)]
    moments = [looks for each in games for looks in each[:12] + each[-16:]]
    for who in (0, 3):
        has, shown = Has(seated=who < 3), Page("")
        for looks in moments + [[helped(each) for each in looks] for looks in moments[-16:]]:
            has.next()
            shown = Page(page(site, looks[who], has), shown)
            assert shown.root.bare() == Page(page(site, looks[who])).root.bare()


def test_while_others_choose_only_the_players_come_anew(site: Site) -> None:
    has, before, anew = Has(), None, set()
    for looks in looks_of("classic", 1):
        # As the spectator sees it.
        now = looks[3].view
        has.next()
        shown = page(site, looks[3], has)
        if before and now and now.history == before.history and now.has_chosen != before.has_chosen:
            anew.add(frozenset({"players", "rows", "stage", "held", "fair"} - same(shown)))
        before = now
    assert anew == {frozenset({"players"})}


def same(html: str) -> set[str]:
    """The parts that are left out."""
    return set(re.findall(r'id="([a-z]+)" data-same>', html))
