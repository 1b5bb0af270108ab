"""Refusals: each has a kind, whose status answers it, and a code in the docs for programs."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final, get_args

from sixth.rules import game
from sixth.rules.game import Refusal
from sixth.server.core import limits, refusals
from sixth.server.core.problems import status_of
from sixth.server.protocol.asks import Asks

ROOT = Path(__file__).parents[3]
DOCS = (ROOT / "docs/api.md").read_text()

KINDS: Final = {
    name: kind
    for module in (game, refusals, limits)
    for name, kind in vars(module).items()
    if isinstance(kind, type) and issubclass(kind, Refusal)
}

PAGE_CODES: Final = {
    *("push-slow", "push-keys", "push-service", "other-site", "no-command", "wrong-fields"),
    *("nobody", "no-person", "person-barred", "no-mark", "no-name", "no-link", "signed-in", "no-recovery"),
    *("not-sure", "codes-differ", "no-friend-link", "no-companion", "no-free-seat"),
    *("no-neighbour", "no-line", "reports-full", "no-page", "no-number"),
    *("file-other", "file-long", "file-line", "file-format"),
    *("no-passkeys", "no-passkey", "passkey-known", "passkeys-full", "passkey-late", "passkey-wrong"),
}
"""Codes that only answer requests from pages."""


def refusals_in_source() -> Iterator[tuple[str, str, Path]]:
    """Yield the kind, the code and the file of every refusal that the source makes."""
    for room in ("rules", "server", "coach", "puzzles", "tournaments"):
        for path in (ROOT / "src/sixth" / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                match node:
                    case ast.Call(ast.Name(kind), [ast.Constant(str(code)), *_]) if kind in KINDS:
                        yield kind, code, path


def statuses() -> dict[str, set[int]]:
    """Return the statuses that each code is answered with."""
    by_code = defaultdict(set)
    for kind, code, _ in refusals_in_source():
        by_code[code].add(int(status_of(KINDS[kind](code, "…"))))
    return by_code


def statuses_in_docs() -> dict[str, set[int]]:
    """Return the statuses whose rows in the docs list each code."""
    by_code = defaultdict(set)
    for status, row in re.findall(r"^\| (\d{3}) \| (.*) \|$", DOCS, re.MULTILINE):
        for code in re.findall(r"`([a-z]+(?:-[a-z]+)*)`", row):
            by_code[code].add(int(status))
    return by_code


def test_every_refusal_has_a_kind() -> None:
    assert not [(code, path) for kind, code, path in refusals_in_source() if kind == "Refusal"]
    assert len(statuses()) > 50


def test_every_code_has_one_status_and_is_in_its_row_of_the_docs() -> None:
    docs = statuses_in_docs()
    for code, answers in statuses().items():
        assert len(answers) == 1, code
        assert docs.get(code) == (None if code in PAGE_CODES else answers), code


def test_the_docs_name_the_codes_of_the_api_itself() -> None:
    source = "".join(path.read_text() for path in (ROOT / "src/sixth/server/api").rglob("*.py"))
    codes = set(re.findall(r'\b(?:ProblemResponse|cls)\(\s*"([a-z-]+)"', source))
    assert len(codes) > 5
    assert [code for code in codes if f"`{code}`" not in DOCS] == []


def test_the_docs_name_everything_that_a_table_may_ask_for() -> None:
    assert not [asks for asks in get_args(Asks) if f"`{asks}`" not in DOCS]
