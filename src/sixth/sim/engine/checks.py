"""Checks of arguments before a kernel runs, as a kernel checks nothing, and their error."""

import reprlib
from typing import Any

import numpy as np

from sixth.rules.options import Rules
from sixth.sim.engine.choices import LEFT_BIT
from sixth.sim.engine.layout import Bytes
from sixth.sim.engine.trace import Deal

LEFT = int(LEFT_BIT)
"""Added to a prepared decision: of two places equally close the one at a left end."""


class SimError(ValueError):
    """Rules or numbers that the simulation does not take; the text is one sentence on what it does take."""


def check_count(name: str, value: Any, least: int, most: int) -> None:
    """Raise `SimError` if `value` is no whole number from `least` to `most`."""
    # bool is an int to Python, but no number of anything here.
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not whole or not least <= value <= most:
        raise SimError(f"{name} is a whole number from {least} to {most}, not {reprlib.repr(value)}.")


def check_deal(rules: Rules, turns: int, deal: Deal) -> tuple[Bytes, Bytes]:
    """Return the deal's rows and plays as kernels read them: each card in the deck, and once a round.

    Raises:
        SimError: an array has the wrong shape or type, or the cards are not such.
    """
    count = np.shape(deal.plays)[0] if np.ndim(deal.plays) else 0
    plays = _bytes("plays", deal.plays, (count, turns, rules.seats))
    rows = _bytes("rows", deal.rows, (count, rules.rows))
    if rules.drafts and (rows[:, 1:] < rows[:, :-1]).any():
        raise SimError("The cards that a draft leaves start the rows in ascending order.")
    cards = np.concatenate([rows, plays.reshape(count, turns * rules.seats)], axis=1)
    cards.sort(axis=1)
    size = rules.deck_size(rules.seats)
    if count and (cards[:, 0].min() < 1 or cards[:, -1].max() > size):
        raise SimError(f"Every card of a deal is from 1 to {size}.")
    if (cards[:, 1:] == cards[:, :-1]).any():
        raise SimError("A card is in a deal only once.")
    return rows, plays


def check_takes(rules: Rules, shape: tuple[int, ...], takes: object) -> Bytes:
    """Return prepared decisions as kernels read them, or raise `SimError` for other shapes, types or rows."""
    checked = _bytes("take", takes, shape)
    if (checked % LEFT_BIT >= rules.rows).any():
        raise SimError(
            f"A prepared decision is a row from 0 to {rules.rows - 1}, or that plus LEFT ({LEFT})."
        )
    return checked


def _bytes(name: str, array: Any, shape: tuple[int, ...]) -> Bytes:
    if not isinstance(array, np.ndarray) or array.dtype != np.uint8 or array.shape != shape:
        has = f"{array.dtype} {array.shape}" if isinstance(array, np.ndarray) else reprlib.repr(array)
        raise SimError(f"{name} is an array of uint8 {shape}, not {has}.")
    return np.ascontiguousarray(array)
