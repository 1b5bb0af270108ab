"""What others say in English, the system and libraries above all: said again in the language in use."""

import re
from functools import cache
from string import Formatter
from typing import Final

from sixth.i18n import SOURCE, current_language
from sixth.i18n import gettext as _
from sixth.rules.sentence import Sentence

_COMMON: Final = (
    # Of the system, where something cannot be opened, written, listened on or started.
    Sentence("No such file or directory"),
    Sentence("Permission denied"),
    Sentence("Operation not permitted"),
    Sentence("Is a directory"),
    Sentence("Not a directory"),
    Sentence("File exists"),
    Sentence("File name too long"),
    Sentence("Too many levels of symbolic links"),
    Sentence("Too many open files"),
    Sentence("Read-only file system"),
    Sentence("No space left on device"),
    Sentence("Input/output error"),
    Sentence("Exec format error"),
    Sentence("Address already in use"),
    Sentence("Cannot assign requested address"),
    Sentence("Connection refused"),
    Sentence("timed out"),
    # Of `sixth.sim`, which knows no language.
    Sentence("{file} cannot be read: {why}."),
    Sentence("{file} is larger than a policy is ({most} bytes at most)."),
    Sentence("{file} is not a policy; `sixth train` makes one."),
    Sentence("{file} is not a policy of format {format}; `sixth train` makes one."),
    Sentence("{file} was made for other features; train it again with `sixth train`."),
    Sentence("{file} holds numbers that are not finite; train it again with `sixth train`."),
)


def again(text: str, *known: Sentence) -> str:
    """`text` in the language in use, if one of the `known` templates or a common one makes it.

    What a template takes is said again in the same way. Other text is left as it is.
    """
    if current_language() == SOURCE:
        return text
    for template in (each.template for each in (*known, *_COMMON)):
        found = _pattern(template).fullmatch(text)
        if found:
            return _(template).format(
                **{name: again(value, *known) for name, value in found.groupdict().items()}
            )
    return text


def why(error: OSError) -> str:
    """What the system says has gone wrong."""
    return again(error.strerror or str(error))


@cache
def _pattern(template: str) -> re.Pattern[str]:
    parts = Formatter().parse(template)
    return re.compile(
        "".join(re.escape(text) + (f"(?P<{name}>.+?)" if name else "") for text, name, _form, _how in parts),
        re.DOTALL,
    )
