"""What happened in a game, one short sentence an event, for one audience that reads or hears it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import assert_never

from sixth.i18n import and_list, ngettext
from sixth.i18n import gettext as _
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
from sixth.text import heads_text, printable

# No sentence here has to bend its verb to "you".


@dataclass(frozen=True)
class Narrator:
    """Tells of the game that these rules and names belong to.

    `me` is the seat that is spoken to. The hidden cards of the seats in `knows` are told, and no others.
    """

    rules: Rules
    names: Sequence[str]
    me: int | None = None
    knows: Collection[int] = ()

    def who(self, seat: int) -> str:
        """Return the name of a seat, fit to be shown."""
        return printable(self.names[seat])

    def card_of(self, seat: int, card: int) -> str:
        """Return a card and whose it is: "Your 45", "Ana's 45"."""
        said = _("Your {card}") if seat == self.me else _("{name}'s {card}")
        return said.format(name=self.who(seat), card=card)

    def hand_of(self, seat: int) -> str:
        """Return whose hand it is: "Your hand", "Ana's hand"."""
        return _("Your hand") if seat == self.me else _("{name}'s hand").format(name=self.who(seat))

    def of_all(self, numbers: Sequence[int]) -> str:
        """Return a number for each seat: "Ana 3, Bo 12"."""
        return ", ".join(f"{self.who(seat)} {number}" for seat, number in enumerate(numbers))

    def lines(self, event: Event) -> list[str]:
        """Return the sentences that tell of `event`; none where it is secret or told already."""
        match event:
            case Laid(round=number, first=first):
                said = _("Round {number}. The deck lies open; first to pick: {name}.")
                return [said.format(number=number, name=self.who(first))]
            case Picked(seat, card):
                said = _("Your pick: {card}.") if seat == self.me else _("{name}'s pick: {card}.")
                return [said.format(name=self.who(seat), card=card)]
            case Dealt():
                return self._dealt(event)
            case Chose(seat, card):
                said = _("Your choice: {card}.") if seat == self.me else _("{name}'s choice: {card}.")
                return [said.format(name=self.who(seat), card=card)] if seat in self.knows else []
            case Revealed(turn, cards):
                played = sorted((card, seat) for seat, card in enumerate(cards) if card is not None)
                said = _("{name}: {card}")
                shown = ", ".join(said.format(name=self.who(seat), card=card) for card, seat in played)
                return [_("Turn {turn}. {cards}.").format(turn=turn, cards=shown)]
            case Flipped(seat, card):
                said = _("Your top card: {card}.") if seat == self.me else _("{name}'s top card: {card}.")
                return [said.format(name=self.who(seat), card=card)]
            case Took():
                return []  # where the card comes to lie is told next
            case Placed():
                return [self._placed(event)]
            case RoundEnded():
                return self._round_ended(event)
            case GameEnded(totals, winners):
                names = and_list(self.who(seat) for seat in winners)
                said = ngettext(
                    "The game is over. Winner: {names}, with {heads}.",
                    "The game is over. Winners: {names}, with {heads}.",
                    len(winners),
                )
                return [said.format(names=names, heads=heads_text(totals[winners[0]]))]
            case Abandoned(why):
                told = _("The game was left without a result: {why}")
                return [told.format(why=printable(why, longest=200))]
        assert_never(event)

    def _dealt(self, event: Dealt) -> list[str]:
        rows = ", ".join(" ".join(map(str, row)) for row in event.rows)
        new = _("Second half: new hands.")
        if event.part == 1:
            new = _("Round {number}. New rows: {rows}.").format(number=event.round, rows=rows)
        if self.rules.flips:
            return [new]
        hands = [(seat, hand) for seat, hand in enumerate(event.hands) if hand and seat in self.knows]
        told = (
            _("{whose_hand}: {cards}.").format(whose_hand=self.hand_of(seat), cards=", ".join(map(str, hand)))
            for seat, hand in hands
        )
        return [new, *told]

    def _placed(self, event: Placed) -> str:
        card, row = self.card_of(event.seat, event.card), event.row + 1
        if not event.taken:
            said = _("{card} goes to row {row}.")
            if self.rules.both_ends:
                sides = {"left": _("{card} goes to the left of row {row}.")}
                said = sides.get(event.end, _("{card} goes to the right of row {row}."))
            return said.format(card=card, row=row)
        said = _("{card} takes row {row}: {taken}, {heads}.")
        if event.why == "low":
            said = _("{card} is too low and takes row {row}: {taken}, {heads}.")
            if self.rules.both_ends:
                said = _("{card} fits in no row and takes row {row}: {taken}, {heads}.")
        taken = " ".join(map(str, event.taken))
        heads = heads_text(self.rules.heads_in(event.taken))
        return said.format(card=card, row=row, taken=taken, heads=heads)

    def _round_ended(self, event: RoundEnded) -> list[str]:
        said = _("End of round {number}. Heads: {heads}.")
        lines = [said.format(number=event.round, heads=self.of_all(event.heads))]
        if event.round > 1:
            lines.append(_("Totals: {totals}.").format(totals=self.of_all(event.totals)))
        if event.out:
            names = and_list(self.who(seat) for seat in event.out)
            lines.append(_("Out: {names}.").format(names=names))
        return lines
