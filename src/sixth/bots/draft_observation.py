"""A draft as kernels see it. Nothing of it is hidden, so there is nothing to guess."""

import numpy as np

from sixth.bots.observation import plan_of
from sixth.rules.events import Picked
from sixth.rules.view import View
from sixth.sim.engine.layout import Plan
from sixth.sim.search.drafts import PickMoment

_WORD = 64


def pick_moment_of(view: View) -> tuple[Plan, PickMoment]:
    """The draft in which the view's seat is asked to pick; seats count among those that are in, in order."""
    plan = plan_of(view.rules, len(view.seats_in))
    sets = [_bits(view.open_hands[seat]) for seat in view.seats_in]
    sets.append(_bits(view.open_deck))
    return plan, PickMoment(
        seat=np.uint64(view.seats_in.index(view.seat) if view.seat in view.seats_in else 0),
        made=np.uint64(sum(isinstance(event, Picked) for event in view.history)),
        sets=np.array([part for bits in sets for part in _words(bits)], dtype=np.uint64),
    )


def _bits(cards: tuple[int, ...]) -> int:
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


def _words(bits: int) -> tuple[int, int]:
    return bits & ((1 << _WORD) - 1), bits >> _WORD
