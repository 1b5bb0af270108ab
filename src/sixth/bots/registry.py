"""The bots by name, weakest first; the only place to touch for a new one."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from sixth.bots.bot import Bot
from sixth.bots.careful import CarefulBot
from sixth.bots.nearest import NearestBot
from sixth.bots.random_bot import RandomBot


class UnknownBotError(ValueError):
    """There is no bot of that name; the text is one sentence that names those there are."""


@dataclass(frozen=True, slots=True)
class _Entry:
    about: str
    make: Callable[[Random], Bot]


_BOTS: Final[dict[str, _Entry]] = {
    "random": _Entry("Plays any card and takes any row, as if its eyes were shut.", RandomBot),
    "nearest": _Entry(
        "Plays the card that lies closest to a row with room and takes the cheapest row.",
        lambda rng: NearestBot(),
    ),
    "careful": _Entry(
        "Weighs what each card may cost: the heads at stake, and the unseen cards that could come between.",
        lambda rng: CarefulBot(),
    ),
}

names: Final = tuple(_BOTS)
"""The names of all bots, weakest first."""


def make(name: str, *, seed: int | str | None = None) -> Bot:
    """A new bot; with the same `seed` it plays the same in the same games.

    Raises:
        UnknownBotError: there is no bot of that name.
    """
    return _entry(name).make(Random(seed))


def about(name: str) -> str:
    """One sentence about a bot, for somebody who chooses an opponent.

    Raises:
        UnknownBotError: there is no bot of that name.
    """
    return _entry(name).about


def _entry(name: str) -> _Entry:
    if name not in _BOTS:
        known = ", ".join(names[:-1]) + " and " + names[-1]
        raise UnknownBotError(f"There is no bot {name!r}; the bots are {known}.")
    return _BOTS[name]
