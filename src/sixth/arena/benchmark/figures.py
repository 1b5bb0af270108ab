"""Figures of a benchmark: heads and wins of each part, and how many equal shares the bot wins."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sixth.arena.benchmark.definition import Part
from sixth.arena.benchmark.playing import Results
from sixth.arena.contest import Entrant
from sixth.arena.deal import DealResult
from sixth.arena.report import pair, short
from sixth.arena.statistics import intervals
from sixth.arena.tally import ContestTally

_COLUMNS: Final = ("heads", "others", "win", "shares")


def figures(bot: Entrant, results: Results) -> dict[str, Any]:
    """Return the figures of `bot` by part, and of all parts together, as JSON.

    `shares` are the wins in equal shares: 1 is as many as everybody would win at a table of equals. The
    number for all parts is their mean, each part with the same weight.
    """
    parts, shares = [], []
    for part, deals in results.items():
        values = _values(part, bot, deals)
        parts.append(_part(part, values))
        shares.append(values[:, _COLUMNS.index("shares")])
    # Deals of one number have nothing in common, so that their means are independent, too.
    together: Any = np.stack(shares, axis=1).mean(axis=1, keepdims=True)
    return {
        "parts": parts,
        "shares": short(together.mean()),
        "shares_ci": pair(intervals(together)[0]),
    }


def _values(part: Part, bot: Entrant, deals: Sequence[DealResult]) -> NDArray[np.float64]:
    """Return a row a deal with the means of its rotations, by `_COLUMNS`."""
    tally = ContestTally(part.contest(bot), len(deals))
    for result in deals:
        tally.add(result)
    heads, wins = tally.heads, tally.wins
    return np.column_stack([heads[:, 0], heads[:, 1:].mean(axis=1), wins[:, 0], wins[:, 0] * part.seats])


def _part(part: Part, values: NDArray[np.float64]) -> dict[str, Any]:
    figures: dict[str, Any] = {"game": part.game, "seats": part.seats, "deals": len(values)}
    for name, column, interval in zip(_COLUMNS, values.T, intervals(values), strict=True):
        figures |= {name: short(column.mean()), f"{name}_ci": pair(interval)}
    return figures
