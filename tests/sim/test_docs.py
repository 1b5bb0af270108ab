"""The Python of docs/simulation.md runs as it stands there, and the glossary names every strip."""

import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from sixth.sim.engine import layout
from sixth.sim.policy import card_notes, card_sets, network, pick_features

PAGE = Path(__file__).parents[2] / "docs/simulation.md"
GLOSSARY = PAGE.with_name("glossary.md")
STRIP = re.compile(r"^([A-Z][A-Z_]*)(?:: Final)? = .*(?:LANES|TILE|NOTES)\b", re.MULTILINE)
NOTES = re.compile(r"^([A-Z_, ]+) = islice\(_STRIPS", re.MULTILINE)


def test_the_page_on_the_simulation_runs() -> None:
    text = PAGE.read_text(encoding="utf-8")
    blocks = list(re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    assert blocks
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks:
        line = text.count("\n", 0, block.start(1))
        exec(compile("\n" * line + block[1], str(PAGE), "exec"), names)


def strips(module: ModuleType) -> set[str]:
    """The constants of a module that say where a strip begins, or how long an array of strips is."""
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    notes = {name for line in NOTES.findall(source) for name in line.split(", ")}
    return {*STRIP.findall(source), *notes}


@pytest.mark.parametrize("module", [layout, card_notes, card_sets, network, pick_features])
def test_the_glossary_names_every_strip(module: ModuleType) -> None:
    named = set(re.findall(r"`([A-Z_]+)`", GLOSSARY.read_text(encoding="utf-8")))
    assert strips(module)
    assert strips(module) <= named
