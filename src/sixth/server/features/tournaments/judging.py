"""Games of tournaments in which own choices decide, judged by the coach beside the event loop."""

import asyncio
import logging
from collections.abc import Sequence
from functools import partial

from sixth import bots, fast
from sixth.coach import jobs
from sixth.coach.positions import in_cents
from sixth.server.core.errors import UnavailableError
from sixth.server.features.tournaments.door import Door
from sixth.server.features.tournaments.log import TournamentLog
from sixth.server.features.tournaments.rows import TableRow, TournamentRows
from sixth.server.live.archive import Archive, EndedGame
from sixth.server.live.coach import Coach
from sixth.server.live.worker import WorkerEndedError
from sixth.tournaments.commands import Judge
from sixth.tournaments.judging import OwnPositions, own_positions
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
            judge = await self._judged(row, tournament.rounds[row.round - 1])
            tournament = await self._door.carry_out_all(row.code, [judge])
        if place in tournament.unjudged:
            return False
        # Usually it is already; but the result may be gone.
        await asyncio.to_thread(self._rows.set_stage, [row.table_id], "judge", "told")
        return True

    async def _next(self) -> tuple[TableRow, Tournament] | None:
        for row in await asyncio.to_thread(self._rows.tables_at, "judge"):
            tournament = await self._log.now(row.code)
            if row.round > len(tournament.begun) or not tournament.is_held(tournament.rounds[row.round - 1]):
                return row, tournament
        return None

    async def _judged(self, row: TableRow, round: Round) -> Judge:
        """Return the command with what the choices at a table cost: None where there is no game."""
        none = Judge(row.round, row.number, (None,) * len(round.tables[row.number - 1]))
        if not row.game or not fast.INSTALLED:
            return none
        try:
            game = await self._archive.get(row.game)
            seats = await self._archive.do(_own_positions, game)
            costs = tuple([None if each is None else await self._cost(each) for each in seats])
            return Judge(row.round, row.number, costs, await self._archive.do(_stood_in, game))
        except Exception as error:
            if isinstance(error, UnavailableError) and not isinstance(error, WorkerEndedError):
                raise
            # The tournament goes on without this judgement.
            _LOG.error("A game of a tournament cannot be judged.", exc_info=error)
            return none

    async def _cost(self, own: OwnPositions) -> float:
        # One by one, so that somebody at a table who asks the coach need not wait for all of them.
        costs = [await self._coach.do(partial(jobs.cost_of_choices, positions)) for positions in own.rounds]
        return in_cents([each * own.weight for each in costs])


def _own_positions(game: EndedGame) -> Sequence[OwnPositions | None]:
    return own_positions(game.record, game.by_stand_ins)


def _stood_in(game: EndedGame) -> tuple[int, ...]:
    return tuple(sorted({each.seat for each in game.by_stand_ins}))
