"""The moves that a table makes by itself: the dealer's steps and those of bots."""

from datetime import UTC, datetime

from sixth.rules.deal import new_secret
from sixth.rules.events import Action
from sixth.rules.game import Refusal
from sixth.server.table import clock, gameplay
from sixth.server.table.bounds import room_for_game
from sixth.server.table.events import Began, TableEvent
from sixth.server.table.fold import apply_event
from sixth.server.table.identity import new_id
from sixth.server.table.state import Table

Moves = tuple[tuple[int, Action, int, int], ...]
"""Moves that bots have chosen, each as (seat, action, round, turn)."""


def new_game() -> Began:
    """Return the event that begins a game, with a new name, the present time and a new secret."""
    return Began(new_id(), datetime.now(UTC).isoformat(timespec="seconds"), new_secret().hex())


def moves_by_itself(table: Table) -> bool:
    """Return whether bots or the dealer have something to do."""
    return bool(gameplay.bots_to_act(table)) or bool(gameplay.dealers_turn(table)) or _all_play_again(table)


def dealers_turn(table: Table) -> tuple[TableEvent, ...]:
    """Return the events of the dealer that are due now; after a game they begin the next one."""
    return (
        clock.begin_next_game(table, new_game()) if _all_play_again(table) else gameplay.dealers_turn(table)
    )


def _all_play_again(table: Table) -> bool:
    """Return whether everybody who still has a seat is ready for the next game."""
    ready = table.all_ready and table.next_game_wanted
    return table.resting and not table.between_rounds and ready and room_for_game(table)


def apply(table: Table, *, moves: Moves) -> tuple[TableEvent, ...]:
    """Return the events of these moves in their order; leave out moves that no longer fit the table."""
    events: list[TableEvent] = []
    for seat, action, round, turn in moves:
        if table.in_person(seat):
            # The person whose seat the bot played has come back.
            continue
        try:
            now = gameplay.act(table, seat, action, round=round, turn=turn)
        except Refusal:
            continue
        for event in now:
            table = apply_event(table, event)
        events += now
    return tuple(events)
