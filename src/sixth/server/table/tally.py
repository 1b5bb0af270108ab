"""What a table remembers of its games beside their totals: the rows that cost most, and who won how often."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sixth.rules.events import Chose, Event, GameEnded, Placed, Took
from sixth.rules.options import Rules
from sixth.server.table.seats import SeatState

MOST_TAKES: Final = 3


class Take(NamedTuple):
    """A row that was taken: in which round, at which step of a replay, by whom with which card."""

    heads: int
    step: int
    round: int
    seat: int
    card: int


class Tally(NamedTuple):
    """`steps` are those of a replay so far, `takes` the dearest of this game, `wins` how often each name won.

    The takes are the `MOST_TAKES` dearest of all, the dearest first, and each seat's dearest behind them.
    Names rather than seats: people may change those between games.
    """

    steps: int = 0
    takes: tuple[Take, ...] = ()
    wins: tuple[tuple[str, int], ...] = ()

    def for_game(self) -> "Tally":
        """Return what is remembered when the next game begins."""
        return Tally(wins=self.wins)

    def after(self, event: Event, rules: Rules, round: int, seats: Sequence[SeatState]) -> "Tally":
        """Return what is remembered after an event of the game, which is played on `seats`."""
        match event:
            case Chose() | Took():
                # No steps of their own in a replay.
                return self
            case Placed(seat=seat, card=card, taken=taken) if taken:
                heads = rules.heads_in(taken)
                takes = [*self.takes, Take(heads, self.steps + 1, round, seat, card)]
                return self._replace(steps=self.steps + 1, takes=_dearest(takes))
            case GameEnded(winners=winners):
                wins = dict(self.wins)
                for who in [seats[seat].sitter for seat in winners]:
                    if who is not None:
                        wins[who.name] = wins.get(who.name, 0) + 1
                return self._replace(steps=self.steps + 1, wins=tuple(wins.items()))
        return self._replace(steps=self.steps + 1)


def _dearest(takes: Sequence[Take]) -> tuple[Take, ...]:
    ordered = sorted(takes, key=lambda take: (-take.heads, take.step))
    seats = [take.seat for take in ordered]
    return tuple([take for at, take in enumerate(ordered) if at < MOST_TAKES or take.seat not in seats[:at]])


NO_TALLY: Final = Tally()
