"""Games of tournaments in which own choices decide, judged by the coach beside the event loop."""

import asyncio
import logging
from collections.abc import Sequence
from functools import partial

from sixth import bots, fast
from sixth.coach import jobs
from sixth.coach.positions import Position, in_cents, rounds_of
from sixth.rules.record import HUMAN
from sixth.server.core.errors import UnavailableError
from sixth.server.features.tournaments.door import Door
from sixth.server.features.tournaments.log import TournamentLog
from sixth.server.features.tournaments.progress import is_held
from sixth.server.features.tournaments.rows import TableRow, TournamentRows
from sixth.server.live.archive import Archive, EndedGame
from sixth.server.live.coach import Coach
from sixth.server.live.worker import WorkerEndedError
from sixth.server.table.events import OUTSIDE
from sixth.tournaments.commands import Judge
from sixth.tournaments.state import Round, Tournament

_LOG = logging.getLogger(__name__)


class Judging:
    """The judgements of games, which are worked out again if a process is killed before they are entered."""

    def __init__(
        self, rows: TournamentRows, log: TournamentLog, door: Door, archive: Archive, coach: Coach
    ) -> None:
        self._rows, self._log, self._door, self._archive, self._coach = rows, log, door, archive, coach

    async def judge_next(self) -> bool:
        """Judge the game of one table that waits for it; return whether one was judged.

        Where the kernels are not compiled yet, all of them wait.
        """
        waiting = await self._next()
        if waiting is None or not bots.is_ready(["champion"]):
            return False
        row, tournament = waiting
        place = row.round, row.number
        if place in tournament.unjudged:
            costs = await self._costs(row, tournament.rounds[row.round - 1])
            tournament = await self._door.carry_out_all(row.code, [Judge(*place, costs)])
        if place in tournament.unjudged:
            return False
        # Usually it is already; but the result may be gone.
        await asyncio.to_thread(self._rows.set_stage, [row.table_id], "judge", "told")
        return True

    async def _next(self) -> tuple[TableRow, Tournament] | None:
        for row in await asyncio.to_thread(self._rows.tables_at, "judge"):
            if not is_held(tournament := await self._log.now(row.code)):
                return row, tournament
        return None

    async def _costs(self, row: TableRow, round: Round) -> tuple[float | None, ...]:
        """Return what the choices at a table cost by seat; None where there is no game to judge."""
        none = (None,) * len(round.tables[row.number - 1])
        if not row.game or not fast.INSTALLED:
            return none
        try:
            game = await self._archive.get(row.game)
            seats = await self._archive.do(decisions_of_people, game)
            return tuple([None if rounds is None else await self._cost(rounds) for rounds in seats])
        except Exception as error:
            if isinstance(error, UnavailableError) and not isinstance(error, WorkerEndedError):
                raise
            # The tournament goes on without this judgement.
            _LOG.error("A game of a tournament cannot be judged.", exc_info=error)
            return none

    async def _cost(self, rounds: Sequence[Sequence[Position]]) -> float:
        # One by one, so that somebody at a table who asks the coach need not wait for all of them.
        costs = [await self._coach.do(partial(jobs.cost_of_choices, positions)) for positions in rounds]
        return in_cents(costs)


def decisions_of_people(game: EndedGame) -> Sequence[Sequence[Sequence[Position]] | None]:
    """Return the positions by seat and round, None for a seat that a bot of the site played to the end."""
    record = game.record
    return [
        [each.positions for each in rounds_of(record, at)] if seat.kind in (HUMAN, OUTSIDE) else None
        for at, seat in enumerate(record.seats)
    ]
