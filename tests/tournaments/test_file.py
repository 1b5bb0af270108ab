"""A tournament as a file: it reads back, and each damaged line is refused by its number."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, strategies as st

from sixth.bots.match import play_games
from sixth.rules.record import RecordError
from sixth.tournaments.commands import Begin, Enter, Rename, Report, Undo
from sixth.tournaments.file import read, text
from sixth.tournaments.standings import standings
from tests.tournaments.evenings import HOST, RULES, SITE, Evening, names

DOCS = Path(__file__).parents[2] / "docs/tournaments.md"


def evening_of(people: int = 8) -> Evening:
    evening = Evening(*names(people), rounds=2)
    evening.send(Enter("Guest"), replace(HOST, new_player="guest"))
    evening.send(Undo())
    evening.send(Rename("P001", "Zoe"))
    evening.play_round(Random(1))
    evening.play_round(Random(2))
    return evening


EVENING = evening_of()
LINES = text(EVENING.log, code="ABCDE").splitlines()


def test_a_file_gives_the_same_standings_and_no_token() -> None:
    file = read(LINES)
    assert file.code == "ABCDE"
    assert standings(file.tournament) == standings(EVENING.now)
    assert file.tournament.version == EVENING.now.version
    assert all(each.proof == "" for each in file.tournament.players.values())
    assert '"host":"host"' not in LINES[1]


def test_a_file_of_bytes_with_a_mark_is_read() -> None:
    file = read([b"\xef\xbb\xbf" + LINES[0].encode(), *[line.encode() for line in LINES[1:]]])
    assert standings(file.tournament) == standings(EVENING.now)


@given(st.integers(0, len(LINES) - 1), st.sampled_from(["left out", "twice", "cut", "another"]))
def test_a_damaged_line_is_named(at: int, damage: str) -> None:
    lines = list(LINES)
    match damage:
        case "left out":
            del lines[at]
            if at == len(lines):
                return  # a log may stop anywhere
        case "twice":
            lines.insert(at + 1, lines[at])
            at += 1
        case "cut":
            lines[at] = lines[at][:-2]
        case "another":
            lines[at] = "{}"
    with pytest.raises(RecordError) as wrong:
        read(lines)
    assert wrong.value.line == at + 1


@pytest.mark.parametrize(
    ("event", "member", "value"),
    [
        ("renamed", "player", "P999"),
        ("drawn", "tables", [["P000", "P001", "P002"]]),
        ("drawn", "round", 2),
        ("reported", "heads", [1, 2]),
        ("reported", "table", 9),
        ("reported", "by", "P999"),
        ("began", "round", 7),
        ("undone", "number", 1),
        ("joined", "name", ""),
        ("joined", "name", 5),
        ("joined", "event", []),
    ],
)
def test_an_event_that_cannot_follow_is_refused(event: str, member: str, value: object) -> None:
    lines = list(LINES)
    at = next(number for number, line in enumerate(lines) if f'"event":"{event}"' in line)
    lines[at] = json.dumps({**json.loads(lines[at]), member: value})
    with pytest.raises(RecordError) as wrong:
        read(lines)
    assert wrong.value.line == at + 1


@pytest.mark.parametrize("lines", [[], [""], [LINES[0]], ['{"record":"sixth/1"}'], [LINES[1]]])
def test_a_file_without_a_tournament_is_refused(lines: list[str]) -> None:
    with pytest.raises(RecordError):
        read(lines)


def test_records_of_games_follow_and_have_the_last_word() -> None:
    evening = Evening("Ana", "Bo", "Cem", "Dia", rounds=1, place="online")
    evening.send(Begin())
    (game,) = play_games(RULES, ["nearest"] * 4, games=1, seed=1)
    record = game.as_record()
    right = tuple(game.totals)
    wrong = (right[0] + 1, *right[1:])
    evening.send(Report(1, 1, wrong, game=record.game), SITE)
    lines = text(evening.log).splitlines() + list(record.lines())
    file = read(lines)
    (difference,) = file.differences()
    assert (difference.round, difference.table) == (1, 1)
    assert (difference.reported, difference.recorded) == (wrong, right)
    assert {each.heads for each in standings(file.by_records())} == set(right)
    lines[-2] = lines[-2].replace('"v":', '"v":9')
    with pytest.raises(RecordError) as error:
        read(lines)
    assert error.value.line == len(lines) - 1


def test_the_example_of_the_docs_is_a_tournament() -> None:
    block = DOCS.read_text(encoding="utf-8").split("```jsonl\n")[1].split("```")[0]
    final = standings(read(block.splitlines()).tournament)
    assert [each.player for each in final][:2] == ["c", "a"]
