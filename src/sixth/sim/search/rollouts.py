"""Rollouts: each answer is played out in the same worlds by neural networks, and its utilities are summed."""

from typing import Final, NamedTuple

import numpy as np

from sixth.sim.engine.compiler import compiled
from sixth.sim.engine.layout import LANES, SCORE, Bytes, Index, Keys, Plan, Words, hand_end
from sixth.sim.policy.network import Floats
from sixth.sim.search.determinization import Doubles, Observation, set_heads, set_table
from sixth.sim.search.drafts import DraftObservation, draft_on, set_draft
from sixth.sim.search.playouts import NOBODY, Block, play_on, shuffle_hand

_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)


class Stakes(NamedTuple):
    """What decides the utility of a round to a seat; all in heads."""

    totals: Doubles
    """float64, by seat: heads of the rounds before."""
    sign: np.float64
    """1 where the fewest heads win, -1 where the most do."""
    ends: np.bool_
    """Whether the game ends with this round whatever happens."""
    limit: np.float64
    """The game ends once somebody's total reaches it."""
    win: np.float64
    """The utility of winning the game; winners share it."""
    spread: np.float64
    """While the game goes on: heads by which a lead must grow for the odds to grow e-fold, per √(rounds)."""
    pace: np.float64
    """Heads that the leader towards the limit takes a round."""


@compiled
def utility(b: Block, stakes: Stakes, plan: Plan, seat: Index, lane: Index) -> float:
    """Return the utility of the end of the round in `lane` to `seat`, in heads; more is better."""
    mine = np.float64(b.board[SCORE + seat * LANES + lane])
    value = -stakes.sign * mine
    if stakes.win == 0.0:
        return value
    own = stakes.totals[seat] + mine
    highest = own
    for other in range(plan.seats):
        highest = max(highest, stakes.totals[other] + np.float64(b.board[SCORE + other * LANES + lane]))
    if stakes.ends or highest >= stakes.limit:
        share = 1.0
        for other in range(plan.seats):
            if other != seat:
                total = stakes.totals[other] + np.float64(b.board[SCORE + other * LANES + lane])
                if stakes.sign * total < stakes.sign * own:
                    return value
                if total == own:
                    share += 1.0
        return value + stakes.win / share
    rounds = max((stakes.limit - highest) / stakes.pace, 0.5)
    scale = stakes.spread * np.sqrt(rounds)
    odds = 0.0
    for other in range(plan.seats):
        total = stakes.totals[other] + np.float64(b.board[SCORE + other * LANES + lane])
        odds += np.exp(stakes.sign * (own - total) / scale)
    return value + stakes.win / odds


@compiled
def roll_out_answers(
    b: Block,
    players: Floats,
    who: Words,
    plan: Plan,
    observation: Observation,
    stakes: Stakes,
    worlds: Keys,
    inverse_temperature: Floats,
    first: np.uint64,
    number: np.uint64,
    seed: np.uint64,
    answers: Bytes,
    results: Doubles,
) -> None:
    """Play `number` playouts of each of `answers`; add up their utilities in `results`.

    `results` is float64, answers × (sum, sum of squares). Playout n of every answer is in world first + n of
    `worlds` (uint16, strips × worlds), begun again after the last, and has random stream first + n. An
    answer (uint8) is the index in the hand of the card to play, or where cards are revealed the row to take,
    with `LEFT_BIT` more for its left end. `inverse_temperature` is float32, seats × worlds; seat s is played
    by row who[s] of `players`, as in `play_on`. `answers.size` · `number` is at most `LANES`.
    """
    count = np.uint64(worlds.shape[1])
    games = np.uint64(answers.size) * number
    forced_rows = np.zeros(LANES, dtype=np.uint8)
    set_table(b, observation, plan, observation.turn)
    set_heads(b, observation, plan)
    start = observation.turn * plan.seats
    strips = plan.turns * plan.seats
    for answer in range(np.uint64(answers.size)):
        lanes = answer * number
        for lane in range(number):
            world = (first + lane) % count
            b.streams[lanes + lane] = first + lane
            for strip in range(start, strips):
                b.cards[strip * LANES + lanes + lane] = worlds[strip, world]
            for seat in range(plan.seats):
                b.inverse_temperature[seat * LANES + lanes + lane] = inverse_temperature[seat, world]
        if observation.place == NOBODY:
            here = (start + observation.seat) * LANES + lanes
            there = (
                (observation.turn + np.uint64(answers[answer])) * plan.seats + observation.seat
            ) * LANES + lanes
            for lane in range(number):
                one = b.cards[here + lane]
                b.cards[here + lane] = b.cards[there + lane]
                b.cards[there + lane] = one
        else:
            forced_rows[lanes : lanes + number] = answers[answer]
    if players.shape[0] == 0:
        _shuffle(b, plan, observation, seed, games)
    place = observation.place
    ready_seat = observation.seat if place == NOBODY else NOBODY
    play_on(b, players, who, plan, seed, games, observation.turn, plan.turns, ready_seat, place, forced_rows)
    _sum_up(b, plan, stakes, observation.seat, number, results)


@compiled
def _shuffle(b: Block, plan: Plan, observation: Observation, seed: np.uint64, games: Index) -> None:
    """Shuffle hands that are known, as drawn ones are already; the card that is played now stays."""
    end = hand_end(plan, observation.turn)
    now = observation.place == NOBODY
    for seat in range(plan.seats):
        begin = observation.turn if now and seat != observation.seat else observation.turn + _ONE
        if begin < end and observation.known[begin * plan.seats + seat] != 0:
            shuffle_hand(b, plan, seat, begin, end, seed, games)


@compiled
def roll_out_picks(
    b: Block,
    players: Floats,
    who: Words,
    plan: Plan,
    observation: DraftObservation,
    stakes: Stakes,
    inverse_temperature: Floats,
    first: np.uint64,
    number: np.uint64,
    seed: np.uint64,
    answers: Bytes,
    results: Doubles,
) -> None:
    """Play `number` playouts of each card of `answers` (uint8) that a seat may pick; add up their utilities.

    `results` is float64, answers × (sum, sum of squares). Nothing is hidden, so playouts differ in luck
    alone: playout n of every answer has random stream first + n. `inverse_temperature` is float32, seats ×
    any number, begun again after the last. `answers.size` · `number` is at most `LANES`.
    """
    count = np.uint64(inverse_temperature.shape[1])
    games = np.uint64(answers.size) * number
    forced_rows = np.zeros(LANES, dtype=np.uint8)
    forced = np.empty(LANES, dtype=np.uint8)
    forced[:] = answers[0]
    set_draft(b, observation, plan)
    for answer in range(np.uint64(answers.size)):
        lanes = answer * number
        forced[lanes : lanes + number] = answers[answer]
        for lane in range(number):
            b.streams[lanes + lane] = first + lane
            for seat in range(plan.seats):
                b.inverse_temperature[seat * LANES + lanes + lane] = inverse_temperature[
                    seat, (first + lane) % count
                ]
    draft_on(b, players, who, plan, seed, games, observation.seat, observation.made, forced, forced_rows)
    _sum_up(b, plan, stakes, observation.seat, number, results)


@compiled
def _sum_up(b: Block, plan: Plan, stakes: Stakes, seat: Index, number: np.uint64, results: Doubles) -> None:
    """Add each answer's utilities, and their squares, in its `number` lanes to `results`."""
    for answer in range(np.uint64(results.shape[0])):
        for lane in range(answer * number, (answer + _ONE) * number):
            value = utility(b, stakes, plan, seat, lane)
            results[answer, 0] += value
            results[answer, 1] += value * value
