"""Rollouts: each answer is played out in the same worlds by neural networks, and its utilities are summed."""

from typing import Final, NamedTuple

import numpy as np

from sixth.sim.engine.compiler import compiled
from sixth.sim.engine.lanes import swap_strips
from sixth.sim.engine.layout import LANES, ONE, SCORE, Bytes, Index, Keys, Plan, hand_end
from sixth.sim.policy.block import Block, Hand
from sixth.sim.policy.network import Floats
from sixth.sim.search.determinization import Float64Array, Observation, set_heads, set_table
from sixth.sim.search.drafts import DraftMoment, DraftObservation, draft_on, set_draft
from sixth.sim.search.playouts import NOBODY, Lineup, Moment, play_on, shuffle_hand


class Stakes(NamedTuple):
    """What decides the utility of a round to a seat; all in heads."""

    totals: Float64Array
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


class Playouts(NamedTuple):
    """Which answers are played out, and in which worlds."""

    answers: Bytes
    """uint8: the index in the hand of the card to play; where cards are revealed the row to take, plus
    `LEFT_BIT` for its left end; in a draft the number of the card to pick."""
    worlds: Keys
    """uint16, strips × worlds, as in `determinization`. `NO_WORLDS` in a draft."""
    inverse_temperature: Floats
    """float32, seats × worlds (in a draft any number): what the logits of a seat are multiplied with."""
    first: np.uint64
    """Playout n has random stream first + n and, begun again after the last, world first + n."""
    number: np.uint64
    """Playouts of each answer; `answers.size` · `number` is at most `LANES`."""
    seed: np.uint64
    """The seed of all luck."""


NO_WORLDS: Final[Keys] = np.zeros((0, 0), dtype=np.uint16)
"""The worlds of a draft, where nothing is hidden."""


@compiled
def utility(board: Bytes, stakes: Stakes, plan: Plan, seat: Index, lane: Index) -> float:
    """Return the utility of the end of the round in `lane` to `seat`, in heads; more is better."""
    mine = np.float64(board[SCORE + seat * LANES + lane])
    value = -stakes.sign * mine
    if stakes.win == 0.0:
        return value
    own = stakes.totals[seat] + mine
    highest = own
    for other in range(plan.seats):
        highest = max(highest, stakes.totals[other] + np.float64(board[SCORE + other * LANES + lane]))
    if stakes.ends or highest >= stakes.limit:
        share = 1.0
        for other in range(plan.seats):
            if other != seat:
                total = stakes.totals[other] + np.float64(board[SCORE + other * LANES + lane])
                if stakes.sign * total < stakes.sign * own:
                    return value
                if total == own:
                    share += 1.0
        return value + stakes.win / share
    rounds = max((stakes.limit - highest) / stakes.pace, 0.5)
    scale = stakes.spread * np.sqrt(rounds)
    odds = 0.0
    for other in range(plan.seats):
        total = stakes.totals[other] + np.float64(board[SCORE + other * LANES + lane])
        odds += np.exp(stakes.sign * (own - total) / scale)
    return value + stakes.win / odds


@compiled
def roll_out_answers(
    b: Block,
    lineup: Lineup,
    plan: Plan,
    observation: Observation,
    stakes: Stakes,
    playouts: Playouts,
    results: Float64Array,
) -> None:
    """Play out the answers of a seat that plays a card or takes a row; add up their utilities in `results`.

    `results` is float64, answers × (sum, sum of squares), in heads.
    """
    answers, worlds, inverse_temperature, first, number, seed = playouts
    count = np.uint64(worlds.shape[1])
    games = np.uint64(answers.size) * number
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
            swap_strips(b.cards, here, there, number)
        else:
            b.forced[lanes : lanes + number] = answers[answer]
    if lineup.players.shape[0] == 0:
        _shuffle(b, plan, observation, seed, games)
    ready_seat = observation.seat if observation.place == NOBODY else NOBODY
    moment = Moment(observation.turn, ready_seat, observation.place)
    play_on(b, lineup, plan, seed, games, moment, plan.turns)
    _sum_up(b, plan, stakes, observation.seat, number, results)


@compiled
def _shuffle(b: Block, plan: Plan, observation: Observation, seed: np.uint64, games: Index) -> None:
    """Shuffle hands that are known, as drawn ones are already; the card that is played now stays."""
    end = hand_end(plan, observation.turn)
    now = observation.place == NOBODY
    for seat in range(plan.seats):
        begin = observation.turn if now and seat != observation.seat else observation.turn + ONE
        if begin < end and observation.known[begin * plan.seats + seat] != 0:
            shuffle_hand(b, plan, Hand(seat, begin, end), seed, games)


@compiled
def roll_out_picks(
    b: Block,
    lineup: Lineup,
    plan: Plan,
    observation: DraftObservation,
    stakes: Stakes,
    playouts: Playouts,
    results: Float64Array,
) -> None:
    """Play out the answers of a seat that picks a card; add up their utilities in `results`.

    `results` is float64, answers × (sum, sum of squares), in heads. Nothing is hidden, so playouts differ in
    luck alone.
    """
    answers, _worlds, inverse_temperature, first, number, seed = playouts
    count = np.uint64(inverse_temperature.shape[1])
    games = np.uint64(answers.size) * number
    b.forced[:] = answers[0]
    set_draft(b, observation, plan)
    for answer in range(np.uint64(answers.size)):
        lanes = answer * number
        b.forced[lanes : lanes + number] = answers[answer]
        for lane in range(number):
            b.streams[lanes + lane] = first + lane
            for seat in range(plan.seats):
                b.inverse_temperature[seat * LANES + lanes + lane] = inverse_temperature[
                    seat, (first + lane) % count
                ]
    moment = DraftMoment(observation.seat, observation.made, True)
    draft_on(b, lineup, plan, seed, games, moment)
    _sum_up(b, plan, stakes, observation.seat, number, results)


@compiled
def _sum_up(
    b: Block, plan: Plan, stakes: Stakes, seat: Index, number: np.uint64, results: Float64Array
) -> None:
    """Add each answer's utilities, and their squares, in its `number` lanes to `results`."""
    for answer in range(np.uint64(results.shape[0])):
        for lane in range(answer * number, (answer + ONE) * number):
            value = utility(b.board, stakes, plan, seat, lane)
            results[answer, 0] += value
            results[answer, 1] += value * value
