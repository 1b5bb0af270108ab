"""Whether the heads of a table can be: a check of results that people count and enter.

What can be taken follows from the rules: the cards that are dealt, less those that lie in the rows at the
end. The check says no only of heads that no cards give; some that no game gives pass.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from sixth.rules.options import Rules
from sixth.rules.sentence import Sentence

MAX_EXACT_ROUNDS: Final = 24
"""Up to how many rounds each sum is checked; of more, only the least and the most."""


class Sums(NamedTuple):
    """The heads that one round can give, as sets of bits: bit 5 is set where 5 heads can be."""

    seat: int
    table: int

    @property
    def least(self) -> int:
        """The fewest heads that a table takes in a round."""
        return (self.table & -self.table).bit_length() - 1

    @property
    def most(self) -> int:
        """The most heads that a table takes in a round."""
        return self.table.bit_length() - 1

    @property
    def most_of_seat(self) -> int:
        """The most heads that one seat takes in a round."""
        return self.seat.bit_length() - 1


def impossible(heads: Sequence[int], rules: Rules) -> Sentence | None:
    """Return why the heads of a finished game by seat cannot be, or None where nothing speaks against them.

    Raises:
        ValueError: there are not as many as the rules have seats.
    """
    if len(heads) != rules.seats:
        raise ValueError("there is one number of heads for each seat")
    for each in heads:
        if each < 0:
            return _no_cards(each)
    if rules.end.kind == "rounds":
        return _after_rounds(heads, rules, rules.end.count)
    if rules.end.kind == "score":
        return _at_limit(heads, rules, rules.end.count)
    return None  # who is out plays no more, so that a sum says little


def _after_rounds(heads: Sequence[int], rules: Rules, rounds: int) -> Sentence | None:
    one, total = sums_of_round(rules), sum(heads)
    if total < rounds * one.least:
        return _too_few(total, rounds * one.least)
    if total > rounds * one.most:
        return _too_many(total, rounds * one.most)
    seat, table = (_after(each, min(rounds, MAX_EXACT_ROUNDS)) for each in one)
    for each in heads:
        if each > rounds * one.most_of_seat or (rounds <= MAX_EXACT_ROUNDS and not seat >> each & 1):
            return _no_cards(each)
    if rounds <= MAX_EXACT_ROUNDS and not table >> total & 1:
        return _no_cards(total)
    return None


def _at_limit(heads: Sequence[int], rules: Rules, limit: int) -> Sentence | None:
    one, total = sums_of_round(rules), sum(heads)
    if max(heads) < limit:
        return Sentence("The game goes on until somebody has {limit} heads.", {"limit": limit}, "not-over")
    if max(heads) >= limit + one.most_of_seat:
        return _no_cards(max(heads))
    rounds = -(-total // one.most)
    if total < rounds * one.least:
        return _no_cards(total)
    # Before the last round nobody was at the limit.
    most = sum(min(each, limit - 1) for each in heads) + one.most
    return _too_many(total, most) if total > most else None


@lru_cache(maxsize=64)
def sums_of_round(rules: Rules) -> Sums:
    """Return which heads a seat and a table can have taken in one round, with all seats in it."""
    hand = sum(rules.parts(rules.seats))
    dealt = hand * rules.seats + rules.rows
    most = dealt - rules.rows
    least = max(0, dealt - rules.rows * rules.row_limit)
    # By number of cards: the sums of as many cards of the deck.
    of = [1] + [0] * most
    for number, each in enumerate(rules.heads_of[1 : rules.deck_size(rules.seats) + 1]):
        for cards in range(min(number, most - 1), -1, -1):
            of[cards + 1] |= of[cards] << each
    return Sums(_union(of[: hand * rules.row_limit + 1]), _union(of[least:]))


def _union(sums: Sequence[int]) -> int:
    union = 0
    for each in sums:
        union |= each
    return union


def _after(sums: int, rounds: int) -> int:
    """Return the sums of so many numbers that are each one of `sums`."""
    all_of_them = 1
    for _ in range(rounds):
        all_of_them = _union([all_of_them << bit for bit in range(sums.bit_length()) if sums >> bit & 1])
    return all_of_them


def _no_cards(heads: int) -> Sentence:
    return Sentence("Cards cannot add up to {heads}.", {"heads": heads}, "no-such-heads")


def _too_many(total: int, most: int) -> Sentence:
    return Sentence(
        "Together they have {total} heads; the cards allow {most} at most.",
        {"total": total, "most": most},
        "too-many-heads",
    )


def _too_few(total: int, least: int) -> Sentence:
    return Sentence(
        "Together they have {total} heads; the cards allow no fewer than {least}.",
        {"total": total, "least": least},
        "too-few-heads",
    )
