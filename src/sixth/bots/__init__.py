"""Bots, from the weakest to the strongest; each sees only its own view of the game."""

from sixth.bots.bot import Bot
from sixth.bots.registry import (
    UnknownBotError,
    about,
    all_names,
    budget,
    check,
    here,
    levels,
    make,
    methods,
    names,
    short,
)
from sixth.bots.warmup import get_ready, is_ready

__all__ = [
    "Bot",
    "UnknownBotError",
    "about",
    "all_names",
    "budget",
    "check",
    "get_ready",
    "here",
    "is_ready",
    "levels",
    "make",
    "methods",
    "names",
    "short",
]
