"""The pages of people as a feature of the site: their name, devices, results, file, and what is public."""

from typing import Final

from starlette.routing import Route

from sixth.i18n import gettext as _
from sixth.server.core.route_limits import RouteLimit
from sixth.server.feature import Feature, Link
from sixth.server.features.profile import offer, pages
from sixth.server.features.profile.games import keep_results, merge_results
from sixth.server.features.profile.passkeys import pages as passkeys
from sixth.server.web.rate_limits import counted_under

NAMES: Final = RouteLimit("names", 30, 3600)
"""Names that people of one network choose."""

DEVICES: Final = RouteLimit("devices", 60, 3600)
"""Links for other devices that are made and opened, and recovery codes that are made."""

RECOVERIES: Final = RouteLimit("recoveries", 10, 60)
"""Tries of recovery codes: of 28 to the power of 14 codes, ten guesses a minute find none."""


PASSKEYS: Final = RouteLimit("passkeys", 120, 3600)
"""Steps with passkeys; to sign in takes two."""


PROFILE: Final = Feature(
    name="profile",
    needs=("people",),
    routes=(
        Route("/you", pages.you),
        Route("/you/name", pages.keep_name, methods=["POST"], middleware=counted_under(NAMES)),
        Route("/you/shown", pages.show, methods=["POST"]),
        Route("/you/end", pages.end_browser, methods=["POST"]),
        Route("/you/out", pages.sign_out, methods=["POST"]),
        Route("/you/link", pages.make_link, methods=["POST"], middleware=counted_under(DEVICES)),
        Route("/you/link.svg", pages.link_picture),
        Route("/you/device/{link}", pages.device, middleware=counted_under(DEVICES)),
        Route("/you/device/{link}", pages.add_device, methods=["POST"], middleware=counted_under(DEVICES)),
        Route("/you/merge", pages.merge, methods=["POST"]),
        Route("/you/codes", pages.make_codes, methods=["POST"], middleware=counted_under(DEVICES)),
        Route("/you/code", pages.use_code, methods=["POST"], middleware=counted_under(RECOVERIES)),
        Route("/you/passkeys", passkeys.add, methods=["POST"], middleware=counted_under(PASSKEYS)),
        Route("/you/passkeys/new", passkeys.ask_new, methods=["POST"], middleware=counted_under(PASSKEYS)),
        Route("/you/passkeys/rename", passkeys.rename, methods=["POST"]),
        Route("/you/passkeys/remove", passkeys.remove, methods=["POST"]),
        Route("/you/passkeys/ask", passkeys.ask, methods=["POST"], middleware=counted_under(PASSKEYS)),
        Route("/you/passkeys/use", passkeys.sign_in, methods=["POST"], middleware=counted_under(PASSKEYS)),
        Route("/you/export.jsonl", pages.export),
        Route("/you/erase", pages.erase, methods=["POST"]),
        Route("/t/{table_id}/later", offer.put_off, methods=["POST"]),
        Route("/people/{person_id}", pages.public_page),
        Route("/privacy", pages.privacy),
    ),
    links=lambda: (
        Link("reader", "/you", _("Keep a name")),
        Link("foot-middle", "/you", _("Your page")),
        Link("foot-end", "/privacy", _("Privacy")),
    ),
    at_table=offer.at_table,
    when_games_end=keep_results,
    when_merged=merge_results,
)
