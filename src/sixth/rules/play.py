"""A game to play from Python, step by step: the rules with a dealer."""

from collections.abc import Iterator, Sequence
from typing import Protocol, Self

from sixth.rules.deal import Dealer, new_secret, secret_from_seed
from sixth.rules.display.svg import view_svg
from sixth.rules.display.text import standing, title, view_text
from sixth.rules.events import Abandon, Action, Dealt, Event, RoundEnded, Step
from sixth.rules.fold import evolve
from sixth.rules.game import advance
from sixth.rules.options import Rules
from sixth.rules.record import Record, Seat
from sixth.rules.state import State, start
from sixth.rules.view import View, view


class Bot(Protocol):
    """A player of seats. It gets nothing but the view, so it knows no more than a person in the seat."""

    def act(self, view: View) -> Action:
        """Return one of the actions in `view.legal`, which is never empty here."""
        ...


class Game:
    """A game that deals, flips and counts by itself; the seats in `to_act` decide the rest.

    The same `seed` gives the same deals; without a seed nobody can guess them. `dealer` overrides `seed`.
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
        self.seats = tuple(seats or _default_seats(rules))
        if len(self.seats) != rules.seats:
            raise ValueError(f"There are {len(self.seats)} seats given; the rules have {rules.seats}.")
        self.game = game
        self.started = started
        self._dealer = dealer or Dealer(new_secret() if seed is None else secret_from_seed(seed))
        self._state = start(rules)
        self._events: list[Event] = []
        self._run()

    @classmethod
    def from_record(cls, record: Record, at: int | None = None) -> Self:
        """Return the game of `record` after its first `at` events (None: all), ready to play on.

        The events of the record up to the next decision of a seat are added. Later rounds are dealt from the
        proof in the record, or from a new secret if it has none. The record is not checked here;
        `read_records` checks the records it returns.

        Raises:
            ValueError: the record has fewer events than `at`.
        """
        at = len(record.events) if at is None else at
        if not 0 <= at <= len(record.events):
            raise ValueError(f"at is a whole number from 0 to {len(record.events)}, not {at}.")
        game = cls.__new__(cls)
        game.rules, game.seats = record.rules, record.seats
        game.game, game.started = record.game, record.started
        game._dealer = _dealer_of(record)
        game._state, game._events = record.state(at), list(record.events[:at])
        for event in record.events[at:]:
            if game.to_act:
                break
            game._state = evolve(game._state, event)
            game._events.append(event)
        game._run()
        return game

    def copy(self) -> Self:
        """Return an independent copy of this game, with the same deals in later rounds."""
        game = type(self).__new__(type(self))
        game.__dict__.update(self.__dict__, _events=self._events.copy())
        return game

    __copy__ = copy

    def __repr__(self) -> str:
        return f"<Game: {title(self.rules)}, {standing(self._state)}>"

    def __str__(self) -> str:
        """Return the board as a spectator sees it, as plain text."""
        return view_text(self.view(None), self._names)

    def svg(self) -> str:
        """Return the board as a spectator sees it, as an SVG document; notebooks show it by themselves."""
        return view_svg(self.view(None), self._names)

    _repr_svg_ = svg

    @property
    def _names(self) -> list[str]:
        return [] if self.seats == _default_seats(self.rules) else [seat.name for seat in self.seats]

    @property
    def state(self) -> State:
        """The whole current state of the game, hidden cards included."""
        return self._state

    @property
    def events(self) -> tuple[Event, ...]:
        """All events so far, hidden cards included."""
        return tuple(self._events)

    @property
    def over(self) -> bool:
        """Whether the game has ended or was abandoned."""
        return self._state.over

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that the game waits for."""
        return self._state.to_act

    @property
    def totals(self) -> tuple[int, ...]:
        """The heads of the rounds that have ended, by seat."""
        return self._state.totals

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, once the game is over."""
        return self._state.winners

    def view(self, seat: int | None) -> View:
        """Return the game as `seat` sees it; None is a spectator."""
        return view(self._state, seat)

    def act(self, seat: int, action: Action) -> None:
        """Do `action` for `seat`, and everything that follows up to the next decision of a seat.

        Raises:
            Refusal: the rules do not allow `action`; the game is unchanged.
        """
        self._advance(seat, action)
        self._run()

    def play(self, bots: Sequence[Bot], *, max_rounds: int | None = None) -> None:
        """Let `bots`, one a seat, play the game to its end; see `rounds`."""
        for _ in self.rounds(bots, max_rounds=max_rounds):
            pass

    def rounds(self, bots: Sequence[Bot], *, max_rounds: int | None = None) -> Iterator[RoundEnded]:
        """Let `bots`, one a seat, play on, and yield the event that ends each round, after the next deal.

        A game that has not ended after `max_rounds` rounds is abandoned; without heads to take, some games
        would never end.

        Raises:
            Refusal: a bot returns an action that the rules do not allow.
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
        """Return the record of the game so far as text: JSON lines, hidden cards included."""
        return self.as_record().text()

    def as_record(self) -> Record:
        """Return the game so far as a `Record`."""
        return Record(self.game, self.rules, self.seats, self.started, self.events)

    def _advance(self, seat: int | None, action: Action | Step) -> None:
        events, self._state = advance(self._state, seat, action)
        self._events += events

    def _run(self) -> None:
        while (step := self._dealer.step(self._state)) is not None:
            self._advance(None, step)


def _default_seats(rules: Rules) -> tuple[Seat, ...]:
    return tuple(Seat(f"Seat {number}") for number in range(1, rules.seats + 1))


def _dealer_of(record: Record) -> Dealer:
    """Return the dealer of the proof in a record, or a new dealer if it has no valid proof."""
    for event in record.events:
        if isinstance(event, Dealt) and event.proof is not None:
            try:
                return Dealer(bytes.fromhex(event.proof.secret), event.proof.texts)
            except ValueError:  # an invalid proof, which `verify` reports
                break
    return Dealer(new_secret())
