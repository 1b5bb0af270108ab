"""The bots `random`, `nearest` and `careful` of `sixth.bots` as kernels: the same answers in the same games.

`random` is as random, but not the same. Each function answers for `seat`. `t` and `g` are `setup` and `game`
arrays; rows, seats and hands count from 0, cards are numbers.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixth.sim.engine.compiler import compiled
from sixth.sim.environment import game, setup
from sixth.sim.environment.setup import BOTS, Ints, Whole
from sixth.sim.environment.shuffles import drawn_below, seed_of

_RANDOM: Final = BOTS.index("random")
_NEAREST: Final = BOTS.index("nearest")
_FAR: Final = 1 << 40
_ROW_BITS: Final = 7
_ROW: Final = (1 << _ROW_BITS) - 1
_UNSIGNED: Final = (1 << 16) - 1
_NOWHERE: Final = (1 << 15) << _ROW_BITS
"""More than any gap and its row."""
_CLASS: Final = 1000
"""More than any gap, so that no gap makes up for the wrong kind of row."""

# As in `sixth.bots.careful`.
_CHOICE_HEADS: Final = 1.0
_GAP_HEADS: Final = 0.01


@compiled
def right_place(t: Ints, g: Ints, card: int) -> int:
    """Return the row whose last card is the highest of those lower than `card`; -1 without one."""
    best = _NOWHERE
    for row in range(t[setup.ROWS]):
        # A higher last card gives a negative gap, which without its sign is more than _NOWHERE: no branch.
        gap = (card - g[game.TABLE + 4 * row + game.LAST]) & _UNSIGNED
        best = min(best, (gap << _ROW_BITS) | row)
    return best & _ROW if best < _NOWHERE else -1


@compiled
def left_place(t: Ints, g: Ints, card: int) -> int:
    """Return the row whose first card is the lowest of those higher than `card`; -1 without one."""
    best = _NOWHERE
    for row in range(t[setup.ROWS]):
        gap = (g[game.TABLE + 4 * row + game.FIRST] - card) & _UNSIGNED
        best = min(best, (gap << _ROW_BITS) | row)
    return best & _ROW if best < _NOWHERE else -1


@compiled
def places(t: Ints, g: Ints, card: int) -> tuple[int, int]:
    """Return where `card` may go: a row at its right end, and one at its left end; -1 for no such place."""
    right = right_place(t, g, card)
    if not t[setup.BOTH]:
        return right, -1
    left = left_place(t, g, card)
    if right >= 0 and left >= 0:
        gap_right = card - g[game.TABLE + 4 * right + game.LAST]
        gap_left = g[game.TABLE + 4 * left + game.FIRST] - card
        if gap_right < gap_left:
            return right, -1
        if gap_left < gap_right:
            return -1, left
    return right, left


@compiled
def choose(t: Ints, g: Ints, seat: int) -> Whole:
    """Return the index in its hand (ascending) of the card that `seat` plays."""
    kind = t[setup.OPPONENTS + seat]
    if kind == _RANDOM:
        g[game.DRAWN] += 1
        return drawn_below(g[game.COUNTS + seat], seed_of(g), g[game.DRAWN])
    if kind == _NEAREST:
        return _choose_nearest_both(t, g, seat) if t[setup.BOTH] else _choose_nearest(t, g, seat)
    return _choose_careful(t, g, seat)


@compiled
def take(t: Ints, g: Ints, right: int, left: int, seat: int) -> tuple[Whole, bool]:
    """Return the row that `seat` decides, and whether its left end: of two places, or of all rows."""
    kind = t[setup.OPPONENTS + seat]
    two = right >= 0
    if kind == _RANDOM:
        g[game.DRAWN] += 1
        drawn = drawn_below(2 if two else t[setup.ROWS], seed_of(g), g[game.DRAWN])
        if two:
            return (left, True) if drawn else (right, False)
        return drawn, False
    sign = 1 if t[setup.HURT] else -1
    best = _FAR
    best_row = 0
    for row in range(t[setup.ROWS]):
        if two and row not in (right, left):
            continue
        free = two and g[game.TABLE + 4 * row + game.COUNT] < t[setup.LIMIT]
        cost = 0 if free else sign * g[game.TABLE + 4 * row + game.COST]
        if cost < best:
            best = cost
            best_row = row
    return best_row, two and best_row == left


@compiled
def pick(t: Ints, g: Ints, seat: int) -> int:
    """Return the number of the card that `seat` picks from the open deck."""
    kind = t[setup.OPPONENTS + seat]
    size = g[game.SIZE]
    if kind == _RANDOM:
        cards = 0
        for card in range(1, size + 1):
            cards += g[game.OPEN + card]
        g[game.DRAWN] += 1
        nth = drawn_below(cards, seed_of(g), g[game.DRAWN])
        for card in range(1, size + 1):
            if g[game.OPEN + card]:
                if nth == 0:
                    return card
                nth -= 1
    best = _FAR
    best_card = 0
    held = g[game.COUNTS + seat] if kind == _NEAREST else 0
    for card in range(1, size + 1):
        if not g[game.OPEN + card]:
            continue
        # Twice the distance, for the middle of the deck may lie between two cards.
        if kind == _NEAREST:
            gap = 2 * abs(card - (size + 1) // 2)
            if held:
                gap = _FAR
                for at in range(held):
                    gap = min(gap, 2 * abs(card - g[game.HANDS + game.HAND * seat + at]))
        else:
            gap = abs(2 * card - (size + 1))
        if gap < best:
            best = gap
            best_card = card
    return best_card


@compiled
def sort_rows(t: Ints, g: Ints) -> None:
    """Write the rows by their last cards, ascending, to `game.SORTED` and `game.FULL`."""
    for row in range(t[setup.ROWS]):
        last = g[game.TABLE + 4 * row + game.LAST]
        rank = row
        while rank > 0 and g[game.SORTED + rank - 1] > last:
            g[game.SORTED + rank] = g[game.SORTED + rank - 1]
            g[game.FULL + rank] = g[game.FULL + rank - 1]
            rank -= 1
        g[game.SORTED + rank] = last
        g[game.FULL + rank] = g[game.TABLE + 4 * row + game.COUNT] >= t[setup.LIMIT]


@compiled
def _choose_nearest(t: Ints, g: Ints, seat: int) -> int:
    """Answer after `sort_rows`: cards and rows ascend, so both are gone through once."""
    best = _FAR
    best_at = 0
    rank = -1
    last = 0
    weight = _nowhere(t)
    for at in range(g[game.COUNTS + seat]):
        card = g[game.HANDS + game.HAND * seat + at]
        while rank + 1 < t[setup.ROWS] and g[game.SORTED + rank + 1] < card:
            rank += 1
            last = g[game.SORTED + rank]
            weight = 0 if g[game.FULL + rank] != t[setup.HURT] else 2 * _CLASS
        here = weight + card - last if rank >= 0 else weight - card
        if here < best:
            best = here
            best_at = at
    return best_at


@compiled
def _nowhere(t: Ints) -> int:
    return (3 if t[setup.HURT] else 1) * _CLASS


@compiled
def _choose_nearest_both(t: Ints, g: Ints, seat: int) -> int:
    best = _FAR
    best_at = 0
    for at in range(g[game.COUNTS + seat]):
        card = g[game.HANDS + game.HAND * seat + at]
        right, left = places(t, g, card)
        suits = False
        here = _nowhere(t) - card
        if right >= 0:
            here = card - g[game.TABLE + 4 * right + game.LAST]
            suits = (g[game.TABLE + 4 * right + game.COUNT] >= t[setup.LIMIT]) != t[setup.HURT]
        if left >= 0:
            here = g[game.TABLE + 4 * left + game.FIRST] - card
            suits |= (g[game.TABLE + 4 * left + game.COUNT] >= t[setup.LIMIT]) != t[setup.HURT]
        if (right >= 0 or left >= 0) and not suits:
            here += 2 * _CLASS
        if here < best:
            best = here
            best_at = at
    return best_at


@compiled
def _choose_careful(t: Ints, g: Ints, seat: int) -> int:
    """Weigh each card as `CarefulBot` does, with the same sums in the same order."""
    count = g[game.COUNTS + seat]
    if count == 1:
        return 0
    size = g[game.SIZE]
    # By group of possible cards: how many of them are not higher than each number.
    groups = np.zeros((t[setup.SEATS], size + 2), dtype=np.int64)
    others = 0
    for other in range(t[setup.SEATS]):
        if other != seat and g[game.LASTED + other] == game.STILL_IN and g[game.COUNTS + other] > 0:
            if t[setup.DRAFT]:
                for at in range(g[game.COUNTS + other]):
                    groups[others, g[game.HANDS + game.HAND * other + at]] = 1
            others += 1
    if not t[setup.DRAFT]:
        for card in range(1, size + 1):
            groups[0, card] = 1 - g[game.PUBLIC + card]
        for at in range(count):
            groups[0, g[game.HANDS + game.HAND * seat + at]] = 0
    lists = others if t[setup.DRAFT] else 1
    heads = 0
    cards = 0
    for group in range(lists):
        for card in range(1, size + 1):
            heads += groups[group, card] * t[setup.HEADS_OF + card]
            cards += groups[group, card]
            groups[group, card] += groups[group, card - 1]
    mean = heads / cards if cards else 0.0
    sign = 1 if t[setup.HURT] else -1
    choice = _FAR
    for row in range(t[setup.ROWS]):
        choice = min(choice, sign * g[game.TABLE + 4 * row + game.COST])
    shares = np.empty(max(1, others), dtype=np.float64)
    best = np.inf
    best_at = 0
    for at in range(count):
        card = g[game.HANDS + game.HAND * seat + at]
        right, left = places(t, g, card)
        cost = np.inf
        if right < 0 and left < 0:
            _shares(shares, groups, size, 0, card, others, lists)
            nobody = 1.0
            for share in shares[:others]:
                nobody *= 1.0 - share
            cost = nobody * choice + _CHOICE_HEADS
        if right >= 0:
            low = g[game.TABLE + 4 * right + game.LAST]
            _shares(shares, groups, size, low, card, others, lists)
            if t[setup.BOTH]:
                _add_left(shares, groups, t, g, right, others, lists)
            cost = min(cost, _cost(t, g, right, shares, others, mean) * sign + _GAP_HEADS * (card - low))
        if left >= 0:
            high = g[game.TABLE + 4 * left + game.FIRST]
            _shares(shares, groups, size, card, high, others, lists)
            cost = min(cost, _cost(t, g, left, shares, others, mean) * sign + _GAP_HEADS * (high - card))
        if cost < best:
            best = cost
            best_at = at
    return best_at


@compiled
def _shares(
    shares: NDArray[np.float64], groups: Ints, size: int, low: int, high: int, others: int, lists: int
) -> None:
    """Write for each other seat the share of its possible cards that lie between `low` and `high`."""
    for other in range(others):
        group = groups[other if lists > 1 else 0]
        shares[other] = (group[high - 1] - group[low]) / group[size]


@compiled
def _add_left(
    shares: NDArray[np.float64], groups: Ints, t: Ints, g: Ints, row: int, others: int, lists: int
) -> None:
    """Add the shares of the cards that are closer to the left of `row` than to the right of any other."""
    first = g[game.TABLE + 4 * row + game.FIRST]
    below = -first
    for other in range(t[setup.ROWS]):
        last = g[game.TABLE + 4 * other + game.LAST]
        if below < last < first:
            below = last
    size = g[game.SIZE]
    for other in range(others):
        group = groups[other if lists > 1 else 0]
        shares[other] += (group[first - 1] - group[(below + first) // 2]) / group[size]


@compiled
def _cost(t: Ints, g: Ints, row: int, shares: NDArray[np.float64], others: int, mean: float) -> float:
    """Return the row's heads times the chance that just enough cards come between."""
    room = max(0, t[setup.LIMIT] - g[game.TABLE + 4 * row + game.COUNT])
    if room > others:
        return 0.0
    ways = np.zeros(room + 1, dtype=np.float64)
    ways[0] = 1.0
    for share in shares[:others]:
        for number in range(room, 0, -1):
            ways[number] = ways[number] * (1.0 - share) + ways[number - 1] * share
        ways[0] *= 1.0 - share
    heads: float = g[game.TABLE + 4 * row + game.COST] + room * mean
    return float(ways[room]) * heads
