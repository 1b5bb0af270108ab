"""One step of many games: the learner's actions in, observations and rewards out."""

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sixth.sim.engine.compiler import beyond, compiled, numbers
from sixth.sim.engine.layout import Bytes
from sixth.sim.environment import game, opponents, setup
from sixth.sim.environment.playing import begin, go_on, pick, reveal, take
from sixth.sim.environment.setup import HIGHEST, REWARDS, WAIT, Ints

_HEADS: Final = REWARDS.index("heads")
_PLACE: Final = REWARDS.index("place")

BoolArray: TypeAlias = NDArray[np.bool_]


class Observations(NamedTuple):
    """Observations of the learner and masks of its actions, by game."""

    values: Bytes
    """uint8, games × `Layout.size`: the observation, as `sixth.envs.layout` has it."""
    masks: Bytes
    """uint8, games × `Layout.actions`: 1 for each action that is allowed."""


class StepOutcome(NamedTuple):
    """The outcome of one step, by game."""

    now: Observations
    """At the next decision; where a game has ended, that is the first one of the next game."""
    last: Observations
    """At the end of a game that has ended; elsewhere any numbers."""
    rewards: NDArray[np.float64]
    """float64, games."""
    ended: BoolArray
    """bool, games: whether the game is over."""
    cut: BoolArray
    """bool, games: whether the game was cut after `setup.MAX_ROUNDS`."""
    illegal: BoolArray
    """bool, games: whether the action was not allowed, which ends a game."""
    totals: Ints
    """int32, games × seats: the heads of a game that has ended; elsewhere 0."""


def new_observations(count: int, size: int, actions: int) -> Observations:
    """Return room for the observations (of `size` numbers) and masks (of `actions`) of `count` games."""
    return Observations(np.empty((count, size), dtype=np.uint8), np.empty((count, actions), dtype=np.uint8))


def new_outcome(count: int, size: int, actions: int, seats: int) -> StepOutcome:
    """Return room for the outcome of a step of `count` games with `seats` seats (see `new_observations`)."""
    return StepOutcome(
        now=new_observations(count, size, actions),
        last=new_observations(count, size, actions),
        rewards=np.empty(count, dtype=np.float64),
        ended=np.empty(count, dtype=np.bool_),
        cut=np.empty(count, dtype=np.bool_),
        illegal=np.empty(count, dtype=np.bool_),
        totals=np.zeros((count, seats), dtype=np.int32),
    )


@compiled
def reset(t: Ints, games: Ints, which: BoolArray, now: Observations) -> None:
    """Begin new games in the places where `which` (bool, games) is set, and observe all.

    `t` is int32, `setup.LENGTH`; `games` int32, games × `game.LENGTH`.
    """
    rules = numbers(t)
    values, masks = now
    for place in range(which.size):
        g = numbers(games[place])
        if which[place]:
            begin(rules, g)
        observe(rules, g, values[place], masks[place])


@compiled
def step(t: Ints, games: Ints, actions: NDArray[np.int64], outcome: StepOutcome) -> int:
    """Do each game's action, play on to the learner's next decision and observe; return how many ended.

    `t` is int32, `setup.LENGTH`; `games` int32, games × `game.LENGTH`; `actions` int64, games. `outcome` is
    written. Where a game has ended or was cut, the next one of that place begins.
    """
    rules = numbers(t)
    now, last, rewards, ended, cut, illegal, totals = outcome
    values, masks = now
    last_values, last_masks = last
    over = 0
    for place in range(actions.size):
        g = numbers(games[place])
        allowed = _act(rules, g, actions[place])
        if allowed:
            go_on(rules, g)
        illegal[place] = not allowed
        cut[place] = allowed and g[game.CUT] != 0
        ended[place] = not allowed or (g[game.PHASE] == game.OVER and g[game.CUT] == 0)
        rewards[place] = _reward(rules, g) if allowed else rules[setup.ILLEGAL]
        g[game.GAIN] = 0
        if ended[place] or cut[place]:
            over += 1
            observe(rules, g, last_values[place], last_masks[place])
            for seat in range(rules[setup.SEATS]):
                totals[place, seat] = g[game.TOTALS + seat]
            begin(rules, g)
        observe(rules, g, values[place], masks[place])
    return over


@compiled
def _act(t: Ints, g: Ints, action: int) -> bool:
    """Do the learner's action; return whether it is allowed, and do nothing if not."""
    phase = g[game.PHASE]
    if phase == game.TAKE:
        row = action - t[setup.TAKES]
        left = row >= t[setup.ROWS]
        row -= t[setup.ROWS] if left else 0
        if not 0 <= row < t[setup.ROWS]:
            return False
        right_place, left_place = opponents.places(t, g, g[game.PENDING + g[game.NEXT]])
        if right_place < 0:
            if left:
                return False
        elif row != (left_place if left else right_place):
            return False
        take(t, g, row, left)
        return True
    if phase == game.OVER:  # the learner has nothing left to decide in this game
        return action == WAIT
    card = action - t[setup.CARDS] + 1
    if not 1 <= card <= t[setup.DECK]:
        return False
    if phase == game.PICK:
        if not g[game.OPEN + card]:
            return False
        pick(t, g, card)
        return True
    for at in range(g[game.COUNTS + t[setup.ME]]):
        if g[game.HANDS + game.HAND * t[setup.ME] + at] == card:
            reveal(t, g, at)
            return True
    return False


@compiled
def _reward(t: Ints, g: Ints) -> float:
    if t[setup.REWARD] == _HEADS:
        return float(-g[game.GAIN] if t[setup.HURT] else g[game.GAIN])
    if g[game.PHASE] != game.OVER or g[game.CUT]:
        return 0.0
    ahead = 0
    behind = 0
    for seat in range(t[setup.SEATS]):
        order = _compared(t, g, seat)
        ahead += order > 0
        behind += order < 0
    if t[setup.REWARD] == _PLACE:
        return float((behind - ahead) / (t[setup.SEATS] - 1))
    return 0.0 if ahead else float(1.0 / (t[setup.SEATS] - behind))


@compiled
def _compared(t: Ints, g: Ints, seat: int) -> int:
    """Return 1 where `seat` is placed before the learner, -1 where after, 0 where they share a place."""
    if g[game.LASTED + seat] != g[game.LASTED + t[setup.ME]]:
        return 1 if g[game.LASTED + seat] > g[game.LASTED + t[setup.ME]] else -1
    lead = g[game.TOTALS + t[setup.ME]] - g[game.TOTALS + seat]
    if lead == 0:
        return 0
    return 1 if (lead > 0) != t[setup.MOST] else -1


@compiled
def observe(t: Ints, g: Ints, values_in: Bytes, mask_in: Bytes) -> None:
    """Write the observation of the learner and the mask of its actions, as `sixth.envs.layout` has them.

    `values_in` is uint8, `Layout.size`; `mask_in` uint8, `Layout.actions`.
    """
    values_in[:] = 0
    mask_in[:] = 0
    values, mask = numbers(values_in), numbers(mask_in)
    me, phase, size = t[setup.ME], g[game.PHASE], g[game.SIZE]
    mine = (phase == game.CHOOSE and g[game.LASTED + me] == game.STILL_IN) or g[game.ACTOR] == me
    values[t[setup.AT_PHASE] + (phase if mine else game.OVER)] = 1
    values[t[setup.AT_CLOCK]] = min(g[game.ROUND], HIGHEST)
    values[t[setup.AT_CLOCK] + 1] = g[game.TURN]
    for row in range(t[setup.ROWS]):
        at = t[setup.AT_ROWS] + 4 * row
        values[at + game.FIRST] = g[game.TABLE + 4 * row + game.FIRST]
        values[at + game.LAST] = g[game.TABLE + 4 * row + game.LAST]
        values[at + game.COUNT] = g[game.TABLE + 4 * row + game.COUNT]
        values[at + game.COST] = g[game.TABLE + 4 * row + game.COST]
    for place in range(g[game.NEXT], g[game.PLAYED]):
        seat = g[game.OWNERS + place] - me
        values[t[setup.AT_PENDING] + (seat if seat >= 0 else seat + t[setup.SEATS])] = g[game.PENDING + place]
    for other in range(t[setup.SEATS]):
        seat = me + other
        seat -= t[setup.SEATS] if seat >= t[setup.SEATS] else 0
        values[t[setup.AT_COUNTS] + other] = g[game.COUNTS + seat]
        values[t[setup.AT_HEADS] + other] = g[game.HEADS + seat]
        values[t[setup.AT_TOTALS] + other] = min(g[game.TOTALS + seat], HIGHEST)
        values[t[setup.AT_PLAYING] + other] = g[game.LASTED + seat] == game.STILL_IN
        if t[setup.DRAFT] and other > 0:
            for at in range(g[game.COUNTS + seat]):
                card = g[game.HANDS + game.HAND * seat + at]
                values[t[setup.AT_HANDS] + (other - 1) * t[setup.DECK] + card - 1] = 1
    if t[setup.DRAFT]:
        for card in range(t[setup.DECK]):
            values[t[setup.AT_OPEN] + card] = g[game.OPEN + card + 1]
    else:
        unseen, public = beyond(values, t[setup.AT_UNSEEN]), beyond(g, game.PUBLIC + 1)
        for card in range(size):
            unseen[card] = 1 - public[card]
    if not t[setup.FLIP]:
        for at in range(g[game.COUNTS + me]):
            card = g[game.HANDS + game.HAND * me + at] - 1
            values[t[setup.AT_HAND] + card] = 1
            if not t[setup.DRAFT]:
                values[t[setup.AT_UNSEEN] + card] = 0
            if phase == game.CHOOSE and mine:
                mask[t[setup.CARDS] + card] = 1
    if not mine or phase == game.OVER:
        mask[WAIT] = 1
    elif phase == game.PICK:
        for card in range(t[setup.DECK]):
            mask[t[setup.CARDS] + card] = g[game.OPEN + card + 1]
    elif phase == game.TAKE:
        _mask_takes(t, g, mask)


@compiled
def _mask_takes(t: Ints, g: Ints, mask: Bytes) -> None:
    right, left = opponents.places(t, g, g[game.PENDING + g[game.NEXT]])
    if right >= 0:
        mask[t[setup.TAKES] + right] = 1
        mask[t[setup.LEFTS] + left] = 1
        return
    for row in range(t[setup.ROWS]):
        mask[t[setup.TAKES] + row] = 1
