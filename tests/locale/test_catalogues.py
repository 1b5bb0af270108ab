"""Catalogues in memory, held to what Babel reads in the same files."""

from gettext import GNUTranslations
from io import BytesIO

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from scripts import words
from sixth.i18n import LANGUAGES, SOURCE
from sixth.locale.catalogues import compiled

TRICKY = r"""
# a comment
msgid ""
msgstr ""
"Plural-Forms: nplurals=2; plural=(n != 1);\n"
"Content-Type: text/plain; charset=utf-8\n"

#. A comment with a "quote".
msgid "One \"quoted\" line\n"
"and another"
msgstr "Eine \"Zeile\"\n"
"und\tnoch eine \\"

msgid "{count} head"
msgid_plural "{count} heads"
msgstr[0] "{count} Kopf"
msgstr[1] ""
"{count} Köpfe"

msgid "empty"
msgstr ""
"""


def _messages(text: str) -> dict[object, str]:
    babel = BytesIO()
    write_mo(babel, read_po(BytesIO(text.encode()), locale="de"))
    babel.seek(0)
    own, others = (GNUTranslations(file) for file in (BytesIO(compiled(text)), babel))
    messages: dict[object, str] = dict(vars(own)["_catalog"])
    # Babel completes the head.
    head = messages.pop("")
    assert "Plural-Forms" in head
    assert messages == {key: each for key, each in vars(others)["_catalog"].items() if key}
    return messages


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != SOURCE])
def test_a_catalogue_is_read_as_babel_reads_it(code: str) -> None:
    assert len(_messages(words.path_of(code).read_text("utf-8"))) > 2_000


def test_quotes_breaks_plurals_and_empty_translations_are_read_as_babel_reads_them() -> None:
    messages = _messages(TRICKY)
    assert messages['One "quoted" line\nand another'] == 'Eine "Zeile"\nund\tnoch eine \\'
    assert "empty" not in messages
