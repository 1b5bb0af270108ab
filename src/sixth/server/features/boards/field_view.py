"""What pages show of the field of a deal: how many there are, and bars of all results."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sixth.i18n import gettext as _, ngettext
from sixth.server.features.boards.results import Results
from sixth.server.web.views.axes import Axis

_MAX_BARS: Final = 16
_WIDTHS: Final = (1, 2, 3, 5, 10, 20)
"""Widths of a bar, in numbers of heads."""

_TOP, _BOTTOM, _SIDE, _WIDE = 22, 120, 4, 352
"""Edges of the bars in the drawing, which is 360 wide and 150 high."""


def field_text(players: int) -> str:
    """Return how many players have finished a deal, in a sentence."""
    if not players:
        return _("Nobody has finished this deal.")
    text = ngettext(
        "{count} player has finished this deal.", "{count} players have finished this deal.", players
    )
    return text.format(count=players)


def histogram(field: Results, own: int | None) -> Sequence[Mapping[str, Any]]:
    """Return the bars of the players who took `least` to `most` heads; the bar of `own` heads is marked."""
    if not field.players:
        return ()
    top = max(*field.counts, own or 0)
    width = next((each for each in _WIDTHS if top // each < _MAX_BARS), _WIDTHS[-1])
    groups = range(top // width + 1)
    players = [sum(field.counts.get(at * width + more, 0) for more in range(width)) for at in groups]
    x, y = Axis(0, len(groups), _SIDE, _SIDE + _WIDE), Axis(0, max(*players, 1), _BOTTOM, _TOP)
    width_of_bar = round(_WIDE / len(groups) * 0.86, 1)
    return [
        {
            "least": at * width,
            "most": at * width + width - 1,
            "players": players[at],
            "own": own is not None and own // width == at,
            "x": x.at(at),
            "y": y.at(players[at]),
            "width": width_of_bar,
            "middle": x.at(at) + width_of_bar / 2,
            "height": y.bar(0, players[at])[1],
        }
        for at in groups
    ]
