"""The part of a person's page about boards: those finished last, and the place on the ladder."""

from typing import Final, NamedTuple

from markupsafe import Markup
from starlette.requests import Request

from sixth.server.feature import ShownPerson
from sixth.server.features.boards.board import board_from_key
from sixth.server.features.boards.board_view import place_text
from sixth.server.features.boards.boards import Boards
from sixth.server.features.boards.ladder import is_on_ladder, ladder_of
from sixth.server.site import site_of
from sixth.server.web.session import people_of
from sixth.server.web.templating.environment import render
from sixth.server.web.text.labels import board_title
from sixth.server.web.views.choices import signed_text

_MAX_SHOWN: Final = 3
"""Boards that a person has finished last."""


class PersonBoard(NamedTuple):
    """A board that a person has finished; `score` and `place` are "" where nobody else has."""

    key: str
    title: str
    score: str
    place: str


async def at_person(request: Request, person: ShownPerson) -> Markup:
    """Return the boards that a person has finished last, and their place on the ladder of the week."""
    boards, shown = site_of(request).service(Boards), list[PersonBoard]()
    for key, tries in (await boards.boards_of(person.id)).items():
        board = board_from_key(key)
        if len(shown) < _MAX_SHOWN and len(tries) >= board.deals:
            progress = await boards.progress(board, "", person.id)
            if len(progress.finished) < board.deals:
                continue
            result = await boards.result(progress)
            is_alone = all(each.others is None for each in result.deals)
            score = "" if is_alone else signed_text(result.score)
            shown.append(PersonBoard(key, board_title(key), score, place_text(result) if score else ""))
    place, players, week = await _place(request, person)
    if not shown and not place:
        return Markup()
    facts = {"boards": shown, "place": place, "players": players, "week": week}
    return Markup(render("boards/templates/person.html", **facts))


async def _place(request: Request, person: ShownPerson) -> tuple[int, int, str]:
    """Return a person's place on the ladder of this week, from 1, how many are there, and the week's board.

    The place is 0 for somebody who is not there.
    """
    people, week = people_of(request), site_of(request).service(Boards).current(weekly=True)
    if not await people.read(is_on_ladder, person.id):
        return 0, 0, week.key
    lines = await people.read(ladder_of, week, people.now())
    places = (place for place, each in enumerate(lines, start=1) if each.person_id == person.id)
    return next(places, 0), len(lines), week.key
