"""The sentences of the scripts of a page, picked from the gettext catalogues."""

from functools import cache
from typing import Any, Final

from babel.messages.extract import extract

from sixth.i18n import SOURCE, gettext as _, ngettext, using_language
from sixth.server.web.templating.files import STATIC

TABLE: Final = (
    *("table/words.js", "table/narration.js", "table/wire.js", "table/differs.js"),
    *(f"table/view/{path.name}" for path in sorted((STATIC / "table" / "view").glob("*.js"))),
)
"""The scripts with sentences on the page of a table, in the folder of static files."""

_KEYWORDS: Final = {"_": None, "ngettext": (1, 2)}
_OPTIONS: Final = {"parse_template_string": True}


@cache
def catalogue(language: str, scripts: tuple[str, ...] = TABLE) -> dict[str, Any]:
    """Return the translations of these scripts by English sentence, for `speaker` in table/i18n.js."""
    if language == SOURCE:
        return {"language": language, "sentences": {}}
    with using_language(language):
        return {"language": language, "sentences": dict(map(_translation, _sentences(scripts)))}


@cache
def _sentences(scripts: tuple[str, ...]) -> tuple[str | tuple[str, ...], ...]:
    messages: dict[str | tuple[str, ...], None] = {}
    for script in scripts:
        with (STATIC / script).open("rb") as file:
            messages |= dict.fromkeys(
                each[1] for each in extract("javascript", file, _KEYWORDS, options=_OPTIONS)
            )
    return tuple(messages)


def _translation(sentence: str | tuple[str, ...]) -> tuple[str, str | list[str]]:
    if isinstance(sentence, str):
        return sentence, _(sentence)
    one, many = sentence
    forms = [ngettext(one, many, count) for count in (1, 2)]
    return one, forms if forms[0] != forms[1] else forms[0]
