"""The way of one turn through the server, as `docs/architecture/turn.md` describes it."""

import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

import sixth
from tests.server.support.hosting import hosting
from tests.server.support.wire import wait_for, wire
from tests.server.web.two_players import Two

_SOURCE: Final = Path(sixth.__file__).parent
_DOCS: Final = Path(__file__).parents[2] / "docs" / "architecture" / "turn.md"

_CALL: Final = re.compile(r"`([\w.]+)`\s+in\s+`([\w/]+\.py)`")
"""A function in the text of the page, and its module."""

Call = tuple[str, str]
"""A call of a function: its module, as a path below `src/sixth`, and its name."""


def walk() -> list[Call]:
    """Return the functions that the page names, in their order."""
    return [(module, name.rpartition(".")[2]) for name, module in _CALL.findall(_DOCS.read_text())]


@contextmanager
def recorded_calls() -> Iterator[list[Call]]:
    """Record the calls of our functions in all threads that start within the block."""
    calls: list[Call] = []

    def record(frame: FrameType, kind: str, _value: object) -> None:
        if kind == "call" and frame.f_code.co_filename.startswith(str(_SOURCE)):
            path = Path(frame.f_code.co_filename).relative_to(_SOURCE)
            calls.append((path.as_posix(), frame.f_code.co_name))

    previous = sys.getprofile()
    threading.setprofile(record)
    try:
        yield calls
    finally:
        threading.setprofile(previous)


def missing_step(steps: list[Call], calls: list[Call]) -> Call | None:
    """Return the first step that is not among the calls after those of the steps before it, or None."""
    remaining = iter(calls)
    return next((step for step in steps if step not in remaining), None)


def test_the_page_about_one_turn_describes_the_calls_for_a_card(tmp_path: Path) -> None:
    assert len(walk()) > 10
    with recorded_calls() as calls, hosting(tmp_path / "data") as site:
        two = Two(site)
        two.post(two.bo, "choose", card=two.hand(1)[0])
        with wire(two.bo) as lines:
            next(lines)
            calls.clear()
            choose = {"do": "choose", "game": 1, "round": 1, "turn": 1, "card": two.hand(0)[0]}
            assert two.ana.client.post(f"/t/{two.table}/do", json=choose).status_code == 200
            wait_for(lines, lambda line: "events" in line)
        assert missing_step(walk(), list(calls)) is None
