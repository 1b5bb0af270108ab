"""What a bot is: anything that answers a view with an action."""

from typing import Protocol

from sixth.rules.events import Action
from sixth.rules.options import Rules
from sixth.rules.view import View


class Bot(Protocol):
    """Plays a seat. It is told nothing but the view, so it cannot know more than a person there could."""

    def act(self, view: View) -> Action:
        """One of `view.legal`, which is not empty: bots are asked only when it is their turn."""
        ...


def heads_hurt(rules: Rules) -> bool:
    """Whether heads bring a seat nearer to losing.

    Where seats go out over a limit they do, whatever is counted among those who go out together.
    """
    return rules.goal == "fewest" or rules.end.kind == "elimination"
