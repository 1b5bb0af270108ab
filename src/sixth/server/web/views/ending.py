"""The end of a game as a table shows it to one viewer: the result, and what to do next."""

from typing import Any, Final, NamedTuple

from sixth import bots
from sixth.rules.display.standings import Standing, standings
from sixth.rules.record import HUMAN
from sixth.rules.view import View
from sixth.server.table.events import OUTSIDE
from sixth.server.table.tally import MAX_TAKES, CostlyRow
from sixth.server.table.view import TableView
from sixth.server.web.forms.options import option_fields
from sixth.server.web.forms.pace import pace_fields
from sixth.server.web.text.labels import game_title
from sixth.server.web.text.narration import names_of
from sixth.server.web.text.result import best_round_text, comfort_text, dearest_take_text, own_text, take_text

_WINS_FOR_STRONGER: Final = 3


class GameMoment(NamedTuple):
    """A moment worth a second look: the query of its address in the replay, and a sentence about it."""

    query: str
    text: str


class Rematch(NamedTuple):
    """An offer of the same game against easier or stronger bots of one kind; `fields` are its form."""

    easier: bool
    fields: dict[str, Any]


class Ending(NamedTuple):
    """The result of a game for one viewer.

    `cheers` is whether the viewer or another person has won. `comfort` is something true and kind for a
    loser, or "". `share` is the viewer's result as a text to share, or "".
    """

    cheers: bool
    comfort: str
    share: str
    moments: tuple[GameMoment, ...]
    rematch: Rematch | None


def ending(table: TableView) -> Ending | None:
    """Return the ending of the game at this table, or None if none has ended with a winner."""
    view = table.view
    if view is None or not view.over or not view.winners:
        return None
    order = standings(view)
    own = next((each for each in order if each.seat == table.seat), None)
    winners = [table.sitters[seat] for seat in view.winners]
    return Ending(
        cheers=table.seat in view.winners or any(who is not None and who.human for who in winners),
        comfort=_comfort(table, view, own) if own and own.seat not in view.winners else "",
        share=own_text(game_title(table.rules), own.place, len(order), own.total) if own else "",
        moments=_own_moments(table, view, own) if own else _moments(table),
        rematch=_rematch(table, view),
    )


def _own_take(table: TableView, seat: int) -> CostlyRow | None:
    return next((take for take in table.tally.takes if take.seat == seat), None)


def _best_round(view: View, seat: int) -> tuple[int, int]:
    """Return the best round (from 1) of this seat, the last of several, and its heads."""
    sign = view.rules.sign
    rounds = [(sign * heads[seat], -number) for number, heads in enumerate(view.past, 1)]
    heads, number = min(rounds)
    return -number, sign * heads


def _comfort(table: TableView, view: View, own: Standing) -> str:
    """Return the place that one row has cost, in a sentence, or "" (always in elimination games)."""
    take = _own_take(table, own.seat)
    if view.rules.goal != "fewest" or view.rules.end.kind == "elimination" or take is None:
        return ""
    totals = list(view.totals)
    totals[own.seat] -= take.heads
    ahead = sum(total < totals[own.seat] for seat, total in enumerate(totals) if seat != own.seat)
    return comfort_text(take, 1 + ahead) if 1 + ahead < own.place else ""


def _own_moments(table: TableView, view: View, own: Standing) -> tuple[GameMoment, ...]:
    seat, moments = own.seat, []
    if len(view.past) > 1:
        number, heads = _best_round(view, seat)
        moments.append(GameMoment(f"round={number}&seat={seat}", best_round_text(number, heads)))
    take = _own_take(table, seat)
    if take is not None:
        moments.append(GameMoment(f"at={take.step}&seat={seat}", dearest_take_text(take)))
    return tuple(moments)


def _moments(table: TableView) -> tuple[GameMoment, ...]:
    names = names_of(table)
    takes = sorted(table.tally.takes[:MAX_TAKES], key=lambda take: take.step)
    return tuple(GameMoment(f"at={take.step}", take_text(take, names)) for take in takes)


def _rematch(table: TableView, view: View) -> Rematch | None:
    """Return the offer for a player among bots only: easier ones after a loss, stronger ones after wins."""
    if table.seat is None or table.daily:
        return None
    others = [who.kind for seat, who in enumerate(table.sitters) if who is not None and seat != table.seat]
    if HUMAN in others or OUTSIDE in others:
        return None
    name = table.sitters[table.seat]
    levels = [bots.names.index(kind) for kind in others]
    easier = table.seat not in view.winners
    if not easier and (name is None or dict(table.tally.wins).get(name.name, 0) < _WINS_FOR_STRONGER):
        return None
    mean = sum(levels) / len(levels)
    level = -(-mean // 1) - 1 if easier else mean // 1 + 1
    # The random bot is no opponent.
    if not 1 <= level < len(bots.names):
        return None
    fields = option_fields(table.rules) | pace_fields(table.config)
    return Rematch(easier, {**fields, "bots": bots.names[int(level)], "how": "play"})
