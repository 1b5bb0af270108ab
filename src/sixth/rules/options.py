"""The rules of one game as a value: every option, and the checks that the options fit together."""

import reprlib
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, Final, Literal, TypedDict, Unpack, get_args

from sixth.rules.cards import FULL_DECK, HEADS, HeadsTable
from sixth.rules.sentence import AnyOf, Sentence, SentenceError

Deck = Literal["full", "tactical"] | int
DealKind = Literal["random", "draft", "halves"]
PlayKind = Literal["simultaneous", "flip"]
Ends = Literal["right", "both"]
Goal = Literal["fewest", "most"]
EndKind = Literal["score", "rounds", "elimination"]

SEATS: Final = range(2, 11)
DEFAULT_HAND: Final = 10
DEFAULT_LIMIT: Final = 66
LARGEST_COUNT: Final = 999_999_999
"""The largest value of any option that is a number; the bound keeps every number short in text."""


class RulesError(SentenceError, ValueError):
    """An option with a value that it cannot have, or options that clash; `sentence` says what fits."""


def check_choice(name: str, value: object, kind: Any) -> None:
    """Raise `RulesError` if `value` of option `name` is none of the strings of `kind`, a `Literal`."""
    choices = get_args(kind)
    if not isinstance(value, str) or value not in choices:
        raise RulesError(
            "no-such-choice",
            "{option} is {allowed}, not {value}.",
            option=name,
            allowed=AnyOf(choices),
            value=shown(value),
        )


def _check_count(name: str, value: object) -> None:
    # bool is a subclass of int, but no count.
    if type(value) is not int or not 1 <= value <= LARGEST_COUNT:
        raise RulesError(
            "number-out-of-range",
            "{option} takes a whole number from 1 to {most}, not {value}.",
            option=name,
            most=LARGEST_COUNT,
            value=shown(value),
        )


def shown(value: object) -> str:
    """Return `value` as short text on one line, for a sentence."""
    try:
        return reprlib.repr(value)
    except ValueError:  # Python refuses to write a number of thousands of digits
        return "…"


@dataclass(frozen=True, slots=True)
class End:
    """The end of a game.

    `score` ends it when a total is at or above `count`, `rounds` after `count` rounds; with `elimination` a
    seat is out when its total is above `count`, and the game ends when at most one seat is left.
    """

    kind: EndKind = "score"
    count: int = DEFAULT_LIMIT

    def __post_init__(self) -> None:
        check_choice("end", self.kind, EndKind)
        _check_count(f"end={self.kind}", self.count)

    @property
    def unit(self) -> Literal["limit", "rounds"]:
        """The name of `count` in records."""
        return "rounds" if self.kind == "rounds" else "limit"

    def __str__(self) -> str:
        return f"{self.kind}:{self.count}"

    def __repr__(self) -> str:
        return f"End({self.kind!r}, {self.count})"


class Options(TypedDict, total=False):
    """The options of `Rules`; each may be left out."""

    seats: int
    deck: Deck
    hand: int
    rows: int
    row_limit: int
    deal: DealKind
    play: PlayKind
    ends: Ends
    heads: HeadsTable
    goal: Goal
    end: End


@dataclass(frozen=True)
class Rules:
    """All options of one game (RULES: "Options"). Rules that cannot be played are refused.

    With `deal="halves"` the deck decides the size of the hands and the game is one round, so `hand` keeps
    its default and `end` is `End("rounds", 1)`.

    Raises:
        RulesError: a value is not allowed, or two options clash.
    """

    seats: int
    deck: Deck = "full"
    hand: int = DEFAULT_HAND
    rows: int = 4
    row_limit: int = 5
    deal: DealKind = "random"
    play: PlayKind = "simultaneous"
    ends: Ends = "right"
    heads: HeadsTable = "classic"
    goal: Goal = "fewest"
    end: End = End()

    def __post_init__(self) -> None:
        _check_values(self)
        _check_halves(self)
        _check_cards(self)
        _check_draft(self)
        _check_end(self)

    def __repr__(self) -> str:
        """Return the call that makes these rules, with only the options that differ from the defaults."""
        values = ((field.name, getattr(self, field.name), field.default) for field in fields(self))
        return f"Rules({', '.join(f'{name}={value!r}' for name, value, usual in values if value != usual)})"

    def replace(self, **changes: Unpack[Options]) -> "Rules":
        """Return these rules with some options changed.

        Raises:
            RulesError: the options clash.
        """
        return replace(self, **with_halves_fixed(changes))

    with_ = replace  # the older name, on which programs may rely

    def deck_size(self, players: int) -> int:
        """Return the number of cards in the deck when `players` seats are still in."""
        if self.deck == "full":
            return FULL_DECK
        if self.deck == "tactical":
            return self.hand * players + self.rows
        return self.deck

    def parts(self, players: int) -> tuple[int, ...]:
        """Return the number of cards a seat gets in each deal of a round, with `players` seats in."""
        if self.deal == "halves":
            each = (self.deck_size(players) - self.rows) // players
            return each // 2, each - each // 2
        return (self.hand,)

    @cached_property
    def heads_of(self) -> tuple[int, ...]:
        """The heads of each card by its number; index 0 stands for no card."""
        return HEADS[self.heads]

    def heads_in(self, cards: Iterable[int]) -> int:
        """Return the sum of the heads of `cards`."""
        heads_of = self.heads_of
        return sum([heads_of[card] for card in cards])

    @cached_property
    def sign(self) -> Literal[1, -1]:
        """The factor that makes fewer heads better: -1 where the most heads win, else 1."""
        return 1 if self.goal == "fewest" else -1

    @cached_property
    def both_ends(self) -> bool:
        """Whether a card may also go to the left of a row."""
        return self.ends == "both"

    @cached_property
    def flips(self) -> bool:
        """Whether each seat turns over cards from a pile that nobody has seen."""
        return self.play == "flip"

    @cached_property
    def drafts(self) -> bool:
        """Whether seats pick their hands from an open deck, so that everybody knows all hands."""
        return self.deal == "draft"

    def best(self, seats: tuple[int, ...], totals: tuple[int, ...]) -> tuple[int, ...]:
        """Return the seats among `seats` with the best of `totals`; several if they are equal."""
        best = (min if self.goal == "fewest" else max)(totals[seat] for seat in seats)
        return tuple(seat for seat in seats if totals[seat] == best)


OPTIONS: Final = tuple(field.name for field in fields(Rules))
"""The names of the options, in the order of records."""


def with_halves_fixed(changes: Options) -> Options:
    """Return `changes`, for a deal in halves with the hand and the end it requires unless they are set."""
    if changes.get("deal") == "halves":
        return {"hand": DEFAULT_HAND, "end": End("rounds", 1), **changes}
    return changes


CHOICES: Final[dict[str, Any]] = {
    "deal": DealKind,
    "play": PlayKind,
    "ends": Ends,
    "heads": HeadsTable,
    "goal": Goal,
}
"""The options whose values are a few fixed words, by name."""


def _check_values(rules: Rules) -> None:
    if type(rules.seats) is not int or rules.seats not in SEATS:
        raise RulesError(
            "seats-out-of-range",
            "seats is a whole number from 2 to 10, not {value}.",
            value=shown(rules.seats),
        )
    for name in ("hand", "rows", "row_limit"):
        _check_count(name, getattr(rules, name))
    for name, kind in CHOICES.items():
        check_choice(name, getattr(rules, name), kind)
    if not isinstance(rules.end, End):
        raise RulesError(
            "no-end", "end is an End, as in End('score', 66), not {value}.", value=shown(rules.end)
        )
    deck = rules.deck
    if deck not in ("full", "tactical") and not (type(deck) is int and 1 <= deck <= FULL_DECK):
        raise RulesError(
            "deck-out-of-range",
            "deck is full, tactical or a number from 1 to {most}, not {value}.",
            most=FULL_DECK,
            value=shown(deck),
        )


_FULL_DECK_FITS: Final = Sentence("use deck=full", code="full-deck")


def _check_halves(rules: Rules) -> None:
    if rules.deal != "halves":
        return
    if rules.hand != DEFAULT_HAND:
        raise RulesError(
            "halves-fix-hand",
            "deal=halves deals out the whole deck, so hand={rules.hand} cannot be set; leave hand out.",
            rules=rules,
        )
    if rules.end != End("rounds", 1):
        raise RulesError(
            "halves-fix-end",
            "deal=halves is one game of one round, so end={rules.end} cannot be set; leave end out.",
            rules=rules,
        )
    size = rules.deck_size(rules.seats)
    if size <= FULL_DECK and (size - rules.rows) // rules.seats < 2:
        least = 2 * rules.seats + rules.rows
        fits = _FULL_DECK_FITS
        if least > FULL_DECK:
            fits = Sentence("use rows={rows} or less", {"rows": FULL_DECK - 2 * rules.seats}, "fewer-rows")
        raise RulesError(
            "halves-too-few-cards",
            "deal=halves with seats={rules.seats} and rows={rules.rows} needs a deck of at least"
            " {least} cards, one a seat in each half, but deck={rules.deck} has {size}; {what_fits}.",
            least=least,
            size=size,
            what_fits=fits,
            rules=rules,
        )


def _check_draft(rules: Rules) -> None:
    if not rules.drafts:
        return
    if rules.flips:
        raise RulesError(
            "draft-with-flip",
            "deal=draft and play=flip clash: picked cards are known; use deal=random with play=flip.",
        )
    exact = rules.hand * rules.seats + rules.rows
    if rules.deck_size(rules.seats) != exact:
        raise RulesError(
            "draft-deck",
            "deal=draft and deck={rules.deck} clash: the picks must leave one card a row, so use"
            " deck=tactical ({exact} cards here).",
            exact=exact,
            rules=rules,
        )
    if rules.end.kind == "elimination" and rules.deck != "tactical" and rules.seats > 2:
        raise RulesError(
            "draft-with-elimination",
            "deal=draft with end=elimination and deck={rules.deck} clash: when a seat is out the picks would"
            " leave too many cards; use deck=tactical.",
            rules=rules,
        )


def _check_cards(rules: Rules) -> None:
    size = rules.deck_size(rules.seats)
    need = rules.rows + rules.seats * sum(rules.parts(rules.seats))
    if size > FULL_DECK:
        raise RulesError(
            "tactical-deck-too-large",
            "deck=tactical with hand={rules.hand}, seats={rules.seats} and rows={rules.rows} needs {need}"
            " cards, but there are {most}; {what_fits}.",
            need=size,
            most=FULL_DECK,
            what_fits=_what_fits(rules, FULL_DECK),
            rules=rules,
        )
    if need > size:
        raise RulesError(
            "too-few-cards",
            "hand={rules.hand} with seats={rules.seats} and rows={rules.rows} needs {need} cards,"
            " but deck={rules.deck} has {size}; {what_fits}.",
            need=need,
            size=size,
            what_fits=_what_fits(rules, size),
            rules=rules,
        )


def _what_fits(rules: Rules, size: int) -> Sentence:
    if rules.deal == "halves":
        return _FULL_DECK_FITS
    hand = (size - rules.rows) // rules.seats
    if hand >= 1:
        return Sentence("use hand={hand} or less", {"hand": hand}, "smaller-hand")
    need = rules.hand * rules.seats + rules.rows
    if need <= FULL_DECK:
        return Sentence("use deck={deck} or more", {"deck": need}, "larger-deck")
    rows = FULL_DECK - rules.seats
    return Sentence(
        "use deck=full with hand=1 and rows={rows} or less", {"rows": rows}, "full-deck-fewer-rows"
    )


def _check_end(rules: Rules) -> None:
    """Check that totals can grow if only totals end the game, in an elimination also with two seats left."""
    end = rules.end
    if end.kind == "rounds":
        return
    players = 2 if end.kind == "elimination" else rules.seats
    if max(rules.heads_of[: rules.deck_size(players) + 1]) == 0:
        size = rules.deck_size(players)
        cards = Sentence("the {size}", {"size": size})
        if players != rules.seats:
            cards = Sentence("the {size} that are dealt to the last two", {"size": size})
        raise RulesError(
            "no-heads",
            "heads=light and deck={rules.deck} clash with end={rules.end}: no card of {dealt} has heads,"
            " so no total would grow; use heads=classic or end=rounds:1.",
            dealt=cards,
            rules=rules,
        )
    # At both ends a card is without a place only when a row is full or every row has two cards.
    least = min(rules.row_limit, rules.rows + 1)
    if rules.both_ends and rules.hand * players < least:
        raise RulesError(
            "both-ends-too-few-cards",
            "ends=both with hand={rules.hand} clashes with end={rules.end}: {players} players never lay the"
            " {least} cards it takes until one has no place, so no total would grow; use hand={enough} or"
            " more, or end=rounds:1.",
            players=players,
            least=least,
            enough=-(-least // players),
            rules=rules,
        )
