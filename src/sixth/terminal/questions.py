"""What a person at the terminal is asked, and the answers understood."""

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from sixth.language import and_list
from sixth.rules.board import Side
from sixth.rules.events import Action, Choose, Pick, Take
from sixth.rules.view import View
from sixth.telling import Account, clean
from sixth.terminal.pages import Page
from sixth.terminal.words import runs

_T = TypeVar("_T")

HELP: Final = "Type a number and Enter; r shows the rows, h your hand, t the totals, q leaves, ? says this."


class Left(Exception):
    """The person left the table."""


class Asker:
    """Asks the person on `seat` until there is an answer that the rules allow."""

    def __init__(self, page: Page, account: Account, read: Callable[[str], str]) -> None:
        self._page, self._account, self._read = page, account, read

    def action(self, view: View) -> Action:
        """What the person decides.

        Raises:
            Left: they would rather go.
        """
        first = view.legal[0]
        if isinstance(first, Choose):
            by_card = {action.card: action for action in view.legal if isinstance(action, Choose)}
            return self._number(
                view,
                "Your card: ",
                by_card,
                f"Your cards are {and_list(map(str, by_card))}, so type one of them.",
            )
        if isinstance(first, Pick):
            open_cards = {action.card: action for action in view.legal if isinstance(action, Pick)}
            return self._number(
                view, "Your pick: ", open_cards, f"Open are {runs(list(open_cards))}, so type one of them."
            )
        return self._row(view, [action for action in view.legal if isinstance(action, Take)])

    def flip(self, view: View) -> None:
        """Wait until the person turns over the top card.

        Raises:
            Left: they would rather go.
        """
        while self._answer(view, "Enter turns over your top card: "):
            self._page.say("Just press Enter, or type q to leave.")

    def _row(self, view: View, takes: list[Take]) -> Action:
        card = view.pending[0][0]
        if takes[0].end is None:
            rows = {take.row + 1: take for take in takes}
            why = "fits nowhere" if view.rules.both_ends else "is too low for every row"
            self._page.say(f"Your {card} {why}, so you take a row of your choice.")
            return self._number(
                view, "Row to take: ", rows, f"The rows are {runs(list(rows))}, so type one of these numbers."
            )
        ends = dict(enumerate(takes, 1))
        said = [f"{number} for {_place(take.row, take.end)}" for number, take in ends.items()]
        self._page.say(f"Your {card} is equally close to two rows: type {' or '.join(said)}.")
        return self._number(view, "Place: ", ends, f"Type {' or '.join(said)}.")

    def _number(self, view: View, prompt: str, known: Mapping[int, _T], hint: str) -> _T:
        while True:
            answer = self._answer(view, prompt)
            if answer.isascii() and answer.isdigit() and int(answer[:9]) in known:
                return known[int(answer[:9])]
            said = f"{clean(answer)!r} is not among them. " if answer else ""
            self._page.say(f"{said}{hint}")

    def _answer(self, view: View, prompt: str) -> str:
        """What was typed, once it is not one of the words that work everywhere."""
        while True:
            answer = self._read(prompt).strip()
            match answer.lower():
                case "q" | "quit" | "exit":
                    raise Left
                case "?" | "help":
                    self._page.say(f"{HELP} {self._page.legend}")
                case "r":
                    self._page.rows(view.rules, view.rows)
                case "h":
                    self.hand(view)
                case "t":
                    self._page.scores(self._account, view)
                case _:
                    return answer

    def hand(self, view: View) -> None:
        """Show the person's cards."""
        if view.hand:
            self._page.hand(view.rules, "Your hand", view.hand)
        elif view.rules.flips and view.seat is not None:
            self._page.say(f"Cards left in your pile: {view.counts[view.seat]}.")
        else:
            self._page.say("Your hand is empty.")


def _place(row: int, end: Side | None) -> str:
    return f"the {end} of row {row + 1}"
