"""Pictures of reviews: the terms of each round as bars that add up to its result."""

from typing import Any, Final

from sixth import plots
from sixth.coach.account import Review, RoundReview
from sixth.coach.text import shown_terms, signed, term_names
from sixth.i18n import gettext as _, number_text

_COLOURS: Final = ("#1f5fa8", "#b3541e", "#4b7f52")


def plot(reviews: list[tuple[str, Review]], form: str) -> bytes:
    """Return a picture of `reviews`, each with its title, as bytes of the format `form`.

    The same reviews give the same bytes.
    """
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch

    with plots.style(10):
        heights = [1.2 + 0.75 * max(1, len(review.rounds)) for _title, review in reviews]
        figure = Figure(figsize=(8, sum(heights) + 0.3), layout="constrained")
        grid = figure.subplots(len(reviews), 1, squeeze=False, gridspec_kw={"height_ratios": heights})
        for (title, review), axes in zip(reviews, grid[:, 0], strict=True):
            _account(axes, title, review)
        handles = [Patch(color=each, label=name) for each, name in zip(_COLOURS, term_names(), strict=True)]
        figure.legend(handles=handles, loc="outside lower center", ncols=3, frameon=False)
        return plots.encode(figure, form)


def _account(axes: Any, title: str, review: Review) -> None:
    """Draw each round as a staircase from par to the result."""
    for line, each in enumerate(review.rounds):
        _round(axes, line, each)
    axes.set_title(title, fontsize=11, loc="left")
    names = [_("Round {number}").format(number=each.round) for each in review.rounds]
    axes.set_yticks(range(len(review.rounds)), names)
    axes.set_ylim(len(review.rounds) - 0.4, -0.6)
    axes.set_xlabel(_("heads: from par (line) to the result (dot)"))
    plots.clear_frame(axes)
    axes.margins(x=0.08)


def _round(axes: Any, line: int, each: RoundReview) -> None:
    par, *terms = shown_terms(each)
    at, sign = par, each.sign
    axes.plot([par, par], [line - 0.4, line + 0.4], color=plots.FAINT, linewidth=1.5)
    for number, (term, colour) in enumerate(zip(terms, _COLOURS, strict=True)):
        spot = line + (number - 1) * 0.26
        axes.barh(spot, sign * term, left=at, height=0.24, color=colour)
        at += sign * term
        right = sign * term >= 0
        axes.annotate(
            signed(term), (at, spot), (4 if right else -4, 0), textcoords="offset points",
            ha="left" if right else "right", va="center", fontsize=8,
        )  # fmt: skip
    axes.plot([each.heads], [line + 0.26], "o", color="black", markersize=4)
    axes.annotate(
        number_text(par, digits=1), (par, line - 0.4), (0, 2), textcoords="offset points",
        ha="center", fontsize=8, color=plots.FAINT,
    )  # fmt: skip
