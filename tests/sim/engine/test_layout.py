"""How rules become tables for the kernels."""

from itertools import product

import numpy as np
import pytest

from sixth.rules.options import SEATS, Rules
from sixth.sim.engine.layout import (
    CARD_SHIFT,
    HEADS_MASK,
    HEADS_SHIFT,
    SEAT_MASK,
    key_table,
    scratch,
    sorting_network,
)


@pytest.mark.parametrize("size", SEATS)
def test_the_network_sorts_whatever_it_gets(size: int) -> None:
    # A network that sorts every row of noughts and ones sorts everything (Knuth's 0-1 principle).
    pairs = sorting_network(size).reshape(-1, 2).tolist()
    values = np.array(list(product((0, 1), repeat=size)))
    for low, high in pairs:
        assert low < high
        values[:, [low, high]] = np.sort(values[:, [low, high]], axis=1)
    assert (np.diff(values, axis=1) >= 0).all()


@pytest.mark.parametrize("heads", ["classic", "light"])
def test_a_key_holds_the_card_and_the_heads_of_the_rules(heads: str) -> None:
    rules = Rules(seats=10, heads="light" if heads == "light" else "classic")
    keys = key_table(rules)
    assert (keys >> CARD_SHIFT).tolist() == list(range(1, 105))
    assert ((keys >> HEADS_SHIFT) & HEADS_MASK).tolist() == list(rules.heads_of[1:])
    assert not (keys & SEAT_MASK).any()


def test_a_block_begins_where_a_cache_line_does() -> None:
    for array in scratch():
        assert array.ctypes.data % 64 == 0
