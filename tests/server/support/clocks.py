"""Tables with clocks, whose time a test sets."""

from dataclasses import dataclass, field

import sixth
from sixth.rules.game import legal
from sixth.rules.options import Rules
from sixth.rules.record import HUMAN
from sixth.server.table import clock, gameplay, state as at_table
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Began, Opened, Sat, TableEvent
from sixth.server.table.fold import fold
from sixth.server.table.identity import hash_token
from sixth.server.table.state import Table
from tests.server.support.logs import secret, token

CLASSIC = sixth.games["classic"].replace(seats=2)


START = 1_700_000_000_000


ID = "clockedtable"


def opening(
    turn: int, bank: int = 0, *, rules: Rules = CLASSIC, first: str = HUMAN, second: str = HUMAN
) -> tuple[TableEvent, ...]:
    """Return the first events of a table with a clock, for two players who may be bots from outside."""
    config = TableConfig(turn_seconds=turn, bank_seconds=bank, outside=second != HUMAN)
    players = (("Ana", first), ("Bo", second))
    seating = [Sat(seat, name, kind, hash_token(token(seat))) for seat, (name, kind) in enumerate(players)]
    return (Opened(rules, secret(1, 1), config), *seating)


@dataclass
class ClockedTable:
    """A table with a running clock and without a server; the test sets the time `now`."""

    table: Table
    now: int = START
    log: list[TableEvent] = field(default_factory=list)

    def do(self, events: tuple[TableEvent, ...]) -> None:
        """Apply these events now, and those of the dealer after them."""
        while events:
            steps = clock.timed_steps(self.table, events, self.now)
            self.log += [event for event, _ in steps]
            self.table = steps[-1][1]
            events = gameplay.dealers_turn(self.table)

    def choose(self, seat: int) -> None:
        """Play the lowest card of a seat, or take the first row."""
        state = at_table.current_game(self.table)
        action = legal(state, seat)[0]
        self.do(
            gameplay.act_in_person(
                self.table, seat, action, game=self.table.games, round=state.round, turn=state.turn
            )
        )

    def own(self, seat: int) -> tuple[int, int]:
        """Return the deadline of a seat, and its time bank."""
        times = self.table.clock
        assert times is not None
        deadline = times.until[seat]
        assert deadline is not None
        return deadline, times.banks[seat]


def clocked_table(
    turn: int, bank: int = 0, *, rules: Rules = CLASSIC, first: str = HUMAN, second: str = HUMAN
) -> ClockedTable:
    """Return a table of two players, whose game has just been dealt; see `opening`."""
    table = ClockedTable(fold(ID, opening(turn, bank, rules=rules, first=first, second=second)))
    table.do((Began("game", "2026-01-01T00:00:00+00:00", secret(1, 2)),))
    return table
