"""The protocol of bots: a bot answers a view with an action."""

from sixth.rules.options import Rules
from sixth.rules.play import Bot

__all__ = ["Bot", "heads_hurt"]


def heads_hurt(rules: Rules) -> bool:
    """Return whether heads bring a seat nearer to losing.

    They always do in an elimination, because a seat goes out over a limit, whatever the goal.
    """
    return rules.goal == "fewest" or rules.end.kind == "elimination"
