"""The lower ones of the eight levels: the policy with mistakes, fewer at each level.

The mistakes are those of people: the more an answer costs, the less often it is given.
"""

from math import exp
from random import Random
from typing import TYPE_CHECKING, Final

from sixth.rules.events import Action
from sixth.rules.view import View

if TYPE_CHECKING:
    from sixth.bots.plain_policy import PlainPolicyBot
    from sixth.bots.policy import PolicyBot

TEMPERATURES: Final = (17.0, 7.0, 3.7, 2.1, 1.05)
"""The temperature of each level from the first on, in logits (half a head each), by `bench/strength.py`."""


class SoftPolicyBot:
    """A bot that draws its answer from the softmax of the policy's logits at a temperature."""

    def __init__(self, policy: "PolicyBot | PlainPolicyBot", temperature: float, rng: Random) -> None:
        self._policy, self._temperature, self._rng = policy, temperature, rng

    def act(self, view: View) -> Action:
        """Return an action that is e times rarer than the best one for each `temperature` of its logit."""
        if len(view.legal) == 1:
            return view.legal[0]
        logits = [float(logit) for logit in self._policy.logits(view)]
        best = max(logits)
        weights = [exp((logit - best) / self._temperature) for logit in logits]
        return self._rng.choices(view.legal, weights)[0]
