"""Where machine code is kept, and that it is kept."""

import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sixth
from sixth.sim.engine.compiler import _digest

DRAW = "import numpy as np; from sixth.sim.engine import chance; chance.chance(*[np.uint64(1)] * 3)"
"""Uses a kernel that calls another, and takes little time to compile."""


def run(code: str = DRAW, **environment: str) -> str:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    command = [sys.executable, "-W", "error", "-c", code]
    return subprocess.run(
        command, env={**inherited, **environment}, check=True, stdout=subprocess.PIPE, text=True
    ).stdout


def kept_in(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*.nb?")}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package that nothing can be kept beside; that root may write anywhere must not help."""
    copy = tmp_path / "package"
    source = Path(sixth.__file__).parent
    shutil.copytree(source, copy / "sixth", ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "sixth/sim/__pycache__").write_text("")
    return copy


def test_machine_code_is_kept_where_numba_is_told(tmp_path: Path) -> None:
    run(NUMBA_CACHE_DIR=str(tmp_path))
    kept = kept_in(tmp_path)
    assert {path.relative_to(tmp_path).parts[0] for path in kept} == {f"sim-{_digest()}"}
    run(NUMBA_CACHE_DIR=str(tmp_path))
    assert kept_in(tmp_path) == kept


@pytest.mark.skipif(sys.platform != "linux", reason="the folder of a user's caches is set another way")
def test_a_package_that_cannot_be_written_to_keeps_it_with_the_user(package: Path, tmp_path: Path) -> None:
    run(PYTHONPATH=str(package), XDG_CACHE_HOME=str(tmp_path / "home"))
    assert kept_in(tmp_path / "home" / "sixth")


@pytest.mark.skipif(sys.platform != "linux", reason="the folder of a user's caches is set another way")
def test_where_nothing_can_be_kept_it_is_compiled_all_the_same(package: Path, tmp_path: Path) -> None:
    (tmp_path / "home").write_text("")
    run(PYTHONPATH=str(package), XDG_CACHE_HOME=str(tmp_path / "home"))
    assert not kept_in(tmp_path)


EVALUATE = """
import json
import numpy as np
from sixth.sim.policy import architecture, block, network, weights

work, player = block.block().work, weights.load(weights.SHIPPED)
work[network.INPUTS : network.FIRST_LAYER] = np.random.default_rng(1).random(network.FIRST_LAYER, np.float32)
network.evaluate(work, player[: architecture.CARD_NET], network.CARD_INPUTS)
outputs = work[network.ANSWER : network.LOGITS].tobytes().hex()
"""
"""Evaluates a network."""

LOOPS = (
    EVALUATE
    + """
import re
import numba
from sixth.rules.options import Rules
from sixth.sim.engine import chance, choices, lanes, layout
from sixth.sim.policy import card_features, card_notes

plan = layout.plan(Rules(seats=4, ends="both"))
cards, board = layout.scratch()
one, row = np.uint64(1), (board, np.uint64(1))
b = block.block()
work, sets, hand = b.work, b.sets, block.Hand(one, one, one)
packed = {}
for loop, given in (
    (chance._draws, (board, one, one, np.uint64(104), np.uint64(44))),
    (choices.take_cheapest, (board, plan)),
    (choices._cheaper_end, (board, plan)),
    (choices.take_random, (board, plan, one, one, one)),
    (lanes.lay, (board, cards, plan)),
    (lanes.reveal, (cards, plan, one)),
    (lanes.turn_up, (board, cards, one)),
    (lanes._seek_right, row),
    (lanes._seek_left, row),
    (lanes._aim_at_both_ends, (board,)),
    (lanes._count, (*row, plan.limit)),
    (lanes._move_last, row),
    (lanes._move_ends, (*row, plan.limit)),
    (lanes.tally, row),
    (card_notes._rows, (work, board, cards, plan, one, one)),
    (card_notes._sets, (work, sets, plan)),
    (card_notes._row_below, (work, board, plan, one)),
    (card_notes._odds, (work, sets, plan)),
    (card_features._write, (work, plan, hand)),
    (network.evaluate, (work, work, one)),
):
    loop.compile(tuple(map(numba.typeof, given)))
    (text,) = loop.inspect_asm().values()
    vector = r"^\\tv?(?:p(?!ush|op|refetch)\\w+|(?!mov|xor)\\w+ps)\\t.*%[xyz]mm"
    packed[loop.py_func.__name__] = len(re.findall(vector, text, re.MULTILINE))
print(json.dumps([outputs, packed]))
"""
)
"""Also counts the vector instructions of the loops over lanes."""


def run_on(processor: str, folder: Path, code: str) -> Any:
    """Return the JSON that `code` prints where kernels are compiled for this processor, all of them anew."""
    return json.loads(run(code, NUMBA_CACHE_DIR=str(folder), NUMBA_CPU_NAME=processor, NUMBA_CPU_FEATURES=""))


@pytest.fixture(scope="module")
def with_fused_arithmetic(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return the outputs of a network, and the vector instructions of each loop, on an older processor."""
    return run_on("x86-64-v3", tmp_path_factory.mktemp("kernels"), LOOPS)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="reads the assembly of this kind of machine")
def test_the_loops_over_lanes_become_vector_instructions(with_fused_arithmetic: Any) -> None:
    # One load under a condition is enough to lose them, and thirty times the speed, with nothing else to see;
    # on newer processors masked instructions may hide it, so it is an older one that this asks for. Compiled
    # afresh, since kept code cannot be looked into.
    _, packed = with_fused_arithmetic
    assert len(packed) == 20
    assert not {name: count for name, count in packed.items() if count < 8}


@pytest.mark.skipif(platform.machine() != "x86_64", reason="names processors of this kind")
def test_a_network_says_the_same_on_a_processor_without_fused_arithmetic(
    with_fused_arithmetic: Any, tmp_path: Path
) -> None:
    outputs, _ = with_fused_arithmetic
    assert run_on("x86-64-v2", tmp_path, EVALUATE + "print(json.dumps(outputs))") == outputs
    assert len(set(outputs)) > 1
