"""The shuffles of a seed: the n-th is the same in whatever game it is dealt."""

from typing import Final

import numpy as np

from sixth.rules.cards import FULL_DECK
from sixth.sim.engine.chance import DECISIONS, chance
from sixth.sim.engine.compiler import compiled
from sixth.sim.engine.layout import HALF
from sixth.sim.environment import game
from sixth.sim.environment.setup import Ints

_LOW32: Final = np.uint64(0xFFFFFFFF)


@compiled
def shuffle(deck: Ints, size: int, need: int, seed: np.uint64, number: int) -> None:
    """Write shuffle `number` of the cards 1 … `size` to `deck` (int32), of which only `need` are in order."""
    for card in range(size):
        deck[card] = card + 1
    for at in range(0, need, 2):
        bits = chance(seed, np.uint64(number), np.uint64(at >> 1))
        for here, word in ((at, bits & _LOW32), (at + 1, bits >> HALF)):
            if here < need:
                other = here + np.int64((word * np.uint64(size - here)) >> HALF)
                card = deck[here]
                deck[here] = deck[other]
                deck[other] = card


@compiled
def first_to_pick(players: int, seed: np.uint64, number: int) -> np.int64:
    """Return which of `players` picks first in the draft of round `number`: 0 … `players` - 1."""
    bits = chance(seed, np.uint64(number), DECISIONS)
    return np.int64(((bits >> HALF) * np.uint64(players)) >> HALF)


@compiled
def drawn_below(bound: int, seed: np.uint64, number: int) -> np.int64:
    """Return decision `number` of the seed's chance: 0 … `bound` - 1."""
    bits = chance(~seed, np.uint64(number >> 8), np.uint64(number & 255))
    return np.int64(((bits >> HALF) * np.uint64(bound)) >> HALF)


def shuffled(size: int, seed: int, number: int) -> tuple[int, ...]:
    """Return shuffle `number` of the cards 1 … `size`."""
    deck = np.empty(FULL_DECK, dtype=np.int32)
    shuffle(deck, size, size, np.uint64(seed), number)
    return tuple(deck[:size].tolist())


@compiled
def seed_of(g: Ints) -> np.uint64:
    """Return the seed of a game (see `game.sow`)."""
    return np.uint64(np.uint32(g[game.SEED_LOW])) | (np.uint64(np.uint32(g[game.SEED_HIGH])) << HALF)
