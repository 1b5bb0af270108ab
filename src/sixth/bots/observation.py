"""A view as the kernels of `sim` read it: the round so far, and which cards may be where."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Final

import numpy as np

from sixth.bots.bot import heads_hurt
from sixth.rules.events import Flipped, Placed, Revealed
from sixth.rules.options import End, Rules
from sixth.rules.view import View
from sixth.sim.engine.layout import Plan, plan
from sixth.sim.search.determinization import Observation
from sixth.sim.search.playouts import NOBODY
from sixth.sim.search.rollouts import Stakes

_WORD_BITS: Final = 64
_NO_LIMIT_HEADS: Final = 1e9
"""A total that nobody reaches."""
_PACE_HEADS: Final = 18.0
"""Heads that whoever takes most takes in a round, on average."""


@lru_cache(maxsize=64)
def plan_of(rules: Rules, players: int) -> Plan:
    """Return the plan of a round of `rules` when `players` seats are still in."""
    size = rules.deck_size(players)
    if players == rules.seats:
        return plan(rules)
    # An eliminated seat leaves rules that nobody could ask for (a draft whose picks leave too few or too many
    # cards, say), but a plan does not depend on how the game ends or how the hands were dealt.
    deal = "random" if rules.drafts else rules.deal
    return plan(replace(rules, seats=players, deck=size, deal=deal, end=End("rounds", 1)))


def observe(view: View) -> tuple[Plan, Observation]:
    """Return the round as the view's seat knows it when it chooses a card or takes a row, and its plan.

    Seats are counted among those that are in, in their order.
    """
    plan = plan_of(view.rules, len(view.seats_in))
    seats = {seat: index for index, seat in enumerate(view.seats_in)}
    players, turns = len(seats), int(plan.turns)
    known = np.zeros(players * turns, dtype=np.uint16)
    played = _played(view)
    for turn, cards in enumerate(played):
        for seat, card in cards:
            known[turn * players + seats[seat]] = plan.keys[card - 1]
    turn, place = len(played), NOBODY
    if view.phase == "take" and view.actor is not None:
        turn -= 1
        place = np.uint64(_this_turn(view, known, plan, seats, turn))
    elif view.hand and view.seat is not None:
        for slot, card in enumerate(view.hand):
            known[(turn + slot) * players + seats[view.seat]] = plan.keys[card - 1]
    if view.phase == "take" and view.hand and view.seat is not None:
        for slot, card in enumerate(view.hand, start=1):
            known[(turn + slot) * players + seats[view.seat]] = plan.keys[card - 1]
    for other, hand in enumerate(view.open_hands):
        if other != view.seat and other in seats:
            for slot, card in enumerate(hand, start=turn + (view.phase == "take")):
                known[slot * players + seats[other]] = plan.keys[card - 1]
    tables, seen = _tables(view, plan, turn)
    return plan, Observation(
        seat=np.uint64(seats[view.seat] if view.seat is not None else 0),
        turn=np.uint64(turn),
        place=place,
        tables=tables,
        seen=seen,
        heads=np.array([view.round_heads[seat] for seat in view.seats_in], dtype=np.uint8),
        known=known,
        hidden=np.array([plan.keys[card - 1] for card in view.unseen()], dtype=np.uint16),
    )


def _played(view: View) -> list[list[tuple[int, int]]]:
    """Return the cards played in each turn of the round as (seat, card)."""
    turns: list[list[tuple[int, int]]] = []
    for event in view.history:
        if isinstance(event, Revealed):
            turns.append([(seat, card) for seat, card in enumerate(event.cards) if card is not None])
        elif isinstance(event, Flipped):
            if not turns or len(turns[-1]) == len(view.seats_in):
                turns.append([])
            turns[-1].append((event.seat, event.card))
    return turns


def _this_turn(view: View, known: np.ndarray, plan: Plan, seats: dict[int, int], turn: int) -> int:
    """Put the revealed cards of this turn in the order in which they are placed; return how many are."""
    players = len(seats)
    if view.rules.flips:
        assert view.actor is not None
        place = seats[view.actor]
        for seat in range(place + 1):
            known[turn * players + seat] |= np.uint16(seat)
        return place
    first = turn * players
    cards = sorted(int(known[first + seat]) | seat for seat in range(players))
    known[first : first + players] = cards
    return players - len(view.pending)


def _tables(view: View, plan: Plan, turn: int) -> tuple[np.ndarray, np.ndarray]:
    """Undo the history: the table before each turn up to the present one, and what had been seen by then.

    The first array is turns × (last, first, count, heads) × rows, uint8; the second turns × (low word, high
    word), uint64.
    """
    rows = [list(row) for row in view.rows]
    players = len(view.seats_in)
    seen = bits_of([*(card for row in rows for card in row), *(card for pile in view.piles for card in pile)])
    seen |= bits_of(card for card, _ in view.pending)
    tables = np.zeros((turn + 1, 4, len(rows)), dtype=np.uint8)
    sets = np.zeros((turn + 1, 2), dtype=np.uint64)
    placed = sum(isinstance(event, Placed) for event in view.history)

    def keep(at: int) -> None:
        for number, row in enumerate(rows):
            tables[at, :, number] = row[-1], row[0], len(row), view.rules.heads_in(row)
        sets[at] = words_of(seen)

    keep(turn)
    for event in reversed(view.history):
        if not isinstance(event, Placed):
            continue
        placed -= 1
        if event.taken:
            rows[event.row] = list(event.taken)
        else:
            rows[event.row].remove(event.card)
        if placed % players == 0 and placed // players < turn:
            at = placed // players
            seen &= ~bits_of(card for _, card in _played(view)[at])
            if at + 1 == turn and view.phase == "take":
                seen &= ~bits_of(card for _, card in _played(view)[turn])
            keep(at)
    return tables, sets


def bits_of(cards: Iterable[int]) -> int:
    """Return a set of cards as bits: bit c is set if card c is in it."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


def words_of(bits: int) -> tuple[int, int]:
    """Return the low and the high word of such a set, as kernels read it."""
    return bits & ((1 << _WORD_BITS) - 1), bits >> _WORD_BITS


def stakes_of(view: View, *, win: float, spread: float = 6.0) -> Stakes:
    """Return what decides the utility of a round to the view's seat, under the rule that ends the game.

    `win` is the utility of winning the game, in heads; `spread` is `Stakes.spread`.
    """
    end, rules = view.rules.end, view.rules
    players = len(view.seats_in)
    totals = np.array([view.totals[seat] for seat in view.seats_in], dtype=np.float64)
    limit = {"score": end.count, "elimination": end.count + 1, "rounds": _NO_LIMIT_HEADS}[end.kind]
    last = end.kind == "rounds" and view.round >= end.count
    left = float(end.count - view.round) if end.kind == "rounds" else 0.0
    if end.kind == "rounds" and not last:
        limit = float(totals.max()) + _PACE_HEADS * left
    return Stakes(
        totals=totals,
        sign=np.float64(1.0 if heads_hurt(rules) else -1.0),
        ends=np.bool_(last),
        limit=np.float64(limit),
        win=np.float64(win if players > 1 else 0.0),
        spread=np.float64(spread),
        pace=np.float64(_PACE_HEADS),
    )
