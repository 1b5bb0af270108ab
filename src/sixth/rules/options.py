"""The rules of one game as a value: every option, and which go together."""

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
"""No option is a larger number; a bound, so that every number can be written out."""


class RulesError(SentenceError, ValueError):
    """An option has no such value, or two options clash; `sentence` says what fits."""


def check_choice(name: str, value: object, kind: Any) -> None:
    """Check that an option has one of the values that `kind`, a `Literal`, lists.

    Raises:
        RulesError: it has another.
    """
    allowed = get_args(kind)
    if not isinstance(value, str) or value not in allowed:
        raise RulesError(
            "no-such-choice",
            "{option} is {allowed}, not {value}.",
            option=name,
            allowed=AnyOf(allowed),
            value=shown(value),
        )


def _check_count(name: str, value: object) -> None:
    # bool is an int to Python, but no number of anything here.
    if type(value) is not int or not 1 <= value <= LARGEST_COUNT:
        raise RulesError(
            "number-out-of-range",
            "{option} takes a whole number from 1 to {most}, not {value}.",
            option=name,
            most=LARGEST_COUNT,
            value=shown(value),
        )


def shown(value: object) -> str:
    """Return `value` as a sentence shows it: short, and on one line whatever it is."""
    try:
        return reprlib.repr(value)
    except ValueError:  # Python does not write out a number of thousands of digits
        return "…"


@dataclass(frozen=True, slots=True)
class End:
    """When a game ends: `score` (total at or above), `rounds` (how many), `elimination` (total above)."""

    kind: EndKind = "score"
    count: int = DEFAULT_LIMIT

    def __post_init__(self) -> None:
        check_choice("end", self.kind, EndKind)
        _check_count(f"end={self.kind}", self.count)

    @property
    def unit(self) -> Literal["limit", "rounds"]:
        """What `count` counts, as records name it."""
        return "rounds" if self.kind == "rounds" else "limit"

    def __str__(self) -> str:
        return f"{self.kind}:{self.count}"

    def __repr__(self) -> str:
        return f"End({self.kind!r}, {self.count})"


class Options(TypedDict, total=False):
    """The options of `Rules`, each of which may be left out."""

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
    """Every option of one game (RULES: "Options"); only combinations that can be played exist.

    With `deal="halves"` the deck decides how many cards each seat gets and the game is one round, so
    `hand` keeps its default and `end` is `End("rounds", 1)`.

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
        """Return what one would type: only the options that differ from those of the classic game."""
        given = ((field.name, getattr(self, field.name), field.default) for field in fields(self))
        return f"Rules({', '.join(f'{name}={value!r}' for name, value, usual in given if value != usual)})"

    def replace(self, **changes: Unpack[Options]) -> "Rules":
        """Return these rules with some options changed.

        Raises:
            RulesError: the options clash.
        """
        return replace(self, **with_halves_fixed(changes))

    with_ = replace  # its older name, which programs may rely on

    def deck_size(self, players: int) -> int:
        """Return how many cards are in the deck when `players` seats are still in."""
        if self.deck == "full":
            return FULL_DECK
        if self.deck == "tactical":
            return self.hand * players + self.rows
        return self.deck

    def parts(self, players: int) -> tuple[int, ...]:
        """Return how many cards each of `players` seats gets in each deal of a round."""
        if self.deal == "halves":
            each = (self.deck_size(players) - self.rows) // players
            return each // 2, each - each // 2
        return (self.hand,)

    @cached_property
    def heads_of(self) -> tuple[int, ...]:
        """The heads of each card by its number; index 0 is no card."""
        return HEADS[self.heads]

    def heads_in(self, cards: Iterable[int]) -> int:
        """Return the heads of these cards together, as of a row or a pile."""
        heads_of = self.heads_of
        return sum([heads_of[card] for card in cards])

    @cached_property
    def sign(self) -> Literal[1, -1]:
        """What to multiply heads by so that less is better: -1 where who has the most wins."""
        return 1 if self.goal == "fewest" else -1

    @cached_property
    def both_ends(self) -> bool:
        """Whether a card may go to the left of a row too."""
        return self.ends == "both"

    @cached_property
    def flips(self) -> bool:
        """Whether cards are turned over from a pile that nobody has seen."""
        return self.play == "flip"

    @cached_property
    def drafts(self) -> bool:
        """Whether the hands are picked from an open deck, and known to everybody."""
        return self.deal == "draft"

    def best(self, seats: tuple[int, ...], totals: tuple[int, ...]) -> tuple[int, ...]:
        """Return those of `seats` whose total wins; equal totals share."""
        won = (min if self.goal == "fewest" else max)(totals[seat] for seat in seats)
        return tuple(seat for seat in seats if totals[seat] == won)


OPTIONS: Final = tuple(field.name for field in fields(Rules))
"""The names of the options, in the order records write them."""


def with_halves_fixed(changes: Options) -> Options:
    """Return these options with what dealing in halves fixes, unless they say otherwise."""
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
"""The options that take one of a few words."""


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
    """Check that totals can grow, down to the last two seats, where only that ends the game."""
    end = rules.end
    if end.kind == "rounds":
        return
    players = 2 if end.kind == "elimination" else rules.seats
    if max(rules.heads_of[: rules.deck_size(players) + 1]) == 0:
        size = rules.deck_size(players)
        dealt = Sentence("the {size}", {"size": size})
        if players != rules.seats:
            dealt = Sentence("the {size} that are dealt to the last two", {"size": size})
        raise RulesError(
            "no-heads",
            "heads=light and deck={rules.deck} clash with end={rules.end}: no card of {dealt} has heads,"
            " so no total would grow; use heads=classic or end=rounds:1.",
            dealt=dealt,
            rules=rules,
        )
    # At both ends a card finds no place only once a row is full, or once every row has two cards.
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
