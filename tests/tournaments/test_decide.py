"""What people may do in a tournament, and the sentence where they may not."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from sixth.rules.games import GAMES
from sixth.rules.options import End
from sixth.tournaments.commands import (
    Begin,
    Change,
    Confirm,
    Context,
    Draw,
    End as EndNow,
    Enter,
    Join,
    Judge,
    Leave,
    Move,
    Rename,
    Report,
    Return,
    Strike,
    Swap,
    Undo,
)
from sixth.tournaments.consistency import misfit
from sixth.tournaments.events import Drawn, Returned
from sixth.tournaments.fold import fold
from sixth.tournaments.plan import Plan
from sixth.tournaments.standings import standings
from tests.tournaments.evenings import AT, HOST, RULES, SITE, Evening, names, plan_of, player

GOOD = (70, 10, 20, 30)
OTHER = (70, 11, 20, 30)


def four(**fields: Any) -> Evening:
    """Return four people at their table in round 1."""
    evening = Evening("Ana", "Bo", "Cem", "Dia", **fields)
    evening.send(Begin())
    return evening


def seat(evening: Evening, number: int) -> Context:
    return player(evening.tables()[0][number])


# ------------------------------------------------------------------ people


def test_a_name_is_there_once_also_in_other_letters() -> None:
    evening = Evening("Ana")
    assert evening.refused(Join("ana"), player("x")) == "name-in-use"
    assert evening.refused(Enter(" ANA ")) == "name-in-use"
    evening.send(Join("Anna"), player("Ana"))
    assert evening.now.players["Ana"].name == "Anna"
    assert evening.send(Join("Anna"), player("Ana")) == ()


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "a\x00b"])
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    assert Evening().refused(Join(name), player("x")) == "player-name"


def test_people_come_until_the_last_round_begins() -> None:
    evening = Evening("Ana", "Bo", "Cem", rounds=2)
    evening.play_round([(70, 1, 2)])
    evening.send(Join("Late"), player("Late"))
    assert evening.now.players["Late"].since == 2
    evening.send(Begin())
    assert "Late" in evening.tables()[0]
    assert evening.refused(Join("Later"), player("Later")) == "too-late"


def test_nobody_joins_a_knock_out_that_has_begun() -> None:
    evening = Evening(*names(12), rounds=0)
    evening.play_round(Random(1))
    assert evening.refused(Join("Late"), player("Late")) == "too-late"


def test_who_leaves_amid_a_round_plays_no_further_one_until_they_are_back() -> None:
    evening = Evening(*names(8))
    evening.send(Begin())
    evening.send(Leave(), player("P000"))
    assert evening.send(Leave(), player("P000")) == ()
    for number in (1, 2):
        evening.send(Report(1, number, GOOD))
    evening.send(Begin())
    assert sum(map(len, evening.tables())) == 7
    assert evening.send(Return(), player("P000")) == (Returned("P000"),)
    for number, table in enumerate(evening.tables(), 1):
        evening.send(Report(2, number, GOOD[: len(table)]))
    evening.send(Begin())
    assert sum(map(len, evening.tables())) == 8


def test_joining_again_is_coming_back() -> None:
    evening = Evening("Ana")
    evening.send(Leave(), player("Ana"))
    evening.send(Join("Ana"), player("Ana"))
    assert evening.now.players["Ana"].active


def test_only_the_host_sends_others_away() -> None:
    evening = Evening("Ana", "Bo")
    assert evening.refused(Leave("Bo"), player("Ana")) == "not-host"
    assert evening.refused(Leave("Nobody")) == "no-such-player"
    assert evening.refused(Leave(), player("stranger")) == "not-playing"
    evening.send(Leave("Bo"))
    assert evening.now.active == ("Ana",)


def test_a_round_needs_three() -> None:
    assert Evening("Ana").refused(Begin()) == "too-few-players"
    evening = Evening("Ana", "Bo", "Cem")
    for name in ("Ana", "Bo", "Cem"):
        evening.send(Leave(), player(name))
    assert evening.refused(Draw()) == "too-few-players"


def test_bots_play_where_the_host_allows_it() -> None:
    join = Join("Deep", kind="outside", run_by="Ana")
    assert Evening().refused(join, player("bot")) == "no-bots-here"
    evening = Evening(outside=True)
    evening.send(join, player("bot"))
    assert evening.now.players["bot"].run_by == "Ana"


def test_only_the_site_moves_a_player_to_another_browser() -> None:
    evening = Evening("Ana", "Bo")
    assert evening.refused(Move("Ana"), player("new")) == "not-site"
    assert evening.refused(Move("Ana"), Context(proof="Bo", site=True)) == "already-playing"
    evening.send(Move("Ana"), Context(proof="new", site=True))
    assert evening.now.player_with("new") == "Ana"
    assert evening.now.player_with("Ana") == ""


# ------------------------------------------------------------------ teams


def test_a_team_has_room_for_its_size() -> None:
    evening = Evening(team_size=2)
    evening.send(Join("Ana", "Red"), player("Ana"))
    evening.send(Join("Bo", "red"), player("Bo"))
    assert evening.now.players["Bo"].team == "Red"
    assert evening.refused(Join("Cem", "Red"), player("Cem")) == "team-full"
    assert evening.refused(Join("Cem"), player("Cem")) == "no-team"


def test_members_of_a_team_never_sit_together() -> None:
    evening = Evening(team_size=3)
    for number in range(12):
        evening.send(Join(f"P{number}", f"T{number // 3}"), player(f"P{number}"))
    evening.play()
    for round in evening.now.rounds:
        for table in round.tables:
            teams = [evening.now.players[each].team for each in table]
            assert len(set(teams)) == len(teams)


def test_teams_that_cannot_sit_apart_do_not_begin() -> None:
    evening = Evening(team_size=2)
    for number in range(4):
        evening.send(Join(f"P{number}", f"T{number // 2}"), player(f"P{number}"))
    assert evening.refused(Begin()) == "teams-too-large"


def test_everybody_has_a_team_before_teams_begin() -> None:
    evening = Evening("Ana", "Bo", "Cem")
    evening.send(Change(replace(evening.now.plan, team_size=2)))
    assert evening.refused(Begin()) == "player-without-team"


# ------------------------------------------------------------------ rounds


def test_the_next_round_waits_for_all_results() -> None:
    evening = Evening(*names(8))
    evening.send(Begin())
    evening.send(Report(1, 2, GOOD))
    assert evening.refused(Begin()) == "results-missing"
    evening.send(Draw())
    evening.send(Begin(sure=True))
    assert len(evening.now.begun) == 2


def test_a_knock_out_never_goes_on_without_all_results() -> None:
    evening = Evening(*names(16), rounds=0)
    evening.send(Begin())
    assert evening.refused(Draw()) == "results-missing"
    assert evening.refused(Begin(sure=True)) == "results-missing"


def test_tables_are_drawn_again_and_swapped_before_they_begin() -> None:
    evening = Evening(*names(12))
    evening.send(Draw())
    first = evening.now.rounds
    evening.send(Draw())
    assert evening.now.rounds != first
    tables = evening.now.rounds[0].tables
    one, other = tables[0][1], tables[2][3]
    evening.send(Swap(one, other))
    assert evening.now.rounds[0].tables[0][1] == other
    assert evening.now.rounds[0].tables[2][3] == one
    assert evening.refused(Swap(one, "nobody")) == "not-seated"
    evening.send(Begin())
    assert evening.refused(Swap(one, other)) == "no-drawn-round"


def test_tables_drawn_before_somebody_left_are_drawn_again() -> None:
    evening = Evening(*names(8))
    evening.send(Draw())
    evening.send(Leave(), player("P000"))
    assert evening.refused(Begin()) == "draw-outdated"
    # The site does not wait for anybody.
    first, _began = evening.send(Begin(), SITE)
    assert isinstance(first, Drawn)


def test_there_are_as_many_rounds_as_planned() -> None:
    evening = Evening(*names(4), rounds=2)
    evening.play()
    assert evening.refused(Begin()) == "no-next-round"
    assert evening.refused(Draw(), SITE) == "no-next-round"


def test_a_command_after_the_end_changes_nothing() -> None:
    evening = four()
    evening.send(EndNow())
    for command in (Begin(), Join("Eve"), Report(1, 1, GOOD), EndNow(), Leave("Ana")):
        assert evening.refused(command) == "tournament-over"
    evening.send(Undo())
    assert not evening.now.ended_at


# ------------------------------------------------------------------ results


def test_a_result_holds_when_another_of_the_table_confirms_it() -> None:
    evening = four()
    evening.send(Report(1, 1, GOOD), seat(evening, 0))
    assert not evening.now.rounds[0].results[1].holds
    assert evening.send(Report(1, 1, GOOD), seat(evening, 0)) == ()
    assert evening.refused(Confirm(1, 1), seat(evening, 0)) == "nothing-to-confirm"
    evening.send(Confirm(1, 1), seat(evening, 1))
    assert evening.now.rounds[0].is_complete
    assert evening.send(Confirm(1, 1), seat(evening, 2)) == ()
    assert evening.send(Report(1, 1, GOOD), seat(evening, 3)) == ()


def test_entering_the_same_is_confirming() -> None:
    evening = four()
    evening.send(Report(1, 1, GOOD), seat(evening, 0))
    evening.send(Report(1, 1, GOOD), seat(evening, 1))
    assert evening.now.rounds[0].results[1].holds


def test_two_results_contradict_until_one_agrees() -> None:
    evening = four()
    evening.send(Report(1, 1, GOOD), seat(evening, 0))
    evening.send(Report(1, 1, OTHER), seat(evening, 1))
    result = evening.now.rounds[0].results[1]
    assert not result.holds
    assert [each.heads for each in result.claims] == [GOOD, OTHER]
    assert evening.refused(Confirm(1, 1), seat(evening, 2)) == "results-contradict"
    assert evening.refused(Begin()) == "results-missing"
    evening.send(Report(1, 1, GOOD), seat(evening, 1))
    assert evening.now.rounds[0].results[1].holds
    assert evening.now.rounds[0].results[1].contradictions == ()


def test_the_host_decides_between_two_results() -> None:
    evening = four()
    evening.send(Report(1, 1, GOOD), seat(evening, 0))
    evening.send(Report(1, 1, OTHER), seat(evening, 1))
    evening.send(Report(1, 1, OTHER))
    result = evening.now.rounds[0].results[1]
    assert (result.heads, result.holds, result.contradictions) == (OTHER, True, ())
    assert evening.refused(Report(1, 1, GOOD), seat(evening, 0)) == "result-of-host"


def test_an_objection_stands_beside_a_result_that_holds() -> None:
    evening = four()
    evening.send(Report(1, 1, GOOD), seat(evening, 0))
    evening.send(Confirm(1, 1), seat(evening, 1))
    evening.send(Report(1, 1, OTHER), seat(evening, 2))
    result = evening.now.rounds[0].results[1]
    assert (result.heads, result.holds) == (GOOD, True)
    assert [each.heads for each in result.contradictions] == [OTHER]
    evening.send(Confirm(1, 1), seat(evening, 2))
    assert evening.now.rounds[0].results[1].contradictions == ()


def test_results_are_those_of_the_own_table_and_round() -> None:
    evening = Evening(*names(8))
    evening.send(Begin())
    other = player(evening.tables()[1][0])
    assert evening.refused(Report(1, 1, GOOD), other) == "not-at-table"
    assert evening.refused(Report(1, 3, GOOD)) == "no-such-table"
    assert evening.refused(Report(2, 1, GOOD)) == "no-such-round"
    assert evening.refused(Report(1, 1, GOOD[:3])) == "heads-missing"
    assert evening.refused(Report(1, 1, (-1, 70, 1, 1))) == "heads-out-of-range"
    for number in (1, 2):
        evening.send(Report(1, number, GOOD))
    evening.send(Begin())
    assert evening.refused(Report(1, 2, GOOD), other) == "round-over"
    evening.send(Report(1, 2, OTHER))
    assert evening.now.rounds[0].results[2].heads == OTHER


def test_the_site_enters_the_results_of_its_games() -> None:
    evening = four(place="online")
    assert evening.refused(Report(1, 1, GOOD), seat(evening, 0)) == "result-of-game"
    report = Report(1, 1, GOOD, game="g1")
    evening.send(report, SITE)
    assert evening.send(report, SITE) == ()
    assert evening.now.rounds[0].played == {1: "g1"}


@pytest.mark.parametrize(
    ("heads", "end"),
    [
        ((60, 10, 20, 30), End("score", 66)),  # nobody has reached 66
        ((173, 10, 20, 30), End("score", 66)),  # more than 65 and the 40 highest cards
        ((120, 60, 60, 120), End("rounds", 1)),
    ],
)
def test_heads_that_cannot_be_are_asked_about(heads: tuple[int, ...], end: End) -> None:
    evening = four(rules=RULES.replace(end=end))
    assert evening.refused(Report(1, 1, heads)) == "impossible-heads"
    evening.send(Report(1, 1, heads, sure=True))
    assert evening.now.rounds[0].results[1].heads == heads


# ------------------------------------------------------------------ the plan


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"name": " "}, "tournament-name"),
        ({"rules": RULES.replace(seats=7)}, "tournament-seats"),
        ({"rules": RULES.replace(deck=44)}, "undealable-rules"),
        ({"rounds": 41}, "plan-out-of-range"),
        ({"rounds": True}, "plan-out-of-range"),
        ({"turn_seconds": 1}, "plan-out-of-range"),
        ({"rounds": 0, "cut": 8}, "cut-without-rounds"),
        ({"cut": 2}, "cut-too-small"),
        ({"team_size": 1}, "team-of-one"),
        ({"team_size": 2, "cut": 8}, "teams-in-knock-out"),
        ({"duplicate": True}, "duplicate-in-hall"),
        ({"rated": True}, "rated-in-hall"),
        ({"points": (1, 2)}, "points-order"),
        ({"points": ()}, "points-out-of-range"),
        ({"order": ("points", "points")}, "tournament-order"),
        ({"order": ()}, "tournament-order"),
        ({"seating": "chess"}, "no-such-form"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(fields: dict[str, object], code: str) -> None:
    assert Evening().refused(Change(plan_of(**fields))) == code


def test_after_the_first_round_what_results_rest_on_stays() -> None:
    evening = four()
    plan = evening.now.plan

    def changed(**fields: object) -> Plan:
        return replace(plan, **fields)  # type: ignore[arg-type]

    for fields in (
        {"rules": GAMES["tactical"].replace(seats=4)},
        {"seating": "swiss"},
        {"points": (4, 2)},
        {"team_size": 2},
        {"place": "online"},
    ):
        assert evening.refused(Change(changed(**fields))) == "plan-fixed"
    assert evening.refused(Change(changed(rounds=0))) == "rounds-begun"
    evening.send(Change(changed(rounds=7, cut=8, name="Longer", pause_seconds=60)))
    assert evening.now.plan.rounds == 7


def test_a_knock_out_that_has_begun_stays_as_it_is() -> None:
    evening = Evening(*names(16), rounds=0)
    evening.send(Begin())
    assert evening.refused(Change(plan_of(rounds=0, go_on=2))) == "knock-out-fixed"


# ------------------------------------------------------------------ undo


def test_undo_goes_back_step_by_step() -> None:
    evening = Evening(*names(8))
    states = [evening.now]
    for command in (
        Enter("Guest"),
        Draw(),
        Begin(),
        Report(1, 1, GOOD),
        Report(1, 2, (70, 1, 2, 3, 4)),
        Strike(1, 2),
        Report(1, 2, (71, 1, 2, 3, 4)),
        Leave("P001"),
        Rename("P002", "Zoe"),
        Draw(),
        Begin(),
        EndNow(),
    ):
        evening.send(command, Context(proof="host", host=True, at=AT, new_player="guest"))
        states.append(evening.now)
    for before in reversed(states[:-1]):
        evening.send(Undo())
        assert replace(evening.now, version=before.version) == before
    assert evening.refused(Undo()) == "nothing-to-undo"


def test_a_round_with_results_cannot_be_unbegun() -> None:
    evening = four()
    evening.send(Report(1, 1, GOOD), seat(evening, 0))
    assert evening.refused(Undo()) == "undo-too-late"


def test_a_struck_result_stays_struck_when_another_one_came() -> None:
    evening = four()
    evening.send(Report(1, 1, GOOD))
    evening.send(Strike(1, 1))
    evening.send(Report(1, 1, OTHER), seat(evening, 0))
    assert evening.refused(Undo()) == "undo-too-late"


def test_a_name_that_somebody_took_since_is_not_given_back() -> None:
    evening = Evening("Ana")
    evening.send(Rename("Ana", "Anna"))
    evening.send(Join("Ana"), player("new"))
    assert evening.refused(Undo()) == "name-in-use"


def test_what_players_do_is_not_undone() -> None:
    evening = Evening("Ana", "Bo")
    evening.send(Enter("Guest"), replace(HOST, new_player="guest"))
    evening.send(Leave(), player("Ana"))
    evening.send(Undo())
    assert evening.now.active == ("Bo",)
    assert "guest" not in evening.now.players


# ------------------------------------------------------------------ duplicates


def test_heads_that_the_host_enters_for_a_table_that_plays_let_no_game_go() -> None:
    evening = Evening(*names(8), place="online", duplicate=True)
    evening.send(Begin())
    evening.send(Report(1, 1, GOOD, game="one"), SITE)
    evening.send(Report(1, 2, OTHER))
    round = evening.now.rounds[0]
    assert round.is_complete
    assert evening.now.is_held(round)
    evening.send(Begin())
    assert evening.now.is_held(evening.now.rounds[0])
    evening.send(Report(1, 2, GOOD, game="two"), SITE)
    assert not evening.now.is_held(evening.now.rounds[0])
    # What the host corrects after that, or takes back, is played all the same, and is not entered again.
    evening.send(Report(1, 2, OTHER))
    evening.send(Strike(1, 1))
    assert evening.send(Report(1, 2, GOOD, game="two"), SITE) == ()
    assert evening.now.rounds[0].played == {1: "one", 2: "two"}


def test_the_end_of_a_duplicate_stays_while_its_deals_are_still_played() -> None:
    evening = Evening(*names(8), place="online", duplicate=True)
    evening.send(Begin())
    evening.send(Report(1, 1, GOOD, game="one"), SITE)
    evening.send(EndNow())
    before = standings(evening.now)
    assert evening.refused(Undo()) == "undo-too-late"
    assert evening.refused(Report(1, 2, GOOD)) == "tournament-over"
    evening.send(Report(1, 2, GOOD, game="two"), SITE)
    assert standings(evening.now) == before
    assert misfit_of(evening) == [None] * (len(evening.log) - 1)
    evening.send(Undo())
    assert evening.now.rounds[0].is_complete


def misfit_of(evening: Evening) -> list[object]:
    """Return what is wrong with each event after the first, as a file of them is checked."""
    return [misfit(fold(evening.log[:at]), evening.log[at]) for at in range(1, len(evening.log))]


# ------------------------------------------------------------------ own choices


def test_the_site_alone_judges_choices_and_a_new_result_is_judged_anew() -> None:
    evening = Evening(*names(4), place="online", order=("choices", "heads"), rounds=2)
    evening.send(Begin())
    costs = (0.5, None, -0.25, 2.0)
    assert evening.refused(Judge(1, 1, costs), SITE) == "no-result"
    evening.send(Report(1, 1, (1, 2, 3, 70), game="g"), SITE)
    assert evening.refused(Judge(1, 1, costs)) == "not-site"
    assert evening.refused(Judge(1, 1, costs[:3]), SITE) == "wrong-costs"
    assert list(evening.now.unjudged) == [(1, 1)]
    assert evening.send(Judge(1, 1, costs), SITE)
    assert evening.send(Judge(1, 1, costs), SITE) == ()
    assert list(evening.now.unjudged) == []
    one, two, three, four = evening.tables()[0]
    # Who was not judged stands last: nothing of theirs was.
    assert [each.player for each in standings(evening.now)] == [three, one, four, two]
    evening.send(Report(1, 1, (1, 2, 4, 70)))
    assert list(evening.now.unjudged) == [(1, 1)]
    evening.send(EndNow())
    assert evening.send(Judge(1, 1, costs), SITE)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"place": "hall"}, "choices-in-hall"),
        ({"seating": "league"}, "choices-form"),
        ({"seating": "swiss"}, "choices-form"),
        ({"cut": 4}, "choices-form"),
        ({"rounds": 0}, "choices-form"),
    ],
)
def test_choices_decide_only_rounds_by_lot_at_the_site(fields: dict[str, Any], code: str) -> None:
    evening = Evening()
    plan = plan_of(**{"place": "online", "order": ("choices", "heads"), **fields})
    assert evening.refused(Change(plan)) == code
