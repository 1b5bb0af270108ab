"""Templates and static files: one Jinja environment, and addresses that change when a file does."""

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import jinja2

from sixth.i18n import LANGUAGES, gettext, ngettext
from sixth.rules.cards import FULL_DECK
from sixth.server.web import elements
from sixth.server.web.forms.refused import NOT_REFUSED
from sixth.server.web.middleware.preferences import preferences
from sixth.server.web.templating.colours import window_colours
from sixth.server.web.text.labels import bot_text
from sixth.server.web.views.chart import totals_chart
from sixth.server.web.views.kept_game import kept_game
from sixth.text import heads_text

_WEB: Final = Path(__file__).parents[1]
STATIC: Final = _WEB / "static"
MODULES: Final = ("learn", "mine", "pad", "table")
"""Folders of scripts that import each other."""

JOINED: Final = {
    "every.css": ("tokens.css", "sixth.css", "table.css", "stage.css"),
    "first.css": ("home.css", "making.css", "clock.css"),
    "arranging.css": ("making.css", "together.css", "clock.css"),
    "playing.css": (
        "cards.css",
        "chart.css",
        "making.css",
        "together.css",
        "turn.css",
        "clock.css",
        "result.css",
    ),
}
"""Sheets sent as one file, as on a slow line each request costs more than what comes by it."""


def cards_css() -> str:
    """Return one rule a card: a name by which the browser knows the same card in two places and moves it."""
    return "".join(f".c{card}{{view-transition-name:c{card}}}\n" for card in range(1, FULL_DECK + 1))


def tokens_css() -> str:
    """Return the tokens, with those of high contrast a second time, for systems that ask for it.

    They are written once: CSS cannot say "this attribute, or else that wish of the system" of one list.
    """
    written = (STATIC / "tokens.css").read_text("utf-8")
    contrast = written.partition(':root[data-theme="contrast"]')[2].partition("}")[0]
    wished = f':root:not([data-theme="light"], [data-theme="dark"]){contrast}}}'
    return f"{written}@media (prefers-contrast: more) {{\n{wished}\n}}\n"


def made_css(name: str) -> str | None:
    """Return a sheet that is made: the cards' names, the tokens, several in one. None for any other name."""
    if name == "cards.css":
        return cards_css()
    if name == "tokens.css":
        return tokens_css()
    if name not in JOINED:
        return None
    parts = (made_css(part) or (STATIC / part).read_text("utf-8") for part in JOINED[name])
    # What is for those who work on them need not travel.
    text = re.sub(r"/\*.*?\*/\s*", "", "".join(parts), flags=re.DOTALL)
    return re.sub(r",\n\s*", ",", re.sub(r"\s*([{};])\s*", r"\1", text)).replace(";}", "}")


@cache
def sent_scripts() -> Mapping[str, str]:
    """Return all scripts by name as they are sent: without the lines that are comments, a sixth of them."""
    found = {path.relative_to(STATIC).as_posix(): path.read_text("utf-8") for path in STATIC.rglob("*.js")}
    comment = re.compile(r"^[ \t]*(?://.*|/\*\*.*\*/)\n", re.MULTILINE)
    return {name: comment.sub("", text) for name, text in found.items()}


@cache
def static_url(name: str) -> str:
    """Return the address of a static file; it changes with the file, so browsers may keep what they have."""
    made = made_css(name)
    data = (STATIC / name).read_bytes() if made is None else made.encode()
    return f"/static/{name}?v={hashlib.sha256(data).hexdigest()[:12]}"


@cache
def _modules_version() -> str:
    files = sorted(path for folder in MODULES for path in (STATIC / folder).glob("*.js"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def module_url(name: str) -> str:
    """Return the address of a script such as `table/main.js`, which changes with any script in its folder."""
    return f"/static/v-{_modules_version()}/{name}"


@cache
def modules(folder: str, *, but: str = "") -> tuple[str, ...]:
    """Return all scripts of a folder, except for the one named `but`."""
    names = sorted(file.name for file in (STATIC / folder).glob("*.js"))
    return tuple(f"{folder}/{name}" for name in names if name != but)


def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_WEB / "templates"),
        autoescape=True,
        # It would look at the dates of all files of a page whenever it is rendered.
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        extensions=["jinja2.ext.i18n"],
    )
    environment.globals.update(
        static=static_url,
        module=module_url,
        modules=modules,
        bot_text=bot_text,
        heads_text=heads_text,
        totals_chart=totals_chart,
        kept_game=kept_game,
        window_colours=window_colours,
        elements=elements,
        _=gettext,
        gettext=gettext,
        ngettext=ngettext,
        languages=LANGUAGES,
        # A page that shows a form which was refused has another.
        refused=NOT_REFUSED,
    )
    # Imported by nearly every part of a table, so it is made once.
    environment.globals["draw"] = environment.get_template("table/draw.html").module
    return environment


_ENVIRONMENT: Final = _environment()


def render(template: str, **context: object) -> str:
    """Return the page or part of a page that `template` makes of `context`; all of it is escaped."""
    return _ENVIRONMENT.get_template(template).render(context, preferences=preferences())
