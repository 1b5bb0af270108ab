"""A game from one decision of the learner to its next, by the rules of `sixth.rules.game`."""

from typing import Final

import numpy as np

from sixth.sim.engine.compiler import beyond, compiled, zeros_below
from sixth.sim.engine.layout import ONE, ZERO
from sixth.sim.environment import game, opponents, setup
from sixth.sim.environment.setup import END_KINDS, Ints, Whole
from sixth.sim.environment.shuffles import first_to_pick, seed_of, shuffle

_63: Final = np.uint64(63)
_64: Final = np.uint64(64)

_SCORE: Final = END_KINDS.index("score")
_ROUNDS: Final = END_KINDS.index("rounds")
_ELIMINATION: Final = END_KINDS.index("elimination")


@compiled
def begin(t: Ints, g: Ints) -> None:
    """Begin a new game and play it to the learner's first decision."""
    for seat in range(t[setup.SEATS]):
        g[game.TOTALS + seat] = 0
        g[game.LASTED + seat] = game.STILL_IN
    g[game.ROUND] = 0
    g[game.GAIN] = 0
    g[game.CUT] = 0
    _resize(t, g)
    _begin_round(t, g)
    go_on(t, g)


@compiled
def go_on(t: Ints, g: Ints) -> None:
    """Play on until the learner has something to decide, or the game is over."""
    while g[game.PHASE] != game.OVER:
        phase = g[game.PHASE]
        actor = g[game.ACTOR]
        if phase == game.CHOOSE:
            if g[game.LASTED + t[setup.ME]] == game.STILL_IN:
                return
            reveal(t, g, 0)
        elif phase == game.FLIP:
            card = g[game.HANDS + game.HAND * actor]
            _remove(g, actor, 0)
            g[game.PENDING] = card
            g[game.OWNERS] = actor
            g[game.PUBLIC + card] = 1
            g[game.NEXT] = 0
            g[game.PLAYED] = 1
            g[game.PHASE] = game.PLACE
        elif phase == game.PLACE:
            _place(t, g)
        elif actor == t[setup.ME]:
            return
        elif phase == game.TAKE:
            right, left = opponents.places(t, g, g[game.PENDING + g[game.NEXT]])
            row, to_left = opponents.take(t, g, right, left, actor)
            take(t, g, row, to_left)
        else:
            pick(t, g, opponents.pick(t, g, actor))


@compiled
def reveal(t: Ints, g: Ints, mine: Whole) -> None:
    """Have every seat in the game play a card, the learner that in place `mine`, and turn them over."""
    opponents.sort_rows(t, g)
    played = 0
    for seat in range(t[setup.SEATS]):
        if g[game.LASTED + seat] != game.STILL_IN:
            continue
        at = mine if seat == t[setup.ME] else opponents.choose(t, g, seat)
        g[game.PLAYS + seat] = at
        card = g[game.HANDS + game.HAND * seat + at]
        # Put aside, as the others choose without knowing it; it is taken from the hand below.
        place = played
        while place > 0 and g[game.PENDING + place - 1] > card:
            g[game.PENDING + place] = g[game.PENDING + place - 1]
            g[game.OWNERS + place] = g[game.OWNERS + place - 1]
            place -= 1
        g[game.PENDING + place] = card
        g[game.OWNERS + place] = seat
        played += 1
    for place in range(played):
        card = g[game.PENDING + place]
        seat = g[game.OWNERS + place]
        _remove(g, seat, g[game.PLAYS + seat])
        g[game.PUBLIC + card] = 1
    g[game.NEXT] = 0
    g[game.PLAYED] = played
    g[game.PHASE] = game.PLACE


@compiled
def take(t: Ints, g: Ints, row: Whole, left: bool) -> None:  # noqa: FBT001 - kernels are called by position
    """Lay the card that waits where its seat has decided, and go on placing."""
    right_found, left_found = opponents.places(t, g, g[game.PENDING + g[game.NEXT]])
    low = right_found < 0 and left_found < 0
    g[game.PHASE] = game.PLACE
    _lay(t, g, row, left, low)


@compiled
def pick(t: Ints, g: Ints, card: int) -> None:
    """Give the actor `card` of the open deck; after the last pick the rows are laid."""
    seat = g[game.ACTOR]
    g[game.OPEN + card] = 0
    at = g[game.COUNTS + seat]
    while at > 0 and g[game.HANDS + game.HAND * seat + at - 1] > card:
        g[game.HANDS + game.HAND * seat + at] = g[game.HANDS + game.HAND * seat + at - 1]
        at -= 1
    g[game.HANDS + game.HAND * seat + at] = card
    g[game.COUNTS + seat] += 1
    seat = _next(t, g, seat)
    g[game.ACTOR] = seat
    if g[game.COUNTS + seat] < t[setup.HAND]:
        return
    row = 0
    for other in range(1, g[game.SIZE] + 1):
        if g[game.OPEN + other]:
            g[game.OPEN + other] = 0
            _start_row(t, g, row, other)
            row += 1
    g[game.PART] = 1
    g[game.TURN] = 1
    _begin_turn(t, g)


@compiled
def _remove(g: Ints, seat: int, at: int) -> None:
    g[game.COUNTS + seat] -= 1
    for other in range(at, g[game.COUNTS + seat]):
        g[game.HANDS + game.HAND * seat + other] = g[game.HANDS + game.HAND * seat + other + 1]


@compiled
def _next(t: Ints, g: Ints, seat: int) -> int:
    """Return the next seat that is still in."""
    seat += 1
    while seat >= t[setup.SEATS] or g[game.LASTED + seat] != game.STILL_IN:
        seat = 0 if seat >= t[setup.SEATS] else seat + 1
    return seat


@compiled
def _players(t: Ints, g: Ints) -> int:
    count = 0
    for seat in range(t[setup.SEATS]):
        count += g[game.LASTED + seat] == game.STILL_IN
    return count


@compiled
def _resize(t: Ints, g: Ints) -> None:
    """Keep how many cards are in the deck for the seats that are still in."""
    g[game.SIZE] = t[setup.HAND] * _players(t, g) + t[setup.ROWS] if t[setup.TACTICAL] else t[setup.DECK]


@compiled
def _begin_turn(t: Ints, g: Ints) -> None:
    g[game.PHASE] = game.FLIP if t[setup.FLIP] else game.CHOOSE
    g[game.ACTOR] = _next(t, g, t[setup.SEATS] - 1)


@compiled
def _begin_round(t: Ints, g: Ints) -> None:
    players = _players(t, g)
    size = g[game.SIZE]
    number = g[game.DEALT]
    g[game.DEALT] += 1
    g[game.ROUND] += 1
    g[game.PLAYED] = 0
    g[game.NEXT] = 0
    for seat in range(t[setup.SEATS]):
        g[game.HEADS + seat] = 0
        g[game.COUNTS + seat] = 0
    for card in range(t[setup.DECK] + 1):
        g[game.PUBLIC + card] = 0
    if t[setup.DRAFT]:
        for card in range(1, t[setup.DECK] + 1):
            g[game.OPEN + card] = card <= size
        for row in range(t[setup.ROWS]):
            for field in range(4):
                g[game.TABLE + 4 * row + field] = 0
        g[game.TURN] = 0
        g[game.PART] = 0
        first = first_to_pick(players, seed_of(g), number)
        seat = _next(t, g, t[setup.SEATS] - 1)
        for _ in range(first):
            seat = _next(t, g, seat)
        g[game.ACTOR] = seat
        g[game.PHASE] = game.PICK
        return
    each = (size - t[setup.ROWS]) // players if t[setup.HALVES] else t[setup.HAND]
    shuffle(beyond(g, game.DECK), size, each * players + t[setup.ROWS], seed_of(g), number)
    each = each // 2 if t[setup.HALVES] else each
    _deal(t, g, 0, each)
    for row in range(t[setup.ROWS]):
        _start_row(t, g, row, g[game.DECK + each * players + row])
    g[game.PART] = 1
    g[game.TURN] = 1
    _begin_turn(t, g)


@compiled
def _deal(t: Ints, g: Ints, start: int, each: int) -> None:
    """Deal `each` cards from place `start` of the deck to every seat in the game."""
    at = start
    for seat in range(t[setup.SEATS]):
        if g[game.LASTED + seat] != game.STILL_IN:
            continue
        hand = game.HANDS + game.HAND * seat
        if t[setup.FLIP]:
            for place in range(each):
                g[hand + place] = g[game.DECK + at + place]
        else:
            _sort(g, game.DECK + at, hand, each)
        at += each
        g[game.COUNTS + seat] = each


@compiled
def _sort(g: Ints, start: int, to: Whole, count: int) -> None:
    """Write `count` cards from place `start` on to place `to` on, ascending: as bits, so without a branch."""
    low = np.uint64(0)
    high = np.uint64(0)
    for place in range(start, start + count):
        card = np.uint64(g[place])
        bit = ONE << (card & _63)
        low |= bit if card < _64 else ZERO
        high |= bit if card >= _64 else ZERO
    while low:
        g[to] = zeros_below(low)
        low &= low - ONE
        to += 1
    while high:
        g[to] = zeros_below(high) + _64
        high &= high - ONE
        to += 1


@compiled
def _start_row(t: Ints, g: Ints, row: Whole, card: int) -> None:
    g[game.TABLE + 4 * row + game.FIRST] = card
    g[game.TABLE + 4 * row + game.LAST] = card
    g[game.TABLE + 4 * row + game.COUNT] = 1
    g[game.TABLE + 4 * row + game.COST] = t[setup.HEADS_OF + card]
    g[game.PUBLIC + card] = 1


@compiled
def _place(t: Ints, g: Ints) -> None:
    """Place cards while each has exactly one place."""
    while g[game.NEXT] < g[game.PLAYED]:
        card = g[game.PENDING + g[game.NEXT]]
        right, left = opponents.places(t, g, card)
        if (right >= 0) == (left >= 0):
            g[game.ACTOR] = g[game.OWNERS + g[game.NEXT]]
            g[game.PHASE] = game.TAKE
            return
        _lay(t, g, max(right, left), left >= 0, False)
    _after_placing(t, g)


@compiled
def _lay(t: Ints, g: Ints, row: Whole, left: bool, low: bool) -> None:  # noqa: FBT001
    at = g[game.NEXT]
    card = g[game.PENDING + at]
    seat = g[game.OWNERS + at]
    g[game.NEXT] = at + 1
    if low or g[game.TABLE + 4 * row + game.COUNT] >= t[setup.LIMIT]:
        heads = g[game.TABLE + 4 * row + game.COST]
        g[game.HEADS + seat] += heads
        if seat == t[setup.ME]:
            g[game.GAIN] += heads
        _start_row(t, g, row, card)
        return
    g[game.TABLE + 4 * row + (game.FIRST if left else game.LAST)] = card
    g[game.TABLE + 4 * row + game.COUNT] += 1
    g[game.TABLE + 4 * row + game.COST] += t[setup.HEADS_OF + card]


@compiled
def _after_placing(t: Ints, g: Ints) -> None:
    last = t[setup.SEATS] - 1
    while g[game.LASTED + last] != game.STILL_IN:
        last -= 1
    seat = g[game.OWNERS]
    if t[setup.FLIP] and seat != last:
        g[game.PHASE] = game.FLIP
        g[game.ACTOR] = _next(t, g, seat)
        return
    if g[game.COUNTS + last] > 0:
        g[game.TURN] += 1
        _begin_turn(t, g)
        return
    if t[setup.HALVES] and g[game.PART] == 1:
        players = _players(t, g)
        each = (g[game.SIZE] - t[setup.ROWS]) // players
        first = each // 2
        _deal(t, g, first * players + t[setup.ROWS], each - first)
        g[game.PART] = 2
        g[game.TURN] += 1
        _begin_turn(t, g)
        return
    _end_round(t, g)


@compiled
def _end_round(t: Ints, g: Ints) -> None:
    highest = 0
    left = 0
    for seat in range(t[setup.SEATS]):
        g[game.TOTALS + seat] += g[game.HEADS + seat]
        highest = max(highest, g[game.TOTALS + seat])
        if g[game.LASTED + seat] == game.STILL_IN:
            if t[setup.END] == _ELIMINATION and g[game.TOTALS + seat] > t[setup.END_COUNT]:
                g[game.LASTED + seat] = g[game.ROUND]
            else:
                left += 1
    _resize(t, g)
    if t[setup.END] == _SCORE:
        ended = highest >= t[setup.END_COUNT]
    elif t[setup.END] == _ROUNDS:
        ended = g[game.ROUND] >= t[setup.END_COUNT]
    else:
        ended = left <= 1
    if not ended and g[game.ROUND] >= t[setup.MAX_ROUNDS]:
        g[game.CUT] = 1
    if ended or g[game.CUT]:
        g[game.PHASE] = game.OVER
        return
    _begin_round(t, g)
