"""How a game looks in a terminal: what a page shows, and the page of plain lines."""

import sys
from collections.abc import Sequence
from typing import Protocol

from sixth.i18n import gettext as _
from sixth.narration import Narrator
from sixth.rules.board import Row
from sixth.rules.events import Event
from sixth.rules.options import Rules
from sixth.rules.view import View
from sixth.terminal.labels import ranges_text
from sixth.text import card_text, heads_text


class Page(Protocol):
    """A way of showing a game."""

    @property
    def legend(self) -> str:
        """Return a line on how the heads of a card are shown."""

    def say(self, line: str = "") -> None:
        """Show one line of text."""

    def heading(self, line: str) -> None:
        """Show a line under which others stand."""

    def tell(self, narrator: Narrator, event: Event) -> None:
        """Show what has happened, if `narrator` tells of it."""

    def rows(self, rules: Rules, rows: Sequence[Row]) -> None:
        """Show the rows as they lie."""

    def hand(self, rules: Rules, title: str, cards: Sequence[int], *, seat: int | None = None) -> None:
        """Show cards, those of a seat or such as are anybody's."""

    def scores(self, narrator: Narrator, view: View) -> None:
        """Show the totals, and the heads of this round."""


def row_notes(rules: Rules, row: Row) -> str:
    """Return what a row costs and how much room it has."""
    heads = heads_text(rules.heads_in(row))
    return heads if len(row) < rules.row_limit else _("{heads}, full").format(heads=heads)


class PlainPage:
    """Short plain lines in reading order, for screen readers and for whoever likes them."""

    @property
    def legend(self) -> str:
        """Return a line on how the heads of a card are shown."""
        return _("A number after a card is its heads: {example}.").format(example="55 (7)")

    def say(self, line: str = "") -> None:
        """Show one line of text, unless it is empty, which would only be noise."""
        if line:
            sys.stdout.write(line + "\n")

    def heading(self, line: str) -> None:
        """Show the heading as a line like any other."""
        self.say(line)

    def tell(self, narrator: Narrator, event: Event) -> None:
        """Show what has happened, a line a sentence."""
        for line in narrator.lines(event):
            self.say(line)

    def rows(self, rules: Rules, rows: Sequence[Row]) -> None:
        """Show the rows, a line each: "Row 1: 12 14 15, 3 heads"."""
        for number, row in enumerate(rows, 1):
            said = _("Row {number}: {cards}, {notes}.")
            self.say(said.format(number=number, cards=" ".join(map(str, row)), notes=row_notes(rules, row)))

    def hand(self, rules: Rules, title: str, cards: Sequence[int], *, seat: int | None = None) -> None:
        """Show cards in one line, with the runs of an open deck abbreviated."""
        said = ranges_text(cards) if len(cards) > 20 else ", ".join(card_text(rules, card) for card in cards)
        self.say(_("{whose_hand}: {cards}.").format(whose_hand=title, cards=said))

    def scores(self, narrator: Narrator, view: View) -> None:
        """Show the totals and heads, a line a seat."""
        self.say(_("Heads this round: {heads}.").format(heads=narrator.of_all(view.round_heads)))
        if view.past:
            self.say(_("Totals before it: {totals}.").format(totals=narrator.of_all(view.totals)))
