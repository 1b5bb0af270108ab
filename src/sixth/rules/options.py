"""The rules of one game as a value: every option, which go together, and the named games."""

import reprlib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, Literal, TypedDict, Unpack, get_args

from sixth.rules.cards import FULL_DECK, HEADS, HeadsTable

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


class RulesError(ValueError):
    """An option has no such value, or two options clash; the text is one sentence that says what fits."""


def _check_choice(name: str, value: object, kind: Any, example: str = "") -> None:
    allowed = get_args(kind)
    if not isinstance(value, str) or value not in allowed:
        raise RulesError(f"{name} is {' or '.join(allowed)}{example}, not {_shown(value)}.")


def _check_count(name: str, value: object) -> None:
    # bool is an int to Python, but no number of anything here.
    if type(value) is not int or not 1 <= value <= LARGEST_COUNT:
        raise RulesError(f"{name} takes a whole number from 1 to {LARGEST_COUNT}, not {_shown(value)}.")


def _shown(value: object) -> str:
    """The value in a sentence, short and of one line whatever it is."""
    try:
        return reprlib.repr(value)
    except ValueError:  # Python does not write out a number of thousands of digits
        return "a larger one"


@dataclass(frozen=True, slots=True)
class End:
    """When a game ends: `score` (total at or above), `rounds` (how many), `elimination` (total above)."""

    kind: EndKind = "score"
    count: int = DEFAULT_LIMIT

    def __post_init__(self) -> None:
        _check_choice("end", self.kind, EndKind)
        _check_count(f"end={self.kind}", self.count)

    @property
    def unit(self) -> Literal["limit", "rounds"]:
        """What `count` counts, as records name it."""
        return "rounds" if self.kind == "rounds" else "limit"

    def __str__(self) -> str:
        return f"{self.kind}:{self.count}"


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

    def with_(self, **changes: Unpack[Options]) -> "Rules":
        """These rules with some options changed."""
        return replace(self, **_with_what_halves_fixes(changes))

    def deck_size(self, players: int) -> int:
        """How many cards are in the deck when `players` seats are still in."""
        if self.deck == "full":
            return FULL_DECK
        if self.deck == "tactical":
            return self.hand * players + self.rows
        return self.deck

    def parts(self, players: int) -> tuple[int, ...]:
        """How many cards each of `players` seats gets in each deal of a round."""
        if self.deal == "halves":
            each = (self.deck_size(players) - self.rows) // players
            return each // 2, each - each // 2
        return (self.hand,)

    @cached_property
    def heads_of(self) -> tuple[int, ...]:
        """Heads by card number."""
        return HEADS[self.heads]

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
        """Those of `seats` whose total wins; equal totals share."""
        won = (min if self.goal == "fewest" else max)(totals[seat] for seat in seats)
        return tuple(seat for seat in seats if totals[seat] == won)


OPTIONS: Final = tuple(field.name for field in fields(Rules))
"""The names of the options, in the order records write them."""


def _with_what_halves_fixes(changes: Options) -> Options:
    if changes.get("deal") == "halves":
        return {"hand": DEFAULT_HAND, "end": End("rounds", 1), **changes}
    return changes


@dataclass(frozen=True)
class NamedGame:
    """A published way to play: one sentence about it, and options that wait for a number of seats."""

    name: str
    about: str
    options: Mapping[str, Any]

    def with_(self, **changes: Unpack[Options]) -> Rules:
        """The rules of this game for `seats` seats, with any option changed.

        Raises:
            RulesError: `seats` is missing, or the options clash.
        """
        if "seats" not in changes:
            raise RulesError(f"{self.name} needs a number of seats, from 2 to 10.")
        known: Any = {**self.options, **_with_what_halves_fixes(changes)}
        return Rules(**known)

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """The numbers of seats this game can be dealt to."""
        return tuple(seats for seats in SEATS if self._fits(seats))

    def _fits(self, seats: int) -> bool:
        try:
            self.with_(seats=seats)
        except RulesError:
            return False
        return True


_LOGIC: Final[Options] = {"deck": "tactical", "deal": "draft"}
_HALVES: Final[Options] = {"deal": "halves", "end": End("rounds", 1)}
_KIDS: Final[Options] = {"play": "flip", "hand": 15, "rows": 5, "goal": "most", "end": End("rounds", 1)}
_ELIMINATION: Final[Options] = {"heads": "light", "end": End("elimination", DEFAULT_LIMIT)}

GAMES: Final[Mapping[str, NamedGame]] = MappingProxyType(
    {
        name: NamedGame(name, about, MappingProxyType(dict(options)))
        for name, about, options in (
            ("classic", "All play at once, and the sixth card of a row takes the five before it.", Options()),
            ("tactical", "No card is left out, so it pays to count.", Options(deck="tactical")),
            ("logic", "You pick your hand from the open deck, and so does everybody else.", _LOGIC),
            ("halves", "One long round deals out the whole deck, in two halves.", _HALVES),
            ("both-ends", "A card may also go to the left of a row.", Options(ends="both")),
            ("kids", "Turn over your cards one by one; the most heads win.", _KIDS),
            ("elimination", "Whoever has more than 66 heads is out, until one is left.", _ELIMINATION),
        )
    }
)
"""The named games by name (RULES: "Named games")."""


def name_of(rules: Rules) -> str | None:
    """The named game that these rules are, or None for rules of somebody's own."""
    for name, game in GAMES.items():
        if rules.seats in game.seats and game.with_(seats=rules.seats) == rules:
            return name
    return None


def option_from_text(name: str, text: str) -> Any:
    """The value of option `name` that `text` stands for, as in `deck=60` or `end=elimination:40`.

    Raises:
        RulesError: there is no such option, or `text` is no value for it.
    """
    if name not in OPTIONS:
        raise RulesError(f"There is no option {_shown(name)}; the options are {_list(OPTIONS)}.")
    if name == "end":
        kind, colon, count = text.partition(":")
        _check_choice("end", kind, EndKind, " (as in end=score:66)")
        if not colon and kind != "rounds":
            return End(_as(kind))
        return End(_as(kind), _number("end", count, f" after {kind}, as in end={kind}:3"))
    if name in _CHOICES:
        _check_choice(name, text, _CHOICES[name])
        return text
    if name == "deck" and text in ("full", "tactical"):
        return text
    return _number(name, text, " or full or tactical" if name == "deck" else "")


def _as(kind: str) -> Any:
    return kind


_CHOICES: Final[dict[str, Any]] = {
    "deal": DealKind,
    "play": PlayKind,
    "ends": Ends,
    "heads": HeadsTable,
    "goal": Goal,
}


def _number(name: str, text: str, also: str = "") -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise RulesError(f"{name} takes a whole number{also}, not {_shown(text)}.")
    return int(text)


def _list(names: tuple[str, ...]) -> str:
    return ", ".join(names[:-1]) + " and " + names[-1]


def _check_values(rules: Rules) -> None:
    if type(rules.seats) is not int or rules.seats not in SEATS:
        raise RulesError(f"seats is a whole number from 2 to 10, not {_shown(rules.seats)}.")
    for name in ("hand", "rows", "row_limit"):
        _check_count(name, getattr(rules, name))
    for name, kind in _CHOICES.items():
        _check_choice(name, getattr(rules, name), kind)
    if not isinstance(rules.end, End):
        raise RulesError(f"end is an End, as in End('score', 66), not {_shown(rules.end)}.")
    deck = rules.deck
    if deck not in ("full", "tactical") and not (type(deck) is int and 1 <= deck <= FULL_DECK):
        raise RulesError(f"deck is full, tactical or a number from 1 to {FULL_DECK}, not {_shown(deck)}.")


def _check_halves(rules: Rules) -> None:
    if rules.deal != "halves":
        return
    if rules.hand != DEFAULT_HAND:
        raise RulesError(
            f"deal=halves deals out the whole deck, so hand={rules.hand} cannot be set; leave hand out."
        )
    if rules.end != End("rounds", 1):
        raise RulesError(
            f"deal=halves is one game of one round, so end={rules.end} cannot be set; leave end out."
        )
    size = rules.deck_size(rules.seats)
    if size <= FULL_DECK and (size - rules.rows) // rules.seats < 2:
        least = 2 * rules.seats + rules.rows
        fits = "deck=full" if least <= FULL_DECK else f"rows={FULL_DECK - 2 * rules.seats} or less"
        raise RulesError(
            f"deal=halves with seats={rules.seats} and rows={rules.rows} needs a deck of at least {least}"
            f" cards, one a seat in each half, but deck={rules.deck} has {size}; use {fits}."
        )


def _check_draft(rules: Rules) -> None:
    if not rules.drafts:
        return
    if rules.flips:
        raise RulesError(
            "deal=draft and play=flip clash: picked cards are known; use deal=random with play=flip."
        )
    exact = rules.hand * rules.seats + rules.rows
    if rules.deck_size(rules.seats) != exact:
        raise RulesError(
            f"deal=draft and deck={rules.deck} clash: the picks must leave one card a row, so use"
            f" deck=tactical ({exact} cards here)."
        )
    if rules.end.kind == "elimination" and rules.deck != "tactical" and rules.seats > 2:
        raise RulesError(
            f"deal=draft with end=elimination and deck={rules.deck} clash: when a seat is out the picks would"
            " leave too many cards; use deck=tactical."
        )


def _check_cards(rules: Rules) -> None:
    size = rules.deck_size(rules.seats)
    need = rules.rows + rules.seats * sum(rules.parts(rules.seats))
    if size > FULL_DECK:
        raise RulesError(
            f"deck=tactical with hand={rules.hand}, seats={rules.seats} and rows={rules.rows} needs {size}"
            f" cards, but there are {FULL_DECK}; {_what_fits(rules, FULL_DECK)}."
        )
    if need > size:
        raise RulesError(
            f"hand={rules.hand} with seats={rules.seats} and rows={rules.rows} needs {need} cards,"
            f" but deck={rules.deck} has {size}; {_what_fits(rules, size)}."
        )


def _what_fits(rules: Rules, size: int) -> str:
    if rules.deal == "halves":
        return "use deck=full"
    hand = (size - rules.rows) // rules.seats
    if hand >= 1:
        return f"use hand={hand} or less"
    need = rules.hand * rules.seats + rules.rows
    if need <= FULL_DECK:
        return f"use deck={need} or more"
    return f"use deck=full with hand=1 and rows={FULL_DECK - rules.seats} or less"


def _check_end(rules: Rules) -> None:
    """A game that only ends when totals have grown needs a way for them to grow, until two are left."""
    end = rules.end
    if end.kind == "rounds":
        return
    players = 2 if end.kind == "elimination" else rules.seats
    if max(rules.heads_of[: rules.deck_size(players) + 1]) == 0:
        raise RulesError(
            f"heads=light and deck={rules.deck} clash with end={end}: no card of {_at_last(rules, players)}"
            f" has heads, so no total would grow; use heads=classic or end=rounds:1."
        )
    # At both ends a card finds no place only once a row is full, or once every row has two cards.
    least = min(rules.row_limit, rules.rows + 1)
    if rules.both_ends and rules.hand * players < least:
        raise RulesError(
            f"ends=both with hand={rules.hand} clashes with end={end}: {players} players never lay the"
            f" {least} cards it takes until one has no place, so no total would grow;"
            f" use hand={-(-least // players)} or more, or end=rounds:1."
        )


def _at_last(rules: Rules, players: int) -> str:
    size = rules.deck_size(players)
    return f"the {size}" if players == rules.seats else f"the {size} that are dealt to the last two"
