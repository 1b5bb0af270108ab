"""The Python of docs/simulation.md runs as it stands there, and the glossary names every strip."""

import hashlib
import re
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from sixth.sim.engine import layout
from sixth.sim.policy import card_notes, card_sets, network, pick_features
from sixth.sim.policy.architecture import KINDS
from sixth.sim.policy.network import DEEPER, HIDDEN
from sixth.sim.policy.weights import FLAT, SHIPPED
from sixth.training.examples import GAMES
from sixth.training.recipe import DEFAULT
from tests.pages import DOCS, run_page

GLOSSARY = DOCS / "glossary.md"
MODEL_CARD = (DOCS / "model.md").read_text(encoding="utf-8")
STRIP = re.compile(r"^([A-Z][A-Z_]*)(?:: Final)? = .*(?:LANES|TILE|NOTES)\b", re.MULTILINE)
NOTES = re.compile(r"^([A-Z_, ]+) = islice\(_STRIPS", re.MULTILINE)


def test_the_page_on_the_simulation_runs() -> None:
    assert run_page("simulation.md")


@pytest.mark.parametrize("file", [SHIPPED, FLAT])
def test_the_card_of_the_networks_is_of_the_shipped_files(file: Path) -> None:
    with np.load(file, allow_pickle=False) as archive:
        note, count = str(archive["note"]), len(archive["player"])
        hand = f"| {len(archive['hand']):,} |" if "hand" in archive else "none"
    for text in (note, f"{count:,}", hand, hashlib.sha256(file.read_bytes()).hexdigest()):
        assert text in MODEL_CARD


def test_the_card_of_the_networks_names_their_sizes_and_their_training() -> None:
    for name, kind in KINDS.items():
        assert f"| {name} |" in MODEL_CARD
        assert f"| {kind.inputs} | {kind.stop - kind.start:,} |" in MODEL_CARD
    layers = f"hidden layers of {HIDDEN} and {DEEPER}"
    tasks = f"{sum(count for _, count in DEFAULT.examples)} tasks of {GAMES:,}"
    assert layers in " ".join(MODEL_CARD.split())
    assert tasks in MODEL_CARD
    shares = [stage.tables for stage in DEFAULT.stages]
    assert [(each.home, each.sizes, each.named, each.drawn) for each in shares] == [
        (0.65, 0.0, 0.2, 0.15),
        (0.65, 0.0, 0.2, 0.15),
        (0.25, 0.4, 0.2, 0.15),
        (0.0, 0.7, 0.2, 0.1),
    ]
    assert shares[-1].seats == (2, 2, 3)


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
