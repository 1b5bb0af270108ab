"""Who sits in the arena: a bot of this process, asked so that no fault of its own stops the others."""

import reprlib
from collections.abc import Callable
from typing import Final, Protocol

from sixth.arena.processes.faults import FAILED, ILLEGAL, UNMADE, Fault
from sixth.bots import Bot
from sixth.rules.events import Action
from sixth.rules.view import View
from sixth.text import printable

LONGEST: Final = 300
"""No bot gets to say more than this of why it failed."""


class Player(Protocol):
    """A bot as the arena asks it."""

    def begin(self, seed: str) -> None:
        """A new round (or whole game) begins.

        Raises:
            Fault: the bot cannot play it.
        """
        ...

    def act(self, view: View) -> Action:
        """One of `view.legal`.

        Raises:
            Fault: the bot gave no such action; until `begin` it is not asked again.
        """
        ...

    def close(self) -> None:
        """No round follows."""
        ...


class InternalBot:
    """A bot in this process, made anew for each round, so that a round depends on its own seed only."""

    def __init__(self, make: Callable[[str], Bot]) -> None:
        self._make = make
        self._bot: Bot | None = None

    def begin(self, seed: str) -> None:
        self._bot = None
        try:
            self._bot = self._make(seed)
        except Exception as error:
            raise Fault(UNMADE, error=_said(error)) from error

    def act(self, view: View) -> Action:
        assert self._bot is not None
        try:
            action = self._bot.act(view)
            # Our own action, which only equals the one given: no True, 7.0 or numpy number goes on.
            ours = next((each for each in view.legal if each == action), None)
        except (Exception, SystemExit) as error:
            raise Fault(FAILED, error=_said(error)) from error
        if ours is None:
            raise Fault(ILLEGAL, action=shown(reprlib.repr(action)))
        return ours

    def close(self) -> None:
        self._bot = None


def _said(error: BaseException) -> str:
    return shown(f"{type(error).__name__}: {error}".removesuffix(": "))


def shown(text: str) -> str:
    """Text of a bot as part of a sentence of ours."""
    return printable(" ".join(text.split()), longest=LONGEST)
