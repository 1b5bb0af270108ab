"""The work of the site in tournaments: it opens tables, reports ended games, and begins rounds.

All of it may be done again, by this process or another one, until the row that asks for it says that it is
done: so a process that is killed at any moment leaves nothing undone and nothing done twice.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Final

from sixth.rules.game import Refusal
from sixth.server.core.route_limits import TABLES
from sixth.server.features.tournaments.door import Door
from sixth.server.features.tournaments.log import TournamentLog
from sixth.server.features.tournaments.progress import next_step
from sixth.server.features.tournaments.rows import HOST_ROW, TableRow, TournamentRows
from sixth.server.features.tournaments.seating import opened_table
from sixth.server.live.tables import Tables
from sixth.server.table.identity import SOMEBODY
from sixth.tournaments.commands import Report
from sixth.tournaments.events import Joined, Player, Renamed, TournamentEvent
from sixth.tournaments.state import Tournament

_AT_ONCE: Final = 16
"""Tables that are opened at the same time."""

_MAX_ERASED: Final = 20
"""Names that are erased at once."""

_LOG: Final = logging.getLogger(__name__)


class Rounds:
    """The rounds of all tournaments of a site, as far as the site goes on by itself."""

    def __init__(self, rows: TournamentRows, log: TournamentLog, door: Door, tables: Tables) -> None:
        self._rows, self._log, self._door, self._tables = rows, log, door, tables
        self._opening = asyncio.Lock()

    async def open_due(self) -> None:
        """Open the tables of rounds that have begun."""
        async with self._opening:
            due = await asyncio.to_thread(self._rows.tables_at, "due")
            for code, rows in groupby(due, key=lambda row: row.code):
                try:
                    await self._open(code, list(rows))
                except Refusal as refusal:
                    _LOG.warning("The tables of a tournament are opened later: %s", refusal)

    async def open_table(self, table_id: str) -> None:
        """Open the tables of rounds that have begun, if this one is not open yet."""
        if await asyncio.to_thread(self._rows.stage_of, table_id) == "due":
            await self.open_due()

    async def report_ends(self) -> None:
        """Enter the results of games that have ended."""
        over = await asyncio.to_thread(self._rows.tables_at, "over")
        for code, rows in groupby(over, key=lambda row: row.code):
            ended = list(rows)
            results = [Report(row.round, row.number, row.heads, row.game) for row in ended]
            try:
                await self._door.carry_out_all(code, results)
            except Refusal as refusal:
                _LOG.warning("The results of a tournament are entered later: %s", refusal)
                continue
            await self._set_stage(ended, "over", "told")

    async def go_on(self) -> None:
        """Draw the rounds that follow by themselves, begin those whose pause is over, or end."""
        for code in await asyncio.to_thread(self._rows.due, self._tables.now()):
            before = await self._log.now(code)
            command = next_step(before)
            after = await self._door.carry_out_all(code, [command], at_version=before.version)
            if after.version == before.version:
                # Nobody is there to play it, or another process was first.
                await asyncio.to_thread(self._rows.set_due, code, after.version, None)

    async def erase_names(self, empty_wal: Callable[[], bool]) -> None:
        """Take the names of deleted people out of the logs of tournaments."""
        erased = await asyncio.to_thread(self._rows.erased_players, _MAX_ERASED)
        for code, player in erased:
            if player != HOST_ROW:
                # First the old name goes from the log, then all processes read the log anew.
                await asyncio.to_thread(self._rows.rewrite, code, _without_name(player))
                await self._door.append(code, partial(_renamed, player=player))
            await asyncio.to_thread(self._rows.disown, code, player)
        if erased:
            await asyncio.to_thread(empty_wal)

    async def _open(self, code: str, rows: Sequence[TableRow]) -> None:
        """Open tables of one tournament, those that are not open yet."""
        tournament, secret = await self._log.now(code), await self._log.secret(code)
        people = await asyncio.to_thread(self._rows.takers, code, self._tables.now())
        turns = asyncio.Semaphore(_AT_ONCE)

        async def open_one(row: TableRow) -> None:
            async with turns:
                round = tournament.rounds[row.round - 1]
                table = opened_table(tournament, secret, round, row.number, people)
                await self._tables.create_with_game(
                    table.table_id, table.events, TABLES.counted_before, table.takers
                )

        await asyncio.gather(*map(open_one, rows))
        await self._set_stage(rows, "due", "open")

    async def _set_stage(self, rows: Sequence[TableRow], before: str, stage: str) -> None:
        await asyncio.to_thread(self._rows.set_stage, [row.table_id for row in rows], before, stage)


def _renamed(tournament: Tournament, player: Player) -> Sequence[TournamentEvent]:
    """Return the event that gives a player the name of deleted people."""
    return (Renamed(player, SOMEBODY, tournament.players[player].team),)


def _without_name(player: Player) -> Callable[[TournamentEvent], TournamentEvent]:
    def without_name(event: TournamentEvent) -> TournamentEvent:
        if isinstance(event, Joined | Renamed) and event.player == player:
            return replace(event, name=SOMEBODY)
        return event

    return without_name
