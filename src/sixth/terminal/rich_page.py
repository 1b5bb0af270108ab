"""A page of the terminal with colours, a shape for each player, boxes and bars."""

from collections.abc import Sequence
from typing import Final

from rich import box
from rich.console import Console
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from sixth.console import new_console, print_text
from sixth.i18n import gettext as _
from sixth.narration import Narrator
from sixth.rules.board import Row
from sixth.rules.display.standings import places
from sixth.rules.events import Event, GameEnded, Placed, Revealed, RoundEnded
from sixth.rules.options import Rules
from sixth.rules.view import View
from sixth.terminal.pages import Page, row_notes

_SHAPES: Final = "●■▲◆✚★♥☾≡⧗"
"""Shapes by seat, those of the web pages: disc, square, triangle, diamond, plus, star, heart, moon, …"""

_COLOURS: Final = (
    *("bright_blue", "red", "green", "magenta", "yellow"),
    *("bright_magenta", "cyan", "bright_green", "bright_red", "bright_cyan"),
)
"""Colours by seat; the shapes serve people who see no colours."""

_BAR_LENGTH: Final = 33
"""Characters of a bar that reaches the limit of heads."""

_STYLES: Final = {0: "dim", 1: "", 2: "cyan", 3: "yellow", 5: "magenta", 7: "bold red"}
_SMALL: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class RichPage(Page):
    """A page with tables and colours, as far as the terminal has them; text repeats what a colour says."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._unicode = console.encoding.startswith("utf")
        self._free = "·" if self._unicode else "."
        self._old_heads, self._new_heads, self._limit = "█▒│" if self._unicode else "#+|"

    @property
    def legend(self) -> str:
        """Return a line on how the heads of a card are shown."""
        template = _("The small number on a card is its heads: {example}.")
        return template.format(example=f"55{self._small(7)}")

    def say(self, line: str = "") -> None:
        """Show one line of text, in which brackets are no markup."""
        print_text(self._console, Text(line))

    def heading(self, line: str) -> None:
        """Show a heading in a rule across the terminal, above a rule where it is too long for that."""
        text = Text(line)
        fits = text.cell_len + 4 <= self._console.width
        if not fits:
            print_text(self._console, text)
        self._console.print(Rule(text if fits else "", align="left"))

    def tell(self, narrator: Narrator, event: Event) -> None:
        """Show an event beside the shape of its seat; boxes and tables make takes and results stand out."""
        lines = narrator.lines(event)
        match event:
            case Revealed(turn, cards):
                plays = sorted((card, seat) for seat, card in enumerate(cards) if card is not None)
                texts = [self._play_text(narrator, seat, card) for card, seat in plays]
                title = Text(_("Turn {turn}").format(turn=turn), style="bold")
                print_text(self._console, Text("   ").join([title, *texts]))
            case Placed(seat=seat, taken=cards) if cards:
                own = seat == narrator.me
                text = self._with_shape(seat, Text(lines[0], style="bold"))
                bad = narrator.rules.goal == "fewest"
                style = _COLOURS[seat] if not own else "bold red" if bad else "bold green"
                self._console.print(
                    Panel(text, box=box.HEAVY if own else box.ROUNDED, border_style=style, expand=False)
                )
            case Placed(seat=seat):
                print_text(self._console, Text("  ") + self._with_shape(seat, Text(lines[0])))
            case RoundEnded():
                self._result(narrator, event)
            case GameEnded():
                print_text(self._console, Text(lines[0], style="bold"))
            case _:
                super().tell(narrator, event)

    def _with_shape(self, seat: int, text: Text) -> Text:
        """Return the text behind the shape of a seat; without it where the encoding has no shapes."""
        return Text.assemble((f"{_SHAPES[seat]} ", _COLOURS[seat]), text) if self._unicode else text

    def _play_text(self, narrator: Narrator, seat: int, card: int) -> Text:
        number = self._card(narrator.rules, card)
        text = Text(_("{name}: {card}").format(name=narrator.name_of(seat), card=number.plain))
        text.stylize(number.style, text.plain.rindex(number.plain))
        return self._with_shape(seat, text)

    def _result(self, narrator: Narrator, event: RoundEnded) -> None:
        """Show the totals, best first, as bars up to the limit; the heads of this round stand out."""
        rules, totals = narrator.rules, event.totals
        self.heading(_("End of round {number}").format(number=event.round))
        table = Table(box=None, show_header=False, pad_edge=False)
        for justify in ("right", "left", "left", "right", "right"):
            table.add_column(justify=justify)
        limit = 0 if rules.end.kind == "rounds" else rules.end.count
        scale = _BAR_LENGTH / (limit or max(*totals, 1))
        ranks = places([rules.sign * each for each in totals])
        for seat in sorted(range(rules.seats), key=ranks.__getitem__):
            name = narrator.name_of(seat)
            name = _("{name} (out)").format(name=name) if seat in event.out else name
            table.add_row(
                str(ranks[seat]),
                self._with_shape(seat, Text(name)),
                self._bar(seat, totals[seat] - event.heads[seat], totals[seat], scale=scale, limit=limit),
                Text(str(totals[seat]), style="bold"),
                f"+{event.heads[seat]}",
            )
        self._console.print(table)

    def _bar(self, seat: int, before: int, total: int, *, scale: float, limit: int) -> Text:
        """Return a bar of `total` heads, `before` of them from earlier rounds, with a mark at the limit."""
        first, all_ = (min(round(heads * scale), _BAR_LENGTH + 1) for heads in (before, total))
        bar = Text(self._old_heads * first + self._new_heads * (all_ - first), style=_COLOURS[seat])
        rest = _BAR_LENGTH - all_
        return Text.assemble(bar, (" " * rest + self._limit, "dim")) if limit and rest >= 0 else bar

    def rows(self, rules: Rules, rows: Sequence[Row]) -> None:
        """Show the rows as a table, a line each."""
        table = Table(box=box.SIMPLE, show_header=False, pad_edge=False)
        for number, row in enumerate(rows, 1):
            room = Text(" ".join(self._free * max(0, rules.row_limit - len(row))), style="dim")
            cards = Text("  ").join(self._card(rules, card, width=3) for card in row)
            table.add_row(
                _("Row {number}").format(number=number), Text("  ").join([cards, room]), row_notes(rules, row)
            )
        self._console.print(table)

    def hand(self, rules: Rules, title: str, cards: Sequence[int], *, seat: int | None = None) -> None:
        """Show cards, on as many lines as they need."""
        line = Text(_("{whose_hand}:").format(whose_hand=title) + "  ")
        line = line if seat is None else self._with_shape(seat, line)
        self._console.print(line + Text("  ").join(self._card(rules, card) for card in cards))

    def scores(self, narrator: Narrator, view: View) -> None:
        """Show the totals and heads as a table, a column a seat."""
        table = Table(box=box.SIMPLE, show_header=True, pad_edge=False)
        table.add_column("")
        for seat in range(view.rules.seats):
            name = narrator.name_of(seat)
            name = name if seat in view.seats_in else _("{name} (out)").format(name=name)
            table.add_column(self._with_shape(seat, Text(name)), justify="right")
        table.add_row(_("this round"), *map(str, view.round_heads))
        if view.past:
            table.add_row(_("before it"), *map(str, view.totals))
        self._console.print(table)

    def _card(self, rules: Rules, card: int, width: int = 0) -> Text:
        heads = rules.heads_of[card]
        return Text(f"{card:>{width}}{self._small(heads)}", style=_STYLES[heads])

    def _small(self, heads: int) -> str:
        return str(heads).translate(_SMALL) if self._unicode else f"({heads})"


def new_page(*, plain: bool) -> Page:
    """Return a page for the terminal: one of plain lines, or one with colours and boxes."""
    return Page() if plain else RichPage(new_console())
