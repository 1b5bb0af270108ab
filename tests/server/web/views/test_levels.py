"""How strong bots are offered: easier after last places, as strong as their player where nobody chose."""

from dataclasses import replace

import pytest

from sixth import bots
from sixth.server.table.seating import EASY, EVEN, MIXED, MIXES, STRONG
from sixth.server.table.tally import TableTally
from sixth.server.table.view import TableView
from sixth.server.web.views.asides import asides
from sixth.server.web.views.levels import bot_choice, offers_easier, results_at, strength
from tests.server.web.views.test_ending import SHORT, against, totalled, views

FIRST, MIDDLE, LAST = (40, 30, 20, 10, 5), (40, 10, 5, 30, 20), (5, 10, 20, 30, 40)
"""The heads of five seats, of which the last seat is the reader's."""


def ended(totals: tuple[int, ...], mix: str = MIXED, *, games: int = 1, lasts: int = 0) -> TableView:
    """Return a table after so many games against that mix, which ended with these totals."""
    kinds = [MIXES[mix][seat % len(MIXES[mix])] for seat in range(4)]
    table = against(totalled(views(SHORT, 3)[4], *totals), *kinds)
    return replace(table, games=games, tally=TableTally(lasts=(("Ana", lasts),)))


def test_the_mixes_go_from_weak_to_strong_and_only_the_strongest_has_the_strongest_bots() -> None:
    levels = [strength(kinds) for kinds in MIXES.values()]
    assert levels == sorted(set(levels))
    assert [*MIXES] == [EASY, *EVEN, STRONG]
    assert set(MIXES[STRONG]) == {bots.names[-1]}
    others = {kind for mix, kinds in MIXES.items() if mix != STRONG for kind in kinds}
    assert not others & {"expert", "champion"}


@pytest.mark.parametrize(
    ("games", "even"),
    [
        ([], MIXED),
        ([ended(FIRST)], "mixed-strong"),
        ([ended(MIDDLE)], MIXED),
        ([ended(LAST)], "mixed-easy"),
        ([ended(FIRST), ended(LAST)], MIXED),
        # Who wins among beginners is not much better than they are.
        ([ended(FIRST, EASY)], "mixed-easy"),
        ([ended(FIRST, "mixed-easy")], MIXED),
        # Who loses to the strongest may well be better than others.
        ([ended(LAST, STRONG)], MIXED),
        # Only the last few count.
        ([ended(LAST)] * 3 + [ended(FIRST, STRONG)] * 9, "mixed-easy"),
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
    assert not offers_easier(3, EASY)
    labels = {
        lasts: [part["form"]["label"] for part in asides(ended(LAST), lasts)["again"]] for lasts in (1, 3)
    }
    assert labels == {1: ["Play easier bots"], 3: ["Three last places: easier bots?"]}


def test_the_chosen_level_or_kind_is_one_of_those_to_choose_from() -> None:
    assert [each.label for each in bot_choice(MIXED).levels] == ["Easy", "Even", "Strong"]
    even = bot_choice(MIXED, "mixed-easy")
    assert (even.chosen, even.levels[1].bots, even.levels[1].face) == ("mixed-easy", "mixed-easy", MIXED)
    for chosen in (EASY, STRONG, *bots.names):
        assert bot_choice(chosen).chosen in bot_choice(chosen).titles
