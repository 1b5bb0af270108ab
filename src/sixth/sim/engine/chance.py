"""Chance that depends on the seed, the game's number and nothing else, and deals drawn by it.

Every number is one of SplitMix64's (Steele, Lea and Flood 2014), taken by its place in the sequence instead
of one after the other: game g has the 256 places from 256·g on. So a game is the same in whatever lane, block
or thread it is played, and a later one can be played without those before it.
"""

from typing import Final

import numpy as np

from sixth.sim.engine.compiler import compiled
from sixth.sim.engine.layout import HALF, LANES, ONE, ZERO, Bytes, Index, Keys

_GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)
_MIX1: Final = np.uint64(0xBF58476D1CE4E5B9)
_MIX2: Final = np.uint64(0x94D049BB133111EB)
_LOW32: Final = np.uint64(0xFFFFFFFF)

_BITS: Final = np.uint64(8)
_S27: Final = np.uint64(27)
_S30: Final = np.uint64(30)
_S31: Final = np.uint64(31)

DECISIONS: Final = np.uint64(128)
"""The first of a game's places that serve decisions; the deal uses fewer than these, two cards a place."""

DEAL_LANES: Final = np.uint64(64)
"""Decks shuffled at once: few enough to stay in the nearest cache, many enough to be independent work."""
_DECK: Final = np.uint64(104)
_DRAWS: Final = DEAL_LANES * np.uint64(106)


@compiled
def mixed(value: np.uint64) -> np.uint64:
    """Return SplitMix64's output for this state."""
    value = (value ^ (value >> _S30)) * _MIX1
    value = (value ^ (value >> _S27)) * _MIX2
    return value ^ (value >> _S31)


@compiled
def chance(seed: np.uint64, game: Index, place: Index) -> np.uint64:
    """Return 64 random bits: those at `place` (below 256) of `game` (below 2⁵⁶)."""
    # The seed is mixed first, or seeds that lie close together could tread on one another's numbers.
    return mixed(mixed(seed) + ((game << _BITS) | place) * _GOLDEN)


@compiled
def _draws(drawn: Bytes, seed: np.uint64, game: Index, size: Index, need: Index) -> None:
    """Draw for card n of `need` which of those left it is, evenly from n … `size` - 1.

    `drawn` is uint8, a strip of `DEAL_LANES` for each card.

    A number below n is made from 32 bits by one multiplication. That favours no card by more than 104 in
    2³², far less than anybody could count, and needs no branch.
    """
    for pair in range((need + ONE) >> ONE):
        one = pair << ONE
        other = one | ONE
        left = size - one
        for lane in range(DEAL_LANES):
            bits = chance(seed, game + lane, pair)
            drawn[one * DEAL_LANES + lane] = np.uint8(one + (((bits & _LOW32) * left) >> HALF))
            drawn[other * DEAL_LANES + lane] = np.uint8(other + (((bits >> HALF) * (left - ONE)) >> HALF))


@compiled
def _shuffle(cards: Keys, at: Index, decks: Keys, drawn: Bytes, keys: Keys, need: Index) -> None:
    """Fisher and Yates, as far as cards are needed: what is drawn goes out, the top card takes its place."""
    for lane in range(DEAL_LANES):
        for card in range(np.uint64(keys.size)):
            decks[lane * _DECK + card] = keys[card]
    # One card for all decks, then the next: no store is waited for, since the next load is of another deck.
    for number in range(need):
        for lane in range(DEAL_LANES):
            deck = lane * _DECK
            place = deck + np.uint64(drawn[number * DEAL_LANES + lane])
            cards[number * LANES + at + lane] = decks[place]
            decks[place] = decks[deck + number]


@compiled
def deal(cards: Keys, keys: Keys, need: Index, seed: np.uint64, game: Index) -> None:
    """Deal the first `need` cards of a shuffled deck of `keys` to the strips of `cards`, from `game` on."""
    drawn = np.empty(_DRAWS, dtype=np.uint8)
    decks = np.empty(DEAL_LANES * _DECK, dtype=np.uint16)
    size = np.uint64(keys.size)
    for at in range(ZERO, LANES, DEAL_LANES):
        _draws(drawn, seed, game + at, size, need)
        _shuffle(cards, at, decks, drawn, keys, need)
