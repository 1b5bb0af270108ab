"""The sentences of the scripts of a page, picked from the gettext catalogues."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

from sixth.i18n import SOURCE, gettext as _, ngettext, using_language
from sixth.server.web.templating.files import STATIC

TABLE: Final = (
    *("table/words.js", "table/narration.js", "table/wire.js", "table/differs.js"),
    *(f"table/view/{path.name}" for path in sorted((STATIC / "table" / "view").glob("*.js"))),
)
"""The scripts with sentences on the page of a table, in the folder of static files."""


@cache
def catalogue(language: str, scripts: tuple[str, ...] = TABLE) -> dict[str, Any]:
    """Return the translations of these scripts by English sentence, for `speaker` in table/i18n.js."""
    if language == SOURCE:
        return {"language": language, "sentences": {}}
    with using_language(language):
        return {"language": language, "sentences": dict(map(_translation, _sentences(scripts)))}


@cache
def _extracted() -> Mapping[str, Sequence[str | list[str]]]:
    """Return what scripts/words.py has extracted: by the script's file, its sentences, a plural as a pair."""
    sentences: Mapping[str, Sequence[str | list[str]]] = json.loads(
        files("sixth").joinpath("locale/scripts.json").read_text("utf-8")
    )
    return sentences


def _sentences(scripts: tuple[str, ...]) -> list[str | list[str]]:
    return [sentence for script in scripts for sentence in _extracted().get(script, ())]


def _translation(sentence: str | list[str]) -> tuple[str, str | list[str]]:
    if isinstance(sentence, str):
        return sentence, _(sentence)
    one, many = sentence
    forms = [ngettext(one, many, count) for count in (1, 2)]
    return one, forms if forms[0] != forms[1] else forms[0]
