"""Checks of a page's layout on small screens: nothing is cut, broken, covered or too small to be hit."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, ViewportSize

SMALLEST: Final[ViewportSize] = {"width": 320, "height": 568}
PHONE: Final[ViewportSize] = {"width": 360, "height": 740}

_FAULTS: Final = Path(__file__).with_name("layout.js").read_text("utf-8")


def layout_faults(page: Page, *, touch: int = 24) -> Sequence[str]:
    """Return the faults of a page's layout as it stands, each as a sentence that names an element.

    `touch` is the least size of buttons and fields, in CSS pixels.
    """
    faults: list[str] = page.evaluate(_FAULTS, {"touch": touch})
    return faults
