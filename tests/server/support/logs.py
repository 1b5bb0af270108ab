"""Logs of tables at which people play at random, made without a server, and their twins."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from random import Random

from sqlalchemy import select

import sixth
from sixth.rules.deal import secret_from_seed
from sixth.rules.events import Choose, Chose, Dealt, Revealed
from sixth.rules.game import legal
from sixth.rules.options import Rules
from sixth.rules.record import HUMAN
from sixth.rules.state import State
from sixth.server.store.schema import log
from sixth.server.store.sql import SqlStore
from sixth.server.table import gameplay
from sixth.server.table.events import Began, Opened, Sat, TableEvent, Texted
from sixth.server.table.fold import apply_event, fold, steps_with_due
from sixth.server.table.identity import hash_token
from sixth.server.table.state import Table

Log = tuple[TableEvent, ...]


def names_of_tables(store: SqlStore) -> list[str]:
    """Return the names of all tables in a store."""
    query = select(log.c.table_id).where(log.c.version == 1).order_by(log.c.table_id)
    return [*store.read(lambda connection: connection.execute(query).scalars().all())]


def token(seat: int) -> str:
    """Return the token of a seat at these tables."""
    return f"token-of-seat-{seat}".ljust(43, "-")


def secret(seed: int, game: int) -> str:
    """Return the secret from which a game at these tables is dealt."""
    return secret_from_seed(f"{seed} {game}").hex()


def sitting(rules: Rules, seed: int) -> Log:
    """Return the log of a table with a person on every seat, before the game."""
    people = [Sat(seat, f"Person {seat}", HUMAN, hash_token(token(seat))) for seat in range(rules.seats)]
    return (Opened(rules, secret(seed, 1)), *people, Texted(0, "by Ana"))


def beginning(table: Table, seed: int) -> Began:
    """Return the event that begins the next game."""
    return Began(f"game-{table.games + 1}", "2026-01-01T00:00:00+00:00", secret(seed, table.games + 2))


def moves(rules: Rules, seed: int, *, rounds: int = 3) -> Iterator[tuple[Table, Log]]:
    """Play at most so many rounds; yield the table before each move, and the events of the move."""
    rng = Random(seed)
    table = fold("table", sitting(rules, seed))
    events: Log = (beginning(table, seed),)
    while events:
        yield table, events
        for event in events:
            table = apply_event(table, event)
        state = table.state
        assert state is not None
        events = () if table.between_rounds and len(state.past) >= rounds else next_move(table, rng)


def next_move(table: Table, rng: Random) -> Log:
    """Return the events of a move for which the table waits, or of a changed choice; () after the game."""
    return tuple(event for event, _ in steps_with_due(table, _decided(table, rng)))


def _decided(table: Table, rng: Random) -> Log:
    """Return the events of such a move without those that are due after them."""
    state = table.state
    assert state is not None
    if events := gameplay.dealers_turn(table):
        return events
    if state.over:
        return ()
    if table.between_rounds:
        # If all players who are not ready have left, the clock begins the next round.
        seat = next((seat for seat in table.company if not table.seats[seat].ready), None)
        if seat is None:
            return ()
        return gameplay.next_round(table, seat, game=table.games, round=state.round + 1)
    if state.phase == "flip" and state.actor is not None:
        return gameplay.flip(table, state.actor, game=table.games, round=state.round, turn=state.turn)
    return _act(table, state, rng)


def _act(table: Table, state: State, rng: Random) -> Log:
    seat = rng.choice(state.to_act)
    may_change = [by for by in state.seats_in if state.chosen[by] is not None and len(state.hands[by]) > 1]
    if may_change and rng.random() < 0.1:
        seat = rng.choice(may_change)
    new = [each for each in legal(state, seat) if each != Choose(state.chosen[seat] or 0)]
    return gameplay.act(table, seat, rng.choice(new), round=state.round, turn=state.turn)


def whole(rules: Rules, seed: int, *, rounds: int = 3) -> Log:
    """Return the log of a table after a game of at most so many rounds."""
    game = (event for _, events in moves(rules, seed, rounds=rounds) for event in events)
    return (*sitting(rules, seed), *game)


def out_of_it(*, people: int) -> Log:
    """Return the log of an elimination between two rounds, in which all people are out but bots are not."""
    rules = sixth.games["elimination"].replace(seats=4, hand=3, end=sixth.End("elimination", 6))
    return next(log for seed in count(1) if (log := _out_of_it(rules, people, seed)))


def _out_of_it(rules: Rules, people: int, seed: int) -> Log:
    """Return such a log with people on the first seats; () if they are not out before its end."""
    rng, seated = Random(seed), sitting(rules, seed)
    bots = (Sat(seat, f"Bot {seat}", "careful", None) for seat in range(people, rules.seats))
    log: Log = (*seated[: people + 1], *bots)
    table = fold("table", log)
    events: Log = (beginning(table, seed),)
    while events:
        log += events
        for event in events:
            table = apply_event(table, event)
        if table.between_rounds and table.state and not {*range(people)} & {*table.state.seats_in}:
            return log
        events = next_move(table, rng)
    return ()


# ------------------------------------------------------------------ twins


def twin(log: Log, seat: int | None, rng: Random) -> Log:
    """Return a log that `seat`, or a spectator, cannot tell from `log`, with other hidden cards."""
    state = fold("table", log).state
    assert state is not None
    events = list(log)
    if not state.rules.drafts:
        _swap_hidden(events, state, seat, rng)
    _choose_otherwise(events, seat, rng)
    return tuple(events)


def _swap_hidden(log: list[TableEvent], state: State, seat: int | None, rng: Random) -> None:
    """Exchange the cards in hands of other players with one another and with cards outside the deal."""
    at = max(index for index, each in enumerate(log) if isinstance(each, Dealt))
    hidden = [card for by, hand in enumerate(state.hands) if state.rules.flips or by != seat for card in hand]
    dealt = {card for hand in state.hands for card in hand} | {card for row in state.rows for card in row}
    dealt |= {card for pile in state.piles for card in pile} | {card for card, _ in state.pending}
    hidden += [card for card in range(1, state.rules.deck_size(len(state.seats_in)) + 1) if card not in dealt]
    new = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    for index in range(at, len(log)):
        match log[index]:
            case Dealt(hands=hands) as deal:
                swapped = [tuple(new.get(card, card) for card in hand) for hand in hands]
                ordered = swapped if state.rules.flips else [tuple(sorted(hand)) for hand in swapped]
                log[index] = replace(deal, hands=tuple(ordered))
            case Chose(by, card):
                log[index] = Chose(by, new.get(card, card))


def _choose_otherwise(log: list[TableEvent], seat: int | None, rng: Random) -> None:
    """Replace the choices of other players in the present turn by other cards of their hands."""
    state = fold("table", log).state
    assert state is not None
    for index in range(len(log) - 1, -1, -1):
        match log[index]:
            case Chose(by, _) if by != seat:
                log[index] = Chose(by, rng.choice(state.hands[by]))
            case Revealed() | Dealt():
                return
