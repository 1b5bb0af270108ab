"""The lower ones of the eight levels: the policy with mistakes, fewer at each level.

The mistakes are like those of people: the more an answer costs, the less often it is given, and rows, whose
prices lie on the table, are chosen with fewer mistakes than cards.
"""

from math import exp
from random import Random
from typing import TYPE_CHECKING, Final

from sixth.rules.events import Action
from sixth.rules.view import View

if TYPE_CHECKING:
    from sixth.bots.plain_policy import PlainPolicyBot
    from sixth.bots.policy import PolicyBot

TEMPERATURES: Final = (20.0, 8.8, 4.2, 2.2, 1.05)
"""The temperature of each level from the first on, in logits (half a head each).

With these each level wins about 58 % against the one below (docs/strength.md, `bench/strength.py steps`).
"""

_ROW_SHARE: Final = 0.25
"""The temperature for rows, as a share of that for cards."""


class SoftPolicyBot:
    """A bot that draws its answer from the softmax of the policy's logits at a temperature."""

    def __init__(self, policy: "PolicyBot | PlainPolicyBot", temperature: float, rng: Random) -> None:
        self._policy, self._temperature, self._rng = policy, temperature, rng

    def act(self, view: View) -> Action:
        """Return a random action, each e times rarer for each temperature that its logit is lower."""
        if len(view.legal) == 1:
            return view.legal[0]
        logits = [float(logit) for logit in self._policy.logits(view)]
        best = max(logits)
        temperature = self._temperature * (_ROW_SHARE if view.phase == "take" else 1)
        weights = [exp((logit - best) / temperature) for logit in logits]
        return self._rng.choices(view.legal, weights)[0]
