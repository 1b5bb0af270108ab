"""The Python of docs/tutorial.md: it runs from top to bottom, with the output on the page."""

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[1] / "docs/tutorial.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def test_the_tutorial_runs_with_its_printed_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    of_the_file = [text for language, text in BLOCKS if language == "py" or "class CloseBot" in text]
    (tmp_path / "close.py").write_text("\n".join(of_the_file), encoding="utf-8")
    names: dict[str, Any] = {"__name__": "__main__"}
    compared = 0
    for language, text in BLOCKS:
        if language == "python":
            printed = StringIO()
            with redirect_stdout(printed):
                exec(compile(text, str(PAGE), "exec"), names)
        elif language == "text":
            assert printed.getvalue() == text
            compared += 1
    assert compared == 2
