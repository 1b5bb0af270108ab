"""The features of a card to play; `sim.policy.card_features` says what each of them is."""

from math import comb
from typing import NamedTuple

from sixth.policy.table import Table, below, between


class CardFeatures(NamedTuple):
    """The inputs of the neural network of cards, in their order."""

    low: float
    gap: float
    near: float
    threat: float
    hit: float
    pain: float
    over: float
    full: float
    room: float
    one: float
    cost: float
    cheap: float
    heads: float
    rank: float
    between: float
    behind: float
    left: float
    last: float
    others: float
    dense: float
    fall: float
    first: float
    lows: float
    sting: float
    table: float
    fulls: float
    ends: float
    number: float
    above: float
    unseen: float
    spare: float
    rows: float
    wait: float
    follow: float
    tail: float
    orphan: float
    head: float
    fill: float
    still: float
    step: float
    pass_: float
    drop: float
    down: float
    down_room: float
    down_full: float
    down_cost: float
    up_room: float
    up_cost: float


class _Place(NamedTuple):
    """Where a card would lie now."""

    gap: int
    """Distance to the card beside which it would lie; 0 if it has no place."""
    near: int
    """That card; 0 if it has no place."""
    row: int
    """The row; the first one if it has no place."""


def card_features(table: Table, card: int) -> CardFeatures:
    """Return the features of a card of the hand."""
    place = _place(table, card)
    return _features(table, card, place)


def _place(table: Table, card: int) -> _Place:
    best = _Place(0, 0, 0)
    for row, (last, first) in enumerate(zip(table.lasts, table.firsts, strict=True)):
        if last < card and (not best.gap or card - last < best.gap):
            best = _Place(card - last, last, row)
        if table.rules.both_ends and first > card and (not best.gap or first - card < best.gap):
            best = _Place(first - card, first, row)
    return best


def _row_below(table: Table, card: int) -> int | None:
    """Return the row with the highest last card lower than `card`."""
    rows = [row for row, last in enumerate(table.lasts) if last < card]
    return max(rows, key=table.lasts.__getitem__) if rows else None


def _row_above(table: Table, card: int) -> int | None:
    """Return the row with the lowest last card higher than `card`."""
    rows = [row for row, last in enumerate(table.lasts) if last > card]
    return min(rows, key=table.lasts.__getitem__) if rows else None


def _chance(many: int, need: int, chance: float) -> float:
    """Return the chance that of `many` independent things exactly `need` happen, each with this chance."""
    return comb(many, need) * chance**need * (1 - chance) ** (many - need) if need <= many else 0.0


def _fewer(many: int, need: int, chance: float) -> float:
    """Return the chance that of `many` independent things fewer than `need` happen."""
    total = 0.0
    for number in range(min(need, many + 1)):
        total += _chance(many, number, chance)
    return total


def _odds(rate: float) -> float:
    return rate / (1 + rate)


def _features(table: Table, card: int, place: _Place) -> CardFeatures:
    rules, others, hand, unseen, share = table.rules, table.others, table.hand, table.unseen, table.share
    limit, held, mean = table.limit, len(hand), table.mean_heads
    misfit, near = not place.gap, place.near
    placed = 0.0 if misfit else 1.0
    stake = table.costs[place.row]
    room = max(limit - table.counts[place.row], 0)
    space = room - 1 if room else limit - 1
    upper, under = _row_above(table, card), _row_below(table, near)
    above = table.size + 1 if upper is None else table.lasts[upper]
    lowest, cheapest = min(table.lasts), min(table.costs)
    free = 0 if under is None else max(limit - table.counts[under], 0)
    down_cost = 0 if under is None else table.costs[under]
    floor = 0 if under is None else table.lasts[under]
    heads = rules.heads_of[card]

    inside = between(unseen, min(near, card), max(near, card)) * share
    upon = between(unseen, card, above) * share
    depth = 0.0 if under is None else between(unseen, floor, near) * share
    own_below = below(hand, card)
    follower = hand[own_below + 1] if own_below + 1 < held else None
    ahead = hand[own_below - 1] if own_below else 0
    tail = follower is not None and follower < above
    head = not misfit and ahead > near
    step = between(unseen, card, follower) * share if follower is not None and tail else 0.0
    reach = between(unseen, floor, ahead) * share if head and under is not None else 0.0

    threat = inside * others
    hit = _chance(others, room, inside)
    pile = stake + room * mean
    wait = _chance(2 * others, room, inside) * pile / 10
    follow = _chance(others, space, step) * ((stake if room else 0) + heads + space * mean) / 10
    orphan = cheapest / 10
    if under is not None:
        orphan = _chance(2 * others, free, reach) * (down_cost + free * mean) / 10
    return CardFeatures(
        low=1 - placed,
        gap=placed * min(place.gap / 32, 1),
        near=placed / max(place.gap, 1),
        threat=placed * _odds(threat),
        hit=placed * hit,
        pain=placed * hit * pile / 10,
        over=placed * max(1 - _fewer(others, min(room, limit), inside) - hit, 0),
        full=placed * (room == 0),
        room=placed * room / max(limit, 1),
        one=placed * (room == 1),
        cost=placed * stake / 10,
        cheap=cheapest / 10,
        heads=heads / 7,
        rank=own_below / max(held - 1, 1),
        between=placed * between(hand, min(near, card), max(near, card)) / 4,
        behind=between(hand, card, above) / 4,
        left=held / 10,
        last=1.0 if held <= 2 else 0.0,
        others=others / 9,
        dense=min(others * table.turns * share, 1),
        fall=1 - (1 - below(unseen, lowest) * share) ** others,
        first=(1 - below(unseen, card) * share) ** others,
        lows=below(hand, lowest) / held,
        sting=(1 - placed) * cheapest / 10,
        table=sum(table.costs) / len(table.costs) / 10,
        fulls=sum(count >= limit for count in table.counts) / len(table.counts),
        ends=1.0 if rules.both_ends else 0.0,
        number=card / table.size,
        above=upon * others,
        unseen=mean / 4,
        spare=between(hand, card, lowest) / 4 if card < lowest else 0.0,
        rows=len(table.lasts) / 10,
        wait=placed * wait,
        follow=follow if tail else 0.0,
        tail=1.0 if tail else 0.0,
        orphan=orphan if head else 0.0,
        head=1.0 if head else 0.0,
        fill=placed * _odds(threat * held),
        still=placed * (1 - inside) ** others,
        step=_odds(step * others),
        pass_=_odds(upon * others * held),
        drop=placed if under is None else 0.0,
        down=_odds(depth * others * held),
        down_room=free / limit,
        down_full=1.0 if under is not None and not free else 0.0,
        down_cost=down_cost / 10,
        up_room=0.0 if upper is None else (limit - table.counts[upper]) / limit,
        up_cost=0.0 if upper is None else table.costs[upper] / 10,
    )
