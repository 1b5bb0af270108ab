"""What pages show of the field of a deal: bars of all results, and choices beside those of all players."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from sixth.i18n import gettext as _, ngettext, number_text, percent_text
from sixth.server.features.boards.choices import MIN_PLAYERS, Chosen, ChosenAt, OwnChoice, cost_of
from sixth.server.features.boards.results import Results
from sixth.server.web.views.axes import Axis

_MAX_BARS: Final = 16
_WIDTHS: Final = (1, 2, 3, 5, 10, 20)
"""Widths of a bar, in numbers of heads."""

_TOP, _BOTTOM, _SIDE, _WIDE = 22, 120, 4, 352
"""Edges of the bars in the drawing, which is 360 wide and 150 high."""


class ChoiceLine(NamedTuple):
    """A choice beside the field's: the share that chose the same, what it cost, what most chose instead."""

    turn: int
    choice: str
    share: str
    cost: str
    usual: str


def signed_text(value: float) -> str:
    """Return a score with its sign, a plus where it is better than the field."""
    text = number_text(round(abs(value), 1), digits=1)
    return f"+{text}" if round(value, 1) > 0 else f"−{text}" if round(value, 1) < 0 else text


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


def choice_lines(choices: Sequence[OwnChoice], chosen: ChosenAt) -> Sequence[ChoiceLine]:
    """Return the choices of a player beside the field's, as far as somebody else was at the same point."""
    lines = []
    for each in choices:
        there = chosen.get(each.point, ())
        players = sum(one.players for one in there)
        if players < 2:
            break
        # That the only other one did the same says nothing.
        if players >= MIN_PLAYERS or len(there) > 1:
            lines.append(_choice_line(each, there, players))
    return lines


def _choice_line(each: OwnChoice, there: Sequence[Chosen], players: int) -> ChoiceLine:
    same = sum(one.players for one in there if one.choice == each.name)
    cost = cost_of(there, each.name)
    usual = max(there, key=lambda one: (one.players, one.choice == each.name))
    share = _("{share} of {count}").format(
        share=percent_text(same / players, digits=0), count=number_text(players)
    )
    margin = "" if cost is None else f"{signed_text(cost.heads)} ± {number_text(cost.margin, digits=1)}"
    other = "" if usual.choice == each.name else choice_text(usual.choice)
    return ChoiceLine(each.turn, choice_text(each.name), share, margin, other)


def choice_text(name: str) -> str:
    """Return the name of a choice in words: a card, or a row."""
    row = name.removeprefix("row")
    return name if row == name else _("Row {row}").format(row=row)
