"""The random bot, the weakest: each legal action is equally likely."""

from random import Random

from sixth.rules.events import Action
from sixth.rules.view import View


class RandomBot:
    """A bot that does random legal actions."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def act(self, view: View) -> Action:
        """Return a random legal action, each equally likely."""
        # Of the methods of Random, only random() gives the same numbers in every Python.
        return view.legal[int(self._rng.random() * len(view.legal))]
