"""Standings: points of every table add up, shared places share, and another computation agrees."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from sixth.tournaments.commands import Begin, Judge, Leave, Report
from sixth.tournaments.events import Began, Drawn, Reported
from sixth.tournaments.pairing import has_next_round
from sixth.tournaments.plan import Criterion, Plan
from sixth.tournaments.scores.points import POINT, points_by_place, table_points
from sixth.tournaments.standings import order, standings, team_standings
from sixth.tournaments.state import Tournament
from tests.tournaments.evenings import AT, RULES, SITE, Evening, names, plan_of, player

# ------------------------------------------------------------------ points


def points(heads: tuple[int, ...], **fields: object) -> list[Fraction]:
    return [Fraction(each, POINT) for each in table_points(plan_of(**fields), heads)]


def test_places_have_their_points_and_shared_places_share() -> None:
    assert points((10, 70, 30, 20)) == [5, 1, 2, 3]
    assert points((10, 10, 30, 70)) == [4, 4, 2, 1]
    assert points((10, 20, 20, 20)) == [5, 2, 2, 2]
    assert points((7, 7, 7, 7)) == [Fraction(11, 4)] * 4
    assert points((10, 70, 30, 20), rules=RULES.replace(goal="most")) == [1, 5, 3, 2]


def test_a_table_of_another_size_has_the_same_mean() -> None:
    assert [Fraction(each, POINT) for each in points_by_place((5, 3, 2, 1), 4, 3)] == [
        Fraction(9, 2),
        Fraction(5, 2),
        Fraction(5, 4),
    ]
    assert [Fraction(each, POINT) for each in points_by_place((5, 3, 2, 1), 4, 5)] == [
        5,
        Fraction(7, 2),
        Fraction(5, 2),
        Fraction(7, 4),
        1,
    ]


@given(
    st.lists(st.integers(0, 12), min_size=1, max_size=6).map(lambda each: tuple(sorted(each, reverse=True))),
    st.integers(3, 6),
    st.lists(st.integers(0, 20), min_size=3, max_size=6).map(tuple),
)
def test_the_points_of_a_table_add_up(scale: tuple[int, ...], usual: int, heads: tuple[int, ...]) -> None:
    plan = plan_of(points=scale, rules=RULES.replace(seats=usual))
    given_out = table_points(plan, heads)
    assert sum(given_out) == sum(points_by_place(scale, usual, len(heads)))
    assert sum(given_out) * usual == sum((*scale, *(0,) * usual)[:usual]) * POINT * len(heads)
    for (one, own), (other, others) in combinations(zip(given_out, heads, strict=True), 2):
        if own == others:
            assert one == other
        else:
            assert one >= other if own < others else one <= other


# ------------------------------------------------------------------ another computation


def naive(now: Tournament) -> list[list[str]]:  # noqa: C901 - each criterion stands in it
    """Return the groups of equal players in order, computed by each criterion from the start."""
    plan = now.plan
    games = [
        (round.number, dict(zip(table, round.results[number].heads, strict=True)))
        for round in now.begun
        for number, table in enumerate(round.tables, 1)
        if number in round.results and round.results[number].holds
    ]
    sign = 1 if plan.rules.goal == "fewest" else -1

    def points_of(who: str) -> Fraction:
        total = Fraction(0)
        for _number, heads in games:
            if who in heads:
                size, usual = len(heads), plan.rules.seats
                better = sum(sign * each < sign * heads[who] for each in heads.values())
                equal = sum(each == heads[who] for each in heads.values())
                scale = [plan.points[place] if place < len(plan.points) else 0 for place in range(usual)]
                # The mean of the scale over the part of the table that the equal ones cover.
                low, high = Fraction(better * usual, size), Fraction((better + equal) * usual, size)
                bounds = [
                    (max(low, Fraction(place)), min(high, Fraction(place + 1))) for place in range(usual)
                ]
                covered = [max(Fraction(0), end - begin) for begin, end in bounds]
                area = sum((part * each for part, each in zip(covered, scale, strict=True)), Fraction(0))
                total += area / (high - low)
        return total

    def relative_of(who: str) -> Fraction:
        total = Fraction(0)
        for number, heads in games:
            if who not in heads:
                continue
            seat = list(heads).index(who)
            same = [
                list(other.values())[seat]
                for other_number, other in games
                if other_number == number and len(other) == len(heads) and who not in other
            ]
            others = same if plan.duplicate and same else [heads[each] for each in heads if each != who]
            total += sign * (Fraction(sum(others), len(others)) - heads[who])
        return total

    def direct_of(who: str, group: list[str]) -> int:
        won = 0
        for _number, heads in games:
            for other in group:
                if who in heads and other in heads:
                    won += (sign * heads[other] > sign * heads[who]) - (
                        sign * heads[other] < sign * heads[who]
                    )
        return won

    def costs_of(who: str) -> list[Fraction]:
        return [
            Fraction(str(cost))
            for round in now.begun
            for number, table in enumerate(round.tables, 1)
            if who in table and number in round.results and round.results[number].costs
            if (cost := round.results[number].costs[table.index(who)]) is not None
        ]

    def split(group: list[str], criterion: Criterion) -> list[list[str]]:
        def value(who: str) -> Any:
            played = [heads[who] for _number, heads in games if who in heads]
            match criterion:
                case "points":
                    return points_of(who)
                case "relative":
                    return relative_of(who)
                case "heads":
                    return len(played), -sign * sum(played)
                case "choices":
                    costs = costs_of(who)
                    return len(costs), -sum(costs)
                case "direct":
                    return direct_of(who, group)
            return -now.players[who].lot

        values = {who: value(who) for who in group}
        kinds = sorted(set(values.values()), reverse=True)
        return [[who for who in group if values[who] == kind] for kind in kinds]

    groups = [list(now.players)]
    for criterion in plan.order:
        groups = [part for group in groups for part in split(group, criterion)]
    return groups


def chunks(players: list[str], size: int) -> list[tuple[str, ...]]:
    return [tuple(players[at : at + size]) for at in range(0, len(players), size)]


ORDERS = (
    ("points", "relative", "heads", "direct", "lot"),
    ("points", "direct"),
    ("direct", "heads"),
    ("heads", "points"),
    ("lot",),
    ("relative",),
    ("choices", "heads", "lot"),
    ("points", "choices"),
)


@settings(max_examples=60)
@given(
    st.sampled_from(ORDERS),
    st.integers(6, 15),
    st.integers(0, 2**32),
    st.booleans(),
    st.sampled_from(["fewest", "most"]),
)
def test_another_computation_gives_the_same_standings(
    criteria: tuple[Criterion, ...], people: int, seed: int, duplicate: bool, goal: str
) -> None:
    rng = Random(seed)
    rules = RULES.replace(goal=goal)  # type: ignore[arg-type]
    place = "online" if duplicate or "choices" in criteria else "hall"
    evening = Evening(*names(people), order=criteria, rules=rules, duplicate=duplicate, place=place, rounds=3)
    for round in (1, 2, 3):
        players = list(evening.now.active)
        rng.shuffle(players)
        # Tables at random, as the search for good ones takes its time.
        rest = [each for each in chunks(players, 4) if len(each) > 2]
        evening.add(Drawn(round, tuple(rest)), Began(round, AT))
        for number, table in enumerate(evening.tables(), 1):
            if rng.random() < 0.9:
                evening.add(Reported(round, number, tuple(rng.randrange(4) for _ in table), "host"))
                if "choices" in criteria and rng.random() < 0.9:
                    costs = [rng.choice([None, -0.1, 0.0, 0.1, 0.2, 1.25]) for _ in table]
                    evening.send(Judge(round, number, tuple(costs)), SITE)
        evening.send(Leave(rng.choice(evening.now.active)))
    groups: dict[int, set[str]] = {}
    for each in standings(evening.now):
        groups.setdefault(each.place, set()).add(each.player)
    assert list(groups.values()) == [set(group) for group in naive(evening.now)]


# ------------------------------------------------------------------ reasons


def test_each_place_has_its_reason() -> None:
    evening = Evening(*names(4))
    evening.send(Begin())
    one, two, three, four = evening.tables()[0]
    evening.send(Report(1, 1, (10, 20, 20, 70)))
    first, *others = standings(evening.now)
    assert (first.player, first.reason) == (one, None)
    reasons = [each.reason for each in others]
    assert [each and each.criterion for each in reasons] == ["points", "lot", "points"]
    assert reasons[0]
    assert (reasons[0].own, reasons[0].other) == (Fraction(5, 2), 5)
    assert {others[0].player, others[1].player} == {two, three}
    assert others[2].player == four


def test_without_lots_equal_players_share_a_place() -> None:
    evening = Evening(*names(3), order=("points",))
    evening.send(Begin())
    evening.send(Report(1, 1, (20, 20, 70)))
    assert [each.place for each in standings(evening.now)] == [1, 1, 3]


def test_direct_meetings_decide_between_equals() -> None:
    evening = Evening(*names(3), order=("points", "direct"), points=(1, 1, 1))
    evening.send(Begin())
    table = evening.tables()[0]
    evening.send(Report(1, 1, (20, 10, 70)))
    assert order(evening.now) == (table[1], table[0], table[2])


def test_standings_after_a_round_know_nothing_of_the_next() -> None:
    evening = Evening(*names(8), rounds=3)
    evening.play_round(Random(1))
    first = standings(evening.now)
    evening.play(2)
    assert standings(evening.now, after=1) == first


# ------------------------------------------------------------------ forms


def test_the_knock_out_ends_with_one_table() -> None:
    evening = Evening(*names(64), rounds=2, cut=16)
    evening.play()
    stages = [(each.stage, len(each.tables)) for each in evening.now.rounds]
    assert stages == [("rounds", 16), ("rounds", 16), ("knock-out", 4), ("final", 1)]
    final = standings(evening.now)
    assert {each.player for each in final[:4]} == set(evening.now.rounds[3].tables[0])
    assert [each.reached for each in final[:17]] == [4] * 4 + [3] * 12 + [0]
    assert final[4].reason
    assert (final[4].reason.criterion, final[4].reason.own, final[4].reason.other) == ("round", 3, 4)
    best = standings(evening.now, after=2)
    assert {each.player for each in best[:16]} == {each.player for each in final[:16]}


@pytest.mark.parametrize("go_on", [1, 2])
@pytest.mark.parametrize("people", [*range(3, 14), 20, 27, 33])
def test_a_knock_out_of_any_size_comes_to_an_end(people: int, go_on: int) -> None:
    evening = Evening(*names(people), rounds=0, go_on=go_on, rules=RULES.replace(seats=3 + people % 4))
    for _ in range(12):
        if not has_next_round(evening.now):
            break
        before = len(evening.now.active) if evening.now.current is None else sum(map(len, evening.tables()))
        evening.play_round(Random(people))
        assert evening.now.current
        assert evening.now.current.number == 1 or sum(map(len, evening.tables())) < before
    assert evening.now.current
    assert evening.now.current.stage == "final"


def test_the_first_of_each_table_and_the_best_others_go_on() -> None:
    evening = Evening(*names(20), rounds=0)
    evening.play_round(
        [(70, 10, 20, 30), (70, 11, 20, 30), (70, 12, 20, 30), (70, 13, 20, 30), (70, 1, 2, 3)]
    )
    tables = evening.tables()
    evening.send(Begin())
    on = {each for table in evening.tables() for each in table}
    assert on >= {table[1] for table in tables}
    assert len(on) == 8
    # Of the second ones those of the table with the largest lead over the others.
    assert tables[4][2] in on


def test_who_left_is_replaced_by_the_next_best() -> None:
    evening = Evening(*names(16), rounds=1, cut=4)
    evening.play_round(Random(3))
    ranked = order(evening.now)
    evening.send(Leave(ranked[0]))
    evening.send(Begin())
    assert set(evening.tables()[0]) == set(ranked[1:5])


def test_a_league_moves_first_and_last() -> None:
    evening = Evening(*names(12), seating="league", rounds=2)
    evening.play_round([(1, 20, 30, 70)] * 3)
    a, b, c = evening.tables()
    evening.send(Begin())
    assert [set(table) for table in evening.tables()] == [
        {a[0], a[1], a[2], b[0]},
        {a[3], b[1], b[2], c[0]},
        {b[3], c[1], c[2], c[3]},
    ]
    # Nothing is played of the second week: the standings are the ladder after the first.
    assert order(evening.now, after=1) == (
        *(a[0], a[1], a[2], b[0]),
        *(a[3], b[1], b[2], c[0]),
        *(b[3], c[1], c[2], c[3]),
    )


def test_equal_points_meet_in_swiss_rounds() -> None:
    evening = Evening(*names(16), seating="swiss", rounds=2)
    evening.play_round([(1, 20, 30, 70)] * 4)
    firsts = {table[0] for table in evening.tables()}
    evening.send(Begin())
    assert set(evening.tables()[0]) == firsts


def test_the_points_of_a_team_are_those_of_its_members() -> None:
    from sixth.tournaments.commands import Join

    evening = Evening(team_size=2, rounds=2)
    for number in range(8):
        evening.send(Join(f"P{number}", f"T{number // 2}"), player(f"P{number}"))
    evening.play()
    own = {each.player: each for each in standings(evening.now)}
    teams = team_standings(evening.now)
    assert [each.place for each in teams] == [1, 2, 3, 4]
    for team in teams:
        assert team.points == sum(own[each].points for each in team.players)
        assert team.choices == sum(own[each].choices for each in team.players)
        assert team.heads == sum(own[each].heads for each in team.players)
    assert max(each.points for each in teams) == teams[0].points


def test_a_duplicate_compares_with_those_who_had_the_same_cards() -> None:
    evening = Evening(*names(8), duplicate=True, place="online")
    evening.send(Begin())
    for number, heads in ((1, (10, 20, 30, 70)), (2, (14, 20, 26, 70))):
        evening.send(Report(1, number, heads))
    relative = {each.player: each.relative for each in standings(evening.now)}
    one, two = evening.tables()
    assert [relative[each] for each in one] == [4, 0, -4, 0]
    assert [relative[each] for each in two] == [-4, 0, 4, 0]


def test_plain_play_compares_with_the_table() -> None:
    evening = Evening(*names(4))
    evening.play_round([(10, 20, 30, 70)])
    relative = {each.player: each.relative for each in standings(evening.now)}
    assert relative[evening.tables()[0][0]] == 30
    assert sum(relative.values()) == 0


def test_a_change_of_the_order_shows_at_once() -> None:
    plan: Plan = replace(Evening().now.plan, order=("lot",))
    evening = Evening(*names(5), order=plan.order)
    lots = [evening.now.players[each].lot for each in order(evening.now)]
    assert lots == sorted(lots)
