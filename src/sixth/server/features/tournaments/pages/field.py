"""The page on which a player of a duplicate stands beside all others who had the same cards."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse

from sixth.i18n import gettext as _
from sixth.server.features.tournaments.field.comparison import Field, FieldChoice, FieldSeat
from sixth.server.features.tournaments.pages.tables import Who, who_is
from sixth.server.features.tournaments.pages.text import round_title
from sixth.server.features.tournaments.visitors import code_of, tournaments_of, visitor_of_tournament
from sixth.server.web.session import PRIVATE
from sixth.server.web.templating.environment import render
from sixth.server.web.views.choices import ChoiceLine, Chosen, choice_line, choice_text
from sixth.text import heads_text
from sixth.tournaments.state import Tournament


class FieldSeatLine(NamedTuple):
    """Somebody in the same seat: the heads, the address of the replay, whether it is the player."""

    who: Who
    table: int
    heads: int
    replay: str
    is_own: bool


class FieldLine(NamedTuple):
    """A choice of the player, and in words what others chose at the same position and at others."""

    line: ChoiceLine
    is_compared: bool
    by_stand_in: bool
    there: str
    elsewhere: str


class FieldRound(NamedTuple):
    """A round of the game: its title with the heads of the player, and the choices."""

    title: str
    lines: Sequence[FieldLine]


async def field(request: Request) -> HTMLResponse:
    """Show what a player did in a round, beside all others who had the same cards."""
    code, player = code_of(request), str(request.path_params["player"])
    sender, tournaments = await visitor_of_tournament(request, code), tournaments_of(request)
    shown = await tournaments.field(code, sender, int(request.path_params["round"]), player)
    role = await tournaments.role(code, sender)
    facts = {"path": f"/tournaments/{code}", "is_me": role.player == player}
    html = render("tournaments/templates/field.html", **facts, **field_facts(role.tournament, shown))
    return HTMLResponse(html, headers=PRIVATE)


def field_facts(tournament: Tournament, shown: Field) -> Mapping[str, object]:
    """Return what the page shows of a field."""
    own = who_is(tournament, shown.own.player)
    seats = sorted([shown.own, *shown.others], key=lambda each: tournament.plan.rules.sign * each.heads)
    rounds = groupby(shown.choices, key=lambda each: (each.choice.round, each.choice.heads))
    return {
        "tournament": tournament.plan.name,
        "round": round_title(tournament, tournament.rounds[shown.round - 1]),
        "own": own,
        "seats": [_seat_line(tournament, each, shown) for each in seats],
        "rounds": [
            FieldRound(
                _("Round {number}: {summary}").format(number=number, summary=heads_text(heads)),
                [_line(each) for each in choices],
            )
            for (number, heads), choices in rounds
        ],
    }


def _seat_line(tournament: Tournament, each: FieldSeat, shown: Field) -> FieldSeatLine:
    replay = f"/g/{each.game}?seat={shown.seat}"
    return FieldSeatLine(
        who_is(tournament, each.player), each.table, each.heads, replay, each.player == shown.own.player
    )


def _line(each: FieldChoice) -> FieldLine:
    own = each.choice
    return FieldLine(
        choice_line(own.turn, own.name, each.there),
        sum(one.players for one in each.there) > 1,
        own.by_stand_in,
        _others(each.there, own.name),
        _counted(each.elsewhere),
    )


def _others(there: Sequence[Chosen], own: str) -> str:
    """Return what the others at the position chose, the most first."""
    others = {each.choice: each.players - (each.choice == own) for each in there}
    return _counted(sorted(others.items(), key=lambda item: -item[1]))


def _counted(choices: Sequence[tuple[str, int]]) -> str:
    texts = [(choice_text(name), players) for name, players in choices if players]
    return ", ".join(text if players == 1 else f"{text} ×{players}" for text, players in texts)
