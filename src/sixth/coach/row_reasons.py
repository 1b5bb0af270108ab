"""Reasons why a row is good or bad to take: its cost, and the table afterwards."""

from collections.abc import Iterator
from random import Random
from typing import Final

from sixth.rules.board import Row, places, put
from sixth.rules.events import Placed, Take
from sixth.rules.game import advance
from sixth.rules.sentence import AllOf, Sentence
from sixth.rules.view import View, sample

_MAX_NAMED: Final = 4
"""The most cards that a sentence names; about more there is no sentence."""


def row_reasons(view: View, take: Take) -> Iterator[Sentence]:
    """Yield the facts about a row (or an end of a row) to take: its cost, and then the consequences."""
    yield _cost(view, take)
    placements = placed_after(view, take)
    rows = list(view.rows)
    for number, each in enumerate(placements):
        if number and each.taken:
            heads = heads_sentence(view.rules.heads_in(each.taken))
            yield Sentence(
                "Then {card} takes row {row}: somebody else has {heads}.",
                {"card": each.card, "row": each.row + 1, "heads": heads},
                "other-takes",
            )
        rows[each.row] = (each.card,) if each.taken else put(rows[each.row], each.card, each.end)
    yield from _own_cards(view, rows)


def placed_after(view: View, take: Take) -> tuple[Placed, ...]:
    """Return the cards placed after this answer up to the next decision, the seat's own card first."""
    assert view.seat is not None
    # Open cards alone decide the result, so the random hands make no difference.
    events, _state = advance(sample(view, Random(0)), view.seat, take)
    return tuple(event for event in events if isinstance(event, Placed))


def heads_sentence(count: int) -> Sentence:
    """Return a number of heads as a sentence, singular or plural, since templates cannot choose the form."""
    return Sentence("1 head") if count == 1 else Sentence("{count} heads", {"count": count})


def row_heads(view: View, row: int) -> int:
    """Return the sum of the heads of a row (0-based)."""
    return view.rules.heads_in(view.rows[row])


def _cost(view: View, take: Take) -> Sentence:
    row, heads = take.row, row_heads(view, take.row)
    values: dict[str, object] = {"row": row + 1, "heads": heads_sentence(heads)}
    if take.end is not None and len(view.rows[row]) < view.rules.row_limit:
        return Sentence("Row {row} has room, so it costs nothing.", values, "row-free")
    costs = [row_heads(view, each.row) for each in view.legal if isinstance(each, Take)]
    cheapest = min(costs)
    if heads > cheapest:
        values |= {"more": heads_sentence(heads - cheapest)}
        return Sentence("Row {row} costs {heads}, {more} more than the cheapest.", values, "dearer-row")
    if costs.count(cheapest) > 1:
        return Sentence("Row {row} costs {heads}, and no row costs less.", values, "cheap-as-another")
    return Sentence("Row {row} is the cheapest, with {heads}.", values, "cheapest-row")


def _own_cards(view: View, rows: list[Row]) -> Iterator[Sentence]:
    """Yield facts about the places of the cards of the hand on `rows`."""
    low, full, safe = [], [], []
    for card in view.hand:
        candidates = places(rows, card, both=view.rules.both_ends)
        if not candidates:
            low.append(card)
        elif len(rows[candidates[0][0]]) >= view.rules.row_limit:
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
