"""The one way to change a tournament: decide a command, keep its events, tell its listeners."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, NamedTuple
from weakref import WeakValueDictionary

from sixth.rules.game import Refusal
from sixth.server.core.addresses import Network
from sixth.server.core.refusals import Busy
from sixth.server.core.wall_clock import Now
from sixth.server.features.tournaments.log import TournamentLog
from sixth.server.features.tournaments.progress import draws_itself, goes_on_at
from sixth.server.features.tournaments.rows import (
    HOST_ROW,
    NO_OWNERS,
    Changes,
    Owners,
    TableRow,
    TournamentRows,
)
from sixth.server.features.tournaments.seating import table_id_of
from sixth.server.store import ConflictError
from sixth.server.table.identity import SeatTaker, hash_token, new_id
from sixth.tournaments.commands import Context, Draw, TournamentCommand
from sixth.tournaments.decide import decide
from sixth.tournaments.events import Began, Joined, Judged, Player, TournamentEvent
from sixth.tournaments.fold import evolve
from sixth.tournaments.state import Tournament

_MAX_TRIES: Final = 20
"""Decisions of one command, which is decided again whenever another process was first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sender:
    """The sender of commands to a tournament: the holder of a token, or a person by id ("" for nobody).

    The token is that of the host or of a player; a new one joins. A person is also known by the browsers of
    theirs that have no token. `taker` is the browser of somebody who joins, as for a seat at a table.
    """

    token: str = ""
    person: str = ""
    taker: SeatTaker | None = None
    network: str | Network = ""

    @property
    def proof(self) -> str:
        """The hash of the token, "" without one."""
        return hash_token(self.token) if self.token else ""


class Role(NamedTuple):
    """The role of a sender in a `tournament`: whether they are the host, and which player they are, if any.

    `proof` is the hash of the token that stands for them in the log.
    """

    tournament: Tournament
    is_host: bool
    player: Player | None
    proof: str


Decide = Callable[[Tournament], Sequence[TournamentEvent]]
"""Returns the events of a command, or of several, from the tournament before them."""


class Door:
    """Appends to the logs of tournaments, one command at a time for each; nothing else appends to them."""

    def __init__(self, rows: TournamentRows, log: TournamentLog, now: Now) -> None:
        self._rows, self._log, self._now = rows, log, now
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def role(self, code: str, sender: Sender) -> Role:
        """Return the role of a sender, by the token, else as the person that they are."""
        tournament, proof = await self._log.now(code), sender.proof
        is_host = proof != "" and proof == tournament.host
        player = tournament.player_with(proof) or None
        if sender.person and not (is_host and player is not None):
            own = await asyncio.to_thread(self._rows.players_of, code, sender.person)
            is_host = is_host or HOST_ROW in own
            if player is None:
                player = next((each for each in own if each in tournament.players), None)
                proof = tournament.players[player].proof if player else proof
        return Role(tournament, is_host, player, proof)

    async def carry_out(self, code: str, sender: Sender, command: TournamentCommand) -> Tournament:
        """Carry out a command of a sender; return the tournament after it.

        Raises:
            Refusal: there is no such tournament, or the command is not allowed now, or not to this sender.
        """
        role = await self.role(code, sender)
        context = Context(
            proof=role.proof, host=role.is_host, site=False, at=self.time(), new_player=new_id()
        )
        return await self.append(code, lambda before: decide(before, command, context), sender.taker)

    async def carry_out_all(
        self, code: str, commands: Sequence[TournamentCommand], *, at_version: int | None = None
    ) -> Tournament:
        """Carry out commands of the site in one append, without those that are refused.

        If rounds follow one another and the round is complete then, the next one is drawn, too. Nothing is
        done if the tournament is no longer at the version `at_version`.
        """
        context = Context(proof="", host=False, site=True, at=self.time(), new_player="")

        def decide_all(before: Tournament) -> Sequence[TournamentEvent]:
            decided = list[TournamentEvent]()

            def carry_out(command: TournamentCommand) -> None:
                nonlocal before
                with suppress(Refusal):
                    for event in decide(before, command, context):
                        before = evolve(before, event)
                        decided.append(event)

            if at_version in (None, before.version):
                for command in commands:
                    carry_out(command)
            if decided and draws_itself(before):
                carry_out(Draw())
            return decided

        return await self.append(code, decide_all)

    async def append(self, code: str, decide: Decide, taker: SeatTaker | None = None) -> Tournament:
        """Append what `decide` returns; return the tournament after it.

        It is called again on the newest log if another process was first. A player who joins
        belongs to the person of the browser `taker`.
        """
        async with self._locks.setdefault(code, asyncio.Lock()):
            for _ in range(_MAX_TRIES):
                before = await self._log.now(code)
                # To seat a thousand people takes half a second.
                events = await asyncio.to_thread(decide, before)
                if not events:
                    return before
                owners = {each.player: taker for each in events if isinstance(each, Joined)} if taker else {}
                changes = await self._changes(code, before, events, owners)
                try:
                    return await self._log.append(before, code, events, changes)
                except ConflictError:
                    continue
        raise Busy("busy", "Too much is happening in this tournament; please try again.")

    def time(self) -> str:
        """Return the present time as ISO 8601, with milliseconds."""
        return datetime.fromtimestamp(self._now() / 1000, UTC).isoformat(timespec="milliseconds")

    async def _changes(
        self, code: str, before: Tournament, events: Sequence[TournamentEvent], owners: Owners = NO_OWNERS
    ) -> Changes:
        """Return the rows that go with events."""
        after, now, secret = before, self._now(), await self._log.secret(code)
        tables, undone_round = list[TableRow](), 0
        for event in events:
            begun, after = len(after.begun), evolve(after, event)
            if len(after.begun) < begun:
                undone_round = begun
            if isinstance(event, Began) and after.plan.place == "online":
                round = after.rounds[event.round - 1]
                tables += [
                    TableRow(table_id_of(secret, round, number), code, round.number, number)
                    for number in range(1, len(round.tables) + 1)
                ]
        stages = [(each.round, each.table, "told") for each in events if isinstance(each, Judged)]
        stages += [(round, table, "judge") for round, table in after.unjudged]
        held = {each.number for each in before.begun if before.is_held(each)}
        released = [each.number for each in after.begun if each.number in held and not after.is_held(each)]
        due_at, keeps_due = goes_on_at(before, after, now)
        return Changes(
            now,
            due_at,
            keeps_due,
            owners=owners,
            tables=tables,
            is_held=after.plan.duplicate,
            undone_round=undone_round,
            released=[*released, undone_round] if undone_round else released,
            stages=stages,
        )
