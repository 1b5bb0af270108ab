"""What a puzzle is about, by what the table says of its best answer and of the one that tempts."""

from typing import Final

from sixth.coach.reasons import facts_of
from sixth.puzzles.puzzle import Theme
from sixth.rules.events import Action, Choose, Pick
from sixth.rules.view import View

_BY_FACT: Final[dict[str, Theme]] = {
    "cheap-row": "too-low",
    "dear-rows": "too-low",
    "lowest": "too-low",
    "takes-full": "sixth-card",
    "full-nearer": "sixth-card",
    "next": "close-gap",
    "room": "count",
}
"""By what is said first of the best card."""

_TEMPTING: Final = frozenset({"next", "room"})
"""A card of which this is said looks safe."""


def theme_of(view: View, best: Action, tempting: Action) -> Theme:
    """Return what a position is about in which `best` is better than the `tempting` answer of a weaker bot.

    Where a safe card tempts and a bolder one is best, one holds the safe one back.
    """
    if isinstance(best, Pick):
        return "draft"
    if not isinstance(best, Choose):
        return "row"
    ours, theirs = _facts(view, best), _facts(view, tempting)
    if best != tempting and theirs[:1] and theirs[0] in _TEMPTING and ours[:1] != theirs[:1]:
        return "hold-back"
    found = next((_BY_FACT[fact] for fact in ours if fact in _BY_FACT), None)
    return found or ("sixth-card" if "fills" in (*ours, *theirs) else "count")


def _facts(view: View, answer: Action) -> list[str]:
    return [reason.code for reason in facts_of(view, answer)]
