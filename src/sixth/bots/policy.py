"""The policy as a bot: it plays what the network likes best, at once and without a trial."""

import numpy as np

from sixth.bots.draft_observation import pick_moment_of
from sixth.bots.kernel_answers import answers, my_block, wish
from sixth.bots.observation import moment_of
from sixth.rules.events import Action
from sixth.rules.view import View
from sixth.sim.policy.network import Floats
from sixth.sim.search.drafts import pick_opinion
from sixth.sim.search.policy_logits import opinion


class PolicyBot:
    """Plays, takes and picks what the network likes best; the first of equals."""

    def __init__(self, player: Floats) -> None:
        self._player = player

    def act(self, view: View) -> Action:
        if len(view.legal) == 1:
            return view.legal[0]
        return view.legal[int(likes(view, self._player).argmax())]


def likes(view: View, player: Floats) -> Floats:
    """How much `player` likes each of `view.legal`; only differences have a meaning."""
    codes = answers(view)
    values = np.empty(len(codes), dtype=np.float32)
    if view.phase == "pick":
        plan, pick = pick_moment_of(view)
        pick_opinion(my_block(), player, plan, pick, values)
    else:
        plan, moment = moment_of(view)
        opinion(my_block(), player, plan, moment, codes, values)
    liked: Floats = wish(view) * values
    return liked
