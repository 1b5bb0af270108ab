"""How strong the bots should be: the choice, and what the last results of a browser say about it."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from statistics import fmean
from typing import Final, NamedTuple

from sixth import bots
from sixth.rules.display.standings import standings
from sixth.rules.record import HUMAN
from sixth.server.core.errors import NoTableError
from sixth.server.live.tables import Tables
from sixth.server.table.events import OUTSIDE
from sixth.server.table.identity import Audience
from sixth.server.table.seating import EASY, EVEN, MIXED, MIXES, STRONG
from sixth.server.table.view import TableView
from sixth.server.web.text.labels import bot_titles, kind_titles, level_titles

LASTS_FOR_EASIER: Final = 3
"""Last places in a row after which easier bots are offered."""

_RESULTS: Final = 3
"""The results that choose the bots for *even*."""

_STEP: Final = 2
"""The levels between the bots of a game and those that suit its winner, and whoever came last."""

_STRENGTHS: Final = {
    **{f"level-{number}": float(number) for number in range(1, 9)},
    "random": -0.5,
    "nearest": 3.0,
    "careful": 4.5,
    "montecarlo": 5.0,
    "policy": 6.0,
    "search": 7.0,
    "expert": 7.5,
    "champion": 8.0,
}
"""How strong each kind of bots is, in levels (docs/strength.md)."""


class Level(NamedTuple):
    """One of the choices that have a `face`; `bots` is the mix, `about` says more than the `label`."""

    bots: str
    face: str
    label: str
    about: str


class BotChoice(NamedTuple):
    """The bots to choose from: `levels`, and single `kinds` with their titles; `chosen` is one of these."""

    levels: Sequence[Level]
    kinds: dict[str, str]
    chosen: str

    @property
    def titles(self) -> dict[str, str]:
        """What may be chosen, each with a few words on it."""
        return {each.bots: each.about for each in self.levels} | self.kinds


class LastResults(NamedTuple):
    """What the last games of a browser say: the mix that is `even`, and its `lasts`, last places in a row."""

    even: str = MIXED
    lasts: int = 0


def bot_choice(chosen: str, even: str = MIXED) -> BotChoice:
    """Return the choice of bots; `even` is the mix behind that level."""
    about, labels = bot_titles(), level_titles()
    levels = [
        Level(even if bots == MIXED else bots, bots, label, about[bots]) for bots, label in labels.items()
    ]
    others = [chosen] if chosen in bots.methods else []
    return BotChoice(levels, kind_titles(*others), even if chosen == MIXED else chosen)


def strength(kinds: Iterable[str]) -> float:
    """Return the mean strength of bots, in levels."""
    return fmean(_STRENGTHS[kind] for kind in kinds)


_MIX_STRENGTHS: Final = {mix: strength(kinds) for mix, kinds in MIXES.items()}
_ALL_STRENGTHS: Final = _STRENGTHS | _MIX_STRENGTHS


def bots_beside(table: TableView) -> list[str]:
    """Return the kinds of the site's bots that play beside a viewer who has a seat."""
    others = [who for seat, who in enumerate(table.sitters) if who is not None and seat != table.seat]
    return [who.kind for who in others if who.kind not in (HUMAN, OUTSIDE)]


async def last_results(tables: Tables, seats: Iterable[tuple[str, str]]) -> LastResults:
    """Return what the results at these tables say, given with the tokens of a browser, the newest first.

    A table at which the token proves no seat is left out.
    """
    views = list[TableView]()
    for table_id, token in seats:
        with suppress(NoTableError):
            views.append(Audience.of(token).view(await tables.get(table_id)))
    return results_at(view for view in views if view.seat is not None)


def results_at(tables: Iterable[TableView]) -> LastResults:
    """Return what the results of a player at these tables say, the newest first."""
    strengths, lasts, only_lasts = list[float](), 0, True
    for table in tables:
        if len(strengths) < _RESULTS and (suitable := _suitable_strength(table)) is not None:
            strengths.append(suitable)
        if only_lasts and table.seat is not None and (games := _ended_games(table)):
            sitter = table.sitters[table.seat]
            here = dict(table.tally.lasts).get(sitter.name if sitter else "", 0)
            lasts, only_lasts = lasts + here, here == games
    even = min(EVEN, key=lambda mix: abs(_MIX_STRENGTHS[mix] - fmean(strengths))) if strengths else MIXED
    return LastResults(even, lasts)


def _ended_games(table: TableView) -> int:
    return table.games - (table.view is not None and not table.view.over)


def _suitable_strength(table: TableView) -> float | None:
    """Return how strong bots suit a player after the last game here: stronger ones after a good place."""
    beside, view = bots_beside(table), table.view
    if table.seat is None or not beside or view is None or not view.winners:
        return None
    place = next(each.place for each in standings(view) if each.seat == table.seat)
    # A lost game against the strongest says little about those that are not.
    played = min(strength(beside), _MIX_STRENGTHS[EVEN[-1]])
    return played + _STEP * (1 - 2 * (place - 1) / (len(view.totals) - 1))


def other_level(kinds: Sequence[str], *, easier: bool) -> str | None:
    """Return the next level, as a mix, that is easier, or stronger, than bots of these kinds, or None."""
    level, mixes = strength(kinds), (*EVEN, STRONG)
    if easier:
        return next((mix for mix in mixes[::-1] if _MIX_STRENGTHS[mix] < level), None)
    return next((mix for mix in mixes if _MIX_STRENGTHS[mix] > level), None)


def offers_easier(lasts: int, chosen: str = MIXED) -> bool:
    """Return whether *Easy* is offered after so many last places in a row; `chosen` is a mix or a kind."""
    return lasts >= LASTS_FOR_EASIER and _ALL_STRENGTHS.get(chosen, 0) > _MIX_STRENGTHS[EASY]
