"""Static files as they are sent: without comments, each script with all that it imports, sheets in one."""

import hashlib
import posixpath
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from sixth.rules.cards import FULL_DECK

STATIC: Final = Path(__file__).parents[1] / "static"

JOINED: Final = {
    "every.css": ("tokens.css", "sixth.css", "table.css", "stage.css"),
    "playing.css": (
        "home.css",
        "chart.css",
        "making.css",
        "together.css",
        "turn.css",
        "clock.css",
        "result.css",
    ),
}
"""Sheets sent as one, as on a slow line each request costs more than what comes by it.

The second is for the first page as for the table, which then has all it needs before it is asked for.
"""

_COMMENT: Final = re.compile(
    r"^[ \t]*(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/)\n|/\*\* @type [^\n]*? \*/ ?", re.MULTILINE
)
_SPACE: Final = re.compile(r"^[ \t]+|^\n", re.MULTILINE)
"""Of a script, in which no text goes over the end of a line."""

_IMPORT: Final = re.compile(r'^import (?:(\{.*\}) from )?"(.*)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ((?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)


@cache
def sent_files() -> Mapping[str, str]:
    """Return all sheets and scripts that pages name, by name, without what is for those who work on them."""
    sheets = {path.name: path.read_text("utf-8") for path in STATIC.glob("*.css")}
    sheets["cards.css"] = _cards()
    sheets["tokens.css"] = _tokens(sheets["tokens.css"])
    sheets |= {name: "".join(sheets[part] for part in parts) for name, parts in JOINED.items()}
    paths = {path.relative_to(STATIC).as_posix(): path for path in STATIC.rglob("*.js")}
    written = {name: path.read_text("utf-8") for name, path in paths.items()}
    scripts = {name: _SPACE.sub("", _COMMENT.sub("", text)) for name, text in written.items()}
    imported = {_imported(name, found) for name, text in scripts.items() for found in _IMPORT.finditer(text)}
    return {name: _tight(sheet) for name, sheet in sheets.items()} | {
        name: _with_imports(name, scripts) for name in scripts if name not in imported
    }


def static_url(name: str) -> str:
    """Return the address of a static file; it changes with the file, so browsers may keep what they have."""
    return f"/static/{name}?v={_hash(name)}"


@cache
def _hash(name: str) -> str:
    sent = sent_files().get(name)
    return hashlib.sha256((STATIC / name).read_bytes() if sent is None else sent.encode()).hexdigest()[:12]


def _cards() -> str:
    """One rule a card: a name by which the browser knows the same card in two places and moves it."""
    return "".join(f".c{card}{{view-transition-name:c{card}}}\n" for card in range(1, FULL_DECK + 1))


def _tokens(written: str) -> str:
    """The tokens, with those of high contrast a second time, for systems that ask for it.

    They are written once: CSS cannot say "this attribute, or else that wish of the system" of one list.
    """
    contrast = written.partition(':root[data-theme="contrast"]')[2].partition("}")[0]
    wished = f':root:not([data-theme="light"], [data-theme="dark"]){contrast}}}'
    return f"{written}@media (prefers-contrast: more) {{\n{wished}\n}}\n"


def _tight(sheet: str) -> str:
    text = re.sub(r"/\*.*?\*/\s*", "", sheet, flags=re.DOTALL)
    return re.sub(r",\n\s*", ",", re.sub(r"\s*([{};])\s*", r"\1", text)).replace(";}", "}")


def _imported(script: str, found: re.Match[str]) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(script), found[2]))


def _with_imports(name: str, scripts: Mapping[str, str]) -> str:
    """A script after all that it imports, each of which becomes a function that returns what it exports."""
    before: dict[str, str] = {}

    def alone(script: str) -> str:
        def taken(found: re.Match[str]) -> str:
            path = _imported(script, found)
            part = re.sub(r"\W", "_", path)
            if path not in before:
                exports = ", ".join(each[2] for each in _EXPORT.finditer(scripts[path]))
                text = _EXPORT.sub(r"\1", alone(path))
                before[path] = f"const {part} = (() => {{\n{text}return {{ {exports} }};\n}})();\n"
            return f"const {found[1].replace(' as ', ': ')} = {part};\n" if found[1] else ""

        return _IMPORT.sub(taken, scripts[script])

    last = alone(name)
    return "".join(before.values()) + last
