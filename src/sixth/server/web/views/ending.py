"""The end of a game as a table shows it to one viewer: how they came out, and what they may do."""

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

PODIUM: Final = 3
_WINS_FOR_STRONGER: Final = 3


class Moment(NamedTuple):
    """A moment worth seeing again: the query of its address in the replay, and what to say of it."""

    query: str
    text: str


class Rematch(NamedTuple):
    """Another table with the same game and bots of one kind, easier or stronger; `fields` are its form."""

    easier: bool
    fields: dict[str, Any]


class Ending(NamedTuple):
    """What is shown of a game that has ended.

    `own` is the viewer's place where they played, `below` the same where the podium has no step for them.
    `cheers` says whether the viewer has won, or a person they are with. `comfort` is something true and kind
    for who has not, or "". `share` is the viewer's own result as they share it, or "".
    """

    podium: tuple[Standing, ...]
    own: Standing | None
    below: Standing | None
    cheers: bool
    comfort: str
    share: str
    moments: tuple[Moment, ...]
    rematch: Rematch | None


def ending(seen: TableView) -> Ending | None:
    """Return what is shown of the game at this table, or None where none has ended with a winner."""
    view = seen.view
    if view is None or not view.over or not view.winners:
        return None
    found = standings(view)
    own = next((each for each in found if each.seat == seen.seat), None)
    podium = found[:PODIUM]
    winners = [seen.sitters[seat] for seat in view.winners]
    return Ending(
        podium=podium,
        own=own,
        below=None if own in podium else own,
        cheers=seen.seat in view.winners or any(who is not None and who.human for who in winners),
        comfort=_comfort(seen, view, own) if own and own.seat not in view.winners else "",
        share=own_text(game_title(seen.rules), own.place, len(found), own.total) if own else "",
        moments=_own_moments(seen, view, own) if own else _moments(seen),
        rematch=_rematch(seen, view),
    )


def _own_take(seen: TableView, seat: int) -> CostlyRow | None:
    """Return the row that cost this seat most."""
    return next((take for take in seen.tally.takes if take.seat == seat), None)


def _best_round(view: View, seat: int) -> tuple[int, int]:
    """Return the round (from 1) that went best for this seat, the last of several, and its heads."""
    sign = view.rules.sign
    played = [(sign * heads[seat], -number) for number, heads in enumerate(view.past, 1)]
    heads, number = min(played)
    return -number, sign * heads


def _comfort(seen: TableView, view: View, own: Standing) -> str:
    """Return which place one row has cost, or "" for none: in elimination, heads alone give no place."""
    take = _own_take(seen, own.seat)
    if view.rules.goal != "fewest" or view.rules.end.kind == "elimination" or take is None:
        return ""
    totals = list(view.totals)
    totals[own.seat] -= take.heads
    ahead = sum(total < totals[own.seat] for seat, total in enumerate(totals) if seat != own.seat)
    return comfort_text(take, 1 + ahead) if 1 + ahead < own.place else ""


def _own_moments(seen: TableView, view: View, own: Standing) -> tuple[Moment, ...]:
    """Return the best round of the viewer and the row that cost them most."""
    seat, found = own.seat, []
    if len(view.past) > 1:
        number, heads = _best_round(view, seat)
        found.append(Moment(f"round={number}&seat={seat}", best_round_text(number, heads)))
    take = _own_take(seen, seat)
    if take is not None:
        found.append(Moment(f"at={take.step}&seat={seat}", dearest_take_text(take)))
    return tuple(found)


def _moments(seen: TableView) -> tuple[Moment, ...]:
    """Return the rows that cost most, for who looks on."""
    names = names_of(seen)
    takes = sorted(seen.tally.takes[:MAX_TAKES], key=lambda take: take.step)
    return tuple(Moment(f"at={take.step}", take_text(take, names)) for take in takes)


def _rematch(seen: TableView, view: View) -> Rematch | None:
    """Return which bots are offered to who plays against bots alone: easier after a loss, else stronger."""
    if seen.seat is None or seen.daily:
        return None
    others = [who.kind for seat, who in enumerate(seen.sitters) if who is not None and seat != seen.seat]
    if HUMAN in others or OUTSIDE in others:
        return None
    name = seen.sitters[seen.seat]
    levels = [bots.names.index(kind) for kind in others]
    easier = seen.seat not in view.winners
    if not easier and (name is None or dict(seen.tally.wins).get(name.name, 0) < _WINS_FOR_STRONGER):
        return None
    mean = sum(levels) / len(levels)
    level = -(-mean // 1) - 1 if easier else mean // 1 + 1
    # Who plays at random is no opponent.
    if not 1 <= level < len(bots.names):
        return None
    fields = option_fields(seen.rules) | pace_fields(seen.config)
    return Rematch(easier, {**fields, "bots": bots.names[int(level)], "how": "play"})
