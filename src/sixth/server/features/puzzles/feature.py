"""Puzzles as a feature of the site."""

from typing import Final

from starlette.routing import Route

from sixth.i18n import gettext as _
from sixth.server.feature import Feature, HeaderLink
from sixth.server.features.puzzles import pages

PUZZLES: Final = Feature(
    name="puzzles",
    routes=(
        Route("/puzzles", pages.index),
        Route("/puzzles/today", pages.today),
        Route("/puzzles/{number}", pages.puzzle),
    ),
    header_link=lambda: HeaderLink("/puzzles", _("Puzzles")),
)
