"""Every refusal has a kind, which says with which status it is answered, and programs find it in the docs."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final, get_args

import pytest

from sixth.rules import game
from sixth.rules.game import Refusal
from sixth.server.core import limits, refusals
from sixth.server.core.problems import status_of
from sixth.server.table.asks import Asks

ROOT = Path(__file__).parents[3]
DOCS = (ROOT / "docs/api.md").read_text()

KINDS: Final = {
    name: kind
    for module in (game, refusals, limits)
    for name, kind in vars(module).items()
    if isinstance(kind, type) and issubclass(kind, Refusal)
}

OF_PAGES: Final = {"push-slow", "push-keys", "push-service", "other-site", "no-command", "wrong-fields"}
"""Codes that only pages are answered with."""


def raised() -> Iterator[tuple[str, str, Path]]:
    """The kind and the code of every refusal that the source makes, and where."""
    for room in ("rules", "server", "coach", "puzzles"):
        for path in (ROOT / "src/sixth" / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                match node:
                    case ast.Call(ast.Name(kind), [ast.Constant(str(code)), *_]) if kind in KINDS:
                        yield kind, code, path


def statuses() -> dict[str, set[int]]:
    """By code, the statuses with which it is answered."""
    found = defaultdict(set)
    for kind, code, _ in raised():
        found[code].add(int(status_of(KINDS[kind](code, "…"))))
    return found


def documented() -> dict[str, set[int]]:
    """By code, the statuses in whose row of the docs it stands."""
    found = defaultdict(set)
    for status, row in re.findall(r"^\| (\d{3}) \| (.*) \|$", DOCS, re.MULTILINE):
        for code in re.findall(r"`([a-z]+(?:-[a-z]+)*)`", row):
            found[code].add(int(status))
    return found


def test_no_refusal_is_without_a_kind() -> None:
    assert not [(code, path) for kind, code, path in raised() if kind == "Refusal"]
    assert len(statuses()) > 50


def test_every_code_has_one_status_and_stands_in_its_row_of_the_docs() -> None:
    docs = documented()
    for code, found in statuses().items():
        assert len(found) == 1, code
        assert docs.get(code) == (None if code in OF_PAGES else found), code


@pytest.mark.parametrize("kind", [kind for kind in KINDS.values() if kind is not Refusal])
def test_every_kind_has_a_status(kind: type[Refusal]) -> None:
    made = limits.TooOftenError(1) if kind is limits.TooOftenError else kind("code", "…")
    assert 400 <= status_of(made) < 600


def test_a_refusal_of_no_kind_has_no_status() -> None:
    with pytest.raises(StopIteration):
        status_of(Refusal("code", "…"))


def test_the_docs_name_all_that_a_table_may_ask() -> None:
    assert not [asks for asks in get_args(Asks) if f"`{asks}`" not in DOCS]
