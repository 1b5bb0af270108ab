"""Who can play: bots from weakest to strongest, each of which sees only its own view of the game."""

from sixth.bots.bot import Bot
from sixth.bots.registry import UnknownBotError, about, make, names

__all__ = ["Bot", "UnknownBotError", "about", "make", "names"]
