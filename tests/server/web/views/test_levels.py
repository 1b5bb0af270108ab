"""How strong bots are offered: easier after last places, as strong as their player where nobody chose."""

from dataclasses import replace

import pytest

from sixth import bots
from sixth.server.table.events import Sat, Texted
from sixth.server.table.fold import fold
from sixth.server.table.seating import EASY, EVEN, MIXED, MIXES, STRONG
from sixth.server.table.tally import TableTally
from sixth.server.table.view import TableView
from sixth.server.web.views.asides import asides
from sixth.server.web.views.levels import bot_choice, offers_easier, results_at, strength
from tests.server.support.hosting import Site
from tests.server.support.logs import token, whole
from tests.server.web.views.test_ending import SHORT, against, totalled, views

FIRST, MIDDLE, LAST = (40, 30, 20, 10, 5), (40, 10, 5, 30, 20), (5, 10, 20, 30, 40)
"""The heads of five seats, of which the last seat is the reader's."""


def ended(totals: tuple[int, ...], mix: str = MIXED, *, games: int = 1, lasts: int = 0) -> TableView:
    """Return a table after so many games against a mix or a kind, which ended with these totals."""
    kinds = [*MIXES.get(mix, (mix,)) * 4][:4]
    table = against(totalled(views(SHORT, 3)[4], *totals), *kinds)
    return replace(table, games=games, tally=TableTally(lasts=(("Ana", lasts),)))


def test_even_is_each_level_but_the_last_which_sits_down_only_where_it_is_asked_for() -> None:
    assert [MIXES[mix] for mix in (*EVEN, STRONG)] == [(level,) for level in bots.levels]
    assert [strength([level]) for level in bots.levels] == [*range(1, 9)]
    assert strength(MIXES[EASY]) == 2
    by_method = [strength([kind]) for kind in bots.methods]
    assert by_method == sorted(set(by_method))


@pytest.mark.parametrize(
    ("games", "even"),
    [
        ([], MIXED),
        ([ended(FIRST)], "mixed-6"),
        ([ended(MIDDLE)], "mixed-4"),
        ([ended(LAST)], "mixed-2"),
        ([ended(FIRST), ended(LAST)], "mixed-4"),
        # Who wins among beginners is not much better than they are.
        ([ended(LAST, EASY)], "mixed-1"),
        ([ended(FIRST, "mixed-1")], "mixed-3"),
        ([ended(FIRST, "mixed-7")], "mixed-7"),
        # Who loses to the strongest may well be better than others.
        ([ended(LAST, STRONG)], "mixed-5"),
        # Tables of before have bots by method.
        ([ended(LAST, "champion")], "mixed-5"),
        ([ended(FIRST, "nearest")], "mixed-5"),
        # Only the last few count.
        ([ended(LAST)] * 3 + [ended(FIRST, STRONG)] * 9, "mixed-2"),
        # Games among people say nothing about bots.
        ([totalled(views(SHORT, 3)[4], *FIRST)], MIXED),
    ],
)
def test_even_bots_follow_the_last_results(games: list[TableView], even: str) -> None:
    assert results_at(games).even == even


def test_last_places_in_a_row_count_over_games_and_tables() -> None:
    twice, once = ended(LAST, games=2, lasts=2), ended(LAST, lasts=1)
    assert results_at([twice, once, ended(FIRST), once]).lasts == 3
    assert results_at([ended(LAST, games=4, lasts=2), once]).lasts == 2
    assert results_at([ended(FIRST), twice]).lasts == 0
    # A game that goes on breaks no row.
    assert results_at([replace(views(SHORT, 3)[4], view=None, games=0), twice]).lasts == 2


def test_three_last_places_offer_easier_bots_until_they_are_chosen() -> None:
    assert not offers_easier(2)
    assert offers_easier(3)
    assert not any(offers_easier(3, chosen) for chosen in (EASY, "mixed-1", "mixed-2", "level-1", "?"))
    labels = {
        lasts: [part["form"]["label"] for part in asides(ended(LAST), lasts)["again"]] for lasts in (1, 3)
    }
    assert labels == {1: ["Play easier bots"], 3: ["Three last places: easier bots?"]}


def test_where_one_starts_easier_bots_are_offered_after_three_last_places(site: Site) -> None:
    ana, lasts = site.person(), list[str]()
    log = whole(SHORT, 3, rounds=99)
    ended = fold("table", log).state
    assert ended is not None
    last = ended.totals.index(max(ended.totals))
    among_bots = [
        replace(each, kind="careful", token=None) if isinstance(each, Sat) and each.seat != last else each
        for each in log
    ]
    offers = list[bool]()
    ana.client.cookies.set("sixth-choice", "game=classic&seats=4&bots=strong&name=")
    for number in range(3):
        site.store.append(f"t{number}", 0, [each for each in among_bots if not isinstance(each, Texted)])
        lasts.append(f"t{number}:{token(last)}")
        ana.client.cookies.set("sixth-seats", "~".join(lasts))
        offers.append("Three last places: easier bots?" in ana.go("/").root.text)
    assert offers == [False, False, True]
    # *Even* is as easy by then.
    for bots_chosen in ("easy", "mixed"):
        ana.client.cookies.set("sixth-choice", f"game=classic&seats=4&bots={bots_chosen}&name=")
        assert "Three last places" not in ana.go("/").root.text


def test_the_chosen_level_or_kind_is_one_of_those_to_choose_from() -> None:
    assert [each.label for each in bot_choice(MIXED).levels] == ["Easy", "Even", "Strong"]
    even = bot_choice(MIXED, "mixed-2")
    assert (even.chosen, even.levels[1].bots, even.levels[1].face) == ("mixed-2", "mixed-2", MIXED)
    assert [*even.kinds] == [*bots.levels[::-1]]
    for chosen in (EASY, STRONG, *bots.names):
        assert bot_choice(chosen).chosen in bot_choice(chosen).titles
