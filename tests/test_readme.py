"""The README's Python runs as it stands there."""

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"
TEXT = README.read_text(encoding="utf-8")

# By the number of the line that each block begins on, so that a traceback names lines of the README.
BLOCKS = {
    TEXT.count("\n", 0, found.start(1)): found[1]
    for found in re.finditer(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
}


def test_the_readme_has_python_to_run() -> None:
    assert BLOCKS


@pytest.mark.parametrize("line", BLOCKS, ids="line{}".format)
def test_the_readme_s_python_runs(line: int) -> None:
    exec(compile("\n" * line + BLOCKS[line], str(README), "exec"), {"__name__": "__main__"})
