"""Simulated games of every kind: the independent referee, `replay` and `verify` accept them."""

import json
from itertools import cycle, islice
from pathlib import Path

import pytest

import sixth
from sixth.cli.app import run
from tests.referee import check

ODD = {
    "elimination with a deck that shrinks": (6, "--game elimination --set deck=tactical"),
    "both ends, light heads, five rows": (4, "--game both-ends --set heads=light --set rows=5"),
    "a draft of seven cards": (4, "--game logic --set hand=7"),
    "kids with five cards for ten": (10, "--game kids --set hand=5"),
    "rows of one card": (3, "--set row_limit=1"),
    "one row": (4, "--set rows=1"),
    "a deck of sixty": (4, "--set deck=60"),
    "most heads win at forty": (4, "--set goal=most --set end=score:40"),
    "halves of a small deck": (5, "--game halves --set deck=60"),
    "elimination at twenty and both ends": (4, "--game elimination --set end=elimination:20 --set ends=both"),
    "flipping at both ends": (4, "--game both-ends --set play=flip"),
    "a draft at both ends": (3, "--game logic --set ends=both --set end=rounds:2"),
    "a draft that eliminates, most heads win": (5, "--game logic --set end=elimination:30 --set goal=most"),
    "halves, flipped, both ends, most heads": (
        3,
        "--game halves --set play=flip --set goal=most --set ends=both",
    ),
    "one card each, two rows, ten seats": (10, "--set hand=1 --set rows=2 --set end=rounds:3"),
    "flipping, short rows, elimination": (5, "--game elimination --set play=flip --set row_limit=3"),
    "halves, seven short rows, both ends": (
        7,
        "--game halves --set ends=both --set row_limit=2 --set rows=7",
    ),
}

NAMED = [
    pytest.param(seats, f"--game {name}", id=f"{name} for {seats}")
    for name, game in sixth.games.items()
    for seats in game.seats
    if seats in (2, 3, 6, 10)
]


# Bots that search play no other games, only longer.
BOTS = ("policy", "montecarlo:10", "careful", "nearest", "random")


@pytest.mark.parametrize(
    ("seats", "options"), [*NAMED, *(pytest.param(*odd, id=name) for name, odd in ODD.items())]
)
def test_the_referee_accepts_simulated_games(
    seats: int, options: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.sixth.jsonl"
    players = ",".join(islice(cycle(BOTS), seats))
    command = [
        "simulate",
        "--bots",
        players,
        "--games",
        "2",
        "--seed",
        "11",
        "--records",
        str(file),
        "--json",
    ]
    assert run([*command, *options.split()]) == 0
    summary = json.loads(capsys.readouterr().out)

    with file.open(encoding="utf-8") as lines:
        verdicts = check(lines)
    assert len(verdicts) == 2
    assert sum(verdict.rounds for verdict in verdicts) == summary["rounds"]
    assert not any(verdict.abandoned for verdict in verdicts)

    assert run(["replay", str(file), "--json"]) == 0
    replayed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert replayed == [
        {
            "game": verdict.game,
            "rounds": verdict.rounds,
            "totals": list(verdict.totals),
            "winners": list(verdict.winners),
            "events": verdict.events,
        }
        for verdict in verdicts
    ]

    assert run(["verify", str(file), "--json"]) == 0
    assert all(json.loads(line)["fair"] for line in capsys.readouterr().out.splitlines())
