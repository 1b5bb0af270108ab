"""The score pad for games with real cards, which stay in the browser, as a feature of the site."""

from collections.abc import Mapping
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from sixth.i18n import gettext as _, plural_texts
from sixth.rules.cards import HEADS
from sixth.server.feature import Feature, Link, LinkPlace
from sixth.server.web.templating.environment import render

_PLACES: Final[tuple[LinkPlace, ...]] = ("foot-middle", "offline", "kept", "shortcut")


async def pad(_request: Request) -> HTMLResponse:
    """Show the score pad."""
    return HTMLResponse(render("pad/templates/pad.html", heads=HEADS, words=_texts()))


def _texts() -> Mapping[str, str | Mapping[str, str]]:
    """Return the sentences by name; one with a count has a form for each plural category."""
    return {
        "heads": plural_texts("{count} head", "{count} heads"),
        "cards": plural_texts("{count} card", "{count} cards"),
        "rounds": plural_texts("{count} round", "{count} rounds"),
        "leads": plural_texts("{names} leads with {heads}.", "{names} lead with {heads}."),
        "wins": plural_texts("{names} wins with {heads}.", "{names} win together with {heads}."),
        "reached": plural_texts(
            "{names} has reached the limit of {limit}.", "{names} have reached the limit of {limit}."
        ),
        "out": plural_texts("{names} is out.", "{names} are out."),
        "over": _("The game is over."),
        "left": plural_texts("{count} round is left.", "{count} rounds are left."),
        "nobody": _("No rounds yet."),
        "more": _("Add at least two players."),
        "playOn": _("To play on, change the end of the game under “Players and rules”."),
        "round": _("Round {round}"),
        "roundChanged": _("Editing round {round}"),
        "writeDown": _("Save round {round}"),
        "change": _("Change round {round}"),
        "written": _("Round {round} is saved."),
        "dropped": _("Round {round} is deleted."),
        "totals": _("Totals: {totals}."),
        "total": _("{name} {heads}"),
        "entry": _("{name}: heads in this round"),
        "pickCards": _("Cards"),
        "pick": _("Cards that {name} took"),
        "taken": _("{card}: taken by {name}"),
        "card": _("{card}: {heads}"),
        "counted": _("{cards}, {heads}"),
        "playerName": _("Name of player {number}"),
        "remove": _("Remove {name}"),
        "removed": _("{name} is removed. “Undo” brings them back."),
        "added": _("{name} joins."),
        "open": _("Open {game}"),
        "delete": _("Delete {game}"),
        "deleted": _("{game} is deleted. “Undo” brings it back."),
        "opened": _("{game} is open."),
        "copied": _("Link copied. It shows the game as it is now."),
        "copy": _("Copy this link. It shows the game as it is now."),
        "kept": _("The copy is yours now."),
        "undone": _("Undone."),
        "redone": _("Redone."),
        "limit": _("Limit of heads"),
        "count": _("Number of rounds"),
        "chart": _("Totals by round, as lines; the table says the same in numbers."),
        "sum": _("Total"),
        "limitLine": _("Limit {limit}"),
        "nameEmpty": _("Enter a name."),
        "nameLong": _("That name is too long; {most} letters at most."),
        "nameTwice": _("{name} is already playing."),
        "notNumbers": _("“{text}” is neither a number of heads nor cards such as 55 7 10."),
        "tooMany": _("There are only 104 cards."),
        "tooHigh": _("{most} is the highest number allowed."),
        "noCard": _("There is no card {card}; the cards are 1 to 104."),
        "sameTwice": _("Card {card} is entered twice."),
        "cardTwice": _("Card {card} cannot have been taken by both {first} and {second}."),
        "nothing": _("Enter the heads of at least one player; 0 if nobody took any."),
        "notCount": _("Enter a whole number from 1 to {most}."),
        "tooManyPlayers": _("{most} players at most."),
        "tooManyRounds": _("{most} rounds at most."),
        "tooManyGames": _("There is room for {most} games; delete one first."),
        "linkLong": _("This game is too long for a link."),
        "linkBroken": _("This link has no game in it, or only a part."),
        "unkept": _(
            "This browser does not store anything: share a link, or the game is gone when you close the page."
        ),
        "lost": _("Some saved games could not be read and are left out."),
    }


PAD: Final = Feature(
    name="pad",
    routes=(Route("/pad", pad),),
    links=lambda: [Link(place, "/pad", _("Score pad")) for place in _PLACES],
)
