"""The colour behind every page, for what is no style sheet: the frame of a window, and the manifest."""

import re
from functools import cache
from pathlib import Path
from typing import Final

from sixth.server.web.middleware.preferences import Theme

_TOKENS: Final = Path(__file__).parents[1] / "static" / "tokens.css"

_CLOTH: Final = re.compile(r"--cloth: light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)")


@cache
def cloths() -> tuple[tuple[str, str], tuple[str, str]]:
    """Return the colours by day and by night as tokens.css has them: the default ones, then high contrast."""
    usual, contrast = _CLOTH.findall(_tokens())[:2]
    return usual, contrast


def window_colours(theme: Theme) -> tuple[tuple[str, str], ...]:
    """Return the colours of a window in this theme, each for light or dark systems, or for "" either."""
    (day, night), contrast = cloths()
    if theme == "light":
        return (("", day),)
    if theme == "dark":
        return (("", night),)
    day, night = contrast if theme == "contrast" else (day, night)
    return (("light", day), ("dark", night))


@cache
def drawn(token: str) -> str:
    """Return a colour by day, or the path of a shape, as tokens.css has it."""
    found = re.search(rf"--{token}: (?:light-dark\()?(?:(#\w{{6}})|url\(.*? d='([^']*)')", _tokens())
    if found is None:
        raise KeyError(token)
    return found[1] or found[2]


@cache
def _tokens() -> str:
    return _TOKENS.read_text("utf-8")
