"""The features of a row that a card may go to; `sim.policy.row_features` says what each of them is."""

from collections.abc import Sequence
from typing import NamedTuple

from sixth.policy.table import Table, below, between


class RowFeatures(NamedTuple):
    """The inputs of the neural network of rows, in their order."""

    cost: float
    more: float
    cheapest: float
    length: float
    number: float
    serves: float
    coming: float
    hidden: float
    rank: float
    heads: float
    left: float
    others: float
    card: float
    free: float
    ends: float
    lows: float


def row_price(table: Table, card: int, row: int) -> int:
    """Return the heads that the card takes if its seat chooses `row`: 0 if it fits and the row has room."""
    fits = table.lasts[row] < card or (table.rules.both_ends and table.firsts[row] > card)
    return 0 if fits and table.counts[row] < table.limit else table.costs[row]


def row_features(table: Table, card: int, row: int, cheapest: int, coming: Sequence[int]) -> RowFeatures:
    """Return the features of `row` for the card that is being placed.

    `cheapest` is the least `row_price` of the rows that the card may go to, `coming` has the revealed cards
    of this turn that are placed after it, ascending.
    """
    last, price, size = table.lasts[row], row_price(table, card, row), table.size
    above = min((other for other in table.lasts if other > last), default=size + 1)
    return RowFeatures(
        cost=price / 10,
        more=(price - cheapest) / 10,
        cheapest=1.0 if price == cheapest else 0.0,
        length=table.counts[row] / table.limit,
        number=last / size,
        serves=between(table.hand, last, above) / 4,
        coming=between(coming, last, above) / 4,
        hidden=between(table.unseen, last, above) * table.share * table.others,
        rank=sum(other < last for other in table.lasts) / len(table.lasts),
        heads=table.rules.heads_of[card] / 7,
        left=table.later / 10,
        others=table.others / 9,
        card=card / size,
        free=0.0 if price else 1.0,
        ends=1.0 if table.rules.both_ends else 0.0,
        lows=below(table.hand, card) / 4,
    )
