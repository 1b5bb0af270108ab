"""Reasons why an answer is good or bad: facts of the position, and outlooks.

Facts follow from the view of the seat alone. They do not prove the values, which come from playouts; a fact
is something that a player can see on the table and count. Outlooks (`sixth.coach.outlook`) are from playouts.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import comb
from typing import Final

from sixth.coach.outlook import Outlook, contrast, hint, own_chance
from sixth.coach.row_reasons import heads_sentence, row_heads, row_reasons
from sixth.rules.board import Place, Side, places
from sixth.rules.events import Action, Choose, Pick, Take
from sixth.rules.sentence import AllOf, AnyOf, Sentence
from sixth.rules.view import View

MAX_REASONS: Final = 3
"""The most reasons for one decision."""

_HARDLY_FARTHER: Final = 5
"""A row counts as confusable with a nearer one if its gap is larger by at most this number."""
_MAX_NAMED: Final = 3
"""The most cards that a sentence names; of more it gives the number."""
_CHEAP_HEADS: Final = 2
"""The most heads of a row that costs little."""
_LIKELY: Final = 0.5


def reasons_for(
    view: View, answer: Action, best: Action, outlooks: Mapping[Action, Outlook] | None = None
) -> tuple[Sentence, ...]:
    """Return the reasons for the value of `answer` against `best`, the most important first.

    With `outlooks`, by answer, the first reason is the largest difference between the two outlooks.
    """
    if answer == best:
        return tuple(facts_of(view, answer)[:MAX_REASONS])
    reasons = list(contrast(answer, best, outlooks)) if outlooks else []
    reasons.extend(facts_of(view, answer)[: MAX_REASONS - 1 - len(reasons)])
    reasons.extend(each for each in facts_of(view, best)[:1] if each not in reasons)
    return tuple(reasons)


def hints_for(
    view: View, answer: Action, best: Action, outlooks: Mapping[Action, Outlook]
) -> tuple[Sentence, ...]:
    """Return the reasons for the value of `answer`, none of which reveals the best answer."""
    reasons = [*own_chance(answer, best, outlooks), *hint(answer, best, outlooks)]
    return (*reasons, *facts_of(view, answer)[: MAX_REASONS - len(reasons)])


def facts_of(view: View, answer: Action) -> list[Sentence]:
    """Return the facts of the table about one answer, the most important first."""
    match answer:
        case Choose(card):
            return list(_of_card(view, card))
        case Take():
            return list(row_reasons(view, answer))
        case Pick(card):
            lower = sum(each < card for each in view.open_deck)
            higher = sum(each > card for each in view.open_deck)
            values = {"card": card, "lower": lower, "higher": higher}
            return [
                Sentence("Open cards lower than {card}: {lower}; higher: {higher}.", values, "open-cards")
            ]


# ------------------------------------------------------------------ on the table


@dataclass(frozen=True)
class _Spot:
    """The place of a card on the current rows: row and end, the card beside it, and the room of the row."""

    row: int
    end: Side
    beside: int
    room: int


def _spot(view: View, card: int, *, without: int | None = None) -> _Spot | None:
    """Return the spot of `card` on the rows but `without`, or None if it fits on no row or on two."""
    rows = {number: row for number, row in enumerate(view.rows) if number != without}
    candidates: tuple[Place, ...] = places(tuple(rows.values()), card, both=view.rules.both_ends)
    if len(candidates) != 1:
        return None
    at, end = candidates[0]
    number = list(rows)[at]
    row = rows[number]
    return _Spot(number, end, row[-1] if end == "right" else row[0], view.rules.row_limit - len(row))


def _of_card(view: View, card: int) -> Iterator[Sentence]:
    """Yield the facts about a card to play."""
    spot = _spot(view, card)
    if spot is None:
        if not places(view.rows, card, both=view.rules.both_ends):
            yield from _of_misfit(view, card)
        return
    if spot.room <= 0:
        yield from _of_full(view, card, spot)
        return
    next_spot = _spot(view, card, without=spot.row)
    if _may_be_taken(view, spot.row) and next_spot is not None and next_spot.room <= 0:
        yield Sentence(
            "Row {row} is the cheapest: if it is taken first, {card} goes to the full row {other}.",
            {"row": spot.row + 1, "card": card, "other": next_spot.row + 1},
            "row-may-go",
        )
    yield _of_gap(view, card, spot)
    if spot.room == 1:
        heads = row_heads(view, spot.row) + view.rules.heads_of[card]
        yield Sentence(
            "{card} fills row {row}: the next card there takes {heads}.",
            {"card": card, "row": spot.row + 1, "heads": heads_sentence(heads)},
            "fills",
        )


def _of_full(view: View, card: int, spot: _Spot) -> Iterator[Sentence]:
    roomy = _roomy_beside(view, card, spot)
    if roomy is not None:
        yield Sentence(
            "{card} goes beside {last} on a full row, not beside {other}.",
            {"card": card, "last": spot.beside, "other": roomy},
            "full-nearer",
        )
    yield Sentence(
        "{card} goes to row {row}, which is full, and takes {heads}.",
        {"card": card, "row": spot.row + 1, "heads": heads_sentence(row_heads(view, spot.row))},
        "takes-full",
    )
    if between := _between(view, card, spot):
        yield Sentence(
            "Only a card between {last} and {card} would take it before; unseen ones: {count}.",
            {"last": spot.beside, "card": card, "count": len(between)},
            "taken-before",
        )


def _of_gap(view: View, card: int, spot: _Spot) -> Sentence:
    """Return the fact about the cards that fit between a row with room and the card that goes there."""
    between, room = _between(view, card, spot), spot.room
    values: dict[str, object] = {"last": spot.beside, "card": card, "row": spot.row + 1, "room": room}
    values["count"] = len(between)
    if not between:
        return Sentence("No unseen card fits between {last} and {card}: nobody can push it.", values, "next")
    if spot.end == "left":
        # Cards are placed from low to high, so the cards between come later.
        code = "room" if len(between) < room else "gap"
        return Sentence("{card} goes before {last} on row {row}, with room for {room}.", values, code)
    values["cards"] = AllOf(tuple(map(str, between)))
    if len(between) < room:
        if len(between) > _MAX_NAMED:
            return Sentence(
                "Even if all {count} unseen cards between {last} and {card} come first, row {row} has room.",
                values,
                "room",
            )
        return Sentence("Even if {cards} come first, row {row} has room for {card}.", values, "room")
    values["percent"] = round(100 * _hold_chance(view, len(between), room))
    if len(between) > _MAX_NAMED:
        return Sentence(
            "The others hold {room} or more of the {count} cards between {last} and {card} in {percent} % of"
            " deals, and could push it.",
            values,
            "gap",
        )
    if room == 1:
        values["cards"] = AnyOf(tuple(map(str, between)))
        return Sentence(
            "Somebody holds {cards} in {percent} % of deals, and could push {card}.", values, "gap"
        )
    if room == len(between):
        return Sentence(
            "The others hold {cards} in {percent} % of deals, and could push {card}.", values, "gap"
        )
    return Sentence(
        "The others hold {room} or more of {cards} in {percent} % of deals, and could push {card}.",
        values,
        "gap",
    )


def _between(view: View, card: int, spot: _Spot) -> list[int]:
    """Return the cards between `card` and the card beside its spot that others may hold, ascending."""
    low, high = sorted((card, spot.beside))
    return [each for each in _others_cards(view) if low < each < high]


def _others_cards(view: View) -> list[int]:
    """Return all cards that others may hold, ascending."""
    open_cards = [card for seat, hand in enumerate(view.open_hands) if seat != view.seat for card in hand]
    return sorted([*view.unseen(), *open_cards])


def _hold_chance(view: View, number: int, least: int) -> float:
    """Return how likely the others hold at least so many of `wanted` cards, with every deal as likely."""
    unseen = len(view.unseen())
    cards = sum(view.counts[seat] for seat in view.seats_in if seat != view.seat)
    if view.open_hands or cards >= unseen:
        return 1.0
    fewer = sum(
        comb(number, few) * comb(unseen - number, cards - few) for few in range(min(least, cards + 1))
    )
    return 1 - fewer / comb(unseen, cards)


def _of_misfit(view: View, card: int) -> Iterator[Sentence]:
    costs = [row_heads(view, row) for row in range(len(view.rows))]
    values = {"card": card, "heads": heads_sentence(min(costs)), "row": costs.index(min(costs)) + 1}
    code = "cheap-row" if min(costs) <= _CHEAP_HEADS else "dear-rows"
    lower = [each for each in _others_cards(view) if each < card]
    if not min(costs):
        yield Sentence("{card} is too low, but row {row} costs nothing.", values, code)
    elif not lower or view.rules.both_ends:
        yield Sentence("{card} is too low: you take a row, {heads} at least.", values, code)
    else:
        yield Sentence(
            "{card} is too low: unless somebody plays lower you take a row, {heads} at least.", values, code
        )
    chance = chance_lowest(view, card)
    values = {"card": card, "percent": round(100 * chance), "count": len(lower)}
    if view.rules.both_ends:
        return
    if not lower:
        yield Sentence("Nobody can play lower than {card}.", values, "lowest")
    elif chance >= _LIKELY:
        yield Sentence("{card} would most likely be the lowest card ({percent} %).", values, "lowest")
    else:
        yield Sentence("The others may hold {count} lower cards than {card}.", values, "not-lowest")


def chance_lowest(view: View, card: int) -> float:
    """Return the probability that no other seat plays a lower card, if each plays a random card."""
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
    """Return the end of a row with room that is hardly farther from `card` than the full row, or None."""
    other = _spot(view, card, without=full.row)
    if other is None or other.room <= 0:
        return None
    farther = abs(card - other.beside) - abs(card - full.beside)
    return other.beside if farther <= _HARDLY_FARTHER else None


def _may_be_taken(view: View, row: int) -> bool:
    """Return whether `row` is the only cheapest one, and an unseen card may be too low for all rows."""
    costs = [row_heads(view, each) for each in range(len(view.rows))]
    if costs[row] > min(costs) or costs.count(costs[row]) > 1:
        return False
    lowest = min(each[-1] for each in view.rows)
    return not view.rules.both_ends and any(card < lowest for card in view.unseen())
