"""The tokens of a hand: what a neural network that sees the hand as a whole is told of each card and row.

A card's token is its features and the logit that the small neural network gives it, a row's is what
`RowToken` says. For each two tokens `PairFeatures` tells how they lie to one another. All of it is what the
seat that decides knows, as in `card_features`.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sixth.sim.engine import layout
from sixth.sim.engine.compiler import compiled, ones
from sixth.sim.engine.layout import LANES, ONE, ZERO, Index, Plan, Words
from sixth.sim.policy import network
from sixth.sim.policy.block import Block, Hand
from sixth.sim.policy.card_features import CARD_FEATURES, card_features
from sixth.sim.policy.card_sets import HAND, UNSEEN, between, look
from sixth.sim.policy.network import TILE, Floats, feature_names


class RowToken(NamedTuple):
    """The places of the features of a row in its token."""

    number: np.uint64
    """Its last card, as a share of the deck."""
    length: np.uint64
    """Its cards, in 5ths."""
    room: np.uint64
    """Cards that it still holds, of its limit."""
    cost: np.uint64
    """Its heads, in 10ths."""
    full: np.uint64
    """1 if it is full."""
    cheapest: np.uint64
    """1 if no row costs less."""
    coming: np.uint64
    """Cards expected from others this turn between its last card and the next row's, t / (1 + t)."""
    serves: np.uint64
    """Own cards that would go there as the table lies, in 4ths."""
    first: np.uint64
    """Its first card, as a share of the deck, where cards may go to the left of a row too."""
    left: np.uint64
    """Cards in the hand, in 10ths."""
    others: np.uint64
    """Other seats, in 9ths."""
    dense: np.uint64
    """Share of the unseen cards that are in hands."""
    ends: np.uint64
    """1 where cards may go to the left of a row too."""
    rank: np.uint64
    """Share of the rows whose last card is lower."""
    more: np.uint64
    """Heads beyond those of the cheapest row, in 10ths."""
    fill: np.uint64
    """Cards expected from others there until the hand is empty, t / (1 + t)."""


class PairFeatures(NamedTuple):
    """The places of the features of two tokens; a row's card is its last one.

    The sign is that of the second card less the first.
    """

    same: np.uint64
    """1 for a token and itself."""
    sign: np.uint64
    """1 or -1."""
    toward: np.uint64
    """Sign times `crowd`."""
    crowd: np.uint64
    """Cards expected from others this turn between the two, t / (½ + t)."""
    fill: np.uint64
    """Those expected until the hand is empty, t / (1 + t)."""
    next_: np.uint64
    """Sign, where no own card lies between."""
    beside: np.uint64
    """1 where no own card lies between."""
    row: np.uint64
    """1 where no row's last card lies between."""
    row_sign: np.uint64
    """Sign, where no row's last card lies between."""
    near: np.uint64
    """1 / (1 + unseen cards between)."""
    near_sign: np.uint64
    """Sign times that."""
    own: np.uint64
    """Own cards between, t / (1 + t)."""


ROW: Final = RowToken._make(map(np.uint64, range(len(RowToken._fields))))
"""The places of the features of a row."""
PAIR: Final = PairFeatures._make(map(np.uint64, range(len(PairFeatures._fields))))
"""The places of the features of a pair."""
CARD_TOKEN: Final = (*CARD_FEATURES, "logit")
"""The features of a card's token; the last is the logit of the small neural network, in 10s."""
TOKEN_FEATURES: Final = (
    *CARD_TOKEN,
    *feature_names(f"row_{name}" for name in RowToken._fields),
    *feature_names(f"pair_{name}" for name in PairFeatures._fields),
)
"""The names of all inputs, as files of weights hold them."""
LOGIT: Final = network.CARD_INPUTS
"""The place of the logit in a card's token."""

_0: Final = np.float32(0.0)
_1: Final = np.float32(1.0)
_HALF: Final = np.float32(0.5)
_TENTH: Final = np.float32(0.1)
_MAX_TOKENS: Final = 128


class Tokens(NamedTuple):
    """The tokens of the same hand of `games` games. Cards stand in the order of their strips."""

    cards: NDArray[np.float32]
    """float32, games × cards × `CARD_TOKEN`."""
    rows: NDArray[np.float32]
    """float32, games × rows × `RowToken`."""
    pairs: NDArray[np.float32]
    """float32, games × (cards + rows) × (cards + rows) × `PairFeatures`."""


def room_for(games: int, cards: int, rows: int) -> Tokens:
    """Return room for the tokens of hands of `cards` cards."""
    both = cards + rows
    return Tokens(
        np.empty((games, cards, len(CARD_TOKEN)), dtype=np.float32),
        np.empty((games, rows, len(RowToken._fields)), dtype=np.float32),
        np.empty((games, both, both, len(PairFeatures._fields)), dtype=np.float32),
    )


@compiled
def write_tokens(b: Block, net: Floats, plan: Plan, hand: Hand, games: Index, tokens: Tokens) -> None:
    """Write the tokens of `hand` in the first `games` lanes to `tokens`.

    `net` is the small neural network of cards of a player, float32.
    """
    numbers = np.empty(_MAX_TOKENS, dtype=np.uint64)
    for at in range(ZERO, games, TILE):
        look(b, plan, hand, at)
        lanes = min(TILE, games - at)
        for slot in range(hand.turn, hand.end):
            card_features(b, plan, hand, slot, at)
            network.evaluate(b.work, net, network.CARD_INPUTS)
            for lane in range(lanes):
                to = tokens.cards[at + lane, slot - hand.turn]
                for feature in range(network.CARD_INPUTS):
                    to[feature] = b.work[network.INPUTS + feature * TILE + lane]
                to[LOGIT] = b.work[network.ANSWER + lane] * _TENTH
        for lane in range(lanes):
            _write_rows(b, plan, hand, at, lane, numbers, tokens.rows[at + lane])
            _write_pairs(b, plan, hand, lane, numbers, tokens.pairs[at + lane])


@compiled
def _write_rows(
    b: Block, plan: Plan, hand: Hand, at: Index, lane: Index, numbers: Words, rows: Floats
) -> None:
    """Write the tokens of the rows of one game, and to `numbers` the cards of the hand, then the rows'."""
    game = at + lane
    held = hand.end - hand.turn
    for slot in range(hand.turn, hand.end):
        key = b.cards[(slot * plan.seats + hand.seat) * LANES + game]
        numbers[slot - hand.turn] = np.uint64(key >> layout.CARD_SHIFT)
    cheapest = np.float32(255.0)
    for row in range(plan.rows):
        numbers[held + row] = np.uint64(b.board[layout.LAST + row * LANES + game])
        cheapest = min(cheapest, np.float32(b.board[layout.COST + row * LANES + game]))
    low, high = b.sets[UNSEEN + lane], b.sets[UNSEEN + TILE + lane]
    share = _1 / max(np.float32(ones(low) + ones(high)), _1)
    others = np.float32(plan.seats - ONE)
    hidden = others * np.float32(np.uint64(plan.turns) - np.uint64(hand.turn))
    size, limit = np.float32(plan.keys.size), np.float32(plan.limit)
    for row in range(plan.rows):
        last = numbers[held + row]
        above = np.uint64(plan.keys.size) + ONE
        lower = ZERO
        for other in range(plan.rows):
            value = numbers[held + other]
            above = value if (value > last) & (value < above) else above
            lower += ONE if value < last else ZERO
        here = row * LANES + game
        count = np.float32(b.board[layout.COUNT + here])
        cost = np.float32(b.board[layout.COST + here])
        room = max(limit - count, _0)
        coming = np.float32(between(low, high, last, above)) * share * others
        until = coming * np.float32(held)
        serves = between(b.sets[HAND + lane], b.sets[HAND + TILE + lane], last, above)
        to = rows[row]
        to[ROW.number] = np.float32(last) / size
        to[ROW.length] = count * np.float32(0.2)
        to[ROW.room] = room / limit
        to[ROW.cost] = cost * _TENTH
        to[ROW.full] = _1 if room == _0 else _0
        to[ROW.cheapest] = _1 if cost == cheapest else _0
        to[ROW.coming] = coming / (_1 + coming)
        to[ROW.serves] = np.float32(serves) * np.float32(0.25)
        to[ROW.first] = np.float32(b.board[layout.FIRST + here]) / size if plan.both else _0
        to[ROW.left] = np.float32(held) * _TENTH
        to[ROW.others] = others / np.float32(9.0)
        to[ROW.dense] = min(hidden * share, _1)
        to[ROW.ends] = _1 if plan.both else _0
        to[ROW.rank] = np.float32(lower) / np.float32(plan.rows)
        to[ROW.more] = (cost - cheapest) * _TENTH
        to[ROW.fill] = until / (_1 + until)


@compiled
def _write_pairs(
    b: Block, plan: Plan, hand: Hand, lane: Index, numbers: Words, pairs: NDArray[np.float32]
) -> None:
    """Write how each two tokens of one game lie to one another; `numbers` are their cards."""
    low, high = b.sets[UNSEEN + lane], b.sets[UNSEEN + TILE + lane]
    share = _1 / max(np.float32(ones(low) + ones(high)), _1)
    others = np.float32(plan.seats - ONE)
    held = np.float32(hand.end - hand.turn)
    cards = hand.end - hand.turn
    both = cards + plan.rows
    for one in range(both):
        pairs[one, one] = _0
        pairs[one, one, PAIR.same] = _1
        for other in range(one):
            bottom = min(numbers[one], numbers[other])
            top = max(numbers[one], numbers[other])
            sign = _1 if numbers[other] > numbers[one] else -_1
            unseen = np.float32(between(low, high, bottom, top))
            own = np.float32(between(b.sets[HAND + lane], b.sets[HAND + TILE + lane], bottom, top))
            row = _1
            for end in range(cards, both):
                row = _0 if (numbers[end] > bottom) & (numbers[end] < top) else row
            beside = _1 if own == _0 else _0
            coming = unseen * share * others
            until = coming * held
            crowd = coming / (coming + _HALF)
            near = _1 / (_1 + unseen)
            for turned in range(2):
                to = pairs[other, one] if turned else pairs[one, other]
                to[PAIR.same] = _0
                to[PAIR.sign] = sign
                to[PAIR.toward] = sign * crowd
                to[PAIR.crowd] = crowd
                to[PAIR.fill] = until / (_1 + until)
                to[PAIR.next_] = sign * beside
                to[PAIR.beside] = beside
                to[PAIR.row] = row
                to[PAIR.row_sign] = sign * row
                to[PAIR.near] = near
                to[PAIR.near_sign] = sign * near
                to[PAIR.own] = own / (_1 + own)
                sign = -sign
