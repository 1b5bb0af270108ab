"""The Jinja environment of all templates."""

from pathlib import Path
from typing import Final

import jinja2
from markupsafe import Markup

from sixth import fast
from sixth.i18n import LANGUAGES, gettext, ngettext
from sixth.rules.codec import dumps
from sixth.server.web import elements
from sixth.server.web.middleware.preferences import preferences
from sixth.server.web.templating.colours import window_colours
from sixth.server.web.templating.files import pages_version, static_url
from sixth.server.web.text.labels import bot_text
from sixth.text import heads_text

_WEB: Final = Path(__file__).parents[1]


ENVIRONMENT: Final = jinja2.Environment(
    loader=jinja2.FileSystemLoader([_WEB / "templates", _WEB.with_name("features")]),
    autoescape=True,
    # Reloading would check the dates of all files of a page at every rendering.
    auto_reload=False,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=jinja2.StrictUndefined,
    extensions=["jinja2.ext.i18n"],
)
"""Finds and compiles all templates."""

ENVIRONMENT.globals |= {
    "static": static_url,
    "pages_version": pages_version,
    "elements": elements,
    "languages": LANGUAGES,
    "has_coach": fast.INSTALLED,
    "_": gettext,
}
_HELPERS: Final = (gettext, ngettext, bot_text, heads_text, window_colours)
ENVIRONMENT.globals |= {helper.__name__: helper for helper in _HELPERS}


def as_script(value: object) -> Markup:
    """Return a value as JSON for a script element, which nothing in the value can end."""
    return Markup(dumps(value).replace("<", "\\u003c"))


def render(template: str, **context: object) -> str:
    """Return the page, or part of a page, that `template` makes of `context`, with all values escaped."""
    prefs = preferences()
    usual = {"preferences": prefs, "refused": prefs.refused, "note": prefs.refused.note}
    return ENVIRONMENT.get_template(template).render(usual | context)
