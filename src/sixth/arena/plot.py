"""Pictures of results: heads and wins of each bot, with their intervals."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from sixth import plots
from sixth.i18n import gettext as _, ngettext, number_text
from sixth.text import numbered

_COLOUR: Final = "#1f5fa8"


def plot(found: dict[str, Any], form: str) -> bytes:
    """Return a picture of the results of `report.document`, as bytes of the format `form`.

    The same results give the same bytes.
    """
    from matplotlib.figure import Figure

    bots, whole = found["bots"], found["unit"] == "game"
    # pyplot would look for a display, so the figure is made without it.
    with plots.style(11):
        figure = Figure(figsize=(9, 1.9 + 0.45 * len(bots)), layout="constrained")
        heads, wins = figure.subplots(1, 2, sharey=True)
        plain = partial(number_text, digits=2)
        _points(heads, [bot["heads"] for bot in bots], [bot["heads_ci"] for bot in bots], plain)
        _points(
            wins,
            [100 * bot["win"] for bot in bots],
            [bot["win_ci"] and [100 * end for end in bot["win_ci"]] for bot in bots],
            lambda percent: f"{number_text(percent, digits=1)} %",
        )
        wins.axvline(100 / len(bots), color=plots.FAINT, linestyle="--", linewidth=1, zorder=0)
        heads.set_yticks(range(len(bots)), numbered(bot["bot"] for bot in bots))
        heads.set_xlabel(_heads_label(found["rules"]["goal"], whole=whole))
        share = _("share of rounds won, in % (dashed: an equal share)")
        if whole:
            share = _("share of games won, in % (dashed: an equal share)")
        wins.set_xlabel(share)
        for axes in (heads, wins):
            axes.xaxis.set_major_formatter(_tick)
        deals = ngettext("{count} deal", "{count} deals", found["deals"])
        title = _("{game}: {deals} in all {seats} rotations, seed {seed}")
        title = title.format(
            game=found["game"],
            deals=deals.format(count=number_text(found["deals"])),
            seats=found["seats"],
            seed=found["seed"],
        )
        note = _("with 95 % intervals")
        figure.suptitle(f"{title}\n{note}", fontsize=12)
        return plots.encode(figure, form)


def _tick(value: float, _place: int) -> str:
    return number_text(value, digits=len(f"{value:g}".partition(".")[2]))


def _heads_label(goal: str, *, whole: bool) -> str:
    if goal == "fewest":
        return _("mean heads a game (fewest win)") if whole else _("mean heads a round (fewest win)")
    return _("mean heads a game (most win)") if whole else _("mean heads a round (most win)")


def _points(
    axes: Any, values: list[float], intervals: list[list[float] | None], text: Callable[[float], str]
) -> None:
    for line, (value, interval) in enumerate(zip(values, intervals, strict=True)):
        if interval:
            axes.plot(interval, [line, line], color=_COLOUR, linewidth=2, solid_capstyle="butt")
        axes.plot([value], [line], "o", color=_COLOUR, markersize=6)
        axes.annotate(
            text(value),
            (value, line),
            (0, 7),
            textcoords="offset points",
            ha="center",
            fontsize=9,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
        )
    axes.margins(x=0.12)
    axes.set_ylim(len(values) - 0.4, -0.8)
    plots.clear_frame(axes)
