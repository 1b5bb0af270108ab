"""The results of a bot from outside, in a sentence or two."""

from sixth.i18n import gettext as _
from sixth.i18n import ngettext, number_text
from sixth.server.features.outside.results import Estimate, Results


def results_text(results: Results) -> str:
    """Return the results of a bot in words; figures only where there are enough games for an interval."""
    heads, less = results.mean_heads, results.mean_less
    if not results.games:
        return _("No games here yet.")
    games = ngettext("{count} game here", "{count} games here", results.games)
    games = games.format(count=number_text(results.games))
    if heads is None or less is None:
        return _("{games}: too few for figures.").format(games=games)
    text = _("{games}, {won} won; {heads} heads per round, {less} against the others at its tables.").format(
        games=games, won=number_text(results.won), heads=_within(heads), less=_within(less, sign=-1)
    )
    if not results.left:
        return text
    left = ngettext(
        "Left or ran out of time in {count}.", "Left or ran out of time in {count}.", results.left
    )
    return f"{text} {left.format(count=number_text(results.left))}"


def _within(estimate: Estimate, sign: int = 1) -> str:
    """Return a mean with half of its interval, as "10.4 ± 1.2"; with `sign` -1 negated, and with a sign."""
    mean, half = sign * estimate.mean, number_text((estimate.high - estimate.low) / 2, digits=1)
    shown = number_text(abs(mean), digits=1)
    before = ("−" if mean < 0 else "+") if sign < 0 else ""
    return f"{before}{shown} ± {half}"
