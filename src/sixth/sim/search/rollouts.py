"""Answers tried out: each in the same worlds, everybody plays on by network, and the outcomes are summed."""

from typing import Final, NamedTuple

import numpy as np

from sixth.sim.engine.compiler import compiled
from sixth.sim.engine.custom_policy import hand_end
from sixth.sim.engine.layout import LANES, SCORE, Bytes, Index, Keys, Plan, Words
from sixth.sim.policy.network import Floats
from sixth.sim.search.determinization import Doubles, Moment, set_heads, set_table
from sixth.sim.search.drafts import PickMoment, draft_on, set_draft
from sixth.sim.search.playouts import NOBODY, Block, mix, play_on

_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)


class Stakes(NamedTuple):
    """What the round's heads are worth to a seat; all in heads."""

    totals: Doubles
    """Of the rounds before, by seat."""
    sign: np.float64
    """1 where the fewest heads win, -1 where the most do."""
    ends: np.bool_
    """Whether the game ends with this round whatever happens."""
    limit: np.float64
    """The game ends once somebody's total reaches it."""
    win: np.float64
    """What winning the game is worth."""
    spread: np.float64
    """While the game goes on: heads by which a lead must grow for the odds to grow e-fold, per √(rounds)."""
    pace: np.float64
    """Heads that the leader towards the limit takes a round."""


@compiled
def worth(b: Block, stakes: Stakes, plan: Plan, seat: Index, lane: Index) -> float:
    """How good the end of the round in `lane` is for `seat`, in heads; more is better."""
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
def try_answers(
    b: Block,
    players: Floats,
    who: Words,
    plan: Plan,
    moment: Moment,
    stakes: Stakes,
    worlds: Keys,
    care: Floats,
    first: np.uint64,
    number: np.uint64,
    seed: np.uint64,
    answers: Bytes,
    results: Doubles,
) -> None:
    """Add to `results` (answers × 2: sum and sum of squares) what `answers` came to in `number` worlds.

    The worlds are those from `first` on, begun again after the last with other luck. An answer is the place
    in the hand of the card to play, or where cards are revealed the row to decide for (as in `play_on`).
    `care` is seats × worlds. `answers.size` · `number` is at most LANES.
    """
    count = np.uint64(worlds.shape[1])
    games = np.uint64(answers.size) * number
    wanted = np.zeros(LANES, dtype=np.uint8)
    set_table(b, moment, plan, moment.turn)
    set_heads(b, moment, plan)
    start = moment.turn * plan.seats
    strips = plan.turns * plan.seats
    for answer in range(np.uint64(answers.size)):
        lanes = answer * number
        for lane in range(number):
            world = (first + lane) % count
            b.worlds[lanes + lane] = first + lane
            for strip in range(start, strips):
                b.cards[strip * LANES + lanes + lane] = worlds[strip, world]
            for seat in range(plan.seats):
                b.care[seat * LANES + lanes + lane] = care[seat, world]
        if moment.place == NOBODY:
            here = (start + moment.seat) * LANES + lanes
            there = ((moment.turn + np.uint64(answers[answer])) * plan.seats + moment.seat) * LANES + lanes
            for lane in range(number):
                one = b.cards[here + lane]
                b.cards[here + lane] = b.cards[there + lane]
                b.cards[there + lane] = one
        else:
            wanted[lanes : lanes + number] = answers[answer]
    if players.shape[0] == 0:
        _shuffle(b, plan, moment, seed, games)
    place = moment.place
    ready = moment.seat if place == NOBODY else NOBODY
    play_on(b, players, who, plan, seed, games, moment.turn, plan.turns, ready, place, wanted)
    _sum_up(b, plan, stakes, moment.seat, number, results)


@compiled
def _shuffle(b: Block, plan: Plan, moment: Moment, seed: np.uint64, games: Index) -> None:
    """Hands that are known come in any order too, as drawn ones do already; what is played now stays."""
    end = hand_end(plan, moment.turn)
    now = moment.place == NOBODY
    for seat in range(plan.seats):
        begin = moment.turn if now and seat != moment.seat else moment.turn + _ONE
        if begin < end and moment.known[begin * plan.seats + seat] != 0:
            mix(b, plan, seat, begin, end, seed, games)


@compiled
def try_picks(
    b: Block,
    players: Floats,
    who: Words,
    plan: Plan,
    moment: PickMoment,
    stakes: Stakes,
    care: Floats,
    first: np.uint64,
    number: np.uint64,
    seed: np.uint64,
    answers: Bytes,
    results: Doubles,
) -> None:
    """The same for the cards `answers` that a seat may pick in a draft, in `number` worlds from `first` on.

    Nothing is hidden, so that these differ in luck alone; `care` is seats × any number, begun again after
    the last. `answers.size` · `number` is at most LANES.
    """
    count = np.uint64(care.shape[1])
    games = np.uint64(answers.size) * number
    wanted = np.zeros(LANES, dtype=np.uint8)
    forced = np.empty(LANES, dtype=np.uint8)
    forced[:] = answers[0]
    set_draft(b, moment, plan)
    for answer in range(np.uint64(answers.size)):
        lanes = answer * number
        forced[lanes : lanes + number] = answers[answer]
        for lane in range(number):
            b.worlds[lanes + lane] = first + lane
            for seat in range(plan.seats):
                b.care[seat * LANES + lanes + lane] = care[seat, (first + lane) % count]
    draft_on(b, players, who, plan, seed, games, moment.seat, moment.made, forced, wanted)
    _sum_up(b, plan, stakes, moment.seat, number, results)


@compiled
def _sum_up(b: Block, plan: Plan, stakes: Stakes, seat: Index, number: np.uint64, results: Doubles) -> None:
    for answer in range(np.uint64(results.shape[0])):
        for lane in range(answer * number, (answer + _ONE) * number):
            value = worth(b, stakes, plan, seat, lane)
            results[answer, 0] += value
            results[answer, 1] += value * value
