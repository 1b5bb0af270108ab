"""Estimates of positions that take too long to solve: what each card costs in playouts with open hands."""

from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table

from sixth.coach.judgement import judge
from sixth.coach.text import answer_text
from sixth.i18n import gettext as _, number_text
from sixth.quantiles import error_of
from sixth.rules.codec import Json
from sixth.rules.events import Action
from sixth.rules.fold import with_fields
from sixth.rules.options import End
from sixth.rules.state import State
from sixth.rules.view import view
from sixth.rules.view_json import action_to_json
from sixth.sim.solver.position_text import position_text, state_from_text
from sixth.terminal.rich_page import RichPage

_DIGITS: Final = 1

Estimates = list[dict[Action, tuple[float, float]]]
"""By seat, for each card: the heads that the seat takes to the end of the round, and the margin of error."""


def estimate(state: State) -> Estimates:
    """Return what the cards of each seat cost in playouts, before a choice of cards.

    Both seats know all hands, but play on by the policy and by other programs, so this is no equilibrium. The
    position stands for itself: what was played before says nothing of the other.
    """
    size = len(state.hands[0])
    rules = state.rules.replace(
        hand=size, deck=state.rules.deck_size(len(state.hands)), deal="random", end=End("rounds", 1)
    )
    here = state_from_text(rules, position_text(state))
    estimates: Estimates = []
    for seat in range(len(here.hands)):
        seen = with_fields(view(here, seat), open_hands=here.hands)
        heads = rules.sign * judge(seen).heads
        estimates.append(
            {
                action: (float(each.mean()), error_of(each).margin)
                for action, each in zip(seen.legal, heads.T, strict=True)
            }
        )
    return estimates


def estimate_to_json(state: State, estimates: Estimates, why: str) -> dict[str, Json]:
    """Return an estimate as a JSON object; docs/solver.md explains each key."""
    return {
        "position": position_text(state),
        "cards": len(state.hands[0]),
        "estimate": why,
        "seats": [
            [
                {**action_to_json(action), "heads": heads, "margin": margin}
                for action, (heads, margin) in costs.items()
            ]
            for costs in estimates
        ],
    }


def show_estimate(state: State, estimates: Estimates, why: str, console: Console) -> None:
    """Print an estimate, and why it is no solution."""
    page = RichPage(console)
    page.rows(state.rules, state.rows)
    page.say(why)
    page.say(
        _("This is an estimate instead: the heads that each card costs in playouts, until the round ends.")
    )
    for seat, costs in enumerate(estimates):
        page.say()
        table = Table(box=box.SIMPLE, pad_edge=False)
        table.add_column(_("Seat {seat}").format(seat=seat), justify="right")
        table.add_column(_("heads"), justify="right")
        table.add_column("±", justify="right")
        for action, numbers in costs.items():
            table.add_row(answer_text(action), *(number_text(each, digits=_DIGITS) for each in numbers))
        console.print(table)
