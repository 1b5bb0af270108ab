"""Which names look alike: two that nobody at a table could tell apart are one.

They are compared by their skeletons (UTS 39, with Unicode's confusables, see docs/decisions/016), each as it
is written and in small letters: `Ian` is neither `ian` nor, to the eye, `lan`.
"""

import unicodedata
from functools import cache
from importlib.resources import files

_DATA = "confusables.txt"


def look_alike(one: str, other: str) -> bool:
    """Return whether two names could be taken for each other."""
    return not _looks(one).isdisjoint(_looks(other))


def skeleton(text: str) -> str:
    """Return what a text looks like, to compare with what others look like; it is not for showing."""
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).translate(_prototypes()))


def _looks(name: str) -> frozenset[str]:
    plain = unicodedata.normalize("NFKC", name)
    return frozenset(skeleton(each) for each in (plain, plain.casefold()))


@cache
def _prototypes() -> dict[int, str]:
    """Return by character what it looks like: another, several, or nothing at all."""
    found: dict[int, str] = {}
    for line in (files(__package__) / _DATA).read_text("utf-8").splitlines():
        looks, colon, alike = line.partition(":")
        if line.startswith("#") or not colon:
            continue
        prototype = "".join(chr(int(code, 16)) for code in looks.split())
        for codes in alike.split():
            first, _, last = codes.partition("-")
            found |= dict.fromkeys(range(int(first, 16), int(last or first, 16) + 1), prototype)
    return found
