"""The whole output of commands is in the reader's language."""

import ast
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import sixth
from sixth import bots
from sixth.i18n import LANGUAGES, SOURCE
from sixth.rules.games import GAMES
from sixth.rules.options import OPTIONS
from tests.cli.test_app import COMMANDS
from tests.command_result import CommandResult

OTHERS: Final = sorted({*LANGUAGES} - {SOURCE})
RECORD: Final = (
    "record game rules seats started kind limit laid picked dealt chose revealed flipped took placed"
)
LEVELS: Final = ("debug", "info", "warning", "error")
NAMES: Final = {"sixth", "OPTIONS", *LEVELS, *LANGUAGES, *bots.names, *GAMES, *OPTIONS, *RECORD.split()}
"""Names of games, bots, options and levels, and names in records, which are the same everywhere."""

TWO: Final = ("arena", "random,random", "--rounds", "2", "--workers", "1", "--seed", "1")

Speak = Callable[..., CommandResult]


@pytest.fixture
def speak(monkeypatch: pytest.MonkeyPatch, run: Speak) -> Speak:
    def call(code: str, *arguments: str) -> CommandResult:
        monkeypatch.setenv("SIXTH_LANG", code)
        return run(*arguments)

    return call


def runs_of_words(text: str) -> set[tuple[str, ...]]:
    """Return every three consecutive words; each sentence has some."""
    words = [word.strip(".,:;()[]'\"“”") for word in text.split()]
    real = [word if re.fullmatch("[A-Za-z]{2,}", word) and word not in NAMES else None for word in words]
    return {
        (one, two, three)
        for one, two, three in zip(real, real[1:], real[2:], strict=False)
        if one and two and three
    }


def headings(text: str) -> set[str]:
    """Return the lines of one or two words, which hold no three."""
    return set(re.findall(r"(?m)^\s*([A-Za-z]+(?: [A-Za-z]+)?):$", text))


def all_say_their_own(speak: Speak, *arguments: str) -> None:
    english = speak(SOURCE, *arguments)
    text = english.out + english.err
    for code in OTHERS:
        done = speak(code, *arguments)
        assert done.code == english.code
        assert done.out + done.err != text
        assert not runs_of_words(text) & runs_of_words(done.out + done.err), done.out + done.err
        assert not headings(text) & headings(done.out), done.out


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_in_the_reader_s_language(command: str, speak: Speak) -> None:
    all_say_their_own(speak, *command.split(), "--help")


@pytest.mark.parametrize("command", ["games", "bots"])
def test_lists_are_in_the_reader_s_language(command: str, speak: Speak) -> None:
    all_say_their_own(speak, command)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--nope"],
        ["--versio"],
        ["plai"],
        ["nonsense"],
        ["play", "--sed", "1"],
        ["play", "--seed"],
        ["play", "--seed", "x"],
        ["play", "--set", "deck=3"],
        ["play", "--set", "deck=x"],
        ["play", "--set", "hnad=3"],
        ["play", "--bots", "clever"],
        ["play", "--bots", "policy:/etc"],
        ["simulate"],
        ["games", "--json=1"],
        ["games", "x", "y"],
        ["replay"],
        ["replay", "/nowhere/file"],
        ["replay", "/"],
        ["serve", "--port", "65536"],
        ["serve", "--data", "/proc/nothing", "--port", "0"],
        ["serve", "--database", "nonsense", "--port", "0"],
        ["serve", "--host", "256.256.256.256"],
        ["arena", "random,random", "--seconds", "x"],
        ["arena", "random,mine", "--bot", "mine=/etc"],
        ["db"],
        ["db", "chek"],
        ["db", "prune", "--older-than", "soon"],
        ["train", "x", "--device", "abacus"],
    ],
    ids=" ".join,
)
def test_refusals_are_in_the_reader_s_language(arguments: list[str], speak: Speak) -> None:
    all_say_their_own(speak, *arguments)


ENDS_A_COMMAND: Final = {
    *("CommandError", "UsageProblem", "StoreError", "ServeError", "SettingsError", "JoinError"),
    *("ArenaError", "ArenaUsageError", "TrainingError", "TrainingUsageError"),
}


def words_without_lookup(code: ast.AST) -> list[str]:
    """Return the texts of two words and more in an expression that are not looked up in the catalogues."""
    calls = [each for each in ast.walk(code) if isinstance(each, ast.Call)]
    lookups = [each for each in calls if ast.unparse(each.func) in ("_", "ngettext")]
    looked_up = {id(text) for each in lookups for text in each.args}
    texts = [each for each in ast.walk(code) if isinstance(each, ast.Constant) and id(each) not in looked_up]
    return [str(each.value) for each in texts if re.search("[a-z]{2} [a-z]{2}", str(each.value))]


def test_every_other_refusal_is_looked_up_too() -> None:
    """An error that ends a command, and a name that it is given, have no words but those of a lookup."""
    sources = [path.read_text(encoding="utf-8") for path in Path(sixth.__file__).parent.rglob("*.py")]
    functions = [
        each
        for source in sources
        if any(f"{name}(" in source for name in ENDS_A_COMMAND)
        for each in ast.walk(ast.parse(source))
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    for function in functions:
        calls = [each for each in ast.walk(function) if isinstance(each, ast.Call)]
        errors = [each for each in calls if ast.unparse(each.func) in ENDS_A_COMMAND]
        names = {each.id for error in errors for each in ast.walk(error) if isinstance(each, ast.Name)}
        assigned = [each for each in ast.walk(function) if isinstance(each, ast.Assign)]
        given = [each.value for each in assigned if names & {ast.unparse(target) for target in each.targets}]
        assert not [words for code in (*errors, *given) for words in words_without_lookup(code)], (
            function.name
        )


HEAD: Final = (
    '{"record":"sixth/1","game":"g","rules":{"seats":2,"deck":"full","hand":10,"rows":4,"row_limit":5,'
    '"deal":"random","play":"simultaneous","ends":"right","heads":"classic","goal":"fewest",'
    '"end":{"kind":"score","limit":66}},"seats":[{"name":"Ana","kind":"human"},{"name":"Bo","kind":"human"}],'
    '"started":null}'
)


SPOILT: Final[tuple[list[str], ...]] = (
    [],
    ["\xff"],
    ['{"record":"sixth/9"}'],
    [HEAD.replace('"game":"g"', '"gmae":"g"')],
    [HEAD.replace('{"kind":"score","limit":66}', '{"kind":"soon"}')],
    [HEAD],
    [HEAD, '{"v":1,"event":"chose","seat":0,"card":"x"}'],
    [HEAD, '{"v":1,"event":"chose","seat":0,"card":5,"card":6}'],
    [HEAD, '{"v":1,"event":"chose","seat":0,"card":5}'],
)
"""Lines of files without records, each with another error."""


@pytest.mark.parametrize("number", range(len(SPOILT)))
def test_errors_in_records_are_in_the_reader_s_language(number: int, speak: Speak, tmp_path: Path) -> None:
    file = tmp_path / "games.sixth.jsonl"
    file.write_bytes("".join(line + "\n" for line in SPOILT[number]).encode("latin-1"))
    all_say_their_own(speak, "replay", str(file))


def test_an_impossible_decision_is_explained_in_the_reader_s_language(speak: Speak, tmp_path: Path) -> None:
    file = tmp_path / "games.sixth.jsonl"
    assert (
        speak("en", "simulate", "--bots", "random,random", "--games", "1", "--records", str(file)).code == 0
    )
    head, deal, chose, *more = file.read_text(encoding="utf-8").splitlines()
    for record in (
        [head, deal, re.sub(r'"card":\d+', '"card":999', chose)],
        [head, deal, chose, chose.replace('"v":2', '"v":3')],
        [head, deal, more[0].replace('"v":3', '"v":2'), *more],
        [head, deal, chose, *more[:-3]],
    ):
        file.write_text("\n".join(record) + "\n", encoding="utf-8")
        all_say_their_own(speak, "replay", str(file))


def test_results_of_the_arena_are_in_the_reader_s_language(speak: Speak, tmp_path: Path) -> None:
    keep = str(tmp_path / "kept")
    command = ("arena", "random,mine", "--bot", "mine=sh -c 'exit 3'", *TWO[2:], "--keep", keep)
    english = speak(SOURCE, *command)
    assert english.code == 0
    assert "stopped with exit code 3" in english.out
    other_time = speak(SOURCE, *command, "--seconds", "7")
    assert other_time.code == 1
    assert "--seconds 5.0, not 7.0" in other_time.err
    for code in OTHERS:
        other = speak(code, *command)
        assert other.code == 0
        assert not runs_of_words(english.out) & runs_of_words(other.out)
        other = speak(code, *command, "--seconds", "7")
        assert other.code == 1
        assert not runs_of_words(other_time.err) & runs_of_words(other.err)


@pytest.mark.parametrize("data", [b"dear diary", bytes(1_000_001)], ids=["nonsense", "too large"])
def test_a_file_without_a_policy_is_refused_in_the_reader_s_language(
    data: bytes, speak: Speak, tmp_path: Path
) -> None:
    file = tmp_path / "policy.npz"
    file.write_bytes(data)
    all_say_their_own(speak, "play", "--bots", f"policy:{file}")
