"""A whole game in the terminal: one person, and bots on the other seats."""

import secrets
import sys
from collections.abc import Sequence

from rich.console import Console

from sixth import bots
from sixth.i18n import and_list
from sixth.i18n import gettext as _
from sixth.narration import Narrator
from sixth.rules.deal import Dealer, new_secret, secret_from_seed
from sixth.rules.events import Action, Flip, Placed, Step
from sixth.rules.fold import evolve
from sixth.rules.game import advance
from sixth.rules.options import Rules
from sixth.rules.state import State, start
from sixth.rules.view import View, view
from sixth.terminal.drawn import DrawnPage
from sixth.terminal.labels import aim_text, rules_text
from sixth.terminal.pages import Page, PlainPage
from sixth.terminal.questions import Asker, Left, help_text
from sixth.terminal.waiting import get_ready

ME = 0
"""The person's seat."""


def play(rules: Rules, players: Sequence[str], *, name: str, seed: int | None, plain: bool) -> None:
    """Let a person play by `rules` against the bots named in `players`, to the end or until they leave."""
    page: Page = PlainPage() if plain else DrawnPage(Console(markup=False, highlight=False, emoji=False))
    names = (name, *_bot_names(players))
    said = _("Sixth: {rules}; with you at the table: {names}.")
    page.heading(said.format(rules=rules_text(rules), names=and_list(names[1:])))
    page.say(aim_text(rules))
    page.say(f"{help_text()} {page.legend}")
    try:
        get_ready(players, page.say)
        _Sitting(page, Narrator(rules, names, me=ME), players, seed).play()
    except (Left, EOFError, KeyboardInterrupt):
        page.say()
        page.say(_("You have left the table; the game stays unfinished."))


def _bot_names(players: Sequence[str]) -> list[str]:
    """Return the bots' names, numbered where there are several of a kind."""
    names = [bots.short(name) for name in players]
    return [
        f"{name} {names[: at + 1].count(name)}" if names.count(name) > 1 else name
        for at, name in enumerate(names)
    ]


def read_line(prompt: str) -> str:
    """Return the line that the person types after `prompt`.

    Raises:
        EOFError: there is none any more.
    """
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    if not sys.stdin.isatty():
        # Nobody's Enter has ended the line that the question stands on.
        sys.stdout.write("\n")
    return line


class _Sitting:
    """One game; the dealer's steps come one by one, so that the person can be asked before each flip."""

    def __init__(self, page: Page, narrator: Narrator, players: Sequence[str], seed: int | None) -> None:
        rules = narrator.rules
        self._page, self._narrator = page, narrator
        self._ask = Asker(page, narrator, read_line)
        root = secrets.token_hex(16) if seed is None else f"play {seed}"
        self._dealer = Dealer(new_secret() if seed is None else secret_from_seed(root))
        self._bots = [bots.make(bot, seed=f"{root} {seat}") for seat, bot in enumerate(players, 1)]
        self._state = start(rules)
        self._told = (0,) * rules.seats

    def play(self) -> None:
        """Play the game to its end."""
        while not self._state.over:
            step = self._dealer.step(self._state)
            if step is not None:
                if isinstance(step, Flip) and self._state.actor == ME:
                    self._show_table(self._view())
                    self._ask.flip(self._view())
                self._do(None, step)
                continue
            # The person's choice comes first; nobody sees a choice before all are made.
            seat = self._state.to_act[0]
            self._do(seat, self._decide(seat))

    def _decide(self, seat: int) -> Action:
        if seat != ME:
            return self._bots[seat - 1].act(view(self._state, seat))
        seen = self._view()
        self._show_table(seen)
        return self._ask.action(seen)

    def _view(self) -> View:
        return view(self._state, ME)

    def _do(self, seat: int | None, action: Action | Step) -> None:
        before = self._state
        events, after = advance(before, seat, action)
        for event in events:
            before = evolve(before, event)
            self._page.tell(self._narrator, event)
            if isinstance(event, Placed) and event.taken and before.pending:
                self._page.say(self._still_to_come(before))
        self._state = after

    def _still_to_come(self, state: State) -> str:
        """Return which cards are still to be placed, which helps after a row was taken."""
        cards = ", ".join(str(card) for card, _seat in state.pending)
        return _("Still to be placed: {cards}.").format(cards=cards)

    def _show_table(self, seen: View) -> None:
        page, rules = self._page, seen.rules
        if seen.phase == "pick":
            page.hand(rules, _("Open deck"), seen.open_deck)
        else:
            page.heading(_("Round {round}, turn {turn}.").format(round=seen.round, turn=seen.turn))
            page.rows(rules, seen.rows)
        if seen.round_heads != self._told:
            # Only news: said every turn it would be noise to somebody who listens.
            self._told = seen.round_heads
            page.scores(self._narrator, seen)
        if seen.open_hands:
            self._show_hands(seen)
        self._ask.hand(seen)

    def _show_hands(self, seen: View) -> None:
        for seat in seen.seats_in:
            if seat != ME and seen.open_hands[seat]:
                title = self._narrator.hand_of(seat)
                self._page.hand(seen.rules, title, seen.open_hands[seat], seat=seat)
