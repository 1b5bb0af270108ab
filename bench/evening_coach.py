"""Rounds whose choices the coach has judged, as lines of a file: for `evenings.py`."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
from evening_play import CERTAIN, LOGIT_HEADS, NAMES, Field

import sixth
from sixth import bots
from sixth.bots.bot import Bot
from sixth.bots.policy import answer_logits
from sixth.coach.judgement import against_policy, heads_by_answer
from sixth.coach.positions import Position, rounds_of
from sixth.coach.reference import ReferencePlayer, one_round, players
from sixth.rules.play import Game

SEATS: Final = 4
JUDGES: Final = ("policy", "flat")
RULES: Final = one_round(sixth.games["classic"].replace(seats=SEATS), SEATS)


def of_field(field: Field, rounds: range) -> Iterator[dict[str, Any]]:
    """Play rounds of the field at tables by lot; yield a line for each player of each round."""
    for number in rounds:
        rng = Random(f"field {number}")
        order = rng.sample(range(len(field)), len(field))
        for table in range(len(field) // SEATS):
            sat = order[table * SEATS : (table + 1) * SEATS]
            seats = [_member(field, who, rng) for who in sat]
            yield from _played(seats, {seat: str(who) for seat, who in enumerate(sat)}, f"{number} {table}")


def of_bots(field: Field, rounds: range, names: Sequence[str], judged: int) -> Iterator[dict[str, Any]]:
    """Play rounds of each bot among three of the field, the same three for all; judge every Nth."""
    for number in rounds:
        for name in names:
            rng = Random(f"bots {number}")
            seats = [_member(field, who, rng) for who in rng.sample(range(len(field)), SEATS)]
            seat = rng.randrange(SEATS)
            seats[seat] = bots.make(name, seed=number)
            yield from _played(seats, {seat: name}, f"bots {number}", judged=number % judged == 0)


def _member(field: Field, who: int, rng: Random) -> Bot:
    network = players()[NAMES[field.networks[who]]]
    strict = min(float(field.inverse_temperatures[who]), CERTAIN)
    return ReferencePlayer(network, strict, Random(rng.random()))


def _played(
    seats: Sequence[Bot], looked_at: dict[int, str], seed: str, *, judged: bool = True
) -> Iterator[dict[str, Any]]:
    game = Game(RULES, seed=seed)
    game.play(seats)
    for seat, name in looked_at.items():
        line: dict[str, Any] = {"who": name, "deal": seed, "heads": game.totals[seat]}
        if judged:
            (once,) = rounds_of(game.as_record(), seat)
            line |= _sum(_judged(each) for each in once.positions if not each.forced)
        yield line


def _judged(position: Position) -> dict[str, Any]:
    """Return what a choice cost by each account.

    `loss` is against the best answer, found in one sample and measured in the other; `against` is against
    what the policy would answer on average. Both are for each of the two samples.
    """
    view, given = position.view, position.view.legal.index(position.answer)
    heads = heads_by_answer(view)
    best = heads[::-1].argmin(axis=1)
    found: dict[str, Any] = {
        "loss": heads[:, given] - heads[[0, 1], best],
        "against": against_policy(view, heads, given),
    }
    for judge in JUDGES:
        logits = answer_logits(view, players()[judge]).astype(np.float64)
        found[judge] = LOGIT_HEADS * np.array([logits.max() - logits[given]])
    return found


def _sum(steps: Iterator[dict[str, Any]]) -> dict[str, Any]:
    total: dict[str, Any] = {}
    for step in steps:
        total = {name: total.get(name, 0.0) + value for name, value in step.items()}
    return {name: [round(float(each), 3) for each in value] for name, value in total.items()}


def write(file: Path, lines: Iterator[dict[str, Any]]) -> None:
    """Write each line as soon as it is there."""
    with file.open("a", encoding="utf-8") as out:
        for line in lines:
            out.write(json.dumps(line, separators=(",", ":")) + "\n")
            out.flush()


def read(file: Path) -> list[dict[str, Any]]:
    """Return the lines of a file; one that was cut short is none."""
    text = file.read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]
