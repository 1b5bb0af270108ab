"""The end of a game as each viewer sees it: places, kind and true words, moments, rematch bots."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

import sixth
from sixth.rules.options import Rules
from sixth.rules.record import HUMAN
from sixth.server.table.events import OUTSIDE, Sitter
from sixth.server.table.fold import fold
from sixth.server.table.tally import CostlyRow, TableTally
from sixth.server.table.view import TableView, table_view
from sixth.server.web.forms.models import OpenForm
from sixth.server.web.forms.options import rules_of
from sixth.server.web.views.ending import Ending, ending
from tests.rules.strategies import named_rules, seeds
from tests.server.support.logs import whole

SHORT = sixth.games["classic"].replace(seats=5, end=sixth.End("rounds", 2))


def views(rules: Rules, seed: int) -> list[TableView]:
    """Return an ended game as each seat sees it, and last as a spectator does."""
    table = fold("table", whole(rules, seed, rounds=99))
    return [table_view(table, seat) for seat in (*range(rules.seats), None)]


def ending_of(table: TableView) -> Ending:
    result = ending(table)
    assert result is not None
    return result


def totalled(table: TableView, *totals: int, **more: Any) -> TableView:
    """Return the same game with these totals, of which the fewest win."""
    view = table.view
    assert view is not None
    winners = tuple(seat for seat, total in enumerate(totals) if total == min(totals))
    past = (tuple(totals), tuple(0 for _ in totals))
    return replace(table, view=replace(view, totals=totals, winners=winners, past=past), **more)


def against(table: TableView, *kinds: str, won: int = 0) -> TableView:
    """Return the same table with bots of these kinds on the other seats."""
    rest = iter(kinds)
    sitters = tuple(
        Sitter("Ana", HUMAN) if seat == table.seat else Sitter(f"Bot {seat}", next(rest))
        for seat in range(len(table.sitters))
    )
    return replace(table, sitters=sitters, tally=table.tally._replace(wins=(("Ana", won),)))


@settings(max_examples=30)
@given(named_rules(), seeds())
def test_only_a_player_shares_a_result_and_no_winner_is_comforted(rules: Rules, seed: int) -> None:
    for table in views(rules, seed):
        if table.view is None or not table.view.winners:
            continue
        result = ending_of(table)
        assert bool(result.share) == (table.seat is not None)
        assert not result.comfort or table.seat not in (None, *table.view.winners)


def test_a_shared_result_says_that_a_bot_won() -> None:
    last = against(views(SHORT, 3)[4], "nearest", "nearest", "nearest", "nearest")
    assert ending_of(totalled(last, 5, 10, 20, 30, 40)).share.endswith(" · A bot won")
    assert "A bot" not in ending_of(totalled(last, 40, 30, 20, 10, 5)).share
    assert "A bot" not in ending_of(totalled(last, 5, 30, 20, 10, 5)).share


def test_people_who_win_are_cheered_and_bots_are_not() -> None:
    last = totalled(views(SHORT, 3)[4], 5, 10, 20, 30, 40)
    assert ending_of(last).cheers
    assert ending_of(
        totalled(against(last, "nearest", "nearest", "nearest", "nearest"), 40, 30, 20, 10, 5)
    ).cheers
    assert not ending_of(against(last, "nearest", "nearest", "nearest", "nearest")).cheers
    on_screen = replace(last, seat=None)
    assert ending_of(on_screen).cheers


@pytest.mark.parametrize(
    ("heads", "comfort"),
    [
        (12, "Without one row (12 heads, round 1) you'd have come 4th."),
        (25, "Without one row (25 heads, round 1) you'd have come 3rd."),
        (38, "Without one row (38 heads, round 1) you'd have come 1st."),
        (9, ""),
    ],
)
def test_a_place_lost_by_one_row_is_mentioned(heads: int, comfort: str) -> None:
    tally = TableTally(takes=(CostlyRow(heads, 7, 1, 4, 55),))
    table = totalled(views(SHORT, 3)[4], 5, 10, 20, 30, 40, tally=tally)
    assert ending_of(table).comfort == comfort


def test_a_player_can_replay_their_best_round_and_costliest_row() -> None:
    tally = TableTally(takes=(CostlyRow(14, 3, 1, 0, 9), CostlyRow(11, 7, 1, 4, 55)))
    table = totalled(views(SHORT, 3)[4], 5, 10, 20, 30, 40, tally=tally)
    best, dearest = ending_of(table).moments
    assert (best.query, best.text) == ("round=2&seat=4", "Best round: 2, with 0 heads")
    assert (dearest.query, dearest.text) == ("at=7&seat=4", "Costliest card: 55, 11 heads in round 1")
    assert table.view is not None
    # Where the most heads win, that card was the best.
    view = replace(table.view, rules=table.view.rules.replace(goal="most"))
    assert ending_of(replace(table, view=view)).moments[-1].text == "Best card: 55, 11 heads in round 1"
    looking_on = ending_of(replace(table, seat=None)).moments
    assert [each.query for each in looking_on] == ["at=3", "at=7"]


def test_every_seat_that_took_a_row_can_replay_its_costliest() -> None:
    for table in views(SHORT, 5)[:-1]:
        queries = [each.query for each in ending_of(table).moments]
        took = any(take.seat == table.seat for take in table.tally.takes)
        assert len(queries) == 1 + took
        assert all(query.endswith(f"&seat={table.seat}") for query in queries)


@pytest.mark.parametrize(
    ("kinds", "won", "kind"),
    [
        (("careful",) * 4, 0, "mixed-4"),
        (("expert", "careful", "policy", "nearest"), 0, "mixed-5"),
        (("level-1",) * 4, 0, None),
        (("champion",) * 4, 0, "mixed-7"),
    ],
)
def test_after_a_loss_to_bots_easier_bots_are_offered(
    kinds: tuple[str, ...], won: int, kind: str | None
) -> None:
    rematch = ending_of(against(totalled(views(SHORT, 3)[4], 5, 10, 20, 30, 40), *kinds, won=won)).rematch
    assert (rematch and (rematch.easier, rematch.fields["bots"])) == (kind and (True, kind))


def test_after_three_wins_stronger_bots_are_offered() -> None:
    winner = totalled(views(SHORT, 3)[4], 40, 30, 20, 10, 5)
    for won, kind, stronger in ((2, "careful", None), (3, "careful", "mixed-5"), (3, "champion", None)):
        rematch = ending_of(against(winner, *(kind,) * 4, won=won)).rematch
        assert (rematch and (rematch.easier, rematch.fields["bots"])) == (stronger and (False, stronger))


def test_after_a_game_with_people_or_outside_bots_no_bots_are_offered() -> None:
    table = totalled(views(SHORT, 3)[4], 5, 10, 20, 30, 40)
    assert ending_of(table).rematch is None
    assert ending_of(against(table, OUTSIDE, "careful", "careful", "careful")).rematch is None
    assert ending_of(replace(against(table, *("careful",) * 4), daily="2026-01-01")).rematch is None


@settings(max_examples=30)
@given(named_rules(), seeds())
def test_the_offered_table_has_the_same_rules(rules: Rules, seed: int) -> None:
    *players, _looking_on = views(rules, seed)
    for table in players:
        if table.view is None or not table.view.winners or table.seat in table.view.winners:
            continue
        rematch = ending_of(against(table, *("policy",) * (rules.seats - 1))).rematch
        assert rematch is not None
        assert rules_of(OpenForm.model_validate({"bots": "", **rematch.fields})) == rules
