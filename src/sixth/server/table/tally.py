"""Figures of a table's games: the most expensive rows, and how often each player won. Pure."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from sixth.rules.display.standings import standings
from sixth.rules.events import Chose, Event, GameEnded, Placed, Took
from sixth.rules.state import State
from sixth.server.table.seats import SeatState

MAX_TAKES: Final = 3


class CostlyRow(NamedTuple):
    """A row that a seat took with a card, at that step of a replay, for that many heads."""

    heads: int
    step: int
    round: int
    seat: int
    card: int


class TableTally(NamedTuple):
    """The figures of a table's games.

    `steps` counts the steps of a replay so far. `takes` are the `MAX_TAKES` most expensive rows of this
    game, most expensive first, then the most expensive of each other seat. `wins` counts wins by name, as
    people may change seats between games, and `lasts` the last places in a row of people among bots.
    """

    steps: int = 0
    takes: tuple[CostlyRow, ...] = ()
    wins: tuple[tuple[str, int], ...] = ()
    lasts: tuple[tuple[str, int], ...] = ()

    def for_game(self) -> "TableTally":
        """Return the tally at the beginning of the next game."""
        return TableTally(wins=self.wins, lasts=self.lasts)

    def after(self, event: Event, state: State, seats: Sequence[SeatState]) -> "TableTally":
        """Return the tally after an event of the game on `seats`, which has led to this state."""
        match event:
            case Chose() | Took():
                # A replay has no steps for these.
                return self
            case Placed(seat=seat, card=card, taken=taken) if taken:
                heads = state.rules.heads_in(taken)
                takes = [*self.takes, CostlyRow(heads, self.steps + 1, state.round, seat, card)]
                return self._replace(steps=self.steps + 1, takes=_most_expensive(takes))
            case GameEnded(winners=winners):
                wins = dict(self.wins)
                for who in [seats[seat].sitter for seat in winners]:
                    if who is not None:
                        wins[who.name] = wins.get(who.name, 0) + 1
                lasts = _last_places(dict(self.lasts), state, seats) if winners else self.lasts
                return self._replace(steps=self.steps + 1, wins=tuple(wins.items()), lasts=lasts)
        return self._replace(steps=self.steps + 1)


def _last_places(
    lasts: Mapping[str, int], state: State, seats: Sequence[SeatState]
) -> tuple[tuple[str, int], ...]:
    """Return the last places in a row after a game, of people who were at the table until its end."""
    people = {seat: who.name for seat, each in enumerate(seats) if (who := each.sitter) and not who.bot}
    if len(people) == len(seats):
        return tuple(lasts.items())
    order = standings(state)
    last = {each.seat for each in order if each.place == order[-1].place} - set(state.winners)
    return tuple((name, lasts.get(name, 0) + 1) for seat, name in people.items() if seat in last)


def _most_expensive(takes: Sequence[CostlyRow]) -> tuple[CostlyRow, ...]:
    ranking = sorted(takes, key=lambda take: (-take.heads, take.step))
    seats = [take.seat for take in ranking]
    return tuple([take for at, take in enumerate(ranking) if at < MAX_TAKES or take.seat not in seats[:at]])


NO_TALLY: Final = TableTally()
