"""Themes of puzzles, by the facts about the best answer and about a tempting one."""

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
"""The theme by the first of these facts about the best card."""

_SAFE_FACTS: Final = frozenset({"next", "room"})
"""The facts about cards that look safe."""


def theme_of(view: View, best: Action, tempting: Action) -> Theme:
    """Return the theme of a position in which `best` is better than `tempting`, the answer of a weaker bot.

    The theme is "hold-back" if the tempting card looks safe and the best one is bolder.
    """
    if isinstance(best, Pick):
        return "draft"
    if not isinstance(best, Choose):
        return "row"
    ours, others = _facts(view, best), _facts(view, tempting)
    if best != tempting and others[:1] and others[0] in _SAFE_FACTS and ours[:1] != others[:1]:
        return "hold-back"
    theme = next((_BY_FACT[fact] for fact in ours if fact in _BY_FACT), None)
    return theme or ("sixth-card" if "fills" in (*ours, *others) else "count")


def _facts(view: View, answer: Action) -> list[str]:
    return [reason.code for reason in facts_of(view, answer)]
