"""Deals for everybody as a feature of the site: the daily deal, and the boards of a day and a week."""

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup
from starlette.requests import Request
from starlette.routing import Route

from sixth.i18n import gettext as _
from sixth.server.core.route_limits import TABLES
from sixth.server.feature import Feature, HomeLine, Link, PrivacyTopic, ShownPerson, Site
from sixth.server.features.boards import board_api, board_pages, person as boards_of_person
from sixth.server.features.boards.boards import Boards
from sixth.server.features.boards.daily import api as daily_api, pages as daily_pages
from sixth.server.features.boards.daily.service import Daily
from sixth.server.features.boards.ends import keep_results
from sixth.server.features.boards.ladder import merge_ladder
from sixth.server.features.boards.rows import DealRows
from sixth.server.features.boards.tables import (
    board_choices,
    board_counts,
    board_ladder,
    board_results,
    daily_chain,
    daily_tries,
)
from sixth.server.web.rate_limits import counted_under


def _services(site: Site) -> Daily:
    rows = DealRows(site.store)
    site.add(Boards(site.tables, rows, site.game_ends))
    return Daily(site.tables, rows)


async def _home_lines(request: Request) -> Sequence[HomeLine]:
    return [*await daily_pages.home_lines(request), *await board_pages.home_lines(request)]


async def _at_person(request: Request, person: ShownPerson) -> Markup:
    return await daily_pages.at_person(request, person) + await boards_of_person.at_person(request, person)


BOARDS: Final = Feature(
    name="boards",
    routes=(
        Route("/daily", daily_pages.today),
        Route("/daily", daily_pages.begin, methods=["POST"], middleware=counted_under(TABLES)),
        Route("/daily/{day}", daily_pages.day),
        Route("/boards", board_pages.index),
        Route("/boards", board_pages.begin, methods=["POST"], middleware=counted_under(TABLES)),
        Route("/boards/ladder", board_pages.choose_ladder, methods=["POST"]),
        Route("/boards/{board}", board_pages.board),
        Route("/boards/{board}/{number:int}", board_pages.deal),
        *daily_api.router.routes,
        *board_api.router.routes,
    ),
    service=_services,
    at_person=_at_person,
    export_of_person=board_pages.export_of_person,
    privacy=lambda settings: (
        PrivacyTopic(
            _("Daily deal and boards"),
            _(
                "The deal, the table and the heads; a fingerprint of your network, to count tries; "
                "whether you are on the ladder; and how many players chose what, without names."
            ),
            _(
                "The network until the deal is over, numbers without names always, "
                "the rest as long as the table."
            ),
            (daily_tries, daily_chain, board_results, board_counts, board_choices, board_ladder),
        ),
    ),
    when_merged=merge_ladder,
    when_games_end=keep_results,
    home=_home_lines,
    links=lambda: (
        Link("header", "/daily", _("Daily")),
        Link("shortcut", "/daily", _("Daily deal")),
        Link("deal-results", "/daily/{day}", _("Daily deal")),
    ),
)
