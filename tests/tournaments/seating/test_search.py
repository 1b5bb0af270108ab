"""The seating of a round: everybody once, strangers first, teams apart, seats and unequal tables shared."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings, strategies as st

from sixth.tournaments.seating import (
    History,
    Tables,
    cost,
    greedy_seats,
    seat,
    table_sizes,
)

FEW = 3_000
"""Effort that is enough for what is drawn here."""


class Draw(NamedTuple):
    """A round to be seated, after some others."""

    players: tuple[str, ...]
    history: History
    sizes: tuple[int, ...]
    groups: Mapping[str, float] | None
    teams: Mapping[str, str] | None
    seed: str


@st.composite
def draws(draw: st.DrawFn) -> Draw:
    """Draw a round after rounds by lot, before which players came and went."""
    rng = Random(draw(st.integers(0, 2**32)))
    people = [f"p{number}" for number in range(draw(st.integers(3, 26)))]

    def some() -> list[str]:
        return rng.sample(people, rng.randint(3, len(people)))

    rounds: list[Tables] = []
    for _ in range(draw(st.integers(0, 5))):
        left = iter(there := some())
        rounds.append(tuple(tuple(next(left) for _ in range(size)) for size in table_sizes(len(there))))
    players = some()
    points = {player: rng.randint(0, 20) / 2 for player in players}
    teams = {player: rng.choice("abcdef ").strip() for player in players}
    return Draw(
        tuple(players),
        History.of(rounds),
        table_sizes(len(players), draw(st.integers(3, 6))),
        points if draw(st.booleans()) else None,
        teams if draw(st.booleans()) else None,
        str(rng.random()),
    )


@given(draws())
@settings(max_examples=60)
def test_everybody_sits_once_at_tables_of_the_sizes_that_are_asked_for(drawn: Draw) -> None:
    tables = seat(*drawn[:3], groups=drawn.groups, teams=drawn.teams, seed=drawn.seed, effort=FEW)
    assert sorted(player for table in tables for player in table) == sorted(drawn.players)
    lengths = tuple(len(table) for table in tables)
    assert lengths == drawn.sizes if drawn.groups is None else sorted(lengths) == sorted(drawn.sizes)


@given(draws(), st.integers(0, 3))
@settings(max_examples=60)
def test_no_round_is_dearer_than_the_greedy_one(drawn: Draw, ahead: int) -> None:
    of = {"groups": drawn.groups, "teams": drawn.teams}
    tables = seat(*drawn[:3], **of, seed=drawn.seed, ahead=ahead, effort=FEW)  # type: ignore[arg-type]
    greedy = greedy_seats(*drawn[:3], **of, seed=drawn.seed)  # type: ignore[arg-type]
    assert cost(tables, drawn.history, **of).total <= cost(greedy, drawn.history, **of).total  # type: ignore[arg-type]


@given(draws(), st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_the_same_seed_seats_the_same_people_alike_in_whatever_order_they_come(
    drawn: Draw, rng: Random
) -> None:
    one, other = (
        seat(
            players, *drawn[1:3], groups=drawn.groups, teams=drawn.teams, seed=drawn.seed, ahead=1, effort=FEW
        )
        for players in (drawn.players, rng.sample(drawn.players, len(drawn.players)))
    )
    assert one == other


def test_a_seed_gives_these_tables_on_every_machine() -> None:
    rounds: list[Tables] = []
    for number in range(5):
        rounds.append(
            seat("abcdefghijklmnop", History.of(rounds), (4,) * 4, seed=f"evening {number}", ahead=4 - number)
        )
    assert ["/".join("".join(table) for table in tables) for tables in rounds] == [
        "ench/biak/lpgj/fomd",
        "nbfl/pedi/acjo/ghkm",
        "gaef/mlic/hbop/jkdn",
        "mjbe/dhla/cfpk/ogni",
        "pmna/ifhj/koel/cdgb",
    ]


def evening(players: int, rounds: int, seed: str, sizes: tuple[int, ...] | None = None) -> tuple[Tables, ...]:
    """Return the rounds of an evening by lot where nobody comes or goes."""
    names = [f"p{number}" for number in range(players)]
    played: list[Tables] = []
    for number in range(rounds):
        ahead = rounds - 1 - number
        given = History.of(played)
        played.append(seat(names, given, sizes or table_sizes(players), seed=f"{seed} {number}", ahead=ahead))
    return tuple(played)


@pytest.mark.parametrize(("players", "rounds"), [(15, 5), (16, 5), (20, 5), (24, 5), (32, 6), (300, 5)])
def test_nobody_meets_twice_in_an_evening_of_five_rounds(players: int, rounds: int) -> None:
    met = History.of(evening(players, rounds, "an evening")).met
    assert set(met.values()) == {1}


@given(st.integers(2, 6), st.integers(3, 6), st.data())
@settings(max_examples=15)
def test_the_members_of_a_team_never_sit_together_where_tables_are_enough(
    tables: int, size: int, data: st.DataObject
) -> None:
    players = [f"p{number}" for number in range(tables * size)]
    team_size = data.draw(st.integers(2, min(4, tables)))
    teams = {player: str(number // team_size) for number, player in enumerate(players)}
    rounds: list[Tables] = []
    for number in range(3):
        rounds.append(
            seat(players, History.of(rounds), [size] * tables, seed=str(number), teams=teams, effort=FEW)
        )
        assert cost(rounds[-1], History.of(rounds[:-1]), teams=teams).teammates == 0


def test_a_team_larger_than_the_hall_has_tables_sits_together_as_little_as_can_be() -> None:
    teams = dict.fromkeys("abcd", "x")
    tables = seat("abcdefghi", History.of([]), (3, 3, 3), seed="s", teams=teams)
    assert sorted(sum(player in teams for player in table) for table in tables) == [1, 1, 2]


@pytest.mark.parametrize("players", [15, 22, 33])
def test_tables_of_unequal_size_are_shared_fairly(players: int) -> None:
    history = History.of(evening(players, 5, "shared"))
    unusual = [sum(times for size, times in sizes.items() if size != 4) for sizes in history.sizes.values()]
    assert len(unusual) == players
    assert max(unusual) - min(unusual) <= 1


def test_who_comes_late_has_not_missed_a_share_of_the_small_tables() -> None:
    rounds = evening(15, 4, "early")
    players = [*(f"p{number}" for number in range(15)), "late", "later", "latest"]
    history = History.of(rounds)
    assert history.size_excess("late", 3) == 0
    small = {
        player
        for table in seat(players, history, (4, 4, 4, 3, 3), seed="s")
        for player in table
        if len(table) == 3
    }
    owed = sorted(players, key=lambda player: history.size_excess(player, 3))
    assert max(history.size_excess(player, 3) for player in small) <= history.size_excess(owed[6], 3)


def test_the_seats_of_everybody_are_nearly_even() -> None:
    history = History.of(evening(60, 8, "seats"))
    excess = [history.seat_excess(player, number) for player in history.seats for number in range(4)]
    assert max(map(abs, excess)) <= 2
    # Seats by lot would be at 8 · 1/4 · 3/4 = 1.5 on average.
    assert sum(each**2 for each in excess) / len(excess) < 0.3


def test_who_comes_late_gets_no_seat_more_often_for_it() -> None:
    rounds = [*evening(8, 4, "early")]
    assert [History.of(rounds).seat_excess("late", number) for number in range(4)] == [0] * 4
    names = [*(f"p{number}" for number in range(7)), "late"]
    for number in range(4):
        rounds.append(seat(names, History.of(rounds), (4, 4), seed=str(number), effort=FEW))
    assert max(History.of(rounds).seats["late"].values()) <= 2


def test_swiss_seats_equal_points_together_from_the_first_table_down() -> None:
    players = [f"p{number}" for number in range(32)]
    points = {player: 5.0 - number // 8 for number, player in enumerate(players)}
    tables = seat(players, History.of([]), [4] * 8, seed="s", groups=points)
    assert [{points[player] for player in table} for table in tables] == [{5}] * 2 + [{4}] * 2 + [{3}] * 2 + [
        {2}
    ] * 2


def test_swiss_avoids_a_repeated_meeting_by_a_swap_with_the_next_table() -> None:
    players = "abcdefghijkl"
    points = {player: 12.0 - number for number, player in enumerate(players)}

    def tables_after(met: History) -> list[str]:
        tables = seat(players, met, [4] * 3, seed="s", groups=points)
        return ["".join(sorted(table)) for table in tables]

    assert tables_after(History.of([])) == ["abcd", "efgh", "ijkl"]
    assert tables_after(History.of([(("c", "d"),)])) == ["abce", "dfgh", "ijkl"]


@pytest.mark.parametrize(("players", "sizes"), [("abc", (4,)), ("aab", (3,)), ("", ()), ("abc", (3, 0))])
def test_tables_that_do_not_hold_exactly_these_players_are_refused(
    players: str, sizes: tuple[int, ...]
) -> None:
    with pytest.raises(ValueError, match="each player sits once"):
        seat(players, History.of([]), sizes, seed="s")


def test_a_history_tells_who_met_and_sat_where() -> None:
    history = History.of([(tuple("abc"), tuple("defg")), (tuple("dab"),)])
    assert history.met[("a", "b")] == 2
    assert ("a", "g") not in history.met
    assert history.seats["a"] == Counter({0: 1, 1: 1})
    assert history.sizes["d"] == Counter({3: 1, 4: 1})
    assert history.shares["d"] == {3: pytest.approx(3 / 7 + 1), 4: pytest.approx(4 / 7)}
