"""How a bot from outside has fared here, in a sentence or two."""

from sixth.i18n import gettext as _
from sixth.i18n import ngettext, number_text
from sixth.server.table.outside.fares import Estimate, Fares


def fares_text(fares: Fares) -> str:
    """Return how a bot has fared; figures only where there are enough games for an interval."""
    heads, less = fares.mean_heads, fares.mean_less
    if not fares.games:
        return _("No games here yet.")
    games = ngettext("{count} game here", "{count} games here", fares.games)
    said = games.format(count=number_text(fares.games))
    if heads is None or less is None:
        return _("{games}: too few for figures.").format(games=said)
    told = _("{games}, {won} won; {heads} heads per round, {less} against the others at its tables.").format(
        games=said, won=number_text(fares.won), heads=_within(heads), less=_within(less, sign=-1)
    )
    if not fares.left:
        return told
    left = ngettext("Left or ran out of time in {count}.", "Left or ran out of time in {count}.", fares.left)
    return f"{told} {left.format(count=number_text(fares.left))}"


def _within(found: Estimate, sign: int = 1) -> str:
    """Return a mean with what it may be off by; where the sign is turned round, that is shown, too."""
    mean, half = sign * found.mean, number_text((found.high - found.low) / 2, digits=1)
    shown = number_text(abs(mean), digits=1)
    before = ("−" if mean < 0 else "+") if sign < 0 else ""
    return f"{before}{shown} ± {half}"
