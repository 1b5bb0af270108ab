"""The weakest bot: anything that is allowed, each as likely."""

from random import Random

from sixth.rules.events import Action
from sixth.rules.view import View


class RandomBot:
    """Does any legal action."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def act(self, view: View) -> Action:
        """Return any action, each as likely as the others."""
        # Of all that Random can do, only random() gives the same numbers in every Python.
        return view.legal[int(self._rng.random() * len(view.legal))]
