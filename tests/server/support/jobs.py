"""Jobs of tests for processes that read ended games, which import nothing else of the tests."""

import os

from sixth.i18n import current_language
from sixth.rules.game import Refusal
from sixth.server.live.archive import EndedGame, Games


def where(game: EndedGame) -> tuple[int, int, str]:
    """Return the process, the number of events of a game, and the language in use."""
    return os.getpid(), len(game), current_language()


def end(_games: Games) -> None:
    """End the process."""
    os._exit(1)


def refuse(_games: Games, number: int) -> None:
    """Raise a refusal with a value."""
    raise Refusal("no-three", "Not {number}.", number=number)


def fail(_games: Games) -> None:
    """Raise an error that no job expects."""
    raise ZeroDivisionError


def read_another(games: Games) -> object:
    """Read a table that no job has read before."""
    return games.ended("another", "game-2")
