"""The rows of a dataset, from the records of a deal."""

from collections.abc import Iterator
from typing import Any

from sixth.arena.deal import DealResult
from sixth.rules.events import Action, Choose, Chose, Flipped, Pick, Picked, Revealed, RoundEnded, Take, Took
from sixth.rules.fold import evolve
from sixth.rules.options import Rules
from sixth.rules.record import Record, read
from sixth.rules.state import State, start
from sixth.rules.view import View, view

Row = dict[str, Any]
"""A row: its values by the names of the columns."""


def rows_of(result: DealResult, game: str) -> Iterator[tuple[Row, list[Row]]]:
    """Yield the row and the rows of decisions of each game of a deal, which keeps its records.

    `game` is the name of the rules.
    """
    for rotation, text in enumerate(result.records):
        (record,) = read(text.splitlines())
        decisions, end = decisions_of(record)
        place = {"game_id": record.game, "game": game, "deal": result.deal, "rotation": rotation}
        yield (
            {
                **place,
                "bots": [seat.kind for seat in record.seats],
                "rounds": len(end.past),
                "decisions": len(decisions),
                "totals": end.totals,
                "winners": end.winners,
                "record": text,
            },
            [{**place, **row} for row in decisions],
        )


def decisions_of(record: Record) -> tuple[list[Row], State]:
    """Return the rows of the decisions of a game and its last state; the rows do not say which game it is."""
    rows: list[Row] = []
    of_round = 0
    state = start(record.rules)
    for event in record.events:
        if isinstance(event, Chose | Picked | Took):
            rows.append(
                {
                    "bot": record.seats[event.seat].kind,
                    **observation(view(state, event.seat)),
                    "action": action_number(record.rules, _action(event)),
                }
            )
        elif isinstance(event, RoundEnded):
            for row in rows[of_round:]:
                row["round_heads"] = event.heads[row["seat"]]
            of_round = len(rows)
        state = evolve(state, event)
    for row in rows:
        row["won"] = row["seat"] in state.winners
    return rows, state


def _action(event: Chose | Picked | Took) -> Action:
    match event:
        case Chose(card=card):
            return Choose(card)
        case Picked(card=card):
            return Pick(card)
        case Took(row=row, end=end):
            return Take(row, end)


def observation(seen: View) -> Row:
    """Return what the seat of a view knows, by the names of the columns `OBSERVED`."""
    return {
        "phase": seen.phase,
        "round": seen.round,
        "turn": seen.turn,
        "seat": seen.seat,
        "seats_in": seen.seats_in,
        "hand": seen.hand,
        "unseen": seen.unseen(),
        "rows": seen.rows,
        "pending_cards": [card for card, _ in seen.pending],
        "pending_seats": [seat for _, seat in seen.pending],
        "played": _played(seen),
        "counts": seen.counts,
        "heads": seen.round_heads,
        "totals": seen.totals,
        "open_deck": seen.open_deck,
        "open_hands": seen.open_hands,
        "legal": [action_number(seen.rules, action) for action in seen.legal],
    }


def _played(seen: View) -> list[list[int]]:
    played: list[list[int]] = [[] for _ in seen.counts]
    for event in seen.history:
        match event:
            case Revealed(cards=cards):
                for seat, card in enumerate(cards):
                    if card is not None:
                        played[seat].append(card)
            case Flipped(seat, card):
                played[seat].append(card)
            case _:
                pass
    return played


def action_number(rules: Rules, action: Action) -> int:
    """Return the number of an action, the same as in the environments of `sixth.envs`."""
    match action:
        case Choose(card) | Pick(card):
            return card
        case Take(row, end):
            return rules.deck_size(rules.seats) + 1 + row + (rules.rows if end == "left" else 0)
