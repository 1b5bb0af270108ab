"""What whoever holds a token does at a table: the pages and the API ask it here, within the same limits."""

from collections.abc import Callable, Sequence

from sixth.coach.account import Advice, Decision, RoundReview
from sixth.rules.events import Action, Choose
from sixth.rules.game import Refusal
from sixth.rules.options import Rules
from sixth.rules.record import HUMAN
from sixth.server.core.addresses import Network
from sixth.server.core.limits import CHANGES, COACHED, ROUNDS, WORDS, Limit
from sixth.server.core.route_limits import ROUNDS as ADDRESS_ROUNDS
from sixth.server.core.route_limits import Counted
from sixth.server.service.chat import MAX_LINE_LENGTH, Kind
from sixth.server.service.tables import Tables
from sixth.server.table import clock, commands, seating
from sixth.server.table.config import TableConfig
from sixth.server.table.events import OUTSIDE, Sat, TableEvent, Texted
from sixth.server.table.identity import clean_name, clean_text, clean_words, hashed, seat_of
from sixth.server.table.state import Table

Decide = Callable[[Table, int], Sequence[TableEvent]]
"""Says what a seat does at a table as it is now."""


class Holder:
    """Whoever holds `token` (None for nobody) at the table `table_id`; all of it may raise `NoTableError`.

    What is refused changes nothing. Whoever asks too often is told so by a `TooOftenError`.
    """

    def __init__(self, tables: Tables, table_id: str, token: str | None) -> None:
        self.tables, self.table_id, self.token = tables, table_id, token

    def seat_at(self, table: Table) -> int:
        """Return the seat that they hold.

        Raises:
            Refusal: they hold none there.
        """
        seat = seat_of(table, self.token)
        if seat is None:
            raise Refusal("no-seat", "You have no seat at this table.")
        return seat

    async def seat(self, *, within: Limit) -> int:
        """Return the seat that they hold, and count that it does something.

        Raises:
            Refusal: they hold none there, or it does so more often than within that limit.
        """
        seat = self.seat_at(await self.tables.get(self.table_id))
        await self.tables.limiter.check(within, self.table_id, str(seat))
        return seat

    async def change(self, do: Decide, *, within: Limit | None = None) -> Table:
        """Have the table do this from the seat that they then hold; returns the table after it.

        Raises:
            Refusal: it cannot be done, or they hold no seat there.
        """
        if within is not None:
            await self.seat(within=within)
        return await self.tables.command(self.table_id, lambda now: do(now, self.seat_at(now)))

    # -------------------------------------------------------------- coming and going

    async def sit(
        self, name: str, text: str, *, network: str | Network, kind: str = HUMAN, run_by: str = ""
    ) -> Table:
        """Take a free seat, or that of a bot once no round goes on, with a text for the shuffles, if any.

        They are of that `kind`, and `run_by` somebody, as in `seating.sit`.

        Raises:
            Refusal: there is no seat for them, or what they are called or say cannot be shown.
        """
        name, text, proof = clean_name(name), clean_text(text), hashed(self.token or "")
        await self.tables.limiter.check(CHANGES, self.table_id, network)

        def do(now: Table) -> tuple[TableEvent, ...]:
            sat = seating.sit(now, name, proof, kind, run_by=run_by)
            texts = (Texted(event.seat, text) for event in sat if text and isinstance(event, Sat))
            return (*sat, *texts)

        return await self.tables.command(self.table_id, do)

    async def add_text(self, text: str) -> Table:
        """Add an own text to the shuffles of the game to come."""
        text = clean_text(text)
        return await self.change(lambda now, seat: commands.add_text(now, seat, text), within=CHANGES)

    async def ready(self, *, ready: bool) -> Table:
        """Be ready for the first game, or not yet."""
        return await self.change(lambda now, seat: seating.ready(now, seat, ready=ready), within=CHANGES)

    async def leave(self, *, network: str | Network) -> Table:
        """Give the seat back while people gather; later a bot plays for it. Or give up one that was promised.

        The token stays good: whoever comes back is who they were, and host again if they were.
        """
        proof = hashed(self.token or "")
        if (await self.tables.get(self.table_id)).claim_of(proof) is not None:
            await self.tables.limiter.check(CHANGES, self.table_id, network)
            return await self.tables.command(self.table_id, lambda now: seating.give_up(now, proof))
        return await self.change(seating.leave, within=CHANGES)

    async def come_back(self) -> Table:
        """Take one's seat back from the bot that plays there."""
        return await self.change(seating.come_back, within=CHANGES)

    # -------------------------------------------------------------- playing

    async def begin(self, *, game: int, fill: str, counted: Counted) -> Table:
        """Begin the first game, or be ready to play again; bots of the kind `fill` take free seats."""
        seat = await self.seat(within=ROUNDS)
        return await self.tables.begin(self.table_id, seat, game=game, fill=fill, counted=counted)

    async def act(self, action: Action, *, game: int, round: int, turn: int) -> Table:
        """Choose, pick or take."""
        # Nothing is read for it: what has happened elsewhere since is found out when it is decided.
        table = await self.tables.known(self.table_id)
        seat = seat_of(table, self.token)
        before = None if seat is None else table.own_choice(seat)
        if isinstance(action, Choose) and before not in (None, action.card):
            # The game bounds how much else there is to do, but not how often one changes one's mind.
            await self.tables.limiter.check(CHANGES, table.id, str(seat))
        return await self.change(
            lambda now, seat: commands.act_in_person(now, seat, action, game=game, round=round, turn=turn)
        )

    async def flip(self, *, game: int, round: int, turn: int) -> Table:
        """Turn over the top card."""
        return await self.change(
            lambda now, seat: commands.flip(now, seat, game=game, round=round, turn=turn)
        )

    async def next_round(self, *, game: int, round: int, counted: Counted) -> Table:
        """Be ready for the next round; `counted` is as in `Tables.begin`."""
        assert counted.limit == ADDRESS_ROUNDS
        return await self.change(
            lambda now, seat: commands.next_round(now, seat, game=game, round=round), within=ROUNDS
        )

    async def more_time(self, *, game: int, round: int, turn: int) -> Table:
        """Give everybody who has to act the time of a turn more."""
        return await self.change(
            lambda now, seat: clock.more_time(now, seat, game=game, round=round, turn=turn)
        )

    async def advise(self, *, game: int, round: int, turn: int) -> Advice:
        """Ask what the coach would do; everybody hears that they did."""
        seat = await self.seat(within=CHANGES)
        return await self.tables.advise(self.table_id, seat, game=game, round=round, turn=turn)

    async def be_coached(self, *, game: int, wished: bool) -> Table:
        """Have the coach say after each turn what it was worth, or no longer; everybody hears that."""
        return await self.change(lambda now, seat: commands.be_coached(now, seat, game=game, wished=wished))

    async def worth_of_turn(self, *, round: int, turn: int) -> Sequence[Decision]:
        """Return what the answers of their seat were worth in a turn of this game."""
        seat = await self.seat(within=COACHED)
        return await self.tables.worth_of_turn(self.table_id, seat, round=round, turn=turn)

    async def worth_of_round(self, *, round: int) -> RoundReview | Sequence[Decision]:
        """Return the account of a round of this game for their seat; see `Tables.worth_of_round`."""
        seat = await self.seat(within=COACHED)
        return await self.tables.worth_of_round(self.table_id, seat, round=round)

    async def say(self, kind: Kind, said: str, *, language: str) -> None:
        """Say something to everybody at the table.

        Raises:
            Refusal: free words are off there, they are none, too many, or there is no such phrase.
        """
        table = await self.tables.get(self.table_id)
        seat = self.seat_at(table)
        await self.tables.limiter.check(WORDS, table.id, str(seat))
        who = table.sitters[seat]
        if who is not None and who.kind == OUTSIDE and not table.config.outside_talk:
            raise Refusal("outside-silent", "Bots from outside do not talk at this table.")
        if kind == "text":
            if not table.config.chat:
                raise Refusal("chat-off", "Free chat is off at this table; set phrases still work.")
            said = clean_words(said, MAX_LINE_LENGTH)
        if self.tables.chat.say(table.id, seat, who.name if who else "", kind, said, language=language):
            self.tables.pubsub.notify(table.id)

    # -------------------------------------------------------------- for the host

    async def add_bot(self, seat: int, kind: str) -> Table:
        """Put a bot on a free seat."""
        return await self.change(lambda now, host: seating.add_bot(now, host, seat, kind), within=CHANGES)

    async def remove(self, seat: int, name: str) -> Table:
        """Have a bot or a person leave."""
        at = self.tables.now()
        return await self.change(
            lambda now, host: seating.remove(now, host, seat, name, now=at), within=CHANGES
        )

    async def arrange(self, config: Callable[[Table], TableConfig], rules: Rules | None) -> Table:
        """Keep the table as `config` makes of it how it is kept now; see `seating.arrange`."""
        return await self.change(
            lambda now, host: seating.arrange(now, host, config(now), rules), within=CHANGES
        )
