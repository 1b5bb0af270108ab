"""Whole rounds, block after block: with random cards, or with cards that were prepared.

A seat that plays a random card of a random hand plays the cards of a shuffled deck in their order, so no hand
is kept: the cards of turn t are simply the next ones. That is exact, not an approximation, and holds for both
halves of deal = halves, for cards that are flipped, and for a draft in which everybody picks at random.
"""

from typing import Final, NamedTuple

import numpy as np

from sixth.sim.engine.choices import PREPARED, RANDOM, take_cheapest, take_prepared, take_random
from sixth.sim.engine.compiler import compiled
from sixth.sim.engine.lanes import aim, deal_round, lay, reveal, seek, settle, tally, turn_up
from sixth.sim.engine.layout import CARD_SHIFT, LANES, SCORE, Bytes, Index, Keys, Plan
from sixth.sim.engine.trace import keep_placed


class Portion(NamedTuple):
    """Which rounds of a seed a kernel plays, and where it writes them."""

    seed: np.uint64
    """The seed of all luck."""
    first: Index
    """The number, among the rounds of the seed, of the round that is written at index 0."""
    begin: Index
    """The index of the first round that is played."""
    end: Index
    """The index after the last round that is played."""


class Prepared(NamedTuple):
    """Cards and decisions that are given."""

    rows: Bytes
    """uint8, rounds × rows: the numbers of the cards that begin the rows."""
    plays: Bytes
    """uint8, rounds × turns × seats: the numbers of the cards, in order of play."""
    takes: Bytes
    """uint8, rounds × turns × seats: the row to take, plus `LEFT_BIT`; read if `choice` is `PREPARED`."""
    choice: np.uint8
    """Who decides: `CHEAPEST`, `RANDOM` or `PREPARED`."""


def unprepared(choice: np.uint8) -> Prepared:
    """Return that no cards are given; `choice` is `CHEAPEST` or `RANDOM`."""
    rows, plays = np.empty((0, 0), dtype=np.uint8), np.empty((0, 0, 0), dtype=np.uint8)
    return Prepared(rows, plays, plays, choice)


NO_TRACE: Final = np.empty((0, 0, 0, 0), dtype=np.uint8)
"""For rounds of which nothing but the heads is kept."""


@compiled
def play_rounds(
    heads: Bytes, plan: Plan, portion: Portion, prepared: Prepared, placed: Bytes, cards: Keys, board: Bytes
) -> None:
    """Play the rounds of `portion`, with random cards if none are prepared; write each seat's heads.

    `heads` is uint8, seats × rounds; `placed` uint8, fields of a `Trace` × rounds × turns × seats: what
    became of each card, or `NO_TRACE`. `portion` gives the luck of cards and of `RANDOM` decisions. `cards`
    (uint16, `CARDS`) and `board` (uint8, `BOARD`) are a block to work in.
    """
    choice, seed = prepared.choice, portion.seed
    for start in range(portion.begin, portion.end, LANES):
        games = min(LANES, portion.end - start)
        game = portion.first + start
        if prepared.plays.size == 0:
            deal_round(cards, plan, seed, game)
        else:
            _take_up(cards, plan, prepared, start, games)
        lay(board, cards, plan)
        for turn in range(plan.turns):
            reveal(cards, plan, turn)
            for place in range(plan.seats):
                card = turn * plan.seats + place
                turn_up(board, cards, card)
                seek(board, plan)
                if choice == PREPARED:
                    take_prepared(board, prepared.takes, turn, plan, start, games)
                elif choice == RANDOM:
                    take_random(board, plan, seed, game, card)
                else:
                    take_cheapest(board, plan)
                aim(board, plan)
                settle(board, plan)
                tally(board, plan.seats)
                if placed.size != 0:
                    keep_placed(placed, start, games, turn, place, board, plan)
        keep_heads(heads, start, games, board, plan.seats)


@compiled
def deals(rows: Bytes, plays: Bytes, plan: Plan, seed: np.uint64, first: Index, cards: Keys) -> None:
    """Write what `play_rounds` deals in games from `first` on, in the shapes of `Prepared`.

    `rows` is uint8, rounds × rows; `plays` uint8, rounds × turns × seats.
    """
    rounds = np.uint64(rows.shape[0])
    for start in range(np.uint64(0), rounds, LANES):
        deal_round(cards, plan, seed, first + start)
        for lane in range(min(LANES, rounds - start)):
            for turn in range(plan.turns):
                for seat in range(plan.seats):
                    key = cards[(turn * plan.seats + seat) * LANES + lane]
                    plays[start + lane, turn, seat] = np.uint8(key >> CARD_SHIFT)
            for row in range(plan.rows):
                key = cards[(plan.turns * plan.seats + row) * LANES + lane]
                rows[start + lane, row] = np.uint8(key >> CARD_SHIFT)


@compiled
def _take_up(cards: Keys, plan: Plan, prepared: Prepared, start: Index, games: Index) -> None:
    """Fill `cards` with the keys of the prepared rounds `start` … `start` + `games` - 1."""
    rows, plays = prepared.rows, prepared.plays
    one = np.uint64(1)
    for lane in range(games):
        for turn in range(plan.turns):
            for seat in range(plan.seats):
                key = plan.keys[np.uint64(plays[start + lane, turn, seat]) - one]
                cards[(turn * plan.seats + seat) * LANES + lane] = key
        for row in range(plan.rows):
            key = plan.keys[np.uint64(rows[start + lane, row]) - one]
            cards[(plan.turns * plan.seats + row) * LANES + lane] = key


@compiled
def keep_heads(heads: Bytes, start: Index, games: Index, board: Bytes, seats: Index) -> None:
    """Write the scores of the first `games` lanes to `heads` (uint8, seats × rounds), from `start` on."""
    for seat in range(seats):
        for lane in range(games):
            heads[seat, start + lane] = board[SCORE + seat * LANES + lane]
