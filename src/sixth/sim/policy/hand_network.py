"""The hand network: a small set transformer that sees the cards of a hand and the rows together.

Its answer for each card is the logit of the small neural network and a correction, so that without what it
has learnt (a last layer of zeros) it plays as the small one does. It has no order of cards: what two cards
are to one another is told by `hand_tokens.PairFeatures`, which are added to the scores of the attention.

A hand network is one flat array of float32 (`HAND_NETWORK` numbers). Sums are taken in the order written
here, as in `network`.
"""

from collections.abc import Iterator
from math import prod
from typing import Final, NamedTuple

import numpy as np

from sixth.sim.engine.compiler import compiled, fused
from sixth.sim.engine.layout import ZERO, Index
from sixth.sim.policy.hand_tokens import CARD_TOKEN, LOGIT, PairFeatures, RowToken, Tokens
from sixth.sim.policy.network import Floats

WIDTH: Final = np.uint64(64)
"""Numbers that stand for a token between two layers."""
HEADS: Final = np.uint64(4)
"""Heads of the attention of a layer."""
INNER: Final = np.uint64(128)
"""Units of the second part of a layer."""
LAYERS: Final = 2

HAND_SEATS: Final = (2, 3)
"""At how many seats hand networks are trained and play: at larger tables the small one is as good."""

_CARD: Final = np.uint64(len(CARD_TOKEN))
_ROW: Final = np.uint64(len(RowToken._fields))
_PAIR: Final = np.uint64(len(PairFeatures._fields))
_EACH: Final = WIDTH // HEADS
_THREE: Final = np.uint64(3)


def _shapes() -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the name and the shape of each part, in the order in which they lie in the array."""
    width, inner = int(WIDTH), int(INNER)
    yield "card", (int(_CARD), width)
    yield "card bias", (width,)
    yield "row", (int(_ROW), width)
    yield "row bias", (width,)
    for layer in range(LAYERS):
        for name, shape in (
            ("first gain", (width,)),
            ("first bias", (width,)),
            ("attend", (width, 3 * width)),
            ("attend bias", (3 * width,)),
            ("pair", (int(_PAIR), int(HEADS))),
            ("merge", (width, width)),
            ("merge bias", (width,)),
            ("second gain", (width,)),
            ("second bias", (width,)),
            ("up", (width, inner)),
            ("up bias", (inner,)),
            ("down", (inner, width)),
            ("down bias", (width,)),
        ):
            yield f"{name} {layer}", shape
    yield "last gain", (width,)
    yield "last bias", (width,)
    yield "answer", (width, 1)


SHAPES: Final = dict(_shapes())
"""The shape of each part of a hand network by its name, in their order."""
HAND_NETWORK: Final = sum(prod(shape) for shape in SHAPES.values())
"""Length of a hand network, in numbers."""

_0: Final = np.float32(0.0)
_1: Final = np.float32(1.0)
_EPSILON: Final = np.float32(1e-5)
_SCALE: Final = np.float32(1.0 / float(_EACH) ** 0.5)
_TEN: Final = np.float32(10.0)


class _Room(NamedTuple):
    """Room for the numbers of one hand, by token."""

    stream: Floats
    normal: Floats
    wide: Floats
    mixed: Floats
    inner: Floats
    scores: Floats


@compiled
def hand_logits(net: Floats, tokens: Tokens, game: Index, logits: Floats) -> None:
    """Write the logit of each card of the hand of `game` in `tokens` to `logits` (float32, cards)."""
    cards = np.uint64(tokens.cards.shape[1])
    both = cards + np.uint64(tokens.rows.shape[1])
    room = _Room(
        np.empty((both, WIDTH), dtype=np.float32),
        np.empty((both, WIDTH), dtype=np.float32),
        np.empty((both, _THREE * WIDTH), dtype=np.float32),
        np.empty((both, WIDTH), dtype=np.float32),
        np.empty((both, INNER), dtype=np.float32),
        np.empty(both, dtype=np.float32),
    )
    at = _linear(net, ZERO, tokens.cards[game], room.stream[:cards], _CARD, WIDTH)
    at = _linear(net, at, tokens.rows[game], room.stream[cards:], _ROW, WIDTH)
    for _layer in range(LAYERS):
        at = _attend(net, at, tokens.pairs[game], room, both)
        at = _normalize(net, at, room.stream, room.normal, both)
        at = _linear(net, at, room.normal, room.inner, WIDTH, INNER)
        for token in range(both):
            for unit in range(INNER):
                room.inner[token, unit] = max(room.inner[token, unit], _0)
        at = _linear(net, at, room.inner, room.mixed, INNER, WIDTH)
        _add(room.stream, room.mixed, both)
    at = _normalize(net, at, room.stream, room.normal, cards)
    for card in range(cards):
        total = _TEN * tokens.cards[game, card, LOGIT]
        for unit in range(WIDTH):
            total = fused(net[at + unit], room.normal[card, unit], total)
        logits[card] = total


@compiled
def _linear(net: Floats, at: Index, source: Floats, to: Floats, inputs: Index, units: Index) -> Index:
    """Write a linear layer, whose weights and biases begin at `at`, to `to`; return where they end."""
    bias = at + inputs * units
    for token in range(np.uint64(to.shape[0])):
        for unit in range(units):
            to[token, unit] = net[bias + unit]
        for number in range(inputs):
            value = source[token, number]
            row = at + number * units
            for unit in range(units):
                to[token, unit] = fused(value, net[row + unit], to[token, unit])
    return bias + units


@compiled
def _normalize(net: Floats, at: Index, source: Floats, to: Floats, count: Index) -> Index:
    """Write the first `count` tokens of `source`, each with mean 0 and variance 1, then scaled, to `to`."""
    width = np.float32(WIDTH)
    for token in range(count):
        mean = _0
        for unit in range(WIDTH):
            mean += source[token, unit]
        mean /= width
        variance = _0
        for unit in range(WIDTH):
            far = source[token, unit] - mean
            variance = fused(far, far, variance)
        scale = _1 / np.sqrt(variance / width + _EPSILON)
        for unit in range(WIDTH):
            normal = (source[token, unit] - mean) * scale
            to[token, unit] = fused(normal, net[at + unit], net[at + WIDTH + unit])
    return at + WIDTH + WIDTH


@compiled
def _attend(net: Floats, at: Index, pairs: Floats, room: _Room, both: Index) -> Index:
    """Add to the stream what each token takes from all of them; return where the weights of it end."""
    at = _normalize(net, at, room.stream, room.normal, both)
    at = _linear(net, at, room.normal, room.wide, WIDTH, _THREE * WIDTH)
    wide, scores = room.wide, room.scores
    for token in range(both):
        for unit in range(WIDTH):
            room.mixed[token, unit] = _0
        for head in range(HEADS):
            first = head * _EACH
            top = np.float32(-np.inf)
            for other in range(both):
                product = _0
                for unit in range(first, first + _EACH):
                    product = fused(wide[token, unit], wide[other, WIDTH + unit], product)
                score = product * _SCALE
                for feature in range(_PAIR):
                    score = fused(pairs[token, other, feature], net[at + feature * HEADS + head], score)
                scores[other] = score
                top = max(top, score)
            total = _0
            for other in range(both):
                scores[other] = np.float32(np.exp(np.float64(scores[other] - top)))
                total += scores[other]
            for other in range(both):
                weight = scores[other] / total
                for unit in range(first, first + _EACH):
                    value = wide[other, WIDTH + WIDTH + unit]
                    room.mixed[token, unit] = fused(weight, value, room.mixed[token, unit])
    at += _PAIR * HEADS
    at = _linear(net, at, room.mixed, room.normal, WIDTH, WIDTH)
    _add(room.stream, room.normal, both)
    return at


@compiled
def _add(to: Floats, numbers: Floats, count: Index) -> None:
    """Add the first `count` tokens of `numbers` to those of `to`."""
    for token in range(count):
        for unit in range(WIDTH):
            to[token, unit] += numbers[token, unit]
