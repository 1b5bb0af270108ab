"""Why a row is good or bad to take: what it costs, and what the table looks like once it is taken."""

from collections.abc import Iterator
from random import Random
from typing import Final

from sixth.rules.board import Row, places, put
from sixth.rules.events import Placed, Take
from sixth.rules.game import advance
from sixth.rules.sentence import AllOf, Sentence
from sixth.rules.view import View, sample

_MAX_NAMED: Final = 4
"""Cards that a sentence names; of more it says too little."""


def row_reasons(view: View, take: Take) -> Iterator[Sentence]:
    """Yield what the table says of a row to take, or of an end of one: its cost, and then what follows."""
    yield _cost(view, take)
    placed = placed_after(view, take)
    yield from _takes_of_others(view, placed[1:])
    rows = list(view.rows)
    for each in placed:
        rows[each.row] = (each.card,) if each.taken else put(rows[each.row], each.card, each.end)
    yield from _own_cards(view, rows)


def placed_after(view: View, take: Take) -> tuple[Placed, ...]:
    """Return the cards that come to lie with this answer, that of the seat first, up to the next choice."""
    assert view.seat is not None
    # What lies open decides all of it: the hands that are drawn make no difference.
    events, _state = advance(sample(view, Random(0)), view.seat, take)
    return tuple(event for event in events if isinstance(event, Placed))


def heads_sentence(count: int) -> Sentence:
    """Return a number of heads: its plural in any language is chosen here, for sentences choose none."""
    return Sentence("1 head") if count == 1 else Sentence("{count} heads", {"count": count})


def row_heads(view: View, row: int) -> int:
    """Return the heads of a row."""
    return view.rules.heads_in(view.rows[row])


def _cost(view: View, take: Take) -> Sentence:
    row, heads = take.row, row_heads(view, take.row)
    said: dict[str, object] = {"row": row + 1, "heads": heads_sentence(heads)}
    if take.end is not None and len(view.rows[row]) < view.rules.row_limit:
        return Sentence("Row {row} has room, so it costs nothing.", said, "row-free")
    costs = [row_heads(view, each.row) for each in view.legal if isinstance(each, Take)]
    cheapest = min(costs)
    if heads > cheapest:
        said |= {"more": heads_sentence(heads - cheapest)}
        return Sentence("Row {row} costs {heads}, {more} more than the cheapest.", said, "dearer-row")
    if costs.count(cheapest) > 1:
        return Sentence("Row {row} costs {heads}, and no row costs less.", said, "cheap-as-another")
    return Sentence("Row {row} is the cheapest, with {heads}.", said, "cheapest-row")


def _takes_of_others(view: View, placed: tuple[Placed, ...]) -> Iterator[Sentence]:
    """Yield what the cards that are placed next take, as somebody else pays for it."""
    for each in placed:
        if each.taken:
            heads = heads_sentence(view.rules.heads_in(each.taken))
            yield Sentence(
                "Then {card} takes row {row}: somebody else has {heads}.",
                {"card": each.card, "row": each.row + 1, "heads": heads},
                "other-takes",
            )


def _own_cards(view: View, rows: list[Row]) -> Iterator[Sentence]:
    """Yield what becomes of the cards of the hand on these rows, if nothing else changes them."""
    low, full, safe = [], [], []
    for card in view.hand:
        found = places(rows, card, both=view.rules.both_ends)
        if not found:
            low.append(card)
        elif len(rows[found[0][0]]) >= view.rules.row_limit:
            full.append(card)
        else:
            safe.append(card)
    if 0 < len(low) <= _MAX_NAMED:
        yield Sentence("Then {cards} of your hand would be too low.", {"cards": _cards(low)}, "then-low")
    if 0 < len(full) <= _MAX_NAMED:
        yield Sentence("Then {cards} of your hand would take a row.", {"cards": _cards(full)}, "then-full")
    if 0 < len(safe) <= _MAX_NAMED:
        yield Sentence("Then {cards} of your hand would fit on a row.", {"cards": _cards(safe)}, "then-fit")


def _cards(cards: list[int]) -> AllOf:
    return AllOf(tuple(map(str, cards)))
