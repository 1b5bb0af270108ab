"""Verifiable shuffles, derived from a secret, texts of the seats and the number of the round.

docs/fair-deals.md specifies the method `sixth-deal/1` and gives a test vector.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from sixth.rules.events import Deal, Flip, Lay, Proof, Step
from sixth.rules.state import State

METHOD: Final = "sixth-deal/1"
SECRET_BYTES: Final = 32


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of `secret` in hexadecimal, to be published before the first deal."""
    return hashlib.sha256(secret).hexdigest()


def new_secret() -> bytes:
    """Return a random secret of 32 bytes that nobody can guess."""
    return secrets.token_bytes(SECRET_BYTES)


def secret_from_seed(seed: int | str) -> bytes:
    """Return the secret that `seed` stands for, so that a game can be dealt again."""
    return hashlib.sha256(f"{METHOD} seed {seed}".encode()).digest()


def _words(key: bytes) -> Iterator[int]:
    """Yield 32-bit numbers without end: HMAC-SHA-256 of a counter, eight numbers a block."""
    block = 0
    while True:
        digest = hmac.digest(key, block.to_bytes(4, "big"), "sha256")
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def _below(bound: int, words: Iterator[int]) -> int:
    """Return a number from 0 to `bound` - 1, each equally likely.

    Words at or above the largest multiple of `bound` are skipped, since they would favour low numbers.
    """
    whole = (1 << 32) - (1 << 32) % bound
    while (word := next(words)) >= whole:
        pass
    return word % bound


@dataclass(frozen=True)
class Dealer:
    """A dealer whose shuffles follow from `secret` and the `texts` of the seats, in seat order."""

    secret: bytes = field(repr=False)
    texts: tuple[str, ...] = ()

    @cached_property
    def proof(self) -> Proof:
        """The proof from which anybody can derive the same shuffles."""
        return Proof(commitment(self.secret), self.texts, self.secret.hex())

    def _stream(self, number: int) -> Iterator[int]:
        message = METHOD.encode() + b"\0" + number.to_bytes(4, "big")
        for text in self.texts:
            data = text.encode()
            message += len(data).to_bytes(4, "big") + data
        return _words(hmac.digest(self.secret, message, "sha256"))

    def shuffled(self, size: int, number: int) -> tuple[int, ...]:
        """Return the cards 1 to `size` in the order in which round `number` (from 1) deals them."""
        words = self._stream(number)
        cards = list(range(1, size + 1))
        for last in range(size - 1, 0, -1):
            other = _below(last + 1, words)
            cards[last], cards[other] = cards[other], cards[last]
        return tuple(cards)

    def first_to_pick(self, players: tuple[int, ...], number: int) -> int:
        """Return the seat among `players` that picks first in the draft of round `number`."""
        return players[_below(len(players), self._stream(number))]

    def step(self, state: State) -> Step | None:
        """Return the next step of the dealer, or None where the game waits for a seat or is over."""
        players = state.seats_in
        if state.phase == "flip":
            return Flip()
        if state.phase == "lay":
            return Lay(self.first_to_pick(players, state.round + 1))
        if state.phase != "deal":
            return None
        if state.open_deck:
            return Deal((), self.proof)
        rules, second = state.rules, state.part == 1
        parts = rules.parts(len(players))
        number = state.round if second else state.round + 1
        cards = self.shuffled(rules.deck_size(len(players)), number)
        first = parts[0] * len(players) + rules.rows
        if second:
            return Deal(cards[first : first + parts[1] * len(players)], self.proof)
        return Deal(cards[:first], self.proof)
