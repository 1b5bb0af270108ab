"""Rows as words, and the places of cards in them, for positions of two seats.

A row is an int64: its last card, its first (0 unless cards go to both ends), the cards that it still has room
for, and its heads.
"""

from typing import Final, NamedTuple

import numpy as np

from sixth.sim.engine.compiler import compiled, ones, zeros_below

Rows = np.ndarray
"""int64, one word for each row."""

_BYTE: Final = 255
_FIRST: Final = 8
_ROOM: Final = 16
HEADS_BITS: Final = 24
_SIGN: Final = 63
"""Bits below the sign of an int64."""
MAX_ROOM: Final = _BYTE

LOW: Final = -1
"""The places of a card that fits nowhere: its owner takes a row."""
_LEFT: Final = 128
"""Added to the row of a place at its left end."""
_FACTOR: Final = np.uint64(0x9E3779B97F4A7C15)
"""Any odd number that mixes cards well in a key."""
_TIE: Final = 16
"""Bits before the second of two places."""


class Table(NamedTuple):
    """What stays the same in all positions of a search."""

    cards: np.ndarray
    """int64, by index: the cards in hands, ascending."""
    heads: np.ndarray
    """int64, by card: its heads."""
    below: np.ndarray
    """int64, by card: how many of `cards` are lower."""
    rows: int
    limit: int
    """Cards that a row can hold, at most `MAX_ROOM`."""
    both: bool
    """Whether cards go to both ends."""
    sign: int
    """1 where fewer heads are better, else -1."""
    win: bool
    """Whether the chance to win is the utility, instead of heads."""


def pack(first: int, last: int, room: int, heads: int) -> int:
    """Return the word of a row; `first` is 0 unless cards go to both ends."""
    return last | first << _FIRST | min(room, MAX_ROOM) << _ROOM | heads << HEADS_BITS


@compiled
def places(table: Table, rows: Rows, at: int, card: int) -> int:
    """Return the place of `card` in the rows at `rows[at]`, two in one number if equally close, or `LOW`."""
    if not table.both:
        # Without branches, which no processor could foresee: the mask is 0 unless the last card is lower. No
        # word is 0, but the way out keeps rows from being read at once, which waits for one just written.
        nearest = 0
        for row in range(table.rows):
            word = rows[at + row]
            if not word:
                break
            last = word & _BYTE
            nearest = max(nearest, (last << _FIRST | row) & ((last - card) >> _SIGN))
        return nearest & _BYTE if nearest else LOW
    place = LOW
    gap = 1 << 20
    for row in range(table.rows):
        word = rows[at + row]
        last = word & _BYTE
        first = (word >> _FIRST) & _BYTE
        if last < card:
            distance, here = card - last, row
        elif card < first:
            distance, here = first - card, row + _LEFT
        else:
            continue
        if distance < gap:
            gap, place = distance, here
        elif distance == gap:
            place |= (here + 1) << _TIE
    return place


@compiled
def count_options(table: Table, place: int) -> int:
    """Return how many answers the owner of a card with these places has."""
    if place == LOW:
        return table.rows
    return 2 if place >> _TIE else 1


@compiled
def nth_cheapest(table: Table, rows: Rows, at: int, number: int) -> int:
    """Return the row that `number` rows are cheaper than, the first of several as cheap."""
    for row in range(table.rows):
        heads = rows[at + row] >> HEADS_BITS
        cheaper = 0
        for other in range(table.rows):
            price = rows[at + other] >> HEADS_BITS
            if price < heads or (price == heads and other < row):
                cheaper += 1
        if cheaper == number:
            return row
    return 0


@compiled
def row_of(place: int, option: int) -> int:
    """Return the row of option `option` of `place`, where rows to take have their own order."""
    return option if place == LOW else _end(place, option) & (_LEFT - 1)


@compiled
def cheapest_row_of(table: Table, rows: Rows, at: int, place: int, option: int) -> int:
    """Return the row of option `option` of `place`, where cheaper rows to take come first."""
    return nth_cheapest(table, rows, at, option) if place == LOW else row_of(place, option)


@compiled
def _end(place: int, option: int) -> int:
    return (place >> _TIE) - 1 if option else place & 0xFFFF


@compiled
def joined(table: Table, word: int, card: int, place: int, option: int) -> tuple[int, int]:
    """Return the row `word`, that of option `option` of `place`, with `card` there, and the card's gain.

    The gain is the heads that the card takes.
    """
    heads = table.heads[card]
    room = (word >> _ROOM) & _BYTE
    if place == LOW or room == 0:
        return pack_alone(table, card, heads), word >> HEADS_BITS
    end = _FIRST if _end(place, option) >= _LEFT else 0
    word = (word & ~(_BYTE << end)) | card << end
    if room < MAX_ROOM:
        word -= 1 << _ROOM
    return word + (heads << HEADS_BITS), 0


@compiled
def put(table: Table, rows: Rows, at: int, to: int, card: int, place: int, option: int) -> int:
    """Write the rows at `rows[at]` with `card` at option `option` of `place` to `rows[to]`.

    Return its gain. Cheaper rows to take come first.
    """
    for row in range(table.rows):
        rows[to + row] = rows[at + row]
    row = cheapest_row_of(table, rows, at, place, option)
    rows[to + row], gain = joined(table, rows[at + row], card, place, option)
    return gain


@compiled
def gain_of(word: int, place: int) -> int:
    """Return the gain of a card that comes to the row `word`, that of `place`, without putting it there."""
    return 0 if place != LOW and (word >> _ROOM) & _BYTE else word >> HEADS_BITS


@compiled
def pack_alone(table: Table, card: int, heads: int) -> int:
    """Return the row that `card` starts."""
    first = card if table.both else 0
    return card | first << _FIRST | (table.limit - 1) << _ROOM | heads << HEADS_BITS


@compiled
def hands_key(table: Table, mine: int, yours: int) -> np.uint64:
    """Return a number for what matters of two hands, sets of indices of cards.

    Where cards go to right ends alone, that is whose each card is, in their order, and its heads.
    """
    if table.both:
        return np.uint64(mine | yours << 20)
    key = np.uint64(1)
    left = mine | yours
    while left:
        card = np.int64(zeros_below(np.uint64(left)))
        code = 2 * table.heads[table.cards[card]] + (mine >> card & 1)
        key = key * _FACTOR + np.uint64(code)
        left &= left - 1
    return key


@compiled
def row_key(table: Table, rows: Rows, at: int, row: int, left: int, cards: int) -> int:
    """Return a number for what matters of a row while `left`, a set of indices of `cards` cards, is in hands.

    Where cards go to right ends alone, the last card matters only by its place among the cards in hands and
    the last cards of other rows, and only higher cards may come to the row.
    """
    word = rows[at + row]
    room = (word >> _ROOM) & _BYTE
    last = word & _BYTE
    heads = word >> HEADS_BITS << HEADS_BITS
    if table.both:
        return heads | min(room, cards) << _ROOM | (word & 0xFFFF)
    rank = _rank(table, last, left)
    if rank == cards:
        return heads | rank
    higher = 0
    for other in range(table.rows):
        another = rows[at + other] & _BYTE
        if another > last and _rank(table, another, left) == rank:
            higher += 1
    return heads | min(room, cards - rank) << _ROOM | higher << _FIRST | rank


@compiled
def _rank(table: Table, card: int, left: int) -> int:
    return int(ones(np.uint64(left & ((1 << table.below[card]) - 1))))
