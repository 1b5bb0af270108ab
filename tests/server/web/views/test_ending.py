"""How a game ends for whoever looks: their place, what is kind and true, which moments, which bots next."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

import sixth
from sixth import bots
from sixth.rules.options import Rules
from sixth.rules.record import HUMAN
from sixth.server.table.events import OUTSIDE, Sitter
from sixth.server.table.fold import fold
from sixth.server.table.tally import CostlyRow, Tally
from sixth.server.table.view import TableView, table_view
from sixth.server.web.forms.models import OpenForm
from sixth.server.web.forms.options import rules_of
from sixth.server.web.views.ending import PODIUM, Ending, ending
from tests.rules.strategies import named_rules, seeds
from tests.server.support.logs import whole

SHORT = sixth.games["classic"].replace(seats=5, end=sixth.End("rounds", 2))


def views(rules: Rules, seed: int) -> list[TableView]:
    """What each seat sees of a game that is over, and last whoever looks on."""
    table = fold("table", whole(rules, seed, rounds=99))
    return [table_view(table, seat) for seat in (*range(rules.seats), None)]


def shown(seen: TableView) -> Ending:
    found = ending(seen)
    assert found is not None
    return found


def totalled(seen: TableView, *totals: int, **more: Any) -> TableView:
    """The same game with these totals, of which the fewest win."""
    view = seen.view
    assert view is not None
    winners = tuple(seat for seat, total in enumerate(totals) if total == min(totals))
    past = (tuple(totals), tuple(0 for _ in totals))
    return replace(seen, view=replace(view, totals=totals, winners=winners, past=past), **more)


def against(seen: TableView, *kinds: str, won: int = 0) -> TableView:
    """The same table, on whose other seats sit bots of these kinds."""
    rest = iter(kinds)
    sitters = tuple(
        Sitter("Ana", HUMAN) if seat == seen.seat else Sitter(f"Bot {seat}", next(rest))
        for seat in range(len(seen.sitters))
    )
    return replace(seen, sitters=sitters, tally=seen.tally._replace(wins=(("Ana", won),)))


@given(named_rules(), seeds())
def test_everybody_sees_the_podium_and_whoever_played_their_own_place(rules: Rules, seed: int) -> None:
    for seen in views(rules, seed):
        if seen.view is None or not seen.view.winners:
            continue
        found = shown(seen)
        assert len(found.podium) == min(PODIUM, rules.seats)
        if seen.seat is None:
            assert (found.own, found.below, found.comfort, found.share) == (None, None, "", "")
            continue
        assert found.own is not None
        assert found.own.total == seen.view.totals[seen.seat]
        on_it = seen.seat in {each.seat for each in found.podium}
        assert found.below == (None if on_it else found.own)
        assert (found.own.place == 1) is (seen.seat in seen.view.winners)
        assert found.own.place > 1 or not found.comfort


def test_cheers_are_for_people_who_have_won_not_for_bots() -> None:
    last = totalled(views(SHORT, 3)[4], 5, 10, 20, 30, 40)
    assert shown(last).cheers
    assert shown(
        totalled(against(last, "nearest", "nearest", "nearest", "nearest"), 40, 30, 20, 10, 5)
    ).cheers
    assert not shown(against(last, "nearest", "nearest", "nearest", "nearest")).cheers
    on_screen = replace(last, seat=None)
    assert shown(on_screen).cheers


@pytest.mark.parametrize(
    ("heads", "comfort"),
    [
        (12, "Without one row (12 heads, round 1) you'd have come 4th."),
        (25, "Without one row (25 heads, round 1) you'd have come 3rd."),
        (38, "Without one row (38 heads, round 1) you'd have come 1st."),
        (9, ""),
    ],
)
def test_whoever_lost_a_place_by_one_row_is_told_so(heads: int, comfort: str) -> None:
    tally = Tally(takes=(CostlyRow(heads, 7, 1, 4, 55),))
    seen = totalled(views(SHORT, 3)[4], 5, 10, 20, 30, 40, tally=tally)
    assert shown(seen).comfort == comfort


def test_one_sees_again_the_own_best_round_and_the_own_dearest_row() -> None:
    tally = Tally(takes=(CostlyRow(14, 3, 1, 0, 9), CostlyRow(11, 7, 1, 4, 55)))
    seen = totalled(views(SHORT, 3)[4], 5, 10, 20, 30, 40, tally=tally)
    best, dearest = shown(seen).moments
    assert (best.query, best.text) == ("round=2&seat=4", "Best round: 2, with 0 heads")
    assert (dearest.query, dearest.text) == ("at=7&seat=4", "Costliest card: 55, 11 heads in round 1")
    looking_on = shown(replace(seen, seat=None)).moments
    assert [each.query for each in looking_on] == ["at=3", "at=7"]


def test_every_seat_that_took_a_row_has_its_dearest_to_see_again() -> None:
    for seen in views(SHORT, 5)[:-1]:
        queries = [each.query for each in shown(seen).moments]
        took = any(take.seat == seen.seat for take in seen.tally.takes)
        assert len(queries) == 1 + took
        assert all(query.endswith(f"&seat={seen.seat}") for query in queries)


@pytest.mark.parametrize(
    ("kinds", "won", "offered"),
    [
        (("careful",) * 4, 0, "nearest"),
        (("expert", "careful", "policy", "nearest"), 0, "montecarlo"),
        (("nearest",) * 4, 0, None),
        (("champion",) * 4, 0, "expert"),
    ],
)
def test_after_a_loss_to_bots_easier_ones_are_offered(
    kinds: tuple[str, ...], won: int, offered: str | None
) -> None:
    found = shown(against(totalled(views(SHORT, 3)[4], 5, 10, 20, 30, 40), *kinds, won=won)).rematch
    assert (found and (found.easier, found.fields["bots"])) == (offered and (True, offered))


def test_after_three_wins_stronger_bots_are_offered() -> None:
    winner = totalled(views(SHORT, 3)[4], 40, 30, 20, 10, 5)
    for won, kind, offered in ((2, "careful", None), (3, "careful", "montecarlo"), (3, "champion", None)):
        found = shown(against(winner, *(kind,) * 4, won=won)).rematch
        assert (found and (found.easier, found.fields["bots"])) == (offered and (False, offered))
    assert bots.names.index("montecarlo") == bots.names.index("careful") + 1


def test_with_people_or_bots_of_others_no_bots_are_offered() -> None:
    lost = totalled(views(SHORT, 3)[4], 5, 10, 20, 30, 40)
    assert shown(lost).rematch is None
    assert shown(against(lost, OUTSIDE, "careful", "careful", "careful")).rematch is None
    assert shown(replace(against(lost, *("careful",) * 4), daily="2026-01-01")).rematch is None


@given(named_rules(), seeds())
def test_the_offered_table_has_the_same_rules(rules: Rules, seed: int) -> None:
    *players, _looking_on = views(rules, seed)
    for seen in players:
        if seen.view is None or not seen.view.winners or seen.seat in seen.view.winners:
            continue
        found = shown(against(seen, *("policy",) * (rules.seats - 1))).rematch
        assert found is not None
        assert rules_of(OpenForm.model_validate({"bots": "", **found.fields})) == rules
