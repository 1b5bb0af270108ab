"""The rules of each named game, in plain words and with pictures."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from fastapi.responses import HTMLResponse

from sixth.i18n import gettext as _
from sixth.rules.cards import FULL_DECK
from sixth.rules.games import GAMES
from sixth.rules.options import Rules
from sixth.server.web.endpoints import new_router
from sixth.server.web.templating.environment import render
from sixth.server.web.text.labels import abouts, titles
from sixth.server.web.text.rules import ending
from sixth.server.web.views import examples
from sixth.server.web.views.cards import Card, cards_of

router = new_router()

_SEATS: Final = 4
"""The seats of the game that is described where their number makes no difference."""


@dataclass(frozen=True, slots=True)
class Kind:
    """All cards with so many heads: one of them, and how many there are."""

    card: Card
    count: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """What is dealt to so many players."""

    seats: int
    hands: tuple[int, ...]
    deck: int
    hidden: int


@router.get("/rules", response_class=HTMLResponse)
async def index() -> HTMLResponse:
    """All named games, each in one sentence."""
    return HTMLResponse(render("rules.html", titles=titles(), abouts=abouts(), game=None))


@router.get("/rules/{game}", response_class=HTMLResponse)
async def rules(game: str) -> HTMLResponse:
    """The rules of one game."""
    if game not in GAMES:
        sentence = _("There are no rules of a game of that name here.")
        return HTMLResponse(render("error.html", sentence=sentence), 404)
    played = GAMES[game].replace(seats=_SEATS)
    page = render(
        "rules.html",
        titles=titles(),
        abouts=abouts(),
        game=game,
        rules=played,
        kinds=kinds(played),
        dealt=dealt(game),
        ending=ending(played),
        examples=examples,
    )
    return HTMLResponse(page)


def kinds(rules: Rules) -> tuple[Kind, ...]:
    """The kinds of cards, those with most heads first, each with its lowest card."""
    counts = Counter(rules.heads_of[1:])
    card = cards_of(rules.heads_of)
    lowest = {heads: rules.heads_of.index(heads, 1) for heads in counts}
    return tuple(Kind(card[lowest[heads]], counts[heads]) for heads in sorted(counts, reverse=True))


def dealt(game: str) -> tuple[Dealt, ...]:
    """What is dealt to each number of players that the game takes."""
    found = []
    for seats in GAMES[game].seats:
        rules = GAMES[game].replace(seats=seats)
        hands, deck = rules.parts(seats), rules.deck_size(seats)
        found.append(Dealt(seats, hands, deck, deck - rules.rows - seats * sum(hands)))
    assert all(each.deck <= FULL_DECK for each in found)
    return tuple(found)
