"""The policy bot: it gives the answer with the highest logit, without rollouts."""

import numpy as np

from sixth.bots.kernel_answers import answer_codes, thread_block, utility_sign
from sixth.bots.observation import observe, observe_draft
from sixth.rules.events import Action
from sixth.rules.view import View
from sixth.sim.policy.hand_network import HAND_SEATS
from sixth.sim.policy.hand_tokens import room_for
from sixth.sim.policy.network import Floats
from sixth.sim.search.policy_logits import logits_of_answers, logits_of_hand, logits_of_picks


class PolicyBot:
    """A bot that gives the answer with the highest logit, the first of equal ones."""

    def __init__(self, player: Floats, hand: Floats | None = None) -> None:
        self._player, self._hand = player, hand

    def act(self, view: View) -> Action:
        """Return the action with the highest logit."""
        if len(view.legal) == 1:
            return view.legal[0]
        return view.legal[int(self.logits(view).argmax())]

    def logits(self, view: View) -> Floats:
        """Return the logit of each action in `view.legal`, as `policy_logits` does."""
        return policy_logits(view, self._player, self._hand)


def policy_logits(view: View, player: Floats, hand: Floats | None) -> Floats:
    """Return the logits of `answer_logits`, of a card to play those of the hand network where it plays.

    It plays at the tables of `HAND_SEATS`, but not where cards may go to both ends of a row: there it is no
    better than the small network.
    """
    small = len(view.seats_in) not in HAND_SEATS or view.rules.both_ends
    if hand is None or view.phase != "choose" or small:
        return answer_logits(view, player)
    plan, observation = observe(view)
    tokens = room_for(1, len(view.hand), int(plan.rows))
    logits = np.empty(len(view.hand), dtype=np.float32)
    logits_of_hand(thread_block(), player, hand, plan, observation, tokens, logits)
    result: Floats = utility_sign(view) * logits[answer_codes(view)]
    return result


def answer_logits(view: View, player: Floats) -> Floats:
    """Return the logit of each action in `view.legal` (float32); only their differences have a meaning.

    Where the most heads win, the signs are reversed, so a higher logit is better in every game.
    """
    codes = answer_codes(view)
    logits = np.empty(len(codes), dtype=np.float32)
    if view.phase == "pick":
        plan, draft = observe_draft(view)
        logits_of_picks(thread_block(), player, plan, draft, logits)
    else:
        plan, observation = observe(view)
        logits_of_answers(thread_block(), player, plan, observation, codes, logits)
    result: Floats = utility_sign(view) * logits
    return result
