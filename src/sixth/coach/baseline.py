"""What the account begins with: par, and how much better than the policy the coach would play on.

Playouts go on by the policy, which errs later on, so the best answer of a decision looks better than the
answer that led there: luck would seem to be good on average. How much better is measured once for each game
and number of seats: so large a share of the heads still to come is then expected to be saved.
"""

import json
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from sixth.coach.intervals import Error
from sixth.coach.measuring import Baseline, measure
from sixth.coach.reference import one_round
from sixth.rules.codec import dumps, rules_to_json
from sixth.rules.options import Rules
from sixth.sim.engine.layout import LANES

TABLE: Final = Path(__file__).with_name("baseline.json")
"""What `scripts/baseline.py` has measured."""

_QUICK_EVALUATIONS: Final = 25_000_000
"""How often neural networks are asked where there is no table: half of it to see what the policy takes and
half what the coach gains. With what else there is to do that takes a core some seconds."""
_QUICK_BLOCKS, _QUICK_ROUNDS, _QUICK_DECISIONS = range(5, 65), 6, 60
_QUICK_PLAYOUTS, _QUICK_MEASURING = range(512, 4_097), 512
"""Within which bounds so much is looked at."""
_PICK_EVALUATIONS: Final = 5
"""A pick's network takes about so many times as long as that of a card to play."""


def baseline_of(rules: Rules, *, playouts: int) -> Baseline:
    """Return the figures for `rules`, as `one_round` gives them: from the table, or from a few rounds.

    Those are played with at most so many `playouts` for a decision.
    """
    return _table().get(key_of(rules)) or _quick(rules, min(playouts, _QUICK_PLAYOUTS[-1]))


def is_measured(rules: Rules, seats: int) -> bool:
    """Return whether there is a table of a round of `rules` among so many seats."""
    return key_of(one_round(rules, seats)) in _table()


@lru_cache(maxsize=64)
def _quick(rules: Rules, playouts: int) -> Baseline:
    """Measure within some seconds: the longer the rounds, the less of them is looked at."""
    sizes = rules.parts(rules.seats)
    evaluations = rules.seats * sum(size * (size + 1) // 2 for size in sizes)
    if rules.drafts:
        deck = rules.deck_size(rules.seats)
        evaluations += _PICK_EVALUATIONS * deck * (deck + 1) // 2
    turns = sum(sizes) * (2 if rules.drafts else 1)
    blocks = _QUICK_EVALUATIONS // (int(LANES) * evaluations)
    # A decision sees a third of a round, as hands become smaller.
    most = 3 * _QUICK_EVALUATIONS // (_QUICK_DECISIONS * evaluations)
    return measure(
        rules,
        blocks=_within(blocks, _QUICK_BLOCKS),
        rounds=_QUICK_ROUNDS,
        playouts=min(playouts, _within(most, _QUICK_PLAYOUTS)),
        measuring=_QUICK_MEASURING,
        judged=min(1.0, _QUICK_DECISIONS / (_QUICK_ROUNDS * turns)),
        seed=0,
    ).baseline(estimated=True)


def _within(number: int, bounds: range) -> int:
    return min(max(number, bounds[0]), bounds[-1])


def key_of(rules: Rules) -> str:
    """Return the name of `rules` in the table."""
    return dumps(rules_to_json(rules))


@cache
def _table() -> dict[str, Baseline]:
    if not TABLE.exists():
        return {}
    found = json.loads(TABLE.read_text(encoding="utf-8"))
    return {
        dumps(each["rules"]): Baseline(
            each["par"],
            Error(each["se"] ** 2, each["free"]),
            each["saved"],
        )
        for each in found["games"]
    }
