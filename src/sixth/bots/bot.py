"""What a bot is: anything that answers a view with an action."""

from sixth.rules.options import Rules
from sixth.rules.play import Bot

__all__ = ["Bot", "heads_hurt"]


def heads_hurt(rules: Rules) -> bool:
    """Return whether heads bring a seat nearer to losing.

    Where seats go out over a limit they do, whatever is counted among those who go out together.
    """
    return rules.goal == "fewest" or rules.end.kind == "elimination"
