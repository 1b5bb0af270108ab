"""The files of a tournament: its log as JSON lines, the records of its games, and the standings as CSV."""

import csv
from collections.abc import AsyncIterator, Sequence
from functools import partial
from io import StringIO
from typing import Final

from sixth.rules.game import NotNow
from sixth.server.features.replay.jobs import record_text
from sixth.server.features.tournaments.door import Sender
from sixth.server.features.tournaments.service import Tournaments
from sixth.server.live.archive import Archive
from sixth.tournaments.file import text
from sixth.tournaments.public import number
from sixth.tournaments.standings import standings, team_standings
from sixth.tournaments.state import Tournament

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""The letters at which spreadsheets begin to calculate."""


async def file_of(tournaments: Tournaments, code: str, sender: Sender) -> str:
    """Return the file of a tournament.

    Raises:
        NotNow: it has not ended, and the sender is not its host: what decides by lot is still to come.
    """
    role = await tournaments.role(code, sender)
    if not (role.is_host or role.tournament.ended_at):
        raise NotNow(
            "tournament-on",
            "The file is there for everybody once the tournament has ended; its host has it now.",
        )
    return text(await tournaments.events(code), code=code)


async def with_games(file: str, games: Sequence[str], archive: Archive) -> AsyncIterator[bytes]:
    """Yield the file of a tournament, and after it the record of each of these games that may be read."""
    yield file.encode()
    for game in games:
        summary = await archive.find(game)
        if summary is not None:
            yield await archive.do(partial(record_text, packed=False), summary)


def csv_text(tournament: Tournament) -> str:
    """Return the standings as a table for spreadsheets; those of teams follow after an empty line."""
    table = StringIO()
    writer = csv.writer(table)
    judged = ["choices"] if tournament.plan.is_judged else []
    writer.writerow(["place", "name", "team", "points", "relative", "heads", "rounds", *judged])
    for each in standings(tournament):
        own = [number(each.choices) for _title in judged]
        entrant = tournament.players[each.player]
        name, team = _plain(entrant.name), _plain(entrant.team)
        points, relative = number(each.points), number(each.relative)
        writer.writerow([each.place, name, team, points, relative, each.heads, each.rounds, *own])
    if tournament.plan.team_size:
        writer.writerow([])
        writer.writerow(["place", "team", "points", "relative", "heads", *judged])
        for side in team_standings(tournament):
            own = [number(side.choices) for _title in judged]
            points, relative = number(side.points), number(side.relative)
            writer.writerow([side.place, _plain(side.team), points, relative, side.heads, *own])
    return table.getvalue()


def _plain(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text
