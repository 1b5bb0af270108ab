"""What tournaments keep of a person, for the file that the person takes along."""

from collections.abc import Mapping, Sequence
from contextlib import suppress

from starlette.requests import Request

from sixth.rules.game import Refusal
from sixth.server.features.tournaments.rows import HOST_ROW, tournaments_of
from sixth.server.features.tournaments.service import Tournaments
from sixth.server.site import site_of
from sixth.server.web.session import people_of
from sixth.tournaments.standings import standings


async def export_of_person(request: Request, person_id: str) -> Sequence[Mapping[str, object]]:
    """Return the tournaments of a person: those that they host, and their name and place in others."""
    exported = list[Mapping[str, object]]()
    for code, player in await people_of(request).read(tournaments_of, person_id):
        with suppress(Refusal):
            tournament = await site_of(request).service(Tournaments).get(code)
            about = {"kind": "tournament", "code": code, "title": tournament.plan.name}
            if player == HOST_ROW:
                exported.append({**about, "host": True})
                continue
            place = next((each.place for each in standings(tournament) if each.player == player), None)
            entrant = tournament.players[player]
            exported.append({**about, "name": entrant.name, "team": entrant.team, "place": place})
    return exported
