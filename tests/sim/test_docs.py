"""The Python of docs/simulation.md runs as it stands there, one block after the other."""

import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs/simulation.md"


def test_the_page_on_the_simulation_runs() -> None:
    text = PAGE.read_text(encoding="utf-8")
    blocks = list(re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    assert blocks
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks:
        line = text.count("\n", 0, block.start(1))
        exec(compile("\n" * line + block[1], str(PAGE), "exec"), names)
