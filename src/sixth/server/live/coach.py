"""The coach at the tables of a site: advice for a turn, and what turns and rounds were worth."""

from collections.abc import Sequence

from sixth.coach.account import Advice, Decision, RoundReview
from sixth.coach.positions import Round, asked_view
from sixth.server.core.limits import COACHINGS
from sixth.server.live.bots.pool import BotPool
from sixth.server.live.door import Sender
from sixth.server.live.tables import Tables
from sixth.server.table import gameplay
from sixth.server.table.commands import AskCoach
from sixth.server.table.state import Table, current_game


class Coach:
    """The coach of `tables`, who thinks in `bot_pool`.

    All methods may raise `NoTableError`, and a refusal if the sender has no seat at the table.
    """

    def __init__(self, tables: Tables, bot_pool: BotPool) -> None:
        self._tables, self._bot_pool = tables, bot_pool

    async def advise(self, sender: Sender, command: AskCoach) -> Advice:
        """Return what the coach would do; the table shows that this seat asked.

        Raises:
            Refusal: as `Door.send`; also where the coach is not ready yet.
        """
        table = await self._tables.door.send(sender, command)
        return await self._bot_pool.advise(asked_view(current_game(table), sender.seat_at(table)))

    async def worth_of_turn(self, sender: Sender, *, round: int, turn: int) -> Sequence[Decision]:
        """Return what the answers of this seat were worth in a turn of this game, or raise a refusal."""
        _, own_round = await self._own_round(sender, round, turn)
        return [
            await self._bot_pool.worth(position, first=number == 0)
            for number, position in enumerate(own_round.positions)
            if position.turn == turn and position.kind != "pick"
        ]

    async def worth_of_round(self, sender: Sender, *, round: int) -> RoundReview | Sequence[Decision]:
        """Return the account of a round for this seat, or its decisions where the rules have no par.

        Raises:
            Refusal: the round is not over, or this seat has not asked for comments.
        """
        table, own_round = await self._own_round(sender, round, None)
        return await self._bot_pool.account(own_round, table.rules)

    async def _own_round(self, sender: Sender, round: int, turn: int | None) -> tuple[Table, Round]:
        seat = await self._tables.door.seat(sender, within=COACHINGS)
        table = await self._tables.get(sender.table_id)
        gameplay.check_coached(table, seat, round=round, turn=turn)
        return table, await self._tables.archive.own_round(table, seat, round)
