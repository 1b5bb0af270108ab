"""A bot at a table of any Sixth server: the same program as in the arena, over a connection that may fail."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import aclosing
from random import Random
from typing import Final

from sixth import bots
from sixth.arena.contest import MOVE_SECONDS, START_SECONDS
from sixth.arena.players.external_bot import ExternalBot
from sixth.arena.players.faults import BotFault
from sixth.arena.players.player import InternalBot, Player
from sixth.client import Ask, AsyncClient, AsyncSeat, End, Line, ProblemError
from sixth.client.asynchronous import answer_in_time
from sixth.i18n import clause, gettext as _
from sixth.remote.addresses import parse_table_url
from sixth.remote.errors import JoinError
from sixth.rules.events import Action

_MAX_FAULTS: Final = 3
"""A bot that fails so often in a row leaves the table, where a bot of the site plays on for it."""

_TIMEOUT_S: Final = 600.0
"""Seconds without an answer from the server after which the bot gives up."""

Tell = Callable[[str], None]
"""Shows one sentence to the person who runs the bot."""


def make_player(bot: str | None, command: Sequence[str]) -> Player:
    """Return the bot named `bot`, or else that of `command`, as a player, or raise `ValueError`."""
    if bot is None:
        if not command:
            raise ValueError("The command of the bot is empty.")
        return ExternalBot(tuple(command), seconds=MOVE_SECONDS, start_seconds=START_SECONDS)
    bots.check(bot)
    return InternalBot(lambda seed: bots.make(bot, seed=Random().getrandbits(32)))


async def join(url: str, name: str, player: Player, *, games: int | None, tell: Tell) -> None:
    """Sit down at the table at `url` and let `player` play `games` games, or until the table ends if None.

    Raises:
        JoinError: the bot cannot sit down there, has to leave, or fails.
        httpx2.TransportError: the server does not answer for 10 minutes.
    """
    site_url, table, code = parse_table_url(url)
    async with AsyncClient(site_url, patience_s=_TIMEOUT_S, tell=tell) as site:
        try:
            table = table or await site.find(code)
            seat = await site.sit(table, name)
            tell(_("{name} sits at the table.").format(name=name))
            await TableBot(name, seat, player, games=games, tell=tell).play()
        except ProblemError as problem:
            raise JoinError(str(problem)) from problem


class TableBot:
    """A bot called `name` on a seat; it plays `games` games, or as long as the table lasts if None."""

    def __init__(self, name: str, seat: AsyncSeat, player: Player, *, games: int | None, tell: Tell) -> None:
        self._name = name
        self._seat, self._player, self._games, self._tell = seat, player, games, tell
        self._games_over = self._faults = 0

    async def play(self) -> None:
        """Play, and leave after the last game; raise `JoinError` or `ProblemError` if it ends sooner."""
        async with aclosing(self._seat.playing()) as lines:
            async for line in lines:
                if await self.stops_before(line):
                    return
                match line:
                    case End(why=why):
                        raise JoinError(why)
                    case Ask(asks="begin") if self._is_last_game():
                        await self._seat.do("leave")
                        return
                    case Ask():
                        action = await self._choose(line) if line.view.legal else None
                        await answer_in_time(self._seat, line, action)
                    case _:
                        pass

    async def stops_before(self, line: Line) -> bool:
        """Return whether the bot stops playing before it reads this line; a subclass may."""
        del line
        return False

    def _is_last_game(self) -> bool:
        """Count a game that is over, and return whether it was the last one to play."""
        self._games_over += 1
        self._tell(_("A game is over."))
        return self._games is not None and self._games_over >= self._games

    async def _choose(self, ask: Ask) -> Action:
        while True:
            try:
                self._player.begin(f"{ask.game} {ask.round}")
                action = await asyncio.to_thread(self._player.act, ask.view)
            except BotFault as fault:
                self._faults += 1
                text = _("The bot {bot} {fault}.").format(bot=self._name, fault=clause(fault.sentence))
                if self._faults >= _MAX_FAULTS:
                    await self._seat.do("leave")
                    raise JoinError(text) from fault
                self._tell(text)
            else:
                self._faults = 0
                return action
