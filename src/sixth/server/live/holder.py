"""The holder of a seat or a guest at a table, for whom pages and the API send commands, within limits."""

from collections.abc import Sequence

from sixth.coach.account import Advice, Decision, RoundReview
from sixth.i18n import current_language
from sixth.rules.game import Forbidden
from sixth.rules.record import HUMAN
from sixth.server.core.addresses import Network
from sixth.server.core.limits import COACHINGS, Limit
from sixth.server.core.route_limits import ROUNDS, TABLES, CountProof
from sixth.server.live import autoplay
from sixth.server.live.bots.names import check_kind
from sixth.server.live.door import takers_of
from sixth.server.live.tables import Tables
from sixth.server.store.seat_rows import SeatTaker
from sixth.server.table import commands
from sixth.server.table.commands import Command, Context
from sixth.server.table.events import OUTSIDE
from sixth.server.table.identity import clean_message, hash_token, seat_of_proof
from sixth.server.table.state import Table


class Holder:
    """A person or program at the table `table_id`, who proves a seat there by `token`, or holds none.

    All methods may raise `NoTableError`. A refusal changes nothing. A command beyond its limit raises
    `TooOftenError`.
    """

    def __init__(self, tables: Tables, table_id: str, token: str | None) -> None:
        self.tables, self.table_id, self.token = tables, table_id, token
        self._proof = hash_token(token) if token else ""

    def seat_at(self, table: Table) -> int:
        """Return the seat that the token proves, or raise a refusal if it proves none."""
        seat = seat_of_proof(table, self._proof)
        if seat is None:
            raise commands.no_seat()
        return seat

    async def seat(self, *, within: Limit) -> int:
        """Return the seat that the token proves, and count one use of it, or raise a refusal."""
        seat = self.seat_at(await self.tables.get(self.table_id))
        await self.tables.limiter.check(within, self.table_id, str(seat))
        return seat

    async def do(
        self,
        command: Command,
        *,
        network: str | Network = "",
        counted: CountProof | None = None,
        kind: str = HUMAN,
        run_by: str = "",
        taker: SeatTaker | None = None,
    ) -> Table:
        """Carry out a command, and return the table after it.

        A guest is limited by `network`, and sits down as a player of this `kind`, run by `run_by`; the seat
        is that of the browser `taker`. A command that begins a round needs the proof that it was `counted`
        under the address limit of rounds or tables.

        Raises:
            Refusal: the command is not allowed now, or not to this sender.
        """
        if command.begins_round:
            assert counted is not None
            assert counted.limit in (ROUNDS, TABLES)
        # The limits do not need the newest table; the command itself is decided on that.
        table = await self.tables.at_hand(self.table_id)
        seat = seat_of_proof(table, self._proof)
        if (limit := command.limit_at(table, seat)) is not None:
            await self.tables.limiter.check(limit, self.table_id, network if seat is None else str(seat))
        if isinstance(command, commands.Say):
            await self._say(command)
            return await self.tables.at_hand(self.table_id)
        began = None
        if isinstance(command, commands.Begin):
            check_kind(command.bots)
            began = autoplay.new_game()
        context = Context(now=self.tables.now(), proof=self._proof, kind=kind, run_by=run_by, began=began)
        return await self.tables.command(
            self.table_id,
            lambda now: commands.decide(now, seat_of_proof(now, self._proof), command, context),
            takers_of(self.token, taker),
        )

    async def advise(self, command: commands.AskCoach) -> Advice:
        """Return what the coach would do; the table shows that this seat asked.

        Raises:
            Refusal: as `do`; also where the coach is not ready yet.
        """
        table = await self.do(command)
        return await self.tables.advice(table, self.seat_at(table))

    async def worth_of_turn(self, *, round: int, turn: int) -> Sequence[Decision]:
        """Return what the answers of this seat were worth in a turn of this game."""
        seat = await self.seat(within=COACHINGS)
        return await self.tables.worth_of_turn(self.table_id, seat, round=round, turn=turn)

    async def worth_of_round(self, *, round: int) -> RoundReview | Sequence[Decision]:
        """Return the account of a round of this game for this seat; see `Tables.worth_of_round`."""
        seat = await self.seat(within=COACHINGS)
        return await self.tables.worth_of_round(self.table_id, seat, round=round)

    async def _say(self, command: commands.Say) -> None:
        table = await self.tables.get(self.table_id)
        seat, text = self.seat_at(table), command.said
        sitter = table.seats[seat].sitter
        if sitter is not None and sitter.kind == OUTSIDE and not table.config.outside_talk:
            raise Forbidden("outside-silent", "Bots from outside do not talk at this table.")
        if command.kind == "text":
            if not table.config.chat:
                raise Forbidden("chat-off", "Free chat is off at this table; set phrases still work.")
            text = clean_message(text, commands.MAX_LINE_LENGTH)
        person = await self.tables.speaker(table.id, self._proof)
        name, language, chat = sitter.name if sitter else "", current_language(), self.tables.chat
        if chat.say(table.id, seat, name, command.kind, text, language=language, person=person):
            self.tables.pubsub.notify(table.id)
