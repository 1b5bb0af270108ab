"""The page of a player's own tables, which the server lists, and games, which their browser keeps."""

from collections.abc import Mapping
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from sixth.i18n import gettext as _, plural_texts
from sixth.puzzles.puzzle import THEMES
from sixth.puzzles.text import theme_text
from sixth.server.feature import Feature, Link
from sixth.server.site import site_of
from sixth.server.web.cookies import all_seats, forget_seats
from sixth.server.web.templating.environment import render
from sixth.server.web.text.labels import game_titles
from sixth.server.web.views.going_on import going_on


async def mine(request: Request) -> HTMLResponse:
    """Show all tables at which this browser sits; a script adds the games that ended in it."""
    # The copy that a browser keeps for use without a connection contains no tables.
    seats = [] if "sixth-keep" in request.headers else all_seats(request)
    tables = await going_on(site_of(request).tables, seats)
    response = HTMLResponse(
        render("history/templates/mine.html", words=_texts(), going_on=tables, at_home=False)
    )
    forget_seats(response, {table_id for table_id, _ in seats} - {table.id for table in tables})
    return response


def _texts() -> Mapping[str, str | Mapping[str, str]]:
    """Return the sentences by name; one with a count has a form for each plural category."""
    return {
        "games": game_titles() | {"daily": _("Daily deal"), "": _("House rules")},
        "place": _("Place {place} of {players}"),
        "won": _("Won"),
        "with": _("With {names}"),
        "bots": _("Bots: {names}"),
        "you": _("{name} (you)"),
        "again": _("Cards of an earlier game"),
        "heads": plural_texts("{count} head", "{count} heads"),
        "played": plural_texts("{count} game", "{count} games"),
        "player": _("Player"),
        "round": _("Round {round}"),
        "total": _("Total"),
        "forget": _("Delete this game"),
        "forgotten": _("Deleted."),
        "back": _("Restored."),
        "mean": _("{games}, {wins} won. {mean} heads per round over {rounds} rounds (95%: {low} to {high})."),
        "few": _("{games}, {wins} won. Average shown after 10 rounds."),
        "chart": _("{games}: heads per round, oldest first; the list says the same."),
        "themes": {theme: theme_text(theme) for theme in THEMES},
        "most": _("“{theme}” cost you most: {heads} in {games}."),
        "nothing": _("Nothing stands out in {games}."),
        "train": _("Puzzles: {theme}"),
        "ask": plural_texts(
            "Ask the coach about {count} more game", "Ask the coach about {count} more games"
        ),
        "thinks": plural_texts(
            "The coach is thinking: {count} game to go", "The coach is thinking: {count} games to go"
        ),
        "between": _("{low} to {high}"),
        "added": plural_texts("{count} game was added.", "{count} games were added."),
        "unread": _("Some of your games could not be read. They are set aside; you can download them."),
        "badFile": _("There are no games in this file; choose one that you downloaded here."),
        "unkept": _("This browser does not store anything, so there is no list of your games."),
    }


HISTORY: Final = Feature(
    name="history",
    routes=(Route("/mine", mine),),
    links=lambda: (
        Link("foot-middle", "/mine", _("Your games")),
        Link("own-tables", "/mine", _("All your tables and games")),
        Link("kept", "/mine"),
    ),
)
