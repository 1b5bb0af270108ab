"""The code on the pages of the docs."""

import re
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1] / "docs"


def code_blocks(page: str, kind: str) -> list[str]:
    """Return each block of this kind on a page, after as many empty lines as stand before it there."""
    text = (DOCS / page).read_text(encoding="utf-8")
    blocks = re.finditer(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return ["\n" * text.count("\n", 0, block.start(1)) + block[1] for block in blocks]


def run_page(page: str) -> dict[str, Any]:
    """Run the Python of a page, block after block; return the names that it leaves."""
    names: dict[str, Any] = {"__name__": "__main__"}
    blocks = code_blocks(page, "python")
    assert blocks
    for block in blocks:
        exec(compile(block, str(DOCS / page), "exec"), names)
    return names
