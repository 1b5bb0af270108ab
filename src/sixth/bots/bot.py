"""What a bot is: anything that answers a view with an action."""

from typing import Protocol

from sixth.rules.events import Action
from sixth.rules.view import View


class Bot(Protocol):
    """Plays a seat. It is told nothing but the view, so it cannot know more than a person there could."""

    def act(self, view: View) -> Action:
        """One of `view.legal`, which is not empty: bots are asked only when it is their turn."""
        ...
