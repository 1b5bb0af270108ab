"""The coach of a site: advice for a turn, and what turns, rounds and games were worth."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeVar

from sixth import bots
from sixth.coach import jobs
from sixth.coach.account import Advice, Decision, RoundReview
from sixth.coach.positions import Position, Round, asked_view, round_so_far
from sixth.server.core.limits import COACHINGS
from sixth.server.core.refusals import Busy
from sixth.server.live.archive import Games, record_in
from sixth.server.live.door import Sender
from sixth.server.live.tables import Tables
from sixth.server.live.worker import Worker
from sixth.server.table import gameplay
from sixth.server.table.commands import AskCoach
from sixth.server.table.state import Table, current_game

T = TypeVar("T")

_NICENESS: Final = 10
"""A priority at which bots and pages hardly notice the coach, and people at a table still get an answer."""


class Coach:
    """The coach of `tables`, who judges one position after the other in a process of its own.

    Who asks during a game waits for the position in hand, not for the review of a whole game. The process
    remembers its judgements. Where there is no such table, `NoTableError` is raised.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables, self._worker = tables, Worker(_NICENESS)

    def close(self) -> None:
        """End the process."""
        self._worker.close()

    # -------------------------------------------------------------- during a game

    async def advise(self, sender: Sender, command: AskCoach) -> Advice:
        """Return what the coach would do; the table shows that this seat asked.

        Raises:
            Refusal: as `Door.send`; also where the coach is not ready yet.
        """
        table = await self._tables.door.send(sender, command)
        _check_ready()
        view = asked_view(current_game(table), sender.seat_at(table))
        return await self._worker.do(partial(jobs.advice_for, view))

    async def worth_of_turn(self, sender: Sender, *, round: int, turn: int) -> Sequence[Decision]:
        """Return what the answers of this seat were worth in a turn of this game.

        Raises:
            Refusal: the sender has no seat there, or the seat has not asked for comments.
        """
        _, own_round = await self._own_round(sender, round, turn)
        return [
            await self.worth(position, first=number == 0)
            for number, position in enumerate(own_round.positions)
            if position.turn == turn and position.kind != "pick"
        ]

    async def worth_of_round(self, sender: Sender, *, round: int) -> RoundReview | Sequence[Decision]:
        """Return the account of a round for this seat, or its decisions where the rules have no par.

        Raises:
            Refusal: as `worth_of_turn`; also where the round is not over.
        """
        table, own_round = await self._own_round(sender, round, None)
        for number, position in enumerate(own_round.positions):
            # One by one, so that others need not wait for all of them.
            await self.worth(position, first=number == 0)
        return await self._worker.do(partial(jobs.account_of, own_round, table.rules))

    async def _own_round(self, sender: Sender, round: int, turn: int | None) -> tuple[Table, Round]:
        seat = await self._tables.door.seat(sender, within=COACHINGS)
        table = await self._tables.get(sender.table_id)
        gameplay.check_coached(table, seat, round=round, turn=turn)
        _check_ready()
        assert table.game_id is not None
        work = partial(_round_so_far, table_id=table.id, game_id=table.game_id, seat=seat, round=round)
        return table, await self._tables.archive.run(work)

    # -------------------------------------------------------------- of any game

    async def worth(self, position: Position, *, first: bool) -> Decision:
        """Return the worth of an answer; `first` means that a round begins with it."""
        return await self.do(partial(jobs.worth_of, position, first=first))

    async def do(self, work: Callable[[], T]) -> T:
        """Return what `work()`, one of `coach.jobs`, returns in the process that remembers judgements."""
        return await self._worker.do(work)


def _check_ready() -> None:
    """Refuse a question before the kernels are compiled, which takes a minute after an installation."""
    if not bots.is_ready(["champion"]):
        raise Busy("busy", "The coach is still getting ready; please try again in a moment.")


def _round_so_far(games: Games, *, table_id: str, game_id: str, seat: int, round: int) -> Round:
    """Return the decisions of a seat in a round, as it saw them, in the process that reads games."""
    record = record_in(table_id, game_id, games.load(table_id))
    assert record is not None
    return round_so_far(record, seat, round)
