"""The score pad as a feature of the site."""

from collections.abc import Sequence
from typing import Final

from starlette.routing import Route

from sixth.i18n import gettext as _
from sixth.server.feature import Feature, Link
from sixth.server.features.pad import pages


def _links() -> Sequence[Link]:
    return (
        Link("foot-middle", "/pad", _("Score pad")),
        Link("offline", "/pad", _("Score pad")),
        Link("shortcut", "/pad", _("Score pad")),
    )


PAD: Final = Feature(name="pad", routes=(Route("/pad", pages.pad),), links=_links, offline_pages=("/pad",))
