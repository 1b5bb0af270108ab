"""The features of answers by name, as they were when the weights that ship were trained."""

import json
from collections.abc import Mapping
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sixth
from sixth.bots.kernel_answers import thread_block
from sixth.bots.policy import answer_logits
from sixth.rules.events import Choose, Deal
from sixth.rules.game import advance
from sixth.rules.options import Rules
from sixth.rules.state import start
from sixth.rules.view import view
from sixth.sim.policy.architecture import KINDS, PLAYER
from sixth.sim.policy.network import INPUTS, TILE, Floats
from sixth.sim.policy.weights import SHIPPED
from sixth.training.examples import PLACES, ExampleTask, TaskSeating, make_examples

GOLDEN = Path(__file__).with_name("features.json")
CASES = json.loads(GOLDEN.read_text(encoding="utf-8"))
"""Features by kind and name, of one answer to one question; the table and the seed say which."""
EQUALLY_CLOSE = {
    "cost": 0.0,
    "more": 0.0,
    "cheapest": 1.0,
    "length": 1 / 5,
    "number": 30 / 104,
    "serves": 1 / 4,
    "coming": 1 / 4,
    "hidden": 72 / 99,
    "rank": 1 / 2,
    "heads": 3 / 7,
    "left": 0.1,
    "others": 1 / 9,
    "card": 20 / 104,
    "free": 1.0,
    "ends": 1.0,
    "lows": 0.0,
}
"""Features of the left end of a row that is as close to the card as the right end of another."""


@cache
def questions(kind: str, game: str, seats: int, turn: int) -> Floats:
    """The features of every answer to 1,024 questions, by question and answer."""
    nobody = np.zeros((1, int(PLAYER)), dtype=np.float32)
    seating = TaskSeating(nobody, np.zeros(PLACES, dtype=np.uint64), np.zeros(PLACES))
    rules = sixth.games[game].replace(seats=seats)
    return make_examples(ExampleTask(kind=kind, rules=rules, turn=turn, seating=seating, seed=5, game=0)).x


def named(kind: str, values: Floats) -> dict[str, float]:
    return dict(zip(KINDS[kind].features, values.tolist(), strict=True))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['kind']}-{case['game']}-{case['question']}")
def test_every_input_tells_what_its_name_says(case: dict[str, Any]) -> None:
    asked = questions(case["kind"], case["game"], case["seats"], case["turn"])
    told = named(case["kind"], asked[case["question"], case["answer"]])
    assert told == pytest.approx(case["features"], abs=1e-5)


def test_the_features_of_a_row_that_is_as_close_as_another() -> None:
    rules = Rules(seats=2, hand=2, rows=2, ends="both")
    state = advance(start(rules), None, Deal((20, 50, 90, 95, 10, 30)))[1]
    for seat, card in enumerate((20, 90)):
        state = advance(state, seat, Choose(card))[1]
    answer_logits(view(state, 0), np.zeros(int(PLAYER), dtype=np.float32))
    tile = thread_block().work[int(INPUTS) :].reshape(-1, int(TILE))
    # The second answer is the left end of the row that begins with 30.
    assert named("row", tile[: KINDS["row"].inputs, 1]) == pytest.approx(EQUALLY_CLOSE, abs=1e-5)


@pytest.mark.parametrize("kind", KINDS)
def test_no_two_inputs_can_change_their_names_unseen(kind: str) -> None:
    cases: list[Mapping[str, float]] = [case["features"] for case in CASES if case["kind"] == kind]
    cases += [EQUALLY_CLOSE] if kind == "row" else []
    for one, other in combinations(KINDS[kind].features, 2):
        exchanged = [{**case, one: case[other], other: case[one]} for case in cases]
        assert any(
            case != pytest.approx(wrong, abs=1e-5) for case, wrong in zip(cases, exchanged, strict=True)
        ), f"{one} and {other}"


def test_the_weights_that_ship_were_trained_with_these_inputs_in_this_order() -> None:
    with np.load(SHIPPED) as archive:
        assert tuple(archive["features"]) == tuple(name for kind in KINDS.values() for name in kind.features)
