"""A game to be played from Python: the rules with a dealer, step by step."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from sixth.rules.deal import Dealer, new_secret, secret_from_seed
from sixth.rules.events import Abandon, Action, Event, RoundEnded, Step
from sixth.rules.game import advance
from sixth.rules.options import Rules
from sixth.rules.record import Record, Seat
from sixth.rules.state import State, start
from sixth.rules.view import View, view


class Bot(Protocol):
    """Plays a seat. It is told nothing but the view, so it cannot know more than a person there could."""

    def act(self, view: View) -> Action:
        """Return one of `view.legal`, which is not empty: bots are asked only when it is their turn."""
        ...


class Game:
    """One game. The dealer deals, flips and counts by itself; the seats in `to_act` decide the rest.

    The same `seed` gives the same deals; without one they cannot be guessed. `dealer` overrides both.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        seed: int | str | None = None,
        dealer: Dealer | None = None,
        seats: Sequence[Seat] | None = None,
        game: str = "game",
        started: str | None = None,
    ) -> None:
        self.rules = rules
        self.seats = tuple(seats or (Seat(f"Seat {number + 1}") for number in range(rules.seats)))
        if len(self.seats) != rules.seats:
            raise ValueError(f"There are {len(self.seats)} seats given; the rules have {rules.seats}.")
        self.game = game
        self.started = started
        self._dealer = dealer or Dealer(new_secret() if seed is None else secret_from_seed(seed))
        self._state = start(rules)
        self._events: list[Event] = []
        self._run()

    @property
    def state(self) -> State:
        """Everything, hidden cards included."""
        return self._state

    @property
    def events(self) -> tuple[Event, ...]:
        """Every event so far, hidden cards included."""
        return tuple(self._events)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._state.over

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats the game waits for."""
        return self._state.to_act

    @property
    def totals(self) -> tuple[int, ...]:
        """Heads of the ended rounds by seat."""
        return self._state.totals

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, once the game is over."""
        return self._state.winners

    def view(self, seat: int | None) -> View:
        """What `seat` may know; None is a spectator."""
        return view(self._state, seat)

    def act(self, seat: int, action: Action) -> None:
        """Let `seat` do `action`.

        Raises:
            Refusal: the rules do not allow it; nothing has changed.
        """
        self._advance(seat, action)
        self._run()

    def play(self, bots: Sequence[Bot], *, max_rounds: int | None = None) -> None:
        """Let `bots`, one a seat, play the game to its end; see `rounds`."""
        for _ended in self.rounds(bots, max_rounds=max_rounds):
            pass

    def rounds(self, bots: Sequence[Bot], *, max_rounds: int | None = None) -> Iterator[RoundEnded]:
        """Let `bots`, one a seat, play on, and yield the end of each round as it comes.

        The next round has been dealt by then. A game that has not ended after `max_rounds` rounds is
        abandoned; without heads to take, some would go on for ever.

        Raises:
            Refusal: a bot does what the rules do not allow.
        """
        while not self.over:
            number = self._state.round
            if max_rounds is not None and number > max_rounds:
                self.abandon(f"No end in sight after {max_rounds} rounds.")
                return
            while self._state.round == number and not self._state.over:
                for seat in self.to_act:
                    self.act(seat, bots[seat].act(self.view(seat)))
            yield next(event for event in reversed(self._events) if isinstance(event, RoundEnded))

    def abandon(self, why: str) -> None:
        """End the game without a result."""
        self._advance(None, Abandon(why))

    def record(self) -> str:
        """The game so far as a record: JSON lines, hidden cards included."""
        return self.as_record().text()

    def as_record(self) -> Record:
        """The game so far as a `Record`."""
        return Record(self.game, self.rules, self.seats, self.started, self.events)

    def _advance(self, seat: int | None, action: Action | Step) -> None:
        events, self._state = advance(self._state, seat, action)
        self._events += events

    def _run(self) -> None:
        while (step := self._dealer.step(self._state)) is not None:
            self._advance(None, step)
