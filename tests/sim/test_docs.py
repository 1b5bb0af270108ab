"""The Python of docs/simulation.md runs as it stands there, and the glossary names every strip."""

import re
from pathlib import Path
from types import ModuleType

import pytest

from sixth.sim.engine import layout
from sixth.sim.policy import card_notes, card_sets, network, pick_features
from tests.pages import DOCS, run_page

GLOSSARY = DOCS / "glossary.md"
STRIP = re.compile(r"^([A-Z][A-Z_]*)(?:: Final)? = .*(?:LANES|TILE|NOTES)\b", re.MULTILINE)
NOTES = re.compile(r"^([A-Z_, ]+) = islice\(_STRIPS", re.MULTILINE)


def test_the_page_on_the_simulation_runs() -> None:
    assert run_page("simulation.md")


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
