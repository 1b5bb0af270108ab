"""The results of an arena, as one document and as tables."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final

import numpy as np
from rich import box
from rich.console import Console
from rich.table import Table

from sixth.arena.deal import Failure
from sixth.arena.statistics import ConfidenceInterval, intervals, ratings
from sixth.arena.tally import ContestTally
from sixth.console import print_text
from sixth.i18n import gettext as _, ngettext, number_text
from sixth.rules.codec import rules_to_json
from sixth.text import numbered

_DIGITS: Final = 4
"""Decimal places of the document; more would be noise."""


def document(tally: ContestTally) -> dict[str, Any]:
    """Return all results of the arena as the document that `--json` prints (docs/bots.md)."""
    contest, heads, wins = tally.contest, tally.heads, tally.wins
    heads_ci, win_ci = intervals(heads), intervals(wins)
    bot_ratings = ratings(tally.places, tally.seated, len(contest.entrants))
    return {
        "game": contest.game,
        "seats": contest.seats,
        "rounds": tally.done * contest.seats,
        "deals": tally.done,
        "seed": contest.seed,
        "bots": [
            {
                "bot": entrant.name,
                "heads": short(heads[:, bot].mean()),
                "heads_ci": pair(heads_ci[bot]),
                "win": short(wins[:, bot].mean()),
                "win_ci": pair(_share(win_ci[bot])),
                "rating": short(bot_ratings[bot].mu),
                "rating_ci": pair(bot_ratings[bot].interval),
                "ms_per_move": short(tally.milliseconds(bot)),
                "faults": tally.faults[bot],
                "first_fault": fault.why if fault else None,
                "rounds": tally.rounds(bot),
            }
            for bot, (entrant, fault) in enumerate(zip(contest.entrants, tally.first_faults, strict=True))
        ],
        "differences": _differences(tally),
        "unit": contest.unit,
        "rules": rules_to_json(contest.played),
    }


def _differences(tally: ContestTally) -> list[dict[str, Any]]:
    heads, entrants = tally.heads, tally.contest.entrants
    pairs = list(combinations(range(len(entrants)), 2))
    # Differences are taken deal by deal, so that the effect of the cards on both bots cancels.
    between = np.stack([heads[:, one] - heads[:, other] for one, other in pairs], axis=1)
    return [
        {
            "of": [one, other],
            "bots": [entrants[one].name, entrants[other].name],
            "heads": short(between[:, column].mean()),
            "heads_ci": pair(interval),
            "clear": interval is not None and not interval[0] <= 0 <= interval[1],
        }
        for column, ((one, other), interval) in enumerate(zip(pairs, intervals(between), strict=True))
    ]


def _share(interval: ConfidenceInterval | None) -> ConfidenceInterval | None:
    return None if interval is None else (max(0.0, interval[0]), min(1.0, interval[1]))


def short(number: Any) -> float | None:
    """Return a number rounded as in the document; None for None."""
    # Adding 0.0 turns -0.0 into 0.0.
    return None if number is None else round(float(number), _DIGITS) + 0.0


def pair(interval: ConfidenceInterval | None) -> list[float | None] | None:
    """Return an interval rounded as in the document; None for None."""
    return None if interval is None else [short(end) for end in interval]


# ------------------------------------------------------------------ tables


def print_report(found: dict[str, Any], faults: Sequence[Failure | None], console: Console) -> None:
    """Print the document `found` as tables, and the first fault of each bot, in the current language."""
    names, whole = numbered(bot["bot"] for bot in found["bots"]), found["unit"] == "game"
    print_text(console, heading(found, whole=whole))
    heads = _("heads a game") if whole else _("heads a round")
    table = Table(box=box.SIMPLE, pad_edge=False)
    table.add_column(_("bot"))
    for title in (heads, _("wins"), _("rating"), _("ms a move")):
        table.add_column(title, justify="right")
    for name, bot in zip(names, found["bots"], strict=True):
        ms, win_ci = bot["ms_per_move"], bot["win_ci"] and [100 * end for end in bot["win_ci"]]
        table.add_row(
            name,
            with_interval(bot["heads"], bot["heads_ci"]),
            with_interval(100 * bot["win"], win_ci, digits=1) + " %",
            with_interval(bot["rating"], bot["rating_ci"], digits=1),
            "–" if ms is None else number_text(ms, digits=2),
        )
    console.print(table)
    table = Table(box=box.SIMPLE, pad_edge=False)
    table.add_column(_("difference"))
    table.add_column(heads, justify="right")
    table.add_column(_("clear"))
    for each in found["differences"]:
        one, other = each["of"]
        heads_text = with_interval(each["heads"], each["heads_ci"], show_sign=True)
        table.add_row(f"{names[one]} − {names[other]}", heads_text, _("yes") if each["clear"] else _("no"))
    console.print(table)
    template = _("± is half of a 95 % interval; a difference is clear if its interval leaves out 0.")
    print_text(console, template)
    for name, bot, fault in zip(names, found["bots"], faults, strict=True):
        if fault:
            losses = _amount(bot["faults"], whole=whole)
            template = _("{bot} lost {lost} by its own fault; the first time it {fault}.")
            print_text(console, template.format(bot=name, lost=losses, fault=fault.text))


def heading(found: dict[str, Any], *, whole: bool) -> str:
    """Return the sentence on what was played for the document `found`: `whole` games, or single rounds."""
    template = _(
        "{played} of {game}: {deals}, each played in all {seats} rotations of the seats; seed {seed}"
    )
    deals = ngettext("{count} deal", "{count} deals", found["deals"])
    return template.format(
        played=_amount(found["rounds"], whole=whole),
        game=found["game"],
        deals=deals.format(count=number_text(found["deals"])),
        seats=found["seats"],
        seed=found["seed"],
    )


def with_interval(
    value: float, interval: list[float] | None, *, digits: int = 2, show_sign: bool = False
) -> str:
    """Return a figure with half the width of its interval, if it has one: "10.21 ± 0.35"."""
    text = number_text(value, digits=digits)
    if show_sign and value > 0:
        text = f"+{text}"
    if interval is None:
        return text
    return f"{text} ± {number_text((interval[1] - interval[0]) / 2, digits=digits)}"


def _amount(number: int, *, whole: bool) -> str:
    if whole:
        return ngettext("{count} game", "{count} games", number).format(count=number_text(number))
    return ngettext("{count} round", "{count} rounds", number).format(count=number_text(number))
