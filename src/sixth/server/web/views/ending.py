"""The end of a game as a table shows it to one viewer: the result, and what to do next."""

from typing import Any, Final, NamedTuple

from sixth.i18n import gettext as _
from sixth.rules.display.standings import standings
from sixth.rules.view import View
from sixth.server.table.tally import MAX_TAKES
from sixth.server.table.view import TableView
from sixth.server.web.forms.options import option_fields
from sixth.server.web.forms.pace import pace_fields
from sixth.server.web.text.labels import game_title
from sixth.server.web.text.narration import bots_at, names_of
from sixth.server.web.text.result import place_text
from sixth.server.web.views.levels import bots_beside, other_level
from sixth.text import heads_text

_WINS_FOR_STRONGER: Final = 3


class GameMoment(NamedTuple):
    """A moment worth a second look: the query of its address in the replay, and a sentence about it."""

    query: str
    text: str


class Rematch(NamedTuple):
    """An offer of the same game against easier or stronger bots; `fields` are its form."""

    easier: bool
    fields: dict[str, Any]


class Ending:
    """The result of a game for one viewer; what nobody asks for is not worked out."""

    def __init__(self, table: TableView, view: View) -> None:
        self._table, self._view, self._order = table, view, standings(view)
        self._own = next((each for each in self._order if each.seat == table.seat), None)
        self._take = next((take for take in table.tally.takes if take.seat == table.seat), None)

    @property
    def cheers(self) -> bool:
        """Whether the viewer or another person has won."""
        winners = [self._table.sitters[seat] for seat in self._view.winners]
        return self._table.seat in self._view.winners or any(who is not None and who.human for who in winners)

    @property
    def comfort(self) -> str:
        """The place that one row has cost a loser, in a sentence, or "" (always in elimination games)."""
        own, take, view = self._own, self._take, self._view
        if own is None or take is None or own.seat in view.winners:
            return ""
        if view.rules.goal != "fewest" or view.rules.end.kind == "elimination":
            return ""
        totals = [total for seat, total in enumerate(view.totals) if seat != own.seat]
        place = 1 + sum(total < own.total - take.heads for total in totals)
        if place >= own.place:
            return ""
        return _("Without one row ({heads}, round {round}) you'd have come {place}.").format(
            heads=heads_text(take.heads), round=take.round, place=place_text(place)
        )

    @property
    def share(self) -> str:
        """The viewer's result as a text to share, without names, or ""."""
        title, own = game_title(self._table.rules), self._own
        if own is None:
            return ""
        text = _("{game}: {place} of {count}, {heads}").format(
            game=title, place=place_text(own.place), count=len(self._order), heads=heads_text(own.total)
        )
        by_bots = bots_at(self._table).keys() >= set(self._view.winners)
        return " · ".join((text, _("A bot won"))) if by_bots else text

    @property
    def moments(self) -> list[GameMoment]:
        """The viewer's best round and costliest row, or the costliest rows of all for a spectator."""
        table, own, take, moments = self._table, self._own, self._take, list[GameMoment]()
        if own is None:
            names = names_of(table)
            for each in sorted(table.tally.takes[:MAX_TAKES], key=lambda take: take.step):
                text = _("Round {round}: {name} takes {heads} with {card}").format(
                    round=each.round, name=names[each.seat], heads=heads_text(each.heads), card=each.card
                )
                moments.append(GameMoment(f"at={each.step}", text))
            return moments
        if len(self._view.past) > 1:
            number, heads = _best_round(self._view, own.seat)
            text = _("Best round: {round}, with {heads}").format(round=number, heads=heads_text(heads))
            moments.append(GameMoment(f"round={number}&seat={own.seat}", text))
        if take is not None:
            text = _("Costliest card: {card}, {heads} in round {round}")
            if self._view.rules.goal == "most":
                text = _("Best card: {card}, {heads} in round {round}")
            text = text.format(card=take.card, heads=heads_text(take.heads), round=take.round)
            moments.append(GameMoment(f"at={take.step}&seat={own.seat}", text))
        return moments

    @property
    def rematch(self) -> Rematch | None:
        """The offer for a player among bots only: easier ones after a loss, stronger ones after wins."""
        table, own = self._table, self._own
        if own is None or table.daily:
            return None
        beside, name = bots_beside(table), table.sitters[own.seat]
        if len(beside) < len(table.sitters) - 1:
            return None
        easier = own.seat not in self._view.winners
        if not easier and (name is None or dict(table.tally.wins).get(name.name, 0) < _WINS_FOR_STRONGER):
            return None
        mix = other_level(beside, easier=easier)
        if mix is None:
            return None
        fields = option_fields(table.rules) | pace_fields(table.config)
        return Rematch(easier, {**fields, "bots": mix, "how": "play"})


def ending(table: TableView) -> Ending | None:
    """Return the ending of the game at this table, or None if none has ended with a winner."""
    view = table.view
    return Ending(table, view) if view is not None and view.over and view.winners else None


def _best_round(view: View, seat: int) -> tuple[int, int]:
    """Return the best round (from 1) of this seat, the last of several, and its heads."""
    sign = view.rules.sign
    rounds = [(sign * heads[seat], -number) for number, heads in enumerate(view.past, 1)]
    heads, number = min(rounds)
    return -number, sign * heads
