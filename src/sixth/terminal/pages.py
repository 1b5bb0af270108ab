"""How a table looks in a terminal: in plain lines, or drawn with colours and boxes."""

import sys
from collections.abc import Sequence
from typing import Final, Protocol

from rich import box
from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from sixth.rules.board import Row
from sixth.rules.options import Rules
from sixth.rules.view import View
from sixth.telling import Account, said_card
from sixth.terminal.words import counted, runs


class Page(Protocol):
    """Something to tell a game on."""

    @property
    def legend(self) -> str:
        """How the heads of a card are shown."""

    def say(self, line: str = "") -> None:
        """One line of text."""

    def heading(self, line: str) -> None:
        """A line under which others stand."""

    def rows(self, rules: Rules, rows: Sequence[Row]) -> None:
        """The rows as they lie."""

    def hand(self, rules: Rules, title: str, cards: Sequence[int]) -> None:
        """Somebody's cards."""

    def scores(self, account: Account, view: View) -> None:
        """Totals and the heads of this round."""


def _row_notes(rules: Rules, row: Row) -> str:
    """What a row costs and how much room it has."""
    heads = sum(rules.heads_of[card] for card in row)
    room = rules.row_limit - len(row)
    return f"{counted(heads, 'head')}{', full' if room <= 0 else ''}"


class PlainPage:
    """Short plain lines, in reading order: for screen readers, and for whoever likes them."""

    legend = "A number after a card is its heads: 55 (7)."

    def say(self, line: str = "") -> None:
        """One line; empty ones would only be noise."""
        if line:
            sys.stdout.write(line + "\n")

    def heading(self, line: str) -> None:
        """The same as any line."""
        self.say(line)

    def rows(self, rules: Rules, rows: Sequence[Row]) -> None:
        """A line a row: "Row 1: 12 14 15, 3 heads"."""
        for number, row in enumerate(rows, 1):
            self.say(f"Row {number}: {' '.join(map(str, row))}, {_row_notes(rules, row)}.")

    def hand(self, rules: Rules, title: str, cards: Sequence[int]) -> None:
        """One line; an open deck of many cards is said as runs."""
        if len(cards) > 20:
            self.say(f"{title}: {runs(cards)}.")
        else:
            self.say(f"{title}: {', '.join(said_card(rules, card) for card in cards)}.")

    def scores(self, account: Account, view: View) -> None:
        """One line each."""
        self.say(f"Heads this round: {account.of_all(view.round_heads)}.")
        if view.past:
            self.say(f"Totals before it: {account.of_all(view.totals)}.")


_STYLES: Final = {0: "dim", 1: "", 2: "cyan", 3: "yellow", 5: "magenta", 7: "bold red"}
_SMALL: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class DrawnPage:
    """Tables and colours, as far as the terminal has them. No heads are told by colour alone."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._unicode = console.encoding.startswith("utf")
        self._free = "·" if self._unicode else "."

    @property
    def legend(self) -> str:
        """How the heads of a card are shown."""
        return f"The small number on a card is its heads: 55{self._small(7)}."

    def say(self, line: str = "") -> None:
        """One line, in nobody's markup."""
        self._console.print(Text(line), soft_wrap=True)

    def heading(self, line: str) -> None:
        """A line across the terminal."""
        self._console.print(Rule(Text(line), align="left"))

    def rows(self, rules: Rules, rows: Sequence[Row]) -> None:
        """A table with a line a row."""
        table = Table(box=box.SIMPLE, show_header=False, pad_edge=False)
        for number, row in enumerate(rows, 1):
            room = Text(" ".join(self._free * max(0, rules.row_limit - len(row))), style="dim")
            cards = Text("  ").join(self._card(rules, card, width=3) for card in row)
            table.add_row(f"Row {number}", Text("  ").join([cards, room]), _row_notes(rules, row))
        self._console.print(table)

    def hand(self, rules: Rules, title: str, cards: Sequence[int]) -> None:
        """One line of cards, or as many as it takes."""
        line = Text(f"{title}:  ")
        self._console.print(line + Text("  ").join(self._card(rules, card) for card in cards))

    def scores(self, account: Account, view: View) -> None:
        """A table with a column a seat."""
        table = Table(box=box.SIMPLE, show_header=True, pad_edge=False)
        table.add_column("")
        for seat in range(view.rules.seats):
            out = "" if seat in view.seats_in else " (out)"
            table.add_column(Text(account.who(seat) + out), justify="right")
        table.add_row("this round", *map(str, view.round_heads))
        if view.past:
            table.add_row("before it", *map(str, view.totals))
        self._console.print(table)

    def _card(self, rules: Rules, card: int, width: int = 0) -> Text:
        heads = rules.heads_of[card]
        return Text(f"{card:>{width}}{self._small(heads)}", style=_STYLES[heads])

    def _small(self, heads: int) -> str:
        return str(heads).translate(_SMALL) if self._unicode else f"({heads})"
