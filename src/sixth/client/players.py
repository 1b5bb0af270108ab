"""What plays at a table elsewhere: a bot of ours, or somebody's own program, each as the arena asks it."""

from collections.abc import Sequence
from random import Random

from sixth import bots
from sixth.arena.contest import MOVE_SECONDS, START_SECONDS
from sixth.arena.players.external_bot import ExternalBot
from sixth.arena.players.player import InternalBot, Player


def player(bot: str | None, command: Sequence[str]) -> Player:
    """Return what plays: the bot of this name, or else the program that `command` starts.

    Raises:
        ValueError: there is no such bot, or the command is empty.
    """
    if bot is None:
        if not command:
            raise ValueError("The command of the bot is empty.")
        return ExternalBot(tuple(command), seconds=MOVE_SECONDS, start_seconds=START_SECONDS)
    bots.check(bot)
    return InternalBot(lambda seed: bots.make(bot, seed=Random().getrandbits(32)))
