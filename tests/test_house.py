"""The house rules that no linter knows."""

import ast
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

SOURCE = Path(__file__).parents[1] / "src"
MODULES = sorted(SOURCE.rglob("*.py"))
RULES = [path for path in MODULES if path.is_relative_to(SOURCE / "sixth/rules")]

MAX_LINES = 400
MAX_MODULES = 17
"""Modules of a folder, `__init__` not counted."""
MAX_POSITIONAL, MAX_KERNEL_POSITIONAL = 5, 8
"""Positional parameters of a function without `self`; numba prefers calls by position, as in `sim`."""

TESTS = Path(__file__).parent
CROSSCUTTING = {
    ".": {
        "docs_site",
        "environment",
        "front_door",
        "golden",
        "house",
        "image",
        "locks",
        "notebooks",
        "readme",
        "referee",
        "simulated_games",
        "translations",
        "tutorial",
        "wheel",
    },
    "arena": {"docs", "outsiders"},
    "envs": {"docs", "example", "same_game"},
    "server/web/routes": {"advice"},
    "bots": {"bots", "ceiling", "drafts", "mixing"},
    "cli": {"languages"},
    "rules": {"worked_examples"},
    "server": {"costs", "database_away", "languages", "lean", "turn"},
    "server/api": {"attack", "generated_client"},
    "server/ops": {"deploy", "doctor", "faults", "kill", "releases", "stop"},
    "server/store": {"full_disk"},
    "server/table": {"liveness", "rated"},
    "server/web": {"attack", "secrets", "unfold"},
    "server/web/wire": {"law", "pages", "sentences", "view"},
    "sim": {"against_rules", "docs", "faults"},
    "tournaments": {"referee"},
    "training": {"docs"},
}
"""Tests across modules, by folder of `tests/`."""


def name_of(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def imported_by(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield node.module or ""


def test_the_rules_import_the_standard_library_and_themselves_only() -> None:
    assert RULES
    foreign = {
        f"{name_of(path)}: {name}"
        for path in RULES
        for name in imported_by(path)
        if name.partition(".")[0] not in sys.stdlib_module_names and not f"{name}.".startswith("sixth.rules.")
    }
    assert not foreign


def test_no_script_is_long() -> None:
    for path in (SOURCE / "sixth/server/web/static").rglob("*.js"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_LINES, path.name


def test_no_module_is_long_and_no_function_takes_many_arguments_by_position() -> None:
    for path in MODULES:
        text = path.read_text(encoding="utf-8")
        assert len(text.splitlines()) <= MAX_LINES, name_of(path)
        most = MAX_KERNEL_POSITIONAL if "sim" in path.parts else MAX_POSITIONAL
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                names = {each.arg for each in (*node.args.posonlyargs, *node.args.args)} - {"self", "cls"}
                assert len(names) <= most, f"{name_of(path)}:{node.lineno}"


def test_no_folder_is_crowded() -> None:
    count = Counter(path.parent for path in MODULES if path.name != "__init__.py")
    assert not {name_of(folder): modules for folder, modules in count.items() if modules > MAX_MODULES}


def test_tests_mirror_the_modules() -> None:
    """`tests/rules/test_board.py` tests `rules/board.py`; `tests/browser` and `CROSSCUTTING` are exempt."""
    strange = []
    for path in TESTS.rglob("test_*.py"):
        folder, name = path.parent.relative_to(TESTS), path.stem.removeprefix("test_")
        module = SOURCE / "sixth" / folder / f"{name}.py"
        if folder.parts[:1] != ("browser",) and name not in CROSSCUTTING.get(folder.as_posix(), ()):
            strange += [] if module.exists() else [path.relative_to(TESTS).as_posix()]
    assert not strange


def test_the_crosscutting_tests_exist() -> None:
    paths = [TESTS / folder / f"test_{name}.py" for folder, names in CROSSCUTTING.items() for name in names]
    assert not [path for path in paths if not path.exists()]


def test_the_paths_that_contributing_names_exist() -> None:
    """Paths are below the repository or, in its tables, below `src/sixth`."""
    text = (SOURCE.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    places = (SOURCE.parent, SOURCE / "sixth")
    names = {
        name
        for name in re.findall(r"`([\w./-]+(?:/|\.(?:py|md|html)))`", text)
        if not name.startswith((".venv", "test_"))
    }
    assert len(names) > 20
    assert not [name for name in names if not any((place / name).exists() for place in places)]


@pytest.mark.parametrize(("page", "most"), [("accessibility", 40), ("security", 20)])
def test_the_tests_that_a_page_names_exist(page: str, most: int) -> None:
    text = (SOURCE.parent / "docs" / f"{page}.md").read_text()
    tests = "".join(path.read_text() for path in Path(__file__).parent.rglob("test_*.py"))
    names = set(re.findall(r"`(test_\w+)`", text))
    assert len(names) > most
    assert not [name for name in names if f"def {name}(" not in tests]


def test_no_imports_go_in_a_ring_where_a_folder_counts_as_one_module() -> None:
    graph = grimp.build_graph("sixth", exclude_type_checking_imports=True)
    below: dict[tuple[str, ...], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for module in graph.modules:
        ours = tuple(module.split("."))
        for theirs in (each.split(".") for each in graph.find_modules_directly_imported_by(module)):
            apart = [at for at, pair in enumerate(zip(ours, theirs, strict=False)) if len({*pair}) > 1]
            for at in apart[:1]:
                below[ours[:at]][ours[at]].add(theirs[at])
    for rooms in below.values():
        TopologicalSorter(rooms).prepare()


OUR_OWN = {
    "f'PRAGMA {pragma}'",
    "text(f'PRAGMA integrity_check({_MAX_FAULTS})')",
    "text(f'LOCK TABLE {names} IN EXCLUSIVE MODE')",
    "_APPEND_ALL % part",
    "SQL('LISTEN {}').format(Identifier(channel))",
}
"""Composed statements: their pieces are settings, our own words, a number, and names of our tables."""


def sql_in(path: Path) -> Iterator[ast.expr]:
    """Yield the expressions that a module gives, or may give, to a database as text."""
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


def is_composed(sql: ast.expr) -> bool:
    """Return whether a text is composed of pieces at run time."""
    pieces = (ast.JoinedStr, ast.BinOp)
    methods = {getattr(each.func, "attr", "") for each in ast.walk(sql) if isinstance(each, ast.Call)}
    return any(isinstance(each, pieces) for each in ast.walk(sql)) or bool(
        methods & {"format", "join", "replace"}
    )


def test_sql_is_never_composed_from_input() -> None:
    """Input goes into bound parameters. Composed statements consist of the program's own words alone."""
    composed = {ast.unparse(sql) for path in MODULES for sql in sql_in(path) if is_composed(sql)}
    assert {sql for sql in composed if f"text({sql})" not in composed} == OUR_OWN
