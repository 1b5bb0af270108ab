"""The rules of each named game, in plain words and with pictures."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse

from sixth.rules.cards import FULL_DECK
from sixth.rules.games import GAMES
from sixth.rules.options import Rules
from sixth.server.core.refusals import NotFound
from sixth.server.features.guide.rules import examples
from sixth.server.web.templating.environment import render
from sixth.server.web.text.labels import game_summaries, game_titles
from sixth.server.web.text.rules import ending_texts
from sixth.server.web.views.cards import cards_of

_SEATS: Final = 4
"""The seats of the described game, where their number makes no difference."""


async def index(_request: Request) -> HTMLResponse:
    """Show all named games, each in one sentence."""
    texts = {"titles": game_titles(), "abouts": game_summaries()}
    return HTMLResponse(render("guide/templates/rules.html", **texts, game=None))


async def rules(request: Request) -> HTMLResponse:
    """Show the rules of one game."""
    game: str = request.path_params["game"]
    if game not in GAMES:
        raise NotFound("no-page", "There are no rules of a game of that name here.")
    four_seats = GAMES[game].replace(seats=_SEATS)
    page = render(
        "guide/templates/rules.html",
        titles=game_titles(),
        abouts=game_summaries(),
        game=game,
        rules=four_seats,
        kinds=_card_kinds(four_seats),
        dealt=_deals(game),
        ending=ending_texts(four_seats),
        examples=examples,
    )
    return HTMLResponse(page)


def _card_kinds(rules: Rules) -> list[Mapping[str, object]]:
    """Return the kinds of cards by their heads, the most heads first: the lowest `card` and the `count`."""
    counts = Counter(rules.heads_of[1:])
    card = cards_of(rules.heads_of)
    lowest = {heads: rules.heads_of.index(heads, 1) for heads in counts}
    kinds = sorted(counts.items(), reverse=True)
    return [{"card": card[lowest[heads]], "count": count} for heads, count in kinds]


def _deals(game: str) -> list[Mapping[str, object]]:
    """Return the deal for each number of `seats` that the game allows.

    `hands` are the cards in each hand (of each half), `deck` those in the deck, `hidden` those that are not
    dealt.
    """
    by_seats: list[Mapping[str, object]] = []
    for seats in GAMES[game].seats:
        rules = GAMES[game].replace(seats=seats)
        hands, deck = rules.parts(seats), rules.deck_size(seats)
        assert deck <= FULL_DECK
        hidden = deck - rules.rows - seats * sum(hands)
        by_seats.append({"seats": seats, "hands": hands, "deck": deck, "hidden": hidden})
    return by_seats
