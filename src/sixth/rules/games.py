"""The named games: published variants, each a set of options."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, Final, Unpack

from sixth.rules.options import (
    DEFAULT_LIMIT,
    OPTIONS,
    SEATS,
    End,
    Options,
    Rules,
    RulesError,
    with_halves_fixed,
)


@dataclass(frozen=True)
class NamedGame:
    """A published variant: its name, one sentence about it, and all its options but the number of seats."""

    name: str
    about: str
    options: Mapping[str, Any]

    def __repr__(self) -> str:
        return f"games[{self.name!r}]"

    def replace(self, **changes: Unpack[Options]) -> Rules:
        """Return the rules of this game for `seats` seats, with any option changed.

        Raises:
            RulesError: `seats` is missing, or the options clash.
        """
        if "seats" not in changes:
            raise RulesError("seats-missing", "{game} needs a number of seats, from 2 to 10.", game=self.name)
        options: Any = {**self.options, **with_halves_fixed(changes)}
        return Rules(**options)

    with_ = replace  # the older name, on which programs may rely

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """The numbers of seats with which this game can be played, ascending."""
        return tuple(seats for seats in SEATS if self._fits(seats))

    def _fits(self, seats: int) -> bool:
        try:
            self.replace(seats=seats)
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
            ("elimination", "Players with more than 66 heads are out, until one is left.", _ELIMINATION),
        )
    }
)
"""The named games by name (RULES: "Named games")."""


@lru_cache(256)
def name_of(rules: Rules) -> str | None:
    """Return the name of the named game with these rules, or None if there is none."""
    for name, game in GAMES.items():
        if rules.seats in game.seats and game.replace(seats=rules.seats) == rules:
            return name
    return None


@lru_cache(256)
def kept_name(rules: Rules) -> str:
    """Return the name of a game for its results: "classic", "classic rounds:1" with another end, or ""."""
    if name := name_of(rules):
        return name
    for name, game in GAMES.items():
        usual: Any = {field.name: field.default for field in fields(Rules)} | dict(game.options)
        # Without its end an elimination is none.
        ends = usual["end"].kind != "elimination" or rules.end.kind == "elimination"
        others = (each for each in OPTIONS if each not in ("seats", "end"))
        if ends and all(getattr(rules, each) == usual[each] for each in others):
            return f"{name} {rules.end}"
    return ""
