"""Tables whose clocks run by a time that a test says."""

from dataclasses import dataclass, field

import sixth
from sixth.rules.game import legal
from sixth.rules.options import Rules
from sixth.rules.record import HUMAN
from sixth.server.table import clock, gameplay
from sixth.server.table import state as at_table
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
    """A table of two people with a clock; either may be somebody's own bot."""
    config = TableConfig(turn_seconds=turn, bank_seconds=bank, outside=second != HUMAN)
    who = (("Ana", first), ("Bo", second))
    sat = [Sat(seat, name, kind, hash_token(token(seat))) for seat, (name, kind) in enumerate(who)]
    return (Opened(rules, secret(1, 1), config), *sat)


@dataclass
class Played:
    """A table at which the clocks run, without a server: its time is what the test says."""

    table: Table
    now: int = START
    log: list[TableEvent] = field(default_factory=list)

    def do(self, events: tuple[TableEvent, ...]) -> None:
        """Let this happen now, and what the dealer does then."""
        while events:
            came = clock.timed_steps(self.table, events, self.now)
            self.log += [event for event, _ in came]
            self.table = came[-1][1]
            events = gameplay.dealers_turn(self.table)

    def choose(self, seat: int) -> None:
        """The seat plays its lowest card, or takes a row."""
        state = at_table.current_game(self.table)
        action = legal(state, seat)[0]
        self.do(
            gameplay.act_in_person(
                self.table, seat, action, game=self.table.games, round=state.round, turn=state.turn
            )
        )

    def own(self, seat: int) -> tuple[int, int]:
        """Until when the seat has time, and what it has in reserve."""
        noted = self.table.clock
        assert noted is not None
        end = noted.until[seat]
        assert end is not None
        return end, noted.banks[seat]


def played(
    turn: int, bank: int = 0, *, rules: Rules = CLASSIC, first: str = HUMAN, second: str = HUMAN
) -> Played:
    """Two who are people, or somebody's own bots, and have just been dealt their cards."""
    found = Played(fold(ID, opening(turn, bank, rules=rules, first=first, second=second)))
    found.do((Began("game", "2026-01-01T00:00:00+00:00", secret(1, 2)),))
    return found
