"""The Python of docs/training.md runs as it stands there; what would train for long is only compiled."""

import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs/training.md"
BLOCK = re.compile(r"^```py(thon)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_page_on_training_runs() -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert blocks
    for to_run, block in blocks:
        code = compile(block, str(PAGE), "exec")
        if to_run:
            exec(code, names)
            continue
        assert set(code.co_names) <= set(names)
