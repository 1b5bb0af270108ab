"""The page of plain lines of the terminal, from which others are derived."""

import shutil
import sys
import textwrap
from collections.abc import Sequence

from sixth.i18n import gettext as _
from sixth.narration import Narrator
from sixth.rules.board import Row
from sixth.rules.events import Event
from sixth.rules.options import Rules
from sixth.rules.view import View
from sixth.terminal.labels import ranges_text
from sixth.text import card_text, heads_text


def row_notes(rules: Rules, row: Row) -> str:
    """Return the heads of a row, and whether it is full."""
    heads = heads_text(rules.heads_in(row))
    return heads if len(row) < rules.row_limit else _("{heads}, full").format(heads=heads)


class Page:
    """A page that shows a game in short plain lines in reading order, such as screen readers need."""

    @property
    def legend(self) -> str:
        """Return a line on how the heads of a card are shown."""
        return _("A number after a card is its heads: {example}.").format(example="55 (7)")

    def say(self, line: str = "") -> None:
        """Show one line of text, unless it is empty; a terminal gets it broken between words alone."""
        if line and sys.stdout.isatty():
            width = shutil.get_terminal_size().columns
            line = textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False)
        if line:
            sys.stdout.write(line + "\n")

    def heading(self, line: str) -> None:
        """Show the heading as a line like any other."""
        self.say(line)

    def tell(self, narrator: Narrator, event: Event) -> None:
        """Show an event, one line for each sentence."""
        for line in narrator.lines(event):
            self.say(line)

    def rows(self, rules: Rules, rows: Sequence[Row]) -> None:
        """Show the rows, a line each: "Row 1: 12 14 15, 3 heads"."""
        for number, row in enumerate(rows, 1):
            template = _("Row {number}: {cards}, {notes}.")
            self.say(
                template.format(number=number, cards=" ".join(map(str, row)), notes=row_notes(rules, row))
            )

    def hand(self, rules: Rules, title: str, cards: Sequence[int], *, seat: int | None = None) -> None:
        """Show cards of `seat`, or of nobody if None, behind `title`: in one line, with runs abbreviated."""
        text = ranges_text(cards) if len(cards) > 20 else ", ".join(card_text(rules, card) for card in cards)
        self.say(_("{whose_hand}: {cards}.").format(whose_hand=title, cards=text))

    def scores(self, narrator: Narrator, view: View) -> None:
        """Show the totals and heads, a line a seat."""
        self.say(_("Heads this round: {heads}.").format(heads=narrator.of_all(view.round_heads)))
        if view.past:
            self.say(_("Totals before it: {totals}.").format(totals=narrator.of_all(view.totals)))
