"""The features of an open card of a draft; `sim.policy.pick_features` says what each of them is."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sixth.policy.table import below
from sixth.rules.options import Rules

_NEAR: Final = 8
"""Cards on either side that count as neighbours."""


class PickFeatures(NamedTuple):
    """The inputs of the neural network of picks, in their order."""

    number: float
    heads: float
    down: float
    up: float
    lower: float
    higher: float
    foes_below: float
    foes_above: float
    open_below: float
    open_above: float
    stay: float
    under: float
    others: float
    ends: float
    rows: float
    limit: float


def pick_features(
    rules: Rules, seats: int, own: Sequence[int], free: Sequence[int], card: int
) -> PickFeatures:
    """Return the features of `card`, one of the open cards `free`, for a seat that has picked `own`.

    Both are ascending; `seats` are in.
    """
    size, hand = rules.deck_size(seats), sum(rules.parts(seats))
    bottom, top = max(card, _NEAR) - _NEAR, card + _NEAR + 1
    lower, under = below(own, card), below(free, card)
    open_down, open_up = under - below(free, bottom), below(free, top) - under - 1
    own_down, own_up = lower - below(own, bottom), below(own, top) - lower
    return PickFeatures(
        number=card / size,
        heads=rules.heads_of[card] / 7,
        down=1 / (card - own[lower - 1]) if lower else 0.0,
        up=1 / (own[lower] - card) if lower < len(own) else 0.0,
        lower=lower / hand,
        higher=(len(own) - lower) / hand,
        # Of the neighbours, whatever is neither open nor own, somebody else has picked.
        foes_below=(min(_NEAR, card - 1) - open_down - own_down) / 8,
        foes_above=(min(_NEAR, size - card) - open_up - own_up) / 8,
        open_below=open_down / 8,
        open_above=open_up / 8,
        stay=rules.rows / len(free),
        under=under / max(len(free) - 1, 1),
        others=(seats - 1) / 9,
        ends=1.0 if rules.both_ends else 0.0,
        rows=rules.rows / 10,
        limit=min(rules.row_limit / 10, 1),
    )
