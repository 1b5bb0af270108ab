"""How a table looks in a terminal: in plain lines, or drawn with colours and boxes."""

import sys
from collections.abc import Sequence
from typing import Final, Protocol

from rich import box
from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from sixth.i18n import gettext as _
from sixth.narration import Narrator
from sixth.rules.board import Row
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

    def rows(self, rules: Rules, rows: Sequence[Row]) -> None:
        """Show the rows as they lie."""

    def hand(self, rules: Rules, title: str, cards: Sequence[int]) -> None:
        """Show somebody's cards."""

    def scores(self, narrator: Narrator, view: View) -> None:
        """Show the totals, and the heads of this round."""


def _row_notes(rules: Rules, row: Row) -> str:
    """Return what a row costs and how much room it has."""
    heads = sum(rules.heads_of[card] for card in row)
    room = rules.row_limit - len(row)
    return _("{heads}, full").format(heads=heads_text(heads)) if room <= 0 else heads_text(heads)


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

    def rows(self, rules: Rules, rows: Sequence[Row]) -> None:
        """Show the rows, a line each: "Row 1: 12 14 15, 3 heads"."""
        for number, row in enumerate(rows, 1):
            said = _("Row {number}: {cards}, {notes}.")
            self.say(said.format(number=number, cards=" ".join(map(str, row)), notes=_row_notes(rules, row)))

    def hand(self, rules: Rules, title: str, cards: Sequence[int]) -> None:
        """Show somebody's cards in one line, with the runs of an open deck abbreviated."""
        said = ranges_text(cards) if len(cards) > 20 else ", ".join(card_text(rules, card) for card in cards)
        self.say(_("{whose_hand}: {cards}.").format(whose_hand=title, cards=said))

    def scores(self, narrator: Narrator, view: View) -> None:
        """Show the totals and heads, a line a seat."""
        self.say(_("Heads this round: {heads}.").format(heads=narrator.of_all(view.round_heads)))
        if view.past:
            self.say(_("Totals before it: {totals}.").format(totals=narrator.of_all(view.totals)))


_STYLES: Final = {0: "dim", 1: "", 2: "cyan", 3: "yellow", 5: "magenta", 7: "bold red"}
_SMALL: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class DrawnPage:
    """Tables and colours, as far as the terminal has them; colour alone never says anything."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._unicode = console.encoding.startswith("utf")
        self._free = "·" if self._unicode else "."

    @property
    def legend(self) -> str:
        """Return a line on how the heads of a card are shown."""
        said = _("The small number on a card is its heads: {example}.")
        return said.format(example=f"55{self._small(7)}")

    def say(self, line: str = "") -> None:
        """Show one line of text, in which brackets are no markup."""
        self._console.print(Text(line), soft_wrap=True)

    def heading(self, line: str) -> None:
        """Show a heading in a rule across the terminal."""
        self._console.print(Rule(Text(line), align="left"))

    def rows(self, rules: Rules, rows: Sequence[Row]) -> None:
        """Show the rows as a table, a line each."""
        table = Table(box=box.SIMPLE, show_header=False, pad_edge=False)
        for number, row in enumerate(rows, 1):
            room = Text(" ".join(self._free * max(0, rules.row_limit - len(row))), style="dim")
            cards = Text("  ").join(self._card(rules, card, width=3) for card in row)
            table.add_row(
                _("Row {number}").format(number=number),
                Text("  ").join([cards, room]),
                _row_notes(rules, row),
            )
        self._console.print(table)

    def hand(self, rules: Rules, title: str, cards: Sequence[int]) -> None:
        """Show somebody's cards, in as many lines as it takes."""
        line = Text(_("{whose_hand}:").format(whose_hand=title) + "  ")
        self._console.print(line + Text("  ").join(self._card(rules, card) for card in cards))

    def scores(self, narrator: Narrator, view: View) -> None:
        """Show the totals and heads as a table, a column a seat."""
        table = Table(box=box.SIMPLE, show_header=True, pad_edge=False)
        table.add_column("")
        for seat in range(view.rules.seats):
            name = narrator.who(seat)
            name = name if seat in view.seats_in else _("{name} (out)").format(name=name)
            table.add_column(Text(name), justify="right")
        table.add_row(_("this round"), *map(str, view.round_heads))
        if view.past:
            table.add_row(_("before it"), *map(str, view.totals))
        self._console.print(table)

    def _card(self, rules: Rules, card: int, width: int = 0) -> Text:
        heads = rules.heads_of[card]
        return Text(f"{card:>{width}}{self._small(heads)}", style=_STYLES[heads])

    def _small(self, heads: int) -> str:
        return str(heads).translate(_SMALL) if self._unicode else f"({heads})"
