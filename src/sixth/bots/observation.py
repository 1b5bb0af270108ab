"""Observations for the kernels of `sim`: the round so far, and the possible places of cards."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Final

import numpy as np

from sixth.bots.bot import heads_hurt
from sixth.rules.events import Flipped, Picked, Placed, Revealed
from sixth.rules.options import End, Rules
from sixth.rules.view import View
from sixth.sim.engine.layout import Plan, plan
from sixth.sim.search.determinization import Observation
from sixth.sim.search.drafts import DraftObservation
from sixth.sim.search.playouts import NOBODY
from sixth.sim.search.rollouts import Stakes

_WORD_BITS: Final = 64
_NO_LIMIT_HEADS: Final = 1e9
"""A total that no seat reaches."""
_PACE_HEADS: Final = 18.0
"""The mean of the most heads that a seat takes in a round."""


@lru_cache(maxsize=64)
def plan_of(rules: Rules, players: int) -> Plan:
    """Return the plan of a round of `rules` when `players` seats are still in."""
    size = rules.deck_size(players)
    if players == rules.seats:
        return plan(rules)
    # With a seat out the rules may be unplayable (such as a draft that leaves too few or too many cards), but
    # a plan does not depend on the end of the game or the kind of deal.
    deal = "random" if rules.drafts else rules.deal
    return plan(replace(rules, seats=players, deck=size, deal=deal, end=End("rounds", 1)))


def observe(view: View) -> tuple[Plan, Observation]:
    """Return the plan of the round, and the observation of the seat of `view` as it plays or takes a row.

    Seats are numbered among the seats that are in, in their order.
    """
    plan = plan_of(view.rules, len(view.seats_in))
    seats = {seat: index for index, seat in enumerate(view.seats_in)}
    players, turns = len(seats), int(plan.turns)
    known = np.zeros(players * turns, dtype=np.uint16)
    turns_so_far = _turn_cards(view)
    for turn, cards in enumerate(turns_so_far):
        for seat, card in cards:
            known[turn * players + seats[seat]] = plan.keys[card - 1]
    turn, place = len(turns_so_far), NOBODY
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
    tables, visible = _tables(view, plan, turn)
    return plan, Observation(
        seat=np.uint64(seats[view.seat] if view.seat is not None else 0),
        turn=np.uint64(turn),
        place=place,
        tables=tables,
        seen=visible,
        heads=np.array([view.round_heads[seat] for seat in view.seats_in], dtype=np.uint8),
        known=known,
        hidden=np.array([plan.keys[card - 1] for card in view.unseen()], dtype=np.uint16),
    )


def observe_draft(view: View) -> tuple[Plan, DraftObservation]:
    """Return the plan of the round, and the draft in which the seat of `view` has to pick.

    Seats are numbered as by `observe`; nothing is hidden.
    """
    plan = plan_of(view.rules, len(view.seats_in))
    cards = [*(view.open_hands[seat] for seat in view.seats_in), view.open_deck]
    return plan, DraftObservation(
        seat=np.uint64(view.seats_in.index(view.seat) if view.seat in view.seats_in else 0),
        made=np.uint64(sum(isinstance(event, Picked) for event in view.history)),
        sets=np.array([word for each in cards for word in words_of(bits_of(each))], dtype=np.uint64),
    )


def observe_decision(view: View) -> tuple[Plan, Observation | DraftObservation]:
    """Return the plan of the round, and the observation of the seat of `view` in a decision of any kind."""
    return observe_draft(view) if view.phase == "pick" else observe(view)


def _turn_cards(view: View) -> list[list[tuple[int, int]]]:
    """Return the (seat, card) pairs of the cards played in each turn of the round."""
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
    """Sort the revealed cards of this turn in `known` as they are placed; return how many are placed."""
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
    """Undo the history: return the table, and the set of seen cards, before each turn up to the present one.

    The first array is turns × (last, first, count, heads) × rows, uint8; the second is turns × (low word,
    high word), uint64.
    """
    rows = [list(row) for row in view.rows]
    players = len(view.seats_in)
    visible = bits_of(
        [*(card for row in rows for card in row), *(card for pile in view.piles for card in pile)]
    )
    visible |= bits_of(card for card, _ in view.pending)
    tables = np.zeros((turn + 1, 4, len(rows)), dtype=np.uint8)
    sets = np.zeros((turn + 1, 2), dtype=np.uint64)
    placements = sum(isinstance(event, Placed) for event in view.history)

    def keep(at: int) -> None:
        for number, row in enumerate(rows):
            tables[at, :, number] = row[-1], row[0], len(row), view.rules.heads_in(row)
        sets[at] = words_of(visible)

    keep(turn)
    for event in reversed(view.history):
        if not isinstance(event, Placed):
            continue
        placements -= 1
        if event.taken:
            rows[event.row] = list(event.taken)
        else:
            rows[event.row].remove(event.card)
        if placements % players == 0 and placements // players < turn:
            at = placements // players
            visible &= ~bits_of(card for _, card in _turn_cards(view)[at])
            if at + 1 == turn and view.phase == "take":
                visible &= ~bits_of(card for _, card in _turn_cards(view)[turn])
            keep(at)
    return tables, sets


def bits_of(cards: Iterable[int]) -> int:
    """Return a set of cards as an integer: bit c is set if card c is in the set."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


def words_of(bits: int) -> tuple[int, int]:
    """Return the low and the high 64-bit word of `bits`."""
    return bits & ((1 << _WORD_BITS) - 1), bits >> _WORD_BITS


def stakes_of(view: View, *, win: float, spread: float = 6.0) -> Stakes:
    """Return the stakes of the round for the utility of the seat of `view`.

    `win` is the utility of winning the game, in heads; `Stakes` explains `spread`.
    """
    end, rules = view.rules.end, view.rules
    players = len(view.seats_in)
    totals = np.array([view.totals[seat] for seat in view.seats_in], dtype=np.float64)
    limit = {"score": end.count, "elimination": end.count + 1, "rounds": _NO_LIMIT_HEADS}[end.kind]
    last = end.kind == "rounds" and view.round >= end.count
    rounds_left = float(end.count - view.round) if end.kind == "rounds" else 0.0
    if end.kind == "rounds" and not last:
        limit = float(totals.max()) + _PACE_HEADS * rounds_left
    return Stakes(
        totals=totals,
        sign=np.float64(1.0 if heads_hurt(rules) else -1.0),
        ends=np.bool_(last),
        limit=np.float64(limit),
        win=np.float64(win if players > 1 else 0.0),
        spread=np.float64(spread),
        pace=np.float64(_PACE_HEADS),
    )
