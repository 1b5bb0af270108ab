"""The observation of a draft for kernels. Nothing in it is hidden."""

import numpy as np

from sixth.bots.observation import bits_of, observe, plan_of, words_of
from sixth.rules.events import Picked
from sixth.rules.view import View
from sixth.sim.engine.layout import Plan
from sixth.sim.search.determinization import Observation
from sixth.sim.search.drafts import DraftObservation


def observe_draft(view: View) -> tuple[Plan, DraftObservation]:
    """Return the plan of the round, and the draft in which the seat of `view` has to pick.

    Seats are numbered among the seats that are in, in their order.
    """
    plan = plan_of(view.rules, len(view.seats_in))
    cards = [*(view.open_hands[seat] for seat in view.seats_in), view.open_deck]
    return plan, DraftObservation(
        seat=np.uint64(view.seats_in.index(view.seat) if view.seat in view.seats_in else 0),
        made=np.uint64(sum(isinstance(event, Picked) for event in view.history)),
        sets=np.array([word for each in cards for word in words_of(bits_of(each))], dtype=np.uint64),
    )


def observe_decision(view: View) -> tuple[Plan, Observation | DraftObservation]:
    """Return the plan of the round, and the observation of the seat of `view` in a decision of any kind."""
    return observe_draft(view) if view.phase == "pick" else observe(view)
