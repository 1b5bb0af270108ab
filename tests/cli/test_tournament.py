"""`sixth tournament`: standings from a file alone, and a trial of a form."""

import json
from pathlib import Path
from typing import Any

import pytest

from sixth.bots.match import play_games
from sixth.tournaments.commands import Begin, Join, Report
from sixth.tournaments.file import text
from tests.tournaments.evenings import RULES, SITE, Evening, names, player


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A tournament of teams whose only game ended otherwise than was reported."""
    evening = Evening(rounds=1, place="online", team_size=2)
    for number, name in enumerate(names(6)):
        evening.send(Join(name, f"T{number % 3}"), player(name))
    evening.send(Begin())
    games = play_games(RULES.replace(seats=3), ["nearest"] * 3, games=2, seed=1)
    records = [game.as_record() for game in games]
    for number, record in enumerate(records, 1):
        heads = (0, 66, 1) if number == 1 else tuple(record.state().totals)
        evening.send(Report(1, number, heads, game=record.game), SITE)
    path = tmp_path / "evening.jsonl"
    lines = text(evening.log, code="ABCDE") + "".join(record.text() for record in records)
    path.write_text(lines, encoding="utf-8")
    return path


def test_the_standings_follow_from_the_file_and_its_records(file: Path, run: Any) -> None:
    done = run("tournament", str(file), "--json")
    assert (done.code, done.err) == (0, "")
    out = json.loads(done.out)
    assert (out["tournament"], out["code"], out["rounds"], out["games"]) == ("Evening", "ABCDE", 1, 2)
    assert [each["place"] for each in out["standings"]] == [1, 2, 3, 4, 5, 6]
    assert [each["place"] for each in out["teams"]] == [1, 2, 3]
    (difference,) = out["differences"]
    assert difference["reported"] == [0, 66, 1]
    assert set(difference["recorded"]) <= {each["heads"] for each in out["standings"]}
    assert sum(each["points"] for each in out["standings"]) == 6 * 2.75


def test_people_read_a_table_and_what_differs(file: Path, run: Any) -> None:
    done = run("tournament", str(file))
    assert done.code == 0
    assert "relative" in done.out
    assert "P000" in done.out
    assert "T0" in done.out
    assert "Round 1, table 1: reported were 0-66-1" in done.out


def test_a_damaged_file_is_refused_with_its_line(file: Path, run: Any) -> None:
    lines = file.read_text().splitlines()
    del lines[3]
    file.write_text("\n".join(lines))
    done = run("tournament", str(file))
    assert done.code == 1
    assert "line 4" in done.err
    assert done.out == ""


def test_a_plan_is_tried(run: Any) -> None:
    done = run("tournament", "--plan", "--people", "22", "--rounds", "2", "--cut", "8", "--json")
    out = json.loads(done.out)
    assert [each["tables"] for each in out["rounds"]] == [[4, 4, 4, 4, 3, 3]] * 2 + [[4, 4], [4]]
    assert [each["stage"] for each in out["rounds"]] == ["rounds", "rounds", "knock-out", "final"]
    assert all(10 < each["minutes"] < 60 for each in out["rounds"])
    # Every round has its pairs: six at a table of four, three at one of three.
    pairs = sum(times * number for times, number in enumerate(out["meetings"], 1))
    assert pairs == 2 * (4 * 6 + 2 * 3) + 2 * 6 + 6
    text = run("tournament", "--plan", "--people", "16", "--rounds", "1")
    assert "4 × 4" in text.out
    assert "Nobody meets twice." in text.out
    assert "of 16 people, the best wins" in " ".join(text.out.split())
    assert out["luck"] is None


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((), 2),
        (("file", "--plan"), 2),
        (("--plan", "--people", "0"), 2),
        (("--plan", "--people", "1001"), 2),
        (("--plan", "--seating", "chess"), 2),
        (("--plan", "--people", "2"), 1),
        (("--plan", "--set", "deck=44"), 1),
        (("--plan", "--rounds", "99"), 1),
        (("--plan", "--seats", "7"), 1),
        (("nowhere.jsonl",), 1),
    ],
)
def test_what_cannot_be_is_one_sentence(arguments: tuple[str, ...], code: int, run: Any) -> None:
    done = run("tournament", *arguments)
    assert done.code == code
    assert done.err.count("\n") == 1
    assert done.out == ""
