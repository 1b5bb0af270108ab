"""Simulated games of every name: the independent referee, `replay` and `verify` accept them."""

import json
from itertools import cycle, islice
from pathlib import Path

import pytest

import sixth
from sixth.cli.app import run
from tests.referee import check

# Two numbers of seats for each game.
NAMED = [
    pytest.param(seats, f"--game {name}", id=f"{name} for {seats}")
    for number, (name, game) in enumerate(sixth.games.items())
    for seats in game.seats
    if seats in ((2, 6), (3, game.seats[-1]))[number % 2]
]


# Bots that search play no other games, only longer.
BOTS = ("policy", "montecarlo:10", "careful", "nearest", "random")


@pytest.mark.parametrize(("seats", "options"), NAMED)
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
