"""The meaning of the numbers in observations and actions, the same in every library.

Seats in an observation are counted from the viewer: 0 is its own, 1 the next one clockwise.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod

from sixth.envs.options import EnvError
from sixth.rules.events import Action, Choose, Pick, Take
from sixth.rules.options import Rules
from sixth.sim.environment.setup import FIELDS, HIGHEST, WAIT


@dataclass(frozen=True)
class Field:
    """A part of an observation: its first index, its shape, its highest number, and its meaning."""

    start: int
    shape: tuple[int, ...]
    high: int
    about: str

    @property
    def stop(self) -> int:
        """Where the next field begins."""
        return self.start + prod(self.shape)


@dataclass(frozen=True)
class Layout:
    """Observations and actions under `rules`; both are the same in all libraries."""

    rules: Rules

    def __deepcopy__(self, memo: object) -> "Layout":
        return self

    @cached_property
    def deck(self) -> int:
        """Cards in the deck, at most: a tactical deck shrinks when seats go out."""
        return self.rules.deck_size(self.rules.seats)

    @cached_property
    def fields(self) -> Mapping[str, Field]:
        """The fields of an observation (uint8) by name, in their order."""
        rules, deck, seats = self.rules, self.deck, self.rules.seats
        about: dict[str, tuple[tuple[int, ...], int, str]] = {
            "phase": ((4,), 1, "1 for what the seat is to do: choose a card, take a row, pick, wait"),
            "clock": ((2,), HIGHEST, "the round, from 1; the turn in it, from 1 (0 in a draft)"),
            "hand": ((deck,), 1, "by card: 1 if it is in the own hand"),
            "unseen": ((deck,), 1, "by card: 1 if the seat has not seen it this round"),
            "rows": ((rules.rows, 4), 171, "by row: its first card, last card, number of cards, heads"),
            "pending": ((seats,), deck, "by seat: its revealed card that is still to be placed, else 0"),
            "counts": ((seats,), deck, "by seat: cards left in the hand"),
            "heads": ((seats,), 171, "by seat: heads taken this round"),
            "totals": ((seats,), HIGHEST, "by seat: heads of all finished rounds"),
            "playing": ((seats,), 1, "by seat: 1 while it has not gone out"),
            "open": ((deck,), 1, "by card: 1 if it can still be picked"),
            "hands": ((seats - 1, deck), 1, "by other seat and card: 1 if it is in that hand"),
        }
        absent = {"hand"} if rules.flips else set()
        absent |= {"unseen"} if rules.drafts else {"open", "hands"}
        fields, start = {}, 0
        for name in FIELDS:
            if name not in absent:
                fields[name] = Field(start, *about[name])
                start = fields[name].stop
        return fields

    @cached_property
    def size(self) -> int:
        """The number of numbers in an observation."""
        return max(field.stop for field in self.fields.values())

    @cached_property
    def takes(self) -> int:
        """The action that takes row 0, or lays a card at its right end."""
        return self.deck + 1

    @cached_property
    def lefts(self) -> int:
        """The action that lays a card at the left end of row 0 (option ends = both)."""
        return self.takes + self.rules.rows

    @cached_property
    def actions(self) -> int:
        """The number of actions."""
        return self.lefts + (self.rules.rows if self.rules.both_ends else 0)

    def number(self, action: Action) -> int:
        """Return the number of an action of the rules."""
        match action:
            case Choose(card) | Pick(card):
                return card
            case Take(row, end):
                return (self.lefts if end == "left" else self.takes) + row

    def describe(self, number: int) -> str:
        """Return the name of an action, such as "card 17" or "row 2".

        Raises:
            EnvError: there is no such action.
        """
        if not 0 <= number < self.actions:
            raise EnvError(f"Actions are numbers from 0 to {self.actions - 1}, not {number!r}.")
        if number == WAIT:
            return "wait"
        if number <= self.deck:
            return f"card {number}"
        if number < self.lefts:
            return f"row {number - self.takes}"
        return f"the left end of row {number - self.lefts}"
