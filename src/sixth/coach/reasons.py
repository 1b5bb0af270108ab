"""Why an answer is good or bad: facts of the position, each a sentence, from what the seat saw alone.

They are no proof. The values come from playouts; a reason names what anybody can see on the table and count.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from typing import Final

from sixth.rules.board import Place, places
from sixth.rules.events import Action, Choose, Pick, Take
from sixth.rules.sentence import Sentence
from sixth.rules.view import View

MAX_REASONS: Final = 3
"""For one decision."""

_CHEAP_HEADS: Final = 2
"""A row with at most so many heads costs little."""
_HARDLY_FARTHER: Final = 5
"""Who meant the one row is easily mistaken where another one is nearer by so much at most."""
_LIKELY: Final = 0.5


def reasons_for(view: View, answer: Action, best: Action) -> tuple[Sentence, ...]:
    """Return facts about `answer`, and about `best` where that is another one, the weightiest first."""
    found: list[Sentence]
    match answer, best:
        case Choose(card), Choose(better):
            found = list(_of_card(view, card))
            if better != card:
                found = [*found[:2], *list(_of_card(view, better))[:1]]
        case Take(row), Take(other):
            found = list(_of_rows(view, row, other))
        case Pick(card), Pick(better):
            found = [_of_pick(view, each) for each in dict.fromkeys((card, better))]
        case _:
            found = []
    return tuple(found[:MAX_REASONS])


def _heads(count: int) -> Sentence:
    """Return a number of heads: its plural in any language is chosen here, for sentences choose none."""
    if count == 0:
        return Sentence("no heads")
    return Sentence("1 head") if count == 1 else Sentence("{count} heads", {"count": count})


def _row_heads(view: View, row: int) -> int:
    return sum(view.rules.heads_of[card] for card in view.rows[row])


@dataclass(frozen=True)
class _Spot:
    """Where a card would go as the rows lie: the row, the card it comes to lie beside, and places left."""

    row: int
    beside: int
    room: int


def _spot(view: View, card: int, *, without: int | None = None) -> _Spot | None:
    """Return where `card` would go, were it not for row `without`; None where it fits on no row or on two."""
    rows = {number: row for number, row in enumerate(view.rows) if number != without}
    found: tuple[Place, ...] = places(tuple(rows.values()), card, both=view.rules.both_ends)
    if len(found) != 1:
        return None
    at, end = found[0]
    number = list(rows)[at]
    row = rows[number]
    return _Spot(number, row[-1] if end == "right" else row[0], view.rules.row_limit - len(row))


def _of_card(view: View, card: int) -> Iterator[Sentence]:
    """Yield what the table says of a card to play."""
    spot = _spot(view, card)
    if spot is None:
        if not places(view.rows, card, both=view.rules.both_ends):
            yield from _of_misfit(view, card)
        return
    row, heads = spot.row + 1, _heads(_row_heads(view, spot.row))
    between = [each for each in view.unseen() if min(card, spot.beside) < each < max(card, spot.beside)]
    if spot.room <= 0:
        roomy = _roomy_beside(view, card, spot)
        if roomy is not None:
            yield Sentence(
                "{card} goes beside {last} on a full row, not beside {other}.",
                {"card": card, "last": spot.beside, "other": roomy},
                "full-nearer",
            )
        yield Sentence(
            "{card} goes to row {row}, which is full, and takes {heads}.",
            {"card": card, "row": row, "heads": heads},
            "takes-full",
        )
        return
    moved = _spot(view, card, without=spot.row)
    if _may_be_taken(view, spot.row) and moved is not None and moved.room <= 0:
        yield Sentence(
            "Row {row} is the cheapest: if it is taken first, {card} goes to the full row {other}.",
            {"row": row, "card": card, "other": moved.row + 1},
            "row-may-go",
        )
    said = {"last": spot.beside, "card": card, "count": len(between), "row": row, "room": spot.room}
    if not between:
        yield Sentence("No unseen card fits between {last} and {card}.", said, "next")
    elif len(between) < spot.room:
        yield Sentence(
            "Unseen cards between {last} and {card}: {count}; row {row} has room for more ({room}).",
            said,
            "room",
        )
    else:
        yield Sentence(
            "Unseen cards between {last} and {card}: {count}; row {row} has room for {room}.", said, "gap"
        )
    if spot.room == 1:
        yield Sentence(
            "{card} fills row {row}: the next card there takes {heads}.",
            {
                "card": card,
                "row": row,
                "heads": _heads(_row_heads(view, spot.row) + view.rules.heads_of[card]),
            },
            "fills",
        )


def _of_misfit(view: View, card: int) -> Iterator[Sentence]:
    costs = [_row_heads(view, row) for row in range(len(view.rows))]
    cheapest = min(costs)
    said = {"card": card, "row": costs.index(cheapest) + 1, "heads": _heads(cheapest)}
    if cheapest <= _CHEAP_HEADS:
        yield Sentence("{card} fits on no row, and row {row} has only {heads}.", said, "cheap-row")
    else:
        yield Sentence("{card} fits on no row, and each has at least {heads}.", said, "dear-rows")
    chance = chance_lowest(view, card)
    if chance >= _LIKELY:
        yield Sentence(
            "{card} would most likely be the lowest card ({percent} %).",
            {"card": card, "percent": round(100 * chance)},
            "lowest",
        )


def chance_lowest(view: View, card: int) -> float:
    """Return how likely nobody else plays a lower card, if any card of theirs is as likely as any other."""
    others = [seat for seat in view.seats_in if seat != view.seat]
    if view.rules.drafts:
        chance = 1.0
        for seat in others:
            hand = view.open_hands[seat]
            chance *= sum(each > card for each in hand) / max(1, len(hand))
        return chance
    unseen = view.unseen()
    higher = sum(each > card for each in unseen)
    return comb(higher, len(others)) / max(1, comb(len(unseen), len(others)))


def _roomy_beside(view: View, card: int, full: _Spot) -> int | None:
    """Return the end of a row with room that is hardly farther from `card` than the full one, if any is."""
    other = _spot(view, card, without=full.row)
    if other is None or other.room <= 0:
        return None
    farther = abs(card - other.beside) - abs(card - full.beside)
    return other.beside if farther <= _HARDLY_FARTHER else None


def _may_be_taken(view: View, row: int) -> bool:
    """Return whether `row` is the cheapest, and an unseen card fits on no row and would be placed before."""
    costs = [_row_heads(view, each) for each in range(len(view.rows))]
    if costs[row] > min(costs) or costs.count(costs[row]) > 1:
        return False
    lowest = min(each[-1] for each in view.rows)
    return not view.rules.both_ends and any(card < lowest for card in view.unseen())


def _of_rows(view: View, row: int, other: int) -> Iterator[Sentence]:
    """Yield what the table says of a row that was taken, beside one that might have been."""
    if row == other:
        costs = [_row_heads(view, each.row) for each in view.legal if isinstance(each, Take)]
        if _row_heads(view, row) == min(costs) and costs.count(min(costs)) == 1:
            yield Sentence(
                "Row {row} is the cheapest, with {heads}.",
                {"row": row + 1, "heads": _heads(_row_heads(view, row))},
                "cheapest-row",
            )
            return
    taken, rather = _row_heads(view, row), _row_heads(view, other)
    if taken != rather:
        yield Sentence(
            "Row {row} has {heads}, row {other} has {other_heads}.",
            {"row": row + 1, "heads": _heads(taken), "other": other + 1, "other_heads": _heads(rather)},
            "row-heads",
        )
    kept = [each for each in view.hand if (spot := _spot(view, each)) is not None and spot.row == row]
    if row != other and kept:
        yield Sentence(
            "{card} of your hand would have followed on row {row}.",
            {"card": kept[0], "row": row + 1},
            "follows",
        )
    if row == other or (taken == rather and not kept):
        yield Sentence(
            "Row {row} ends with {last} and has {heads}.",
            {"row": other + 1, "last": view.rows[other][-1], "heads": _heads(rather)},
            "row-end",
        )


def _of_pick(view: View, card: int) -> Sentence:
    return Sentence(
        "Open cards lower than {card}: {lower}; higher: {higher}.",
        {
            "card": card,
            "lower": sum(each < card for each in view.open_deck),
            "higher": sum(each > card for each in view.open_deck),
        },
        "open-cards",
    )
