"""The house rules that no linter knows."""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src"
MODULES = sorted(SOURCE.rglob("*.py"))
RULES = [path for path in MODULES if path.is_relative_to(SOURCE / "sixth/rules")]

MAX_LINES = 400
MAX_MODULES = 17
"""By folder, `__init__` not counted."""
MAX_POSITIONAL, MAX_KERNEL_POSITIONAL = 5, 8
"""By function, `self` not counted; kernels of `sim` are called by position, as numba likes it."""

TESTS = Path(__file__).parent
CROSSCUTTING = {
    ".": {
        "front_door",
        "golden",
        "docs_site",
        "house",
        "locks",
        "readme",
        "referee",
        "simulated_games",
        "translations",
        "tutorial",
        "wheel",
    },
    "arena": {"docs"},
    "envs": {"docs", "example", "same_game"},
    "server/web/routes": {"advice"},
    "bots": {"bots"},
    "cli": {"languages"},
    "rules": {"worked_examples"},
    "server": {"costs", "languages", "turn"},
    "server/api": {"attack", "generated_client"},
    "server/ops": {"deploy", "faults", "kill", "stop"},
    "server/store": {"full_disk"},
    "server/web": {"attack", "secrets"},
    "server/web/wire": {"law", "pages", "view"},
    "sim": {"against_rules", "docs", "faults"},
    "training": {"docs", "kill"},
}
"""By folder of `tests/`: the tests of what no single module does."""


def name_of(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def imported_by(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield node.module or ""


def test_there_are_rules_to_look_at() -> None:
    assert RULES


@pytest.mark.parametrize("path", RULES, ids=name_of)
def test_the_rules_import_the_standard_library_and_themselves_only(path: Path) -> None:
    foreign = {
        name
        for name in imported_by(path)
        if name.partition(".")[0] not in sys.stdlib_module_names and not f"{name}.".startswith("sixth.rules.")
    }
    assert not foreign


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_module_is_long(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_LINES


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_function_takes_many_arguments_by_position(path: Path) -> None:
    found = {}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            given = [
                each for each in (*node.args.posonlyargs, *node.args.args) if each.arg not in ("self", "cls")
            ]
            found[node.name] = len(given)
    most = MAX_KERNEL_POSITIONAL if "sim" in path.parts else MAX_POSITIONAL
    assert not {name: count for name, count in found.items() if count > most}


def test_no_folder_is_crowded() -> None:
    count = Counter(path.parent for path in MODULES if path.name != "__init__.py")
    assert not {name_of(folder): modules for folder, modules in count.items() if modules > MAX_MODULES}


def test_tests_mirror_the_modules() -> None:
    """`tests/rules/test_board.py` tests `rules/board.py`; `tests/browser` and what is named above do not."""
    strange = []
    for path in TESTS.rglob("test_*.py"):
        folder, name = path.parent.relative_to(TESTS), path.stem.removeprefix("test_")
        module = SOURCE / "sixth" / folder / f"{name}.py"
        if folder.parts[:1] != ("browser",) and name not in CROSSCUTTING.get(folder.as_posix(), ()):
            strange += [] if module.exists() else [path.relative_to(TESTS).as_posix()]
    assert not strange


def test_the_crosscutting_tests_are_there() -> None:
    named = [TESTS / folder / f"test_{name}.py" for folder, names in CROSSCUTTING.items() for name in names]
    assert not [path for path in named if not path.exists()]


def test_the_paths_that_contributing_names_are_there() -> None:
    """They are below the repository or, in its tables, below `src/sixth`."""
    text = (SOURCE.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    places = (SOURCE.parent, SOURCE / "sixth")
    named = {
        name
        for name in re.findall(r"`([\w./-]+(?:/|\.(?:py|md|html)))`", text)
        if not name.startswith((".venv", "test_"))
    }
    assert len(named) > 20
    assert not [name for name in named if not any((place / name).exists() for place in places)]


@pytest.mark.parametrize(("page", "most"), [("accessibility", 40), ("security", 20)])
def test_the_tests_that_an_account_names_are_there(page: str, most: int) -> None:
    told = (SOURCE.parent / "docs" / f"{page}.md").read_text()
    tests = "".join(path.read_text() for path in Path(__file__).parent.rglob("test_*.py"))
    named = set(re.findall(r"`(test_\w+)`", told))
    assert len(named) > most
    assert not [name for name in named if f"def {name}(" not in tests]


OUR_OWN = {
    "f'PRAGMA {pragma}'",
    "text(f'PRAGMA integrity_check({_MAX_FAULTS})')",
    "text(f'LOCK TABLE {names} IN EXCLUSIVE MODE')",
    "SQL('LISTEN {}').format(Identifier(channel))",
}
"""SQL that is made of pieces: settings, a number, the names of our tables, the name of our channel."""


def sql_in(path: Path) -> Iterator[ast.expr]:
    """What a module gives to a database as text, or might."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and node.args:
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in (
                "text",
                "execute",
                "executemany",
                "executescript",
                "exec_driver_sql",
                "literal_column",
            ):
                yield node.args[0]


def put_together(sql: ast.expr) -> bool:
    """Whether a text is made of pieces when the program runs."""
    pieces = (ast.JoinedStr, ast.BinOp)
    called = {getattr(each.func, "attr", "") for each in ast.walk(sql) if isinstance(each, ast.Call)}
    return any(isinstance(each, pieces) for each in ast.walk(sql)) or bool(
        called & {"format", "join", "replace"}
    )


def test_sql_is_never_put_together_from_what_somebody_sent() -> None:
    """That goes into bound parameters. What is put together is made of the program's own words alone."""
    found = {ast.unparse(sql) for path in MODULES for sql in sql_in(path) if put_together(sql)}
    assert {sql for sql in found if f"text({sql})" not in found} == OUR_OWN
