"""The page of a player's own tables and games as a feature of the site."""

from collections.abc import Sequence
from typing import Final

from starlette.routing import Route

from sixth.i18n import gettext as _
from sixth.server.feature import Feature, Link
from sixth.server.features.mine import pages


def _links() -> Sequence[Link]:
    return (
        Link("foot-middle", "/mine", _("Your games")),
        Link("own-tables", "/mine", _("All your tables and games")),
    )


MINE: Final = Feature(
    name="mine", routes=(Route("/mine", pages.mine),), links=_links, offline_pages=("/mine",)
)
