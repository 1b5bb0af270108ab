"""Puzzles as a feature of the site."""

from typing import Final

from starlette.routing import Route

from sixth.i18n import gettext as _
from sixth.server.feature import Feature, Link, PrivacyTopic
from sixth.server.features.puzzles import pages, record
from sixth.server.features.puzzles.home import home_lines
from sixth.server.features.puzzles.rows import merge_puzzles
from sixth.server.features.puzzles.tables import person_puzzles
from sixth.server.web.rate_limits import counted_under
from sixth.server.web.text.retention import until_erased

PUZZLES: Final = Feature(
    name="puzzles",
    routes=(
        Route("/puzzles", pages.index),
        Route("/puzzles/today", pages.today),
        Route("/puzzles/{number:int}", pages.puzzle),
        Route(
            "/puzzles/{number:int}/answer",
            record.note_answer,
            methods=["POST"],
            middleware=counted_under(record.ANSWERS),
        ),
    ),
    home=home_lines,
    at_person=record.at_person,
    export_of_person=record.export_of_person,
    privacy=lambda settings: (
        PrivacyTopic(
            _("Puzzles"),
            _("The five puzzles of a day: your first answers, how many tries, and what you solved."),
            until_erased(settings),
            (person_puzzles,),
        ),
    ),
    when_merged=merge_puzzles,
    links=lambda: (Link("header", "/puzzles", _("Puzzles")),),
)
