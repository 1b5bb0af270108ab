"""Backward induction: the value of a position in which both hands are known, within a window.

Payoffs are those of seat 0, who maximizes: heads of seat 1 less those of seat 0 in the rest of the round
(where the most heads win, the other way round), or with `Table.win` 1 for a win, 0 for a shared one, -1 for a
loss.

A position is a matrix of what each pair of cards leads to. Of each cell the search keeps bounds and an
estimate; `picking` says which cell is searched next, and how far. Positions of few cards are worked out at
once (`endings`). The search goes from ply to ply without recursion: numba cannot keep machine code of that.
"""

from typing import Final

import numpy as np

from sixth.sim.engine.compiler import compiled, varying, zeros_below
from sixth.sim.solver import memory as m
from sixth.sim.solver.cells import bounds_of, set_cells
from sixth.sim.solver.endings import one_left, three_left, two_left
from sixth.sim.solver.matrix import MAX_CHOICES
from sixth.sim.solver.memory import FRAME, PART, Search, bare
from sixth.sim.solver.picking import CLOSE, pick
from sixth.sim.solver.placing import HEADS_BITS, count_options, places, put
from sixth.sim.solver.positions import keep, key_of, slot_of

_KEPT: Final = 3
"""Cards in a hand from which on a position is kept."""


@compiled
def search(arrays: Search, mine: int, yours: int, diff: int, alpha: float, beta: float, mode: int) -> bool:
    """Search the position of the first rows of `s` and these hands, sets of indices of cards.

    The bounds of its value are in `s.work` at `LOW` and `HIGH`: equal, or both at most `alpha` or at least
    `beta`. For `mode` see `memory`. Return whether the search came to its end.
    """
    s = bare(arrays)
    ply = varying(0)
    _call(s, ply, mine, yours, diff, alpha, beta)
    s.frames[m.MODE] = mode
    entered = False
    while True:
        if not entered:
            entered = not _enter(s, ply)
            if s.counts[m.STOP]:
                return False
        if entered and pick(s, ply):
            _begin_cell(s, ply)
            _descend(s, ply)
            ply += 1
            entered = False
            continue
        # The position is done: go on with the cell above that led to it.
        if ply == 0:
            return True
        ply -= 1
        entered = not _next_answer(s, ply)
        if entered:
            _end_cell(s, ply)
        else:
            _descend(s, ply)
            ply += 1


@compiled
def _call(s: Search, ply: int, mine: int, yours: int, diff: int, alpha: float, beta: float) -> None:
    frame, part = ply * FRAME, ply * PART
    s.frames[frame + m.MINE] = mine
    s.frames[frame + m.YOURS] = yours
    s.frames[frame + m.DIFF] = diff
    s.frames[frame + m.MODE] = m.VALUE
    s.work[part + m.ALPHA] = alpha
    s.work[part + m.BETA] = beta


@compiled
def _enter(s: Search, ply: int) -> bool:
    """Begin the position of a ply; return whether it is done at once."""
    t, w, f = s.table, s.work, s.frames
    frame, part, at, hands = ply * FRAME, ply * PART, 2 * ply * t.rows, 2 * ply * MAX_CHOICES
    mine, yours, diff = f[frame + m.MINE], f[frame + m.YOURS], f[frame + m.DIFF]
    size = _list(s, hands, mine)
    _list(s, hands + MAX_CHOICES, yours)
    f[frame + m.SIZE] = size
    whole = f[frame + m.MODE] != m.VALUE
    if size < _KEPT and not whole:
        value = one_left(s, at, mine, yours, diff) if size == 1 else two_left(s, at, mine, yours, diff)
        w[part + m.LOW] = w[part + m.HIGH] = value
        return True
    # Nobody can take more heads than those of the cards that are there.
    room = varying(0)
    for row in range(t.rows):
        room += s.rows[at + row] >> HEADS_BITS
    for i in range(size):
        room += t.heads[t.cards[s.hands[hands + i]]] + t.heads[t.cards[s.hands[hands + MAX_CHOICES + i]]]
    low, high = bounds_of(t, diff, 0, room)
    if size >= _KEPT:
        key = key_of(s, at, 2 * size, mine, yours, diff)
        slot = slot_of(s, key, size)
        s.position_keys[ply] = key
        if s.keys[slot] == key and not whole:
            low = max(low, s.bounds[slot + 1])
            high = min(high, s.bounds[slot + 2])
    w[part + m.LOW] = low
    w[part + m.HIGH] = high
    if not whole and (low >= w[part + m.BETA] or high <= w[part + m.ALPHA] or high - low <= CLOSE):
        return True
    s.counts[m.SEARCHED] += 1
    if s.counts[m.SEARCHED] > s.counts[m.LIMIT]:
        s.counts[m.STOP] = 1
    if size == _KEPT and not whole:
        from_, to = three_left(s, ply)
        low, high = max(low, from_), min(high, to)
        w[part + m.LOW], w[part + m.HIGH] = low, high
        keep(s, s.position_keys[ply], size, low, high)
        return True
    set_cells(s, ply, room)
    return False


@compiled
def _list(s: Search, at: int, cards: int) -> int:
    """Write the indices of a set of cards to `s.hands[at]`; return how many there are."""
    size = 0
    while cards:
        s.hands[at + size] = np.int64(zeros_below(np.uint64(cards)))
        cards &= cards - 1
        size += 1
    return size


@compiled
def _begin_cell(s: Search, ply: int) -> None:
    """Begin the search of a cell with the first answers of both."""
    t, w, f = s.table, s.work, s.frames
    frame, part = ply * FRAME, ply * PART
    one, other = _cell_cards(s, ply)
    first = 0 if one < other else 1
    f[frame + m.PLACE] = places(t, s.rows, 2 * ply * t.rows, min(one, other))
    f[frame + m.OPTION] = 0
    w[part + m.OUTER_LOW] = w[part + m.OUTER_HIGH] = np.inf if first else -np.inf
    _begin_answer(s, ply)


@compiled
def _cell_cards(s: Search, ply: int) -> tuple[int, int]:
    """Return the cards of the cell that is searched, by number: that of seat 0, and that of seat 1."""
    frame, hands = ply * FRAME, 2 * ply * MAX_CHOICES
    one = s.table.cards[s.hands[hands + s.frames[frame + m.ROW]]]
    other = s.table.cards[s.hands[hands + MAX_CHOICES + s.frames[frame + m.COLUMN]]]
    return one, other


@compiled
def _begin_answer(s: Search, ply: int) -> None:
    """Put the lower card as its owner answers, and begin with the first answer of the other."""
    t, w, f = s.table, s.work, s.frames
    frame, part, at = ply * FRAME, ply * PART, 2 * ply * t.rows
    one, other = _cell_cards(s, ply)
    first = 0 if one < other else 1
    gain = put(t, s.rows, at, at + t.rows, min(one, other), f[frame + m.PLACE], f[frame + m.OPTION])
    f[frame + m.GAIN] = gain if first else -gain
    f[frame + m.SECOND_PLACE] = places(t, s.rows, at + t.rows, max(one, other))
    f[frame + m.SECOND_OPTION] = 0
    w[part + m.INNER_LOW] = w[part + m.INNER_HIGH] = -np.inf if first else np.inf


@compiled
def _descend(s: Search, ply: int) -> None:
    """Put the higher card as its owner answers, and call for the position after it."""
    t, f = s.table, s.frames
    frame, at, hands = ply * FRAME, 2 * ply * t.rows, 2 * ply * MAX_CHOICES
    one, other = _cell_cards(s, ply)
    first = 0 if one < other else 1
    gain = put(
        t, s.rows, at + t.rows, at + 2 * t.rows, max(one, other),
        f[frame + m.SECOND_PLACE], f[frame + m.SECOND_OPTION],
    )  # fmt: skip
    paid = t.sign * (f[frame + m.GAIN] - gain if first else f[frame + m.GAIN] + gain)
    f[frame + m.PAID] = paid
    below, above = _answer_window(s, ply, first)
    shift = 0.0 if t.win else float(paid)
    _call(
        s, ply + 1,
        f[frame + m.MINE] & ~(1 << s.hands[hands + f[frame + m.ROW]]),
        f[frame + m.YOURS] & ~(1 << s.hands[hands + MAX_CHOICES + f[frame + m.COLUMN]]),
        f[frame + m.DIFF] + paid if t.win else 0,
        below - shift, above - shift,
    )  # fmt: skip


@compiled
def _answer_window(s: Search, ply: int, first: int) -> tuple[float, float]:
    """Return the window of an answer of the owner of the higher card; seat `first` owns the lower one."""
    part = ply * PART
    below, above = s.work[part + m.BELOW], s.work[part + m.ABOVE]
    if first:
        return max(below, s.work[part + m.INNER_LOW]), min(above, s.work[part + m.OUTER_HIGH])
    return max(below, s.work[part + m.OUTER_LOW]), min(above, s.work[part + m.INNER_HIGH])


@compiled
def _next_answer(s: Search, ply: int) -> bool:
    """Take over what the position after the cell's answers is worth; return whether there are more answers.

    The owner of the higher card answers last, so its answers are inside those of the other.
    """
    t, w, f = s.table, s.work, s.frames
    frame, part = ply * FRAME, ply * PART
    one, other = _cell_cards(s, ply)
    first = 0 if one < other else 1
    shift = 0.0 if t.win else float(f[frame + m.PAID])
    low, high = w[part + PART + m.LOW] + shift, w[part + PART + m.HIGH] + shift
    below, above = _answer_window(s, ply, first)
    more = f[frame + m.SECOND_OPTION] + 1 < count_options(t, f[frame + m.SECOND_PLACE])
    if first:
        low, high = max(w[part + m.INNER_LOW], low), max(w[part + m.INNER_HIGH], high)
        if more and low >= above:
            more, high = False, np.inf
    else:
        low, high = min(w[part + m.INNER_LOW], low), min(w[part + m.INNER_HIGH], high)
        if more and high <= below:
            more, low = False, -np.inf
    w[part + m.INNER_LOW], w[part + m.INNER_HIGH] = low, high
    if more:
        f[frame + m.SECOND_OPTION] += 1
        return True
    more = f[frame + m.OPTION] + 1 < count_options(t, f[frame + m.PLACE])
    if first:
        low, high = min(w[part + m.OUTER_LOW], low), min(w[part + m.OUTER_HIGH], high)
        if more and high <= w[part + m.BELOW]:
            more, low = False, -np.inf
    else:
        low, high = max(w[part + m.OUTER_LOW], low), max(w[part + m.OUTER_HIGH], high)
        if more and low >= w[part + m.ABOVE]:
            more, high = False, np.inf
    w[part + m.OUTER_LOW], w[part + m.OUTER_HIGH] = low, high
    if more:
        f[frame + m.OPTION] += 1
        _begin_answer(s, ply)
    return more


@compiled
def _end_cell(s: Search, ply: int) -> None:
    """Set the bounds of the cell that was searched."""
    w, f = s.work, s.frames
    frame, part = ply * FRAME, ply * PART
    cell = part + f[frame + m.ROW] * MAX_CHOICES + f[frame + m.COLUMN]
    low = max(w[cell + m.LOWER], w[part + m.OUTER_LOW])
    high = min(w[cell + m.UPPER], w[part + m.OUTER_HIGH])
    if high - low <= CLOSE:
        low = high = 0.5 * (low + high)
    w[cell + m.LOWER], w[cell + m.UPPER] = low, high
