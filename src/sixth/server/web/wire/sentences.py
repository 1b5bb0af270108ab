"""The sentences that scripts of a page say by themselves, of all that are in the catalogues."""

from functools import cache
from typing import Any, Final

from babel.messages.extract import extract

from sixth.i18n import SOURCE, ngettext, using_language
from sixth.i18n import gettext as _
from sixth.server.web.templating.files import STATIC

SCRIPTS: Final = ("table/words.js", "table/view.js")
"""Where they stand, in the folder of static files."""

_KEYWORDS: Final = {"_": None, "ngettext": (1, 2)}
_OPTIONS: Final = {"parse_template_string": True}


@cache
def catalogue(language: str) -> dict[str, Any]:
    """Return the sentences of a language by the English ones, as `speaker` of table/i18n.js takes them."""
    if language == SOURCE:
        return {"language": language, "sentences": {}}
    with using_language(language):
        return {"language": language, "sentences": dict(map(_said, _sentences()))}


@cache
def _sentences() -> tuple[str | tuple[str, ...], ...]:
    found: dict[str | tuple[str, ...], None] = {}
    for script in SCRIPTS:
        with (STATIC / script).open("rb") as file:
            found |= dict.fromkeys(
                each[1] for each in extract("javascript", file, _KEYWORDS, options=_OPTIONS)
            )
    return tuple(found)


def _said(sentence: str | tuple[str, ...]) -> tuple[str, str | list[str]]:
    if isinstance(sentence, str):
        return sentence, _(sentence)
    one, many = sentence
    forms = [ngettext(one, many, count) for count in (1, 2)]
    return one, forms if forms[0] != forms[1] else forms[0]
