"""Names that look alike, of which a table accepts only one.

Names are compared by their skeletons (UTS 39, with Unicode's confusables, see docs/decisions/016), both as
written and in lower case: `Ian` equals `ian`, and also `lan`, which looks the same.
"""

import unicodedata
from functools import cache
from importlib.resources import files

_DATA = "confusables.txt"

_MAX_LENGTH = 200
"""Characters of a skeleton that count, as many as `people.tables.person_names` holds: some have eighteen."""


def look_alike(one: str, other: str) -> bool:
    """Return whether people could confuse the two names."""
    return not skeletons(one).isdisjoint(skeletons(other))


def skeleton(text: str) -> str:
    """Return the skeleton of a text, which equals that of texts that look the same; it is not for display."""
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).translate(_prototypes()))


def skeletons(name: str) -> frozenset[str]:
    """Return the skeletons of a name, as written and in lower case: names with a common one look alike."""
    plain = unicodedata.normalize("NFKC", name)
    return frozenset(skeleton(each)[:_MAX_LENGTH] for each in (plain, plain.casefold()))


@cache
def _prototypes() -> dict[int, str]:
    """Return by confusable character its prototype: another character, several, or none ("")."""
    prototypes: dict[int, str] = {}
    for line in (files(__package__) / _DATA).read_text("utf-8").splitlines():
        target, colon, sources = line.partition(":")
        if line.startswith("#") or not colon:
            continue
        prototype = "".join(chr(int(code, 16)) for code in target.split())
        for codes in sources.split():
            first, _, last = codes.partition("-")
            prototypes |= dict.fromkeys(range(int(first, 16), int(last or first, 16) + 1), prototype)
    return prototypes
