"""The commands of a table that no request names: those of its bots, its dealer, its clock and the site."""

from dataclasses import dataclass

from sixth.server.table import clock, gameplay, seating
from sixth.server.table.commands import Command, Context, Name
from sixth.server.table.events import TableEvent
from sixth.server.table.state import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class _OfSite(Command, sender="site", limit=None):
    """A command that no request names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveBots(_OfSite):
    """Carry out the moves that bots have chosen; those that no longer fit the table count for nothing."""

    moves: gameplay.BotMoves

    def events(self, table: Table, context: Context) -> tuple[TableEvent, ...]:
        """Return the events of the moves."""
        return gameplay.bots_moves(table, self.moves)


@dataclass(frozen=True, slots=True, kw_only=True)
class GoOn(_OfSite, begins_game=True):
    """Let the dealer do what is due; after a game for which all are ready it begins the next one."""

    def events(self, table: Table, context: Context) -> tuple[TableEvent, ...]:
        """Return the events of the dealer."""
        if gameplay.all_play_again(table):
            return clock.begin_next_game(table, context.new_game())
        return gameplay.dealers_turn(table)


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurns(_OfSite, begins_game=True):
    """Play for those whose time is up, or begin the next round or game after its pause."""

    moves: clock.TimeoutMoves

    def events(self, table: Table, context: Context) -> tuple[TableEvent, ...]:
        """Return the events of the time that is up."""
        return clock.resolve_timeouts(table, context.now, self.moves, context.new_game())


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdraw(_OfSite):
    """Have the person with this hash of a token leave under another name, as that of theirs is deleted."""

    proof: str
    name: Name

    def events(self, table: Table, context: Context) -> tuple[TableEvent, ...]:
        """Return the events of the person who goes."""
        return seating.withdraw(table, self.proof, self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveSeat(Command, sender="site"):
    """Have the sender keep the seat that the same person has by the token with this hash."""

    proof: str

    def events(self, table: Table, context: Context) -> tuple[TableEvent, ...]:
        """Return the events of the person who plays in another browser."""
        return seating.move(table, self.proof, context.proof)
