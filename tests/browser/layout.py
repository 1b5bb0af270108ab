"""Checks of a page's layout on small screens: nothing is cut, broken, covered or too small to be hit."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, ViewportSize

PHONE: Final[ViewportSize] = {"width": 360, "height": 740}
SMALLEST: Final[ViewportSize] = {"width": 320, "height": 568}
TOUCH: Final = 44
"""The least height and width of buttons and fields on a phone, in CSS pixels."""

_FAULTS: Final = Path(__file__).with_name("layout.js").read_text("utf-8")


def layout_faults(page: Page, *, touch: int = 24, large: bool = False) -> Sequence[str]:
    """Return the faults of a page's layout as it stands, each as a sentence that names an element.

    `touch` is the least size of buttons and fields, in CSS pixels; with `large`, letters twice as large are
    tried, too.
    """
    faults: list[str] = page.evaluate(_FAULTS, {"touch": touch, "large": large})
    return faults


def check_layout(page: Page, where: str) -> None:
    """Check the layout of a page on the smallest phone and on a small one, at which it stays."""
    page.wait_for_load_state()
    faults = []
    for size in (SMALLEST, PHONE):
        page.set_viewport_size(size)
        found = layout_faults(page, touch=TOUCH, large=size is PHONE)
        faults += [f"{where}, {size['width']} pixels wide: {each}" for each in found]
    assert not faults, "\n".join(faults)
