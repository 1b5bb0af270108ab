"""The names of tournaments, players and teams."""

import unicodedata
from typing import Final

_HIDDEN: Final = frozenset(("Cc", "Cs", "Zl", "Zp"))
"""The categories of characters that no name has."""


def clean(name: str, longest: int) -> str:
    """Return a name with single spaces, "" for one that is empty, too long or has control characters."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    is_shown = not any(unicodedata.category(each) in _HIDDEN for each in name)
    return name if len(name) <= longest and is_shown else ""


def key(name: str) -> str:
    """Return what two names have in common that people would take for the same."""
    return unicodedata.normalize("NFKC", name).casefold()
