"""The notebooks of examples/notebooks: they run, and are kept without outputs."""

import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "examples/notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_is_kept_without_outputs(path: Path) -> None:
    book = json.loads(path.read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)
            exec(compile("".join(cell["source"]), path.name, "exec"), names)
    match path.stem:
        case "first-look":
            assert len(names["review"].rounds[0].decisions) >= 10
        case "environments":
            assert names["learned"] < 14
        case "dataset":
            assert names["accuracy"] > 0.5
        case _:
            pytest.fail("Say what this notebook should find.")
