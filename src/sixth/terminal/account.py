"""What happened in a game, one short line an event, for whoever may know it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import assert_never

from sixth.rules.cards import FULL_DECK
from sixth.rules.events import (
    Abandoned,
    Chose,
    Dealt,
    Event,
    Flipped,
    GameEnded,
    Laid,
    Picked,
    Placed,
    Revealed,
    RoundEnded,
    Took,
)
from sixth.rules.options import Rules
from sixth.terminal.words import and_list, clean, counted

# Only lines made for people are in here, so no sentence ever has to bend its verb to "you".


@dataclass(frozen=True)
class Account:
    """Tells of the game that these rules and names belong to.

    `me` is the seat that is spoken to. The hidden cards of the seats in `knows` are told, no others.
    """

    rules: Rules
    names: Sequence[str]
    me: int | None = None
    knows: Collection[int] = ()

    def who(self, seat: int) -> str:
        """The name of a seat, fit to be shown."""
        return clean(self.names[seat])

    def whose(self, seat: int) -> str:
        """What belongs to a seat begins with this."""
        return "Your" if seat == self.me else f"{self.who(seat)}'s"

    def heads(self, cards: Sequence[int]) -> int:
        """The heads of these cards."""
        return sum(self.rules.heads_of[card] for card in cards)

    def of_all(self, numbers: Sequence[int]) -> str:
        """A number for each seat: "Ana 3, Bo 12"."""
        return ", ".join(f"{self.who(seat)} {number}" for seat, number in enumerate(numbers))

    def lines(self, event: Event) -> list[str]:
        """What to say of `event`; nothing where it is secret or said already."""
        match event:
            case Laid(round=number, first=first):
                return [f"Round {number}. The deck lies open; first to pick: {self.who(first)}."]
            case Picked(seat, card):
                return [f"{self.whose(seat)} pick: {card}."]
            case Dealt():
                return self._dealt(event)
            case Chose(seat, card):
                return [f"{self.whose(seat)} choice: {card}."] if seat in self.knows else []
            case Revealed(turn, cards):
                played = [(seat, card) for seat, card in enumerate(cards) if card is not None]
                return [f"Turn {turn}. {', '.join(f'{self.who(seat)}: {card}' for seat, card in played)}."]
            case Flipped(seat, card):
                return [f"{self.whose(seat)} top card: {card}."]
            case Took():
                return []  # where the card comes to lie is told next
            case Placed():
                return [self._placed(event)]
            case RoundEnded():
                return self._round_ended(event)
            case GameEnded(totals, winners):
                return [self._game_ended(totals, winners)]
            case Abandoned(why):
                return [f"The game was left without a result: {clean(why, longest=200)}"]
        assert_never(event)

    def _dealt(self, event: Dealt) -> list[str]:
        rows = ", ".join(" ".join(map(str, row)) for row in event.rows)
        new = f"Round {event.round}. New rows: {rows}." if event.part == 1 else "Second half: new hands."
        if self.rules.flips:
            return [new]
        hands = [(seat, hand) for seat, hand in enumerate(event.hands) if hand and seat in self.knows]
        return [new, *(f"{self.whose(seat)} hand: {', '.join(map(str, hand))}." for seat, hand in hands)]

    def _placed(self, event: Placed) -> str:
        where = f"row {event.row + 1}"
        if self.rules.both_ends:
            where = f"the {event.end} of {where}" if not event.taken else where
        card = f"{self.whose(event.seat)} {event.card}"
        if not event.taken:
            return f"{card} goes to {where}."
        taken = f"{' '.join(map(str, event.taken))}, {counted(self.heads(event.taken), 'head')}"
        if event.why == "low":
            why = "fits nowhere" if self.rules.both_ends else "is too low"
            return f"{card} {why} and takes {where}: {taken}."
        return f"{card} takes {where}: {taken}."

    def _round_ended(self, event: RoundEnded) -> list[str]:
        lines = [f"End of round {event.round}. Heads: {self.of_all(event.heads)}."]
        if event.round > 1:
            lines.append(f"Totals: {self.of_all(event.totals)}.")
        if event.out:
            lines.append(f"Out: {and_list(self.who(seat) for seat in event.out)}.")
        return lines

    def _game_ended(self, totals: Sequence[int], winners: Sequence[int]) -> str:
        names = and_list(self.who(seat) for seat in winners)
        heads = counted(totals[winners[0]], "head")
        return f"The game is over. {'Winner' if len(winners) == 1 else 'Winners'}: {names}, with {heads}."


def said_card(rules: Rules, card: int) -> str:
    """A card with its heads, where it has more than any plain card: "55 (7)"."""
    assert 1 <= card <= FULL_DECK
    heads = rules.heads_of[card]
    return f"{card} ({heads})" if heads > 1 else str(card)
