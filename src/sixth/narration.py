"""Events of a game, and what it waits for, as short sentences to be read or heard."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from sixth.i18n import and_list, gettext as _, ngettext
from sixth.rules import events
from sixth.rules.options import Rules
from sixth.rules.record import HUMAN, Seat
from sixth.rules.state import Phase
from sixth.text import heads_text, printable, some_names

# No sentence here has to bend its verb to "you".


@dataclass(frozen=True)
class Narrator:
    """The sentences about a game with these rules and names.

    `me` is the seat of the reader, if there is one. The sentences show the hidden cards of the seats in
    `knows`, and no others. `bots` has each seat that a bot plays, with the
    bot's name where it plays for a person, else "".
    """

    rules: Rules
    names: Sequence[str]
    me: int | None = None
    knows: Collection[int] = ()
    bots: Mapping[int, str] = field(default_factory=dict)

    def name_of(self, seat: int) -> str:
        """Return the name of a seat, safe to print."""
        return printable(self.names[seat])

    def played(self, seat: int) -> str:
        """Return the name of a player in a result, with the bot that played: "Ana (bot)"."""
        name, bot = self.name_of(seat), self.bots.get(seat)
        if bot is None:
            return name
        template = _("{name} (bot {bot} played)") if bot else _("{name} (bot)")
        return template.format(name=name, bot=printable(bot))

    def card_of(self, seat: int, card: int) -> str:
        """Return a card and whose it is: "Your 45", "Ana's 45"."""
        template = _("Your {card}") if seat == self.me else _("{name}'s {card}")
        return template.format(name=self.name_of(seat), card=card)

    def hand_of(self, seat: int) -> str:
        """Return whose hand it is: "Your hand", "Ana's hand"."""
        return _("Your hand") if seat == self.me else _("{name}'s hand").format(name=self.name_of(seat))

    def of_all(self, numbers: Sequence[int]) -> str:
        """Return a number for each seat: "Ana 3, Bo 12"."""
        return ", ".join(f"{self.name_of(seat)} {number}" for seat, number in enumerate(numbers))

    def lines(self, event: events.Event) -> list[str]:
        """Return the sentences about `event`; none if it is secret, or if another event says the same."""
        match event:
            case events.Laid(round=number, first=first):
                template = _("Round {number}. The deck lies open; first to pick: {name}.")
                return [template.format(number=number, name=self.name_of(first))]
            case events.Picked(seat, card):
                template = _("Your pick: {card}.") if seat == self.me else _("{name}'s pick: {card}.")
                return [template.format(name=self.name_of(seat), card=card)]
            case events.Dealt():
                return self._deal_lines(event)
            case events.Chose(seat, card):
                template = _("Your choice: {card}.") if seat == self.me else _("{name}'s choice: {card}.")
                return [template.format(name=self.name_of(seat), card=card)] if seat in self.knows else []
            case events.Revealed(turn, cards):
                plays = sorted((card, seat) for seat, card in enumerate(cards) if card is not None)
                template = _("{name}: {card}")
                text = ", ".join(template.format(name=self.name_of(seat), card=card) for card, seat in plays)
                return [_("Turn {turn}. {cards}.").format(turn=turn, cards=text)]
            case events.Flipped(seat, card):
                template = _("Your top card: {card}.") if seat == self.me else _("{name}'s top card: {card}.")
                return [template.format(name=self.name_of(seat), card=card)]
            case events.Took():
                return []  # the next event places the card
            case events.Placed():
                return [self._placement(event)]
            case events.RoundEnded():
                return self._round_lines(event)
            case events.GameEnded(totals, winners):
                names = and_list(self.played(seat) for seat in winners)
                template = ngettext(
                    "The game is over. Winner: {names}, with {heads}.",
                    "The game is over. Winners: {names}, with {heads}.",
                    len(winners),
                )
                return [template.format(names=names, heads=heads_text(totals[winners[0]]))]
            case events.Abandoned(why):
                template = _("The game was left without a result: {why}")
                return [template.format(why=printable(why, longest=200))]
        assert_never(event)

    def _deal_lines(self, event: events.Dealt) -> list[str]:
        rows = ", ".join(" ".join(map(str, row)) for row in event.rows)
        new = _("Second half: new hands.")
        if event.part == 1:
            new = _("Round {number}. New rows: {rows}.").format(number=event.round, rows=rows)
        if self.rules.flips:
            return [new]
        hands = [(seat, hand) for seat, hand in enumerate(event.hands) if hand and seat in self.knows]
        lines = (
            _("{whose_hand}: {cards}.").format(whose_hand=self.hand_of(seat), cards=", ".join(map(str, hand)))
            for seat, hand in hands
        )
        return [new, *lines]

    def _placement(self, event: events.Placed) -> str:
        card, row = self.card_of(event.seat, event.card), event.row + 1
        if not event.taken:
            template = _("{card} goes to row {row}.")
            if self.rules.both_ends:
                sides = {"left": _("{card} goes to the left of row {row}.")}
                template = sides.get(event.end, _("{card} goes to the right of row {row}."))
            return template.format(card=card, row=row)
        template = _("{card} takes row {row}: {taken}, {heads}.")
        if event.why == "low":
            template = _("{card} is too low and takes row {row}: {taken}, {heads}.")
            if self.rules.both_ends:
                template = _("{card} fits in no row and takes row {row}: {taken}, {heads}.")
        cards = " ".join(map(str, event.taken))
        heads = heads_text(self.rules.heads_in(event.taken))
        return template.format(card=card, row=row, taken=cards, heads=heads)

    def _round_lines(self, event: events.RoundEnded) -> list[str]:
        template = _("End of round {number}. Heads: {heads}.")
        lines = [template.format(number=event.round, heads=self.of_all(event.heads))]
        if event.round > 1:
            lines.append(_("Totals: {totals}.").format(totals=self.of_all(event.totals)))
        if event.out:
            names = and_list(self.name_of(seat) for seat in event.out)
            lines.append(_("Out: {names}.").format(names=names))
        return lines


def bots_among(seats: Iterable[Seat]) -> Mapping[int, str]:
    """Return the bots of a record by seat, for a narrator."""
    return {seat: "" for seat, each in enumerate(seats) if each.kind != HUMAN}


def waiting_text(phase: Phase, names: Sequence[str]) -> str:
    """Return for which decision of these players the game waits."""
    match phase:
        case "pick":
            text = _("Waiting for {names} to pick a card.")
        case "take":
            text = _("Waiting for {names} to pick a row.")
        case "flip":
            text = _("Waiting for {names} to turn over a card.")
        case _:
            text = ngettext("Waiting for {names} to choose.", "Waiting for {names} to choose.", len(names))
    return text.format(names=some_names(names))
