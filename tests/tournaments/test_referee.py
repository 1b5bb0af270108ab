"""The standings of drawn tournaments are those of a referee that shares no code with the program."""

from contextlib import suppress
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from sixth.rules.game import Refusal
from sixth.tournaments import file
from sixth.tournaments.commands import (
    Begin,
    Confirm,
    Draw,
    Leave,
    Report,
    Return,
    Strike,
    Swap,
    TournamentCommand,
    Undo,
)
from sixth.tournaments.events import Began, Drawn
from sixth.tournaments.plan import Criterion
from sixth.tournaments.standings import standings
from tests import tournament_referee as referee
from tests.tournaments.evenings import AT, HOST, RULES, SITE, Evening, drawn_heads, names, player
from tests.tournaments.test_file import DOCS

_ORDERS: tuple[tuple[Criterion, ...], ...] = (
    ("points", "relative", "heads", "direct", "lot"),
    ("points", "direct"),
    ("direct", "points", "heads"),
    ("heads", "points", "relative", "direct", "lot"),
    ("relative", "lot"),
)

Row = tuple[int, str, Fraction, Fraction, int, int]


def _lines(evening: Evening) -> list[str]:
    return list(file.lines(evening.log, code="kqvra"))


def _by_src(evening: Evening) -> set[Row]:
    return {
        (each.place, each.player, each.points, each.relative, each.heads, each.rounds)
        for each in standings(evening.now)
    }


def _by_referee(evening: Evening) -> set[Row]:
    return {
        (each.place, each.player, each.points, each.relative, each.heads, each.rounds)
        for each in referee.standings(_lines(evening))
    }


def _enter(evening: Evening, rng: Random, number: int) -> None:
    """Have a table enter results in some order: by players who differ or agree, and by the host."""
    table, round = evening.tables()[number - 1], len(evening.now.rounds)
    if evening.now.plan.place == "online":
        if rng.random() < 0.9:
            evening.send(Report(round, number, drawn_heads(rng, len(table)), game=f"{round}-{number}"), SITE)
        return
    options = [drawn_heads(rng, len(table)) for _ in range(2)]
    for _ in range(rng.randrange(1, 7)):
        by, heads = player(rng.choice(table)), rng.choice(options)
        command: TournamentCommand = Report(round, number, heads)
        if rng.random() < 1 / 3:
            command = Confirm(round, number)
        with suppress(Refusal):
            evening.send(command, by)
    if rng.random() < 0.3:
        evening.send(Report(round, number, rng.choice(options)), HOST)
    if rng.random() < 0.1:
        with suppress(Refusal):
            evening.send(Strike(round, number), HOST)


@settings(max_examples=40)
@given(
    st.sampled_from(_ORDERS),
    st.integers(6, 15),
    st.integers(0, 2**32),
    st.booleans(),
    st.sampled_from(["fewest", "most"]),
    st.sampled_from([(5, 3, 2, 1), (7, 4), (3,), (9, 6, 4, 3, 2, 1)]),
)
def test_the_referee_gives_the_same_standings(
    order: tuple[Criterion, ...], people: int, seed: int, duplicate: bool, goal: str, points: tuple[int, ...]
) -> None:
    rng = Random(seed)
    rules = RULES.replace(goal=goal)  # type: ignore[arg-type]
    place = "online" if duplicate else "hall"
    evening = Evening(
        *names(people), order=order, rules=rules, duplicate=duplicate, place=place, rounds=3, points=points
    )
    for round in (1, 2, 3):
        players = list(evening.now.active)
        rng.shuffle(players)
        size = rng.choice([3, 4, 5, 6])
        tables = [tuple(players[at : at + size]) for at in range(0, len(players), size)]
        evening.add(Drawn(round, tuple([each for each in tables if len(each) > 2])), Began(round, AT))
        for number in range(1, len(evening.tables()) + 1):
            _enter(evening, rng, number)
        if rng.random() < 0.5:
            with suppress(Refusal):
                evening.send(Undo())
        if len(evening.now.begun) < round:
            break
        evening.send(Leave(rng.choice(evening.now.active)))
    assert _by_referee(evening) == _by_src(evening)


@pytest.mark.parametrize("seating", ["lot", "swiss"])
def test_the_referee_follows_a_whole_evening(seating: str) -> None:
    evening = Evening(*names(22), seating=seating, rounds=4)
    evening.send(Draw())
    one, two, *_ = evening.now.rounds[0].tables
    evening.send(Swap(one[0], two[0]))
    evening.play_round(Random(1))
    evening.send(Leave("P003"))
    evening.play_round(Random(2))
    evening.send(Return("P003"))
    evening.send(Begin())
    evening.send(Undo())
    evening.play(3)
    assert _by_referee(evening) == _by_src(evening)
    assert [each.player for each in referee.standings(_lines(evening))] == [
        each.player for each in standings(evening.now)
    ]


def test_the_referee_has_the_points_of_the_docs() -> None:
    for heads, points in {
        (10, 20, 30): ["9/2", "5/2", "5/4"],
        (10, 20, 30, 70): ["5", "3", "2", "1"],
        (10, 10, 30, 70): ["4", "4", "2", "1"],
        (10, 20, 30, 40, 70): ["5", "7/2", "5/2", "7/4", "1"],
        (10, 20, 30, 40, 50, 70): ["5", "4", "3", "2", "3/2", "1"],
    }.items():
        assert referee.points_at(heads, (5, 3, 2, 1), 4, 1) == [Fraction(each) for each in points]


def test_the_referee_knows_the_file_of_the_docs() -> None:
    text = DOCS.read_text("utf-8")
    lines = text.partition("```jsonl\n")[2].partition("```")[0].splitlines()
    places = referee.standings(lines)
    assert [(each.name, each.points) for each in places] == [
        ("Cem", 5),
        *sorted([("Dia", Fraction(5, 2)), ("Ana", Fraction(5, 2))], key=lambda each: _lot(each[0])),
        ("Bo", 1),
    ]


def _lot(name: str) -> int:
    return referee.lot("seed", name[0].lower())


@pytest.mark.parametrize(
    "changes", [{"rounds": 0}, {"cut": 4}, {"seating": "league", "place": "online"}, {"order": ("choices",)}]
)
def test_the_referee_judges_no_form_that_it_does_not_know(changes: dict[str, Any]) -> None:
    evening = Evening(*names(4), **changes)
    with pytest.raises(referee.RefereeError):
        referee.standings(_lines(evening))
