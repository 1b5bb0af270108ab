"""Colours and shapes of the design tokens for use outside style sheets: windows, the manifest, pictures."""

import re
from functools import cache
from pathlib import Path
from typing import Final

from sixth.server.web.middleware.preferences import ColourTheme

_STATIC: Final = Path(__file__).parents[1] / "static"

_CLOTH: Final = re.compile(r"--cloth: light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)")


@cache
def cloths() -> tuple[tuple[str, str], tuple[str, str]]:
    """Return the light and dark colour behind every page: of the default theme, then of high contrast."""
    usual, contrast = _CLOTH.findall(_tokens())[:2]
    return usual, contrast


def window_colours(theme: ColourTheme) -> tuple[tuple[str, str], ...]:
    """Return the colours of a window in this theme, each for "light", "dark" or ("") all systems."""
    (day, night), contrast = cloths()
    if theme == "light":
        return (("", day),)
    if theme == "dark":
        return (("", night),)
    day, night = contrast if theme == "contrast" else (day, night)
    return (("light", day), ("dark", night))


@cache
def token_value(token: str) -> str:
    """Return the light colour, or the path of a shape, of a token.

    Raises:
        KeyError: there is no such token.
    """
    match = re.search(rf"--{token}: (?:light-dark\()?(?:(#\w{{6}})|url\(.*? d='([^']*)')", _tokens())
    if match is None:
        raise KeyError(token)
    return match[1] or match[2]


@cache
def _tokens() -> str:
    return "".join((_STATIC / name).read_text("utf-8") for name in ("tokens.css", "contrast.css"))
