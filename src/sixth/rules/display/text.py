"""Views as plain text, for terminals and logs. They read only the view, so they show no hidden card."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sixth.rules.games import name_of
from sixth.rules.options import Rules

# They import this folder to show themselves.
if TYPE_CHECKING:
    from sixth.rules.state import State
    from sixth.rules.view import View


def view_text(view: "View", names: Sequence[str] = ()) -> str:
    """Return the board as lines of text: the state of the game, the rows, the seats and the hand.

    `names` are the names of the seats; without them the text shows the numbers of the seats.
    """
    lines = [f"{title(view.rules)}: {standing(view)}", ""]
    for number, row in enumerate(view.rows, 1):
        cards = "".join(f"{card:4}" for card in row)
        lines.append(f"row {number:<3}{cards:<{4 * slots(view)}}   {row_cost(view.rules, row)}")
    if view.open_deck:
        lines.append(f"open deck: {' '.join(map(str, view.open_deck))}")
    if view.pending:
        lines.append("to be placed: " + ", ".join(f"{card} of seat {seat}" for card, seat in view.pending))
    if view.rows or view.open_deck:
        lines.append("")
    lines += [f"{seat_name(names, seat)}: {seat_note(view, seat)}" for seat in range(view.rules.seats)]
    if view.hand:
        cards = " ".join(f"[{card}]" if card == view.chosen else str(card) for card in view.hand)
        lines += ["", f"hand: {cards}"]
    return "\n".join(line.rstrip() for line in lines)


def title(rules: Rules) -> str:
    """Return the name of the named game with these rules, or "own rules", and the number of seats."""
    return f"{name_of(rules) or 'own rules'}, {rules.seats} seats"


def standing(game: "State | View") -> str:
    """Return the round and turn of a game and the seats it waits for, or its winners; nothing hidden."""
    if game.over:
        result = f"won by {_seats(game.winners)}" if game.winners else "abandoned"
        return f"over after {count_of(len(game.past), 'round')}, {result}"
    stage = "draft" if game.phase == "pick" else f"turn {game.turn}"
    waits = f"{_seats(game.to_act)} to act" if game.to_act else f"waits for: {game.phase}"
    return f"round {game.round}, {stage}, {waits}"


def _seats(seats: Sequence[int]) -> str:
    return f"{'seat' if len(seats) == 1 else 'seats'} {' '.join(map(str, seats))}"


def seat_name(names: Sequence[str], seat: int) -> str:
    """Return the number and the name of a seat in one line, without control characters."""
    name = f"seat {seat}, {names[seat]}" if names else f"seat {seat}"
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in name)


def seat_note(view: "View", seat: int) -> str:
    """Return the heads of a seat and the public state of its turn."""
    notes = [count_of(view.totals[seat], "head")]
    if not view.over:
        notes.append(f"{view.round_heads[seat]} this round")
    if seat in view.winners:
        notes.append("won")
    elif seat not in view.seats_in:
        notes.append("out")
    elif seat in view.to_act:
        notes.append("to act")
    elif view.has_chosen[seat]:
        notes.append("has chosen")
    return ", ".join(notes)


def count_of(number: int, noun: str) -> str:
    """Return a number with its English noun: 1 head, 2 heads."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def row_cost(rules: Rules, row: Sequence[int]) -> str:
    """Return the heads of a row in words, and "full" if the row is full."""
    heads = count_of(rules.heads_in(row), "head")
    return f"{heads}, full" if len(row) >= rules.row_limit else heads


def slots(view: "View") -> int:
    """Return the width of the rows in cards: that of the longest row or of a full one, up to ten."""
    return max([min(view.rules.row_limit, 10), *map(len, view.rows)])
