"""Solutions of positions in a terminal: the value, a table for each hand, the likeliest way on, or bounds."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table

from sixth.coach.text import answer_text
from sixth.console import new_console, write_line
from sixth.errors import CommandError
from sixth.i18n import gettext as _, number_text, percent_text, translate
from sixth.rules.codec import Json, dumps
from sixth.rules.play import Game
from sixth.rules.state import State
from sixth.rules.view_json import action_to_json
from sixth.sim.solver import SeatBounds, Solution, SolverError, bounds, solve
from sixth.sim.solver.checks import SEATS
from sixth.sim.solver.position_text import position_text
from sixth.terminal.estimates import estimate, estimate_to_json, show_estimate
from sixth.terminal.files import display_name
from sixth.terminal.replay import records
from sixth.terminal.rich_page import RichPage

_DIGITS: Final = 3
_NEVER: Final = 1e-9
"""A card that is less likely is not shown."""


def recorded_position(name: str, at: int | None) -> State:
    """Return the position of the game in a file after event `at`, or the last one before its next choice."""
    games = list(records(name, unfinished=True))
    if len(games) != 1:
        wrong = _("{file} has {count} games; name a file with one.")
        raise CommandError(wrong.format(file=display_name(name), count=len(games)))
    events = len(games[0].events)
    if at is not None and not 0 <= at <= events:
        wrong = _("{file} has {events} events, so --at cannot be {at}.")
        raise CommandError(wrong.format(file=display_name(name), events=events, at=at))
    return Game.from_record(games[0], at).state


def show(state: State, *, win: bool, seconds: float, json: bool) -> None:
    """Print the solution of a position of two seats, or bounds of one with more seats.

    Where a solution takes more than `seconds`, print an estimate. Raise `CommandError` if there is none.
    """
    try:
        if len(state.hands) > SEATS and not win:
            _show_bounds(state, bounds(state), json=json)
            return
        solution = solve(state, utility="win" if win else "heads", seconds=seconds)
    except SolverError as error:
        why = translate(error.sentence)
        if error.code != "too-long" or win or state.phase != "choose":
            raise CommandError(why) from error
        estimates = estimate(state)
        if json:
            write_line(dumps(estimate_to_json(state, estimates, why)))
        else:
            show_estimate(state, estimates, why, new_console())
        return
    if json:
        write_line(dumps(solution_to_json(state, solution)))
    else:
        _show(state, solution, new_console())


def _show_bounds(state: State, seats: Sequence[SeatBounds], *, json: bool) -> None:
    if json:
        write_line(dumps(bounds_to_json(state, seats)))
        return
    page = RichPage(new_console())
    page.rows(state.rules, state.rows)
    for seat, each in enumerate(seats):
        cards = ", ".join(
            f"{answer_text(action)} ({percent_text(chance)})"
            for action, chance in each.strategy.items()
            if chance > _NEVER
        )
        if cards:
            page.say()
            sure, best = (number_text(heads, digits=_DIGITS) for heads in (each.sure, each.best))
            page.say(_bounds_text(state).format(seat=seat, sure=sure, best=best))
            page.say(_("For that it plays {cards}.").format(cards=cards))


def _bounds_text(state: State) -> str:
    if state.rules.sign > 0:
        return _("Seat {seat}: at most {sure} heads on average, whatever the others do; {best} if all help.")
    return _("Seat {seat}: at least {sure} heads on average, whatever the others do; {best} if all help.")


def bounds_to_json(state: State, seats: Sequence[SeatBounds]) -> dict[str, Json]:
    """Return bounds as a JSON object; docs/solver.md explains each key."""
    return {
        "position": position_text(state),
        "cards": max(map(len, state.hands)),
        "bounds": [
            {
                "sure": each.sure,
                "best": each.best,
                "strategy": [
                    {**action_to_json(action), "probability": chance}
                    for action, chance in each.strategy.items()
                ],
            }
            for each in seats
        ],
    }


def solution_to_json(state: State, solution: Solution) -> dict[str, Json]:
    """Return a solution as a JSON object; docs/solver.md explains each key."""
    return {
        "position": position_text(state),
        "cards": solution.cards,
        "utility": solution.utility,
        "value": solution.value,
        "seats": [
            [
                {**action_to_json(action), "probability": chance, "loss": losses[action]}
                for action, chance in strategy.items()
            ]
            for strategy, losses in zip(solution.strategies, solution.answers, strict=True)
        ],
        "line": [{"seat": seat, **action_to_json(action)} for seat, action in solution.line],
        "positions": solution.positions,
    }


def _show(state: State, solution: Solution, console: Console) -> None:
    page = RichPage(console)
    page.rows(state.rules, state.rows)
    if solution.utility == "win":
        page.say(_("Chance of seat 0 to win: {chance}").format(chance=percent_text(solution.value)))
    else:
        page.say(_value_text(solution.value))
    for seat, strategy in enumerate(solution.strategies):
        if not strategy:
            continue
        page.say()
        table = Table(box=box.SIMPLE, pad_edge=False)
        table.add_column(_("Seat {seat}").format(seat=seat), justify="right")
        table.add_column(_("how often"), justify="right")
        table.add_column(_("loses"), justify="right")
        for action, chance in strategy.items():
            loss = solution.answers[seat][action]
            shown = percent_text(loss) if solution.utility == "win" else number_text(loss, digits=_DIGITS)
            table.add_row(answer_text(action), percent_text(chance), shown)
        console.print(table)
    page.say(_("Likeliest way on: {moves}").format(moves=", ".join(_moves(solution))))


def _value_text(value: float) -> str:
    heads = number_text(abs(value), digits=_DIGITS)
    if value > 0:
        return _("Until the end of the round seat 0 takes {heads} heads more than seat 1.").format(
            heads=heads
        )
    if value < 0:
        return _("Until the end of the round seat 0 takes {heads} heads less than seat 1.").format(
            heads=heads
        )
    return _("Until the end of the round both seats take equally many heads.")


def _moves(solution: Solution) -> Iterator[str]:
    for seat, action in solution.line:
        yield f"{seat}: {answer_text(action)}"
