"""Bring the catalogues up to date with every string that people read, whichever file it stands in.

`make words` runs it; then translate what is empty in src/sixth/locale. It drops what is no longer used and
guesses nothing; it writes neither lines nor dates, so that a change shows words and nothing else.
"""

import json
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract, extract_from_dir
from babel.messages.pofile import read_po, write_po
from typer.main import get_command

from sixth import bots
from sixth.cli.app import app
from sixth.cli.help import texts as help_texts
from sixth.i18n import LANGUAGES, SOURCE
from sixth.rules.games import GAMES

PACKAGE: Final = Path(__file__).parents[1] / "src/sixth"
LOCALE: Final = PACKAGE / "locale"
SCRIPTS: Final = LOCALE / "scripts.json"
"""The file of the sentences of each script, of which a page carries the translations."""

_MAX_LINE_LENGTH: Final = 110
_METHODS: Final = [
    ("**.py", "python"),
    ("**/templates/**.html", "jinja2"),
    ("**/static/**.js", "javascript"),
]
_SCRIPTS: Final = {"parse_template_string": "true"}
_TEMPLATES: Final = {
    "trim_blocks": "true",
    "lstrip_blocks": "true",
    "silent": "false",
}
# By function or class: which argument is a text; None is the first one.
_KEYWORDS: Final = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    **dict.fromkeys(("NotNow", "Impossible", "Forbidden", "NotFound", "Unproven", "Busy", "NoRoom"), (2,)),
    "RulesError": (2,),
    "SolverError": (2,),
    "PositionError": (2,),
    "SeatingError": (2,),
    "Malformed": (2,),
    "RecordError": (3,),
    "WeightsError": (2,),
    "BotFault": (2,),
    "CannotReviewError": (2,),
    "PuzzleFileError": (2,),
    "Sentence": None,
    "sentence": None,
}
_HEADERS: Final = ("Language:", "MIME-Version", "Content-Type", "Content-Transfer-Encoding", "Plural-Forms")

PLURALS: Final = {
    "de": "nplurals=2; plural=(n != 1);",
    "fr": "nplurals=2; plural=(n > 1);",
    "it": "nplurals=2; plural=(n != 1);",
    "id": "nplurals=1; plural=0;",
}


def extracted() -> Catalog:
    """Return every string there is to translate."""
    found = Catalog()
    for _file, _line, message, comments, context in extract_from_dir(
        PACKAGE,
        method_map=_METHODS,
        options_map={"**/templates/**.html": _TEMPLATES, "**.js": _SCRIPTS},
        keywords=_KEYWORDS,
        comment_tags=("Words:",),
    ):
        found.add(message, auto_comments=comments, context=context)
    for text in _named():
        found.add(text)
    return found


def of_scripts() -> str:
    """Return what `SCRIPTS` has to hold: by the path of a script its sentences, a plural as a pair."""
    static = PACKAGE / "server/web/static"
    found = {path.relative_to(static).as_posix(): _of_script(path) for path in sorted(static.rglob("*.js"))}
    sentences = {path: each for path, each in found.items() if each}
    return json.dumps(sentences, ensure_ascii=False, indent=1) + "\n"


def _of_script(path: Path) -> list[object]:
    with path.open("rb") as file:
        keywords = {"_": None, "ngettext": (1, 2)}
        return list(
            dict.fromkeys(each[1] for each in extract("javascript", file, keywords, options=_SCRIPTS))
        )


def _named() -> Iterator[str]:
    """Yield what games, bots and commands say of themselves."""
    yield from (game.about for game in GAMES.values())
    yield from (bots.about(name) for name in bots.all_names)
    yield from help_texts(get_command(app))


def path_of(code: str) -> Path:
    """Return the path of the catalogue of a language."""
    return LOCALE / code / "LC_MESSAGES/sixth.po"


def read(code: str) -> Catalog:
    """Return the catalogue of a language as it is."""
    with path_of(code).open("rb") as file:
        return read_po(file, locale=code)


def written(catalog: Catalog) -> bytes:
    """Return the bytes of a catalogue's file, which depend on its words alone."""
    out = BytesIO()
    write_po(out, catalog, width=_MAX_LINE_LENGTH, no_location=True, sort_output=True, ignore_obsolete=True)
    lines = out.getvalue().decode().splitlines(keepends=True)
    first = lines.index('msgid ""\n')
    head = lines.index("\n", first)
    kept = [line for line in lines[first:head] if line[0] != '"' or line.strip('"').startswith(_HEADERS)]
    return "".join(kept + lines[head:]).encode()


def update(code: str, words: Catalog) -> int:
    """Bring one catalogue up to date, and return how many strings have no translation yet."""
    path = path_of(code)
    if path.exists():
        catalog = read(code)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        head = f'msgid ""\nmsgstr ""\n"Language: {code}\\n"\n"Plural-Forms: {PLURALS[code]}\\n"\n'
        catalog = read_po(BytesIO(head.encode()), locale=code)
    catalog.update(words, no_fuzzy_matching=True)
    path.write_bytes(written(catalog))
    return sum(not all(_forms(message.string)) for message in catalog if message.id)


def _forms(string: object) -> tuple[object, ...]:
    return tuple(string) if isinstance(string, list | tuple) else (string,)


def main() -> None:
    """Update all catalogues, and say what there is to do."""
    words = extracted()
    sys.stdout.write(f"{len(words)} texts\n")
    SCRIPTS.write_text(of_scripts(), "utf-8")
    for code in LANGUAGES:
        if code != SOURCE:
            sys.stdout.write(f"{code}: {update(code, words)} to translate\n")


if __name__ == "__main__":
    main()
