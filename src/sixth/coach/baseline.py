"""Par, and the share of heads that the coach saves against the policy, by rules.

Playouts follow the policy, which errs in later turns, so the best answer of a decision looks better than the
answer before it, and luck would seem to be good on average. How much better is measured once for each game
and number of seats; the account expects the coach to save this share of the heads that are still to come.
"""

import json
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from sixth.coach.measuring import Baseline, measure
from sixth.coach.reference import one_round
from sixth.quantiles import Error
from sixth.rules.codec import dumps, rules_to_json
from sixth.rules.options import Rules
from sixth.sim.engine.layout import LANES

TABLE: Final = Path(__file__).with_name("baseline.json")
"""The file in which `scripts/baseline.py` writes its measurements."""

_QUICK_EVALUATIONS: Final = 25_000_000
"""Evaluations of neural networks for rules without a table: half for the heads that the policy takes, half
for the gain of the coach. All in all this takes some seconds of one core."""
_QUICK_BLOCKS, _QUICK_ROUNDS, _QUICK_DECISIONS = range(5, 65), 6, 60
_QUICK_PLAYOUTS, _QUICK_MEASURING = range(512, 4_097), 512
"""Bounds of the numbers of blocks, rounds, decisions and playouts of a quick measurement."""
_PICK_EVALUATIONS: Final = 5
"""The time of an evaluation for a pick, relative to one for a card to play."""


def baseline_of(rules: Rules, *, playouts: int) -> Baseline:
    """Return the baseline of one-round `rules` (`one_round`): from the table, or from a quick measurement.

    A measurement uses at most `playouts` playouts for a decision, and takes some seconds.
    """
    return _table().get(key_of(rules)) or _quick(rules, min(playouts, _QUICK_PLAYOUTS[-1]))


def is_measured(rules: Rules, seats: int) -> bool:
    """Return whether the table has a round of `rules` with `seats` seats."""
    return key_of(one_round(rules, seats)) in _table()


@lru_cache(maxsize=64)
def _quick(rules: Rules, playouts: int) -> Baseline:
    """Measure the baseline of `rules` in some seconds: the longer the rounds, the fewer of them."""
    sizes = rules.parts(rules.seats)
    evaluations = rules.seats * sum(size * (size + 1) // 2 for size in sizes)
    if rules.drafts:
        deck = rules.deck_size(rules.seats)
        evaluations += _PICK_EVALUATIONS * deck * (deck + 1) // 2
    turns = sum(sizes) * (2 if rules.drafts else 1)
    blocks = _QUICK_EVALUATIONS // (int(LANES) * evaluations)
    # On average a decision has a third of the evaluations of a round ahead, as hands become smaller.
    limit = 3 * _QUICK_EVALUATIONS // (_QUICK_DECISIONS * evaluations)
    return measure(
        rules,
        blocks=_within(blocks, _QUICK_BLOCKS),
        rounds=_QUICK_ROUNDS,
        playouts=min(playouts, _within(limit, _QUICK_PLAYOUTS)),
        measuring=_QUICK_MEASURING,
        judged=min(1.0, _QUICK_DECISIONS / (_QUICK_ROUNDS * turns)),
        seed=0,
    ).baseline(estimated=True)


def _within(number: int, bounds: range) -> int:
    return min(max(number, bounds[0]), bounds[-1])


def key_of(rules: Rules) -> str:
    """Return the key of `rules` in the table."""
    return dumps(rules_to_json(rules))


@cache
def _table() -> dict[str, Baseline]:
    if not TABLE.exists():
        return {}
    table = json.loads(TABLE.read_text(encoding="utf-8"))
    return {
        dumps(each["rules"]): Baseline(each["par"], Error(each["se"] ** 2, each["free"]), each["saved"])
        for each in table["games"]
    }
