"""A whole game in the terminal of one person against bots."""

import secrets
import sys
from collections.abc import Sequence

from sixth import bots
from sixth.differences import differences
from sixth.i18n import and_list, gettext as _
from sixth.narration import Narrator
from sixth.rules.deal import Dealer, new_secret, secret_from_seed
from sixth.rules.events import Action, Flip, Placed, Step
from sixth.rules.fold import evolve
from sixth.rules.game import advance
from sixth.rules.options import Rules
from sixth.rules.state import start
from sixth.rules.view import View, view
from sixth.terminal.labels import aim_text, rules_text
from sixth.terminal.pages import Page
from sixth.terminal.questions import Prompter, Quit, help_text, show_hand
from sixth.terminal.readiness import get_ready
from sixth.terminal.rich_page import new_page
from sixth.text import numbered

ME = 0
"""The person's seat."""


def play(rules: Rules, players: Sequence[str], *, name: str, seed: int | None, plain: bool) -> None:
    """Let a person called `name` play by `rules` against bots, to the end or until they leave."""
    page = new_page(plain=plain)
    names = (name, *numbered(map(bots.short, players)))
    heading = _("Sixth: {rules}; with you at the table: {names}.")
    page.heading(heading.format(rules=rules_text(rules), names=and_list(names[1:])))
    page.say(aim_text(rules))
    # The aim says who wins, and who is out.
    for each in differences(rules):
        if each.about and each.name not in ("goal", "end"):
            page.say(each.about)
    page.say(f"{help_text()} {page.legend}")
    try:
        get_ready(players, page.say)
        narrator = Narrator(rules, names, me=ME, bots=dict.fromkeys(range(1, len(names)), ""))
        _TableGame(page, narrator, players, seed).play()
    except (Quit, EOFError, KeyboardInterrupt):
        page.say()
        page.say(_("You have left the table; the game stays unfinished."))


def read_line(prompt: str) -> str:
    """Return the line that the person types after `prompt`; raise `EOFError` at the end of the input."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    if not sys.stdin.isatty():
        # Without a terminal no Enter ends the line of the prompt.
        sys.stdout.write("\n")
    return line


class _TableGame:
    """One game; the dealer goes step by step, so that the person can press Enter before each flip."""

    def __init__(self, page: Page, narrator: Narrator, players: Sequence[str], seed: int | None) -> None:
        rules = narrator.rules
        self._page, self._narrator = page, narrator
        self._prompter = Prompter(page, narrator, read_line)
        root = secrets.token_hex(16) if seed is None else f"play {seed}"
        self._dealer = Dealer(new_secret() if seed is None else secret_from_seed(root))
        self._bots = [bots.make(bot, seed=f"{root} {seat}") for seat, bot in enumerate(players, 1)]
        self._state = start(rules)
        self._last_heads = (0,) * rules.seats

    def play(self) -> None:
        """Play the game to its end."""
        while not self._state.over:
            step = self._dealer.step(self._state)
            if step is not None:
                if isinstance(step, Flip) and self._state.actor == ME:
                    own_view = view(self._state, ME)
                    self._show_table(own_view)
                    self._prompter.flip(own_view)
                self._do(None, step)
                continue
            # The person chooses first; no choice shows before the reveal.
            seat = self._state.to_act[0]
            seat_view = view(self._state, seat)
            if seat == ME:
                self._show_table(seat_view)
            player = self._prompter.action if seat == ME else self._bots[seat - 1].act
            self._do(seat, player(seat_view))

    def _do(self, seat: int | None, action: Action | Step) -> None:
        before = self._state
        events, after = advance(before, seat, action)
        for event in events:
            before = evolve(before, event)
            self._page.tell(self._narrator, event)
            if isinstance(event, Placed) and event.taken and before.pending:
                cards = ", ".join(str(card) for card, _seat in before.pending)
                self._page.say(_("Still to be placed: {cards}.").format(cards=cards))
        self._state = after

    def _show_table(self, table_view: View) -> None:
        page, rules = self._page, table_view.rules
        if table_view.phase == "pick":
            page.hand(rules, _("Open deck"), table_view.open_deck)
        else:
            title = _("Round {round}, turn {turn}.")
            page.heading(title.format(round=table_view.round, turn=table_view.turn))
            page.rows(rules, table_view.rows)
        if table_view.round_heads != self._last_heads:
            # Only after a change: each turn would be too much to listen to.
            self._last_heads = table_view.round_heads
            page.scores(self._narrator, table_view)
        for seat, hand in enumerate(table_view.open_hands):
            if seat != ME and hand:
                page.hand(rules, self._narrator.hand_of(seat), hand, seat=seat)
        show_hand(page, table_view)
