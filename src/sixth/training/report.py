"""The report of a training: a table (report.md) and curves (report.svg) of its measurements."""

from pathlib import Path
from typing import IO, Any, Final

from matplotlib.figure import Figure

from sixth import plots
from sixth.files import open_atomic
from sixth.training.evaluation import ALONE
from sixth.training.examples import GAMES
from sixth.training.folder import write_errors
from sixth.training.state import Measurement, TrainingJob, TrainingState

TABLE: Final = "report.md"
CURVES: Final = "report.svg"

_COLOURS: Final = ("#1f5fa8", "#b8541a", "#2e7d4f", "#8e44ad", "#767676")
_EQUAL: Final = 25
"""Per cent of rounds that each of four equals wins."""


def write_report(folder: Path, job: TrainingJob, state: TrainingState) -> None:
    """Write both files of the report anew, or raise `TrainingError`; the history must have a row."""
    table, curves = folder / TABLE, folder / CURVES
    with write_errors(table), open_atomic(table) as file:
        file.write(_table(job, state).encode())
    with write_errors(curves), open_atomic(curves) as file:
        _draw(job, state.history, file)


def yardsticks(history: tuple[Measurement, ...]) -> list[str]:
    """Return the names of all yardsticks, in the order of their first measurement."""
    return list(dict.fromkeys(name for row in history for name in row.against))


def _yardstick(name: str) -> str:
    """Return how many of a yardstick sit at the table."""
    return "1 × the player alone" if name == ALONE else f"3 × {name}"


def _table(job: TrainingJob, state: TrainingState) -> str:
    recipe, rows = job.recipe, state.history
    names = yardsticks(rows)
    deals = recipe.blocks * GAMES
    whole = "all of it" if rows[-1].step == recipe.steps else "so far"
    lines = [
        f"# A training of {rows[-1].step:,} steps of {recipe.steps:,}",
        "",
        f"Recipe `{recipe.name}`, seed {job.seed}, {state.seconds / 60:.1f} minutes ({whole}).",
        "",
        "Heads a round of the learner at a table with three of a yardstick, in"
        f" {deals:,} deals that are always the same, each played in all four seats; ± is half of a 95 %"
        " interval. In brackets: the heads of each of the three, and the share of rounds that the learner"
        " wins. Loss: how far its logits are from what each answer cost beside the others, in heads squared,"
        " most of which is luck; entropy of its choices in nats. A hand network is measured at a table of"
        " two, against the same player without it.",
        "",
        f"![The curves of this table]({CURVES})",
        "",
        "| " + " | ".join(["stage", "step", "minutes", "loss", "entropy", *map(_yardstick, names)]) + " |",
        "|---|" + "---:|" * (4 + len(names)),
    ]
    lines += [f"| {' | '.join(_cells(row, names))} |" for row in rows]
    return "\n".join(lines) + "\n"


def _cells(row: Measurement, names: list[str]) -> list[str]:
    cells = [row.stage, f"{row.step:,}", f"{row.seconds / 60:.1f}"]
    cells += ["–" if value is None else f"{value:.3f}" for value in (row.loss, row.entropy)]
    for name in names:
        score = row.against.get(name)
        cells.append(
            f"{score.heads:.2f} ± {score.within:.2f} ({score.others:.2f}, {score.wins:.0%})" if score else "–"
        )
    return cells


def _draw(job: TrainingJob, history: tuple[Measurement, ...], file: IO[bytes]) -> None:
    # A figure of its own, never pyplot: that would look for a display.
    with plots.style(10):
        figure = Figure(figsize=(10, 7), layout="constrained")
        (heads, wins), (loss, entropy) = figure.subplots(2, 2, sharex=True)
        for colour, name in zip(_COLOURS, yardsticks(history), strict=False):
            rows = [row for row in history if name in row.against]
            scores = [row.against[name] for row in rows]
            x = [row.step for row in rows]
            heads.plot(
                x,
                [one.heads for one in scores],
                color=colour,
                label=f"against {_yardstick(name)}",
                marker=".",
            )
            wins.plot(x, [100 * one.wins for one in scores], color=colour, marker=".")
        wins.axhline(_EQUAL, color=plots.FAINT, linestyle="--", linewidth=1)
        rows = [row for row in history if row.loss is not None]
        loss.plot([row.step for row in rows], [row.loss for row in rows], color=_COLOURS[0], marker=".")
        entropy.plot([row.step for row in rows], [row.entropy for row in rows], color=_COLOURS[0], marker=".")
        heads.legend(frameon=False)
        _label(heads, "heads a round (few are good)")
        _label(wins, "share of rounds won, % (dashed: an equal share)")
        _label(loss, "loss, heads squared (low is good)")
        _label(entropy, "entropy of its choices, nats")
        for axes in (loss, entropy):
            axes.set_xlabel("step")
        done = 0
        for stage in job.recipe.stages:
            for axes in (heads, wins, loss, entropy):
                axes.axvline(done, color=plots.FAINT, linewidth=0.8, linestyle=":")
            if done <= history[-1].step:
                heads.annotate(
                    f" {stage.name}",
                    (done, 1),
                    xycoords=("data", "axes fraction"),
                    va="top",
                    color=plots.FAINT,
                )
            done += stage.steps
        heads.set_xlim(0, max(1, history[-1].step))
        figure.suptitle(
            f"Recipe {job.recipe.name}, seed {job.seed}: {history[-1].step:,} of {job.recipe.steps:,} steps"
        )
        file.write(plots.encode(figure, "svg"))


def _label(axes: Any, text: str) -> None:
    axes.set_title(text, fontsize=10, loc="left")
    axes.grid(color="#dddddd", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
