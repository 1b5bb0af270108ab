"""Contests: from the command line, as JSON, and compared with files of results."""

import json
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

import sixth
from sixth import End
from sixth.arena.contest import (
    ArenaUsageError,
    Contest,
    Entrant,
    contest_from_json,
    contest_to_json,
    difference,
    entrants_from,
)
from tests.arena.tables import contest


def test_bots_are_named_with_commas_between() -> None:
    assert entrants_from("careful, random,careful") == tuple(map(Entrant, ("careful", "random", "careful")))


def test_a_command_is_split_into_words_and_no_shell_runs_it() -> None:
    (bot, _) = entrants_from("mine,random", ["mine=python3 'my bot.py' --level=3 $HOME; ls"])
    assert bot == Entrant("mine", ("python3", "my bot.py", "--level=3", "$HOME;", "ls"))


@pytest.mark.parametrize(
    ("names", "commands", "text"),
    [
        ("clever,random", [], "There is no bot 'clever'; the bots are random, "),
        ("", [], "There is no bot ''"),
        ("random,,random", [], "There is no bot ''"),
        ("random", ["mine"], "--bot takes NAME=COMMAND"),
        ("random", ["=python3 x.py"], "--bot takes NAME=COMMAND"),
        ("random", ["a,b=x"], "a name is made of letters"),
        ("random", ["\x1b=x"], "a name is made of letters"),
        ("random", ["mine="], "--bot mine has no command"),
        ("random", ["mine=  "], "--bot mine has no command"),
        ("random", ["mine='x"], "a quotation mark too few"),
        ("random", ["mine=a\0b"], "--bot mine has no command"),
        ("random", ["mine=x", "mine=y"], "--bot mine is given twice"),
        ("random", ["careful=x"], "--bot careful is a bot already"),
    ],
)
def test_what_names_no_bot_is_refused_in_a_sentence(names: str, commands: list[str], text: str) -> None:
    with pytest.raises(ArenaUsageError) as error:
        entrants_from(names, commands)
    assert text in str(error.value)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), 86_401])
def test_a_time_that_is_none_is_refused(seconds: float) -> None:
    with pytest.raises(ArenaUsageError, match="--seconds takes a number above 0"):
        contest(seconds=seconds)


def test_there_is_a_bot_for_each_seat() -> None:
    with pytest.raises(ArenaUsageError, match="There are 2 bots for 3 seats"):
        Contest("classic", sixth.games["classic"].replace(seats=3), entrants_from("random,random"), 1)


@pytest.mark.parametrize("game", sixth.games)
def test_a_contest_comes_back_from_json_as_it_was(game: str) -> None:
    entrants = (Entrant("careful"), Entrant("mine", ("python3", "ä b.py")))
    original = contest(game=game, entrants=entrants, whole=True, seconds=0.25)
    assert contest_from_json(json.loads(json.dumps(contest_to_json(original)))) == original


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"game": "tactical"}, "game classic, not tactical"),
        ({"names": "careful,random,nearest"}, "the bots careful,nearest,random, not careful,random,nearest"),
        ({"changes": {"ends": "both"}}, "ends=right, not ends=both"),
        ({"changes": {"end": End("score", 40)}}, "end=score:66, not end=score:40"),
        ({"seed": 8}, "seed 7, not 8"),
        ({"whole": True}, "rounds, not games"),
        ({"seconds": 2}, "--seconds 5.0, not 2"),
        ({"start_seconds": 2}, "seconds for a first answer 30.0, not 2"),
    ],
)
def test_what_differs_is_said(options: dict[str, Any], text: str) -> None:
    names = options.pop("names", "careful,nearest,random")
    assert difference(contest(), contest(names, **options)) == text
    assert difference(contest(), contest()) is None


def test_deals_are_rounded_up() -> None:
    assert [contest().deals(rounds) for rounds in (1, 3, 4, 1_000_000)] == [1, 1, 2, 333_334]


def test_where_there_are_more_bots_than_seats_each_plays_equally_often_and_meets_all_others() -> None:
    seven = contest("random,random,random,random,random,random,random", seats=3)
    tables = [seven.seated(deal) for deal in range(70)]
    for turn in range(10):
        counts = Counter(bot for table in tables[7 * turn : 7 * turn + 7] for bot in table)
        assert counts == dict.fromkeys(range(7), 3)
    assert all(table == tuple(sorted(set(table))) for table in tables)
    assert {pair for table in tables for pair in combinations(table, 2)} == set(combinations(range(7), 2))
    assert tables == [contest_from_json(contest_to_json(seven)).seated(deal) for deal in range(70)]
