"""The players of the arena, and bots in this process, whose faults stop no other player."""

import reprlib
from collections.abc import Callable
from typing import Protocol

from sixth.arena.players.faults import BotFault, shown
from sixth.bots import Bot
from sixth.rules.events import Action
from sixth.rules.view import View


class Player(Protocol):
    """A bot in the arena."""

    def begin(self, seed: str) -> None:
        """Get ready for a new round (or whole game).

        Raises:
            BotFault: The bot cannot play.
        """
        ...

    def act(self, view: View) -> Action:
        """Return one of the actions in `view.legal`.

        Raises:
            BotFault: The bot gave no such action; it is not called again before `begin`.
        """
        ...

    def close(self) -> None:
        """End the bot, after its last round."""
        ...


class InternalBot:
    """A bot in this process, which is new in each round, so that a round depends on its own seed only."""

    def __init__(self, make: Callable[[str], Bot]) -> None:
        self._make = make
        self._bot: Bot | None = None

    def begin(self, seed: str) -> None:
        """Make a new bot from `seed`; see `Player.begin`."""
        self._bot = None
        try:
            self._bot = self._make(seed)
        except Exception as error:
            raise BotFault("unmade", "could not be made: {error}", error=_error_text(error)) from error

    def act(self, view: View) -> Action:
        """Return the bot's action as one of `view.legal`; see `Player.act`."""
        assert self._bot is not None
        try:
            action = self._bot.act(view)
            # Use our own equal action, so that no True, 7.0 or numpy number goes on.
            ours = next((each for each in view.legal if each == action), None)
        except (Exception, SystemExit) as error:
            raise BotFault("failed", "failed: {error}", error=_error_text(error)) from error
        if ours is None:
            raise BotFault("illegal", "did what is not allowed: {action}", action=shown(reprlib.repr(action)))
        return ours

    def close(self) -> None:
        """Drop the bot; see `Player.close`."""
        self._bot = None


def _error_text(error: BaseException) -> str:
    return shown(f"{type(error).__name__}: {error}".removesuffix(": "))
