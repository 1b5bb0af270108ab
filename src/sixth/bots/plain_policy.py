"""The policy bot where there are no kernels: the same networks in plain Python."""

from sixth.bots.bot import heads_hurt
from sixth.policy.player import Player
from sixth.rules.events import Action
from sixth.rules.view import View


class PlainPolicyBot:
    """A bot that gives the answer with the highest logit, the first of equal ones."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def act(self, view: View) -> Action:
        """Return the action with the highest logit."""
        if len(view.legal) == 1:
            return view.legal[0]
        logits = self.logits(view)
        return view.legal[logits.index(max(logits))]

    def logits(self, view: View) -> list[float]:
        """Return the logit of each action in `view.legal`; a higher one is better in every game."""
        logits = self._player.logits(view)
        return logits if heads_hurt(view.rules) else [-logit for logit in logits]
