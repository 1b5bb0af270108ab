"""`sixth tournament`: standings from a file alone, and a trial of a form."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sixth.bots.match import play_games
from sixth.rules.options import End
from sixth.rules.record import HUMAN, OUTSIDE
from sixth.tournaments.commands import Begin, Join, Judge, Report
from sixth.tournaments.file import text
from sixth.tournaments.judging import costs_of
from tests.tournaments.evenings import RULES, SITE, Evening, names, player

SHORT = RULES.replace(hand=3, end=End("rounds", 1))


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


def test_a_plan_has_the_options_of_the_form_of_a_host(run: Any) -> None:
    plain = ("tournament", "--plan", "--people", "20", "--rounds", "2", "--set", "end=rounds:1")
    out = json.loads(run(*plain, "--order", "choices", "--duplicate", "--points", "9 1", "--json").out)
    plan = out["plan"]
    given = (plan["place"], plan["duplicate"], plan["order"][0], plan["points"])
    assert given == ("online", True, "choices", [9, 1])
    text = " ".join(run(*plain, "--order", "choices").out.split())
    assert "Luck: of 20 people, the best wins" in text
    assert "; for points," in text
    usual = json.loads(run(*plain, "--place", "online", "--json").out)
    quick = json.loads(run(*plain, "--place", "online", "--clock", "10", "--pause", "600", "--json").out)
    assert (usual["turn_seconds"], quick["turn_seconds"]) == (20, 10)
    assert quick["minutes"] == pytest.approx(usual["minutes"] / 2 + 10, abs=0.2)
    paused = run(*plain, "--place", "online", "--pause", "600").out
    assert "The pauses between the rounds are 10 minutes of that." in " ".join(paused.split())


@pytest.fixture
def judged(tmp_path: Path) -> Path:
    """A tournament in which own choices decide: a person, a program and a bot of the site at one table.

    The judgement of the second seat is wrong in the file.
    """
    evening = Evening(rounds=1, place="online", rules=SHORT, order=("choices", "heads", "lot"))
    for name in names(3):
        evening.send(Join(name), player(name))
    evening.send(Begin())
    game = next(play_games(SHORT.replace(seats=3), ["nearest"] * 3, games=1, seed=1))
    record = game.as_record()
    kinds = (HUMAN, OUTSIDE, "nearest")
    seats = tuple(replace(seat, kind=kind) for seat, kind in zip(record.seats, kinds, strict=True))
    record = replace(record, seats=seats)
    first, second, third = costs_of(record)
    assert third is None
    assert second is not None
    evening.send(Report(1, 1, tuple(record.state().totals), game=record.game), SITE)
    evening.send(Judge(1, 1, (first, round(second + 0.01, 2), None)), SITE)
    path = tmp_path / "judged.jsonl"
    path.write_text(text(evening.log, code="ABCDE") + record.text(), encoding="utf-8")
    return path


def test_the_coach_judges_the_records_of_a_file_again(judged: Path, run: Any) -> None:
    done = run("tournament", str(judged), "--judge")
    assert done.code == 1
    assert re.search(r"Round 1, table 1, P\d+: the file has .+, the coach .+\.", done.out)
    assert "1 game was judged again." in done.out
    done = run("tournament", str(judged), "--judge", "--json")
    out = json.loads(done.out)["judged"]
    assert (done.code, out["games"], out["without_record"]) == (1, 1, 0)
    (difference,) = out["differences"]
    assert (difference["round"], difference["table"], difference["seat"]) == (1, 1, 1)
    right, wrong = difference["judged"], difference["file"]
    assert wrong == round(right + 0.01, 2)
    judged.write_text(judged.read_text().replace(f",{wrong},null]", f",{right},null]"))
    done = run("tournament", str(judged), "--judge")
    assert (done.code, done.err) == (0, "")
    assert "All judgements are the same." in done.out
    # A seat for which a bot chose at times cannot be judged from a record alone.
    judged.write_text(judged.read_text().replace(f",{right},null]", f',{wrong},null],"stood_in":[1]'))
    done = run("tournament", str(judged), "--judge")
    assert (done.code, done.err) == (0, "")
    assert "1 seat was left out" in done.out
    assert "judged" not in json.loads(run("tournament", str(judged), "--json").out)


def test_a_file_without_records_cannot_be_judged(judged: Path, run: Any) -> None:
    lines = judged.read_text().splitlines()
    first = next(number for number, line in enumerate(lines) if '"record"' in line)
    judged.write_text("\n".join(lines[:first]))
    done = run("tournament", str(judged), "--judge")
    assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
    assert "has no record of a game that was judged" in done.err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((), 2),
        (("file", "--plan"), 2),
        (("--plan", "--people", "0"), 2),
        (("--plan", "--people", "1001"), 2),
        (("--plan", "--seating", "chess"), 2),
        (("--plan", "--judge"), 2),
        (("--plan", "--order", "luck"), 2),
        (("--plan", "--points", "5,three"), 2),
        (("--plan", "--points", "1,2"), 1),
        (("--plan", "--place", "hall", "--duplicate"), 1),
        (("--plan", "--place", "online", "--clock", "1"), 1),
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
