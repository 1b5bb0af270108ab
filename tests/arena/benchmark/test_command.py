"""The command: one table, one file, and one sentence about a command line that makes no sense."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from sixth.arena.benchmark.command import BenchmarkOptions, run as run_benchmark
from sixth.cli import app
from sixth.terminal.files import open_output
from tests.arena.benchmark.small import SMALL
from tests.command_result import CommandResult


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., CommandResult]:
    """Return a function that runs `sixth benchmark` in this process."""
    return lambda *arguments: CommandResult(app.run(["benchmark", *arguments]), *capsys.readouterr())


def benchmark(**options: object) -> list[str]:
    """Run the command on the small benchmark, and return the lines that it wrote as JSON."""
    lines: list[str] = []
    values: dict[str, object] = {"bot": None, "workers": 1, **options}
    run_benchmark(
        BenchmarkOptions(**values),  # type: ignore[arg-type]
        written=open_output,
        write_line=lines.append,
        benchmark=SMALL,
    )
    return lines


def test_it_prints_a_table_and_writes_a_file_that_can_be_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "nearest.json")
    benchmark(bot="nearest", out=file)
    played = capsys.readouterr().out
    assert "nearest in small/1: 5 deals of each part" in played
    assert "not the whole" not in played
    for part in SMALL.parts:
        assert part.game in played
    benchmark(bot=None, check=file)
    checked = capsys.readouterr().out
    assert checked.startswith(played)
    assert "The figures follow from the records" in checked
    (line,) = benchmark(bot=None, check=file, json=True)
    assert json.loads(line) == json.loads(Path(file).read_text())


def test_a_share_says_that_it_is_not_the_whole_benchmark(capsys: pytest.CaptureFixture[str]) -> None:
    benchmark(bot="random", share=0.4)
    assert "This is not the whole benchmark, but 40.0% of it." in capsys.readouterr().out
    (line,) = benchmark(bot="random", share=0.4, json=True)
    assert not json.loads(line)["whole"]


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ((), "Name a bot, or give --check"),
        (("random", "--check", "x"), "Name a bot, or give --check"),
        (("random,careful",), "takes one bot, not 2"),
        (("nobody",), "There is no bot"),
        (("random", "--share", "0"), "--share takes a number above 0"),
        (("random", "--share", "1.5"), "--share takes a number above 0"),
        (("random", "--workers", "0"), "--workers takes a whole number of at least 1"),
    ],
)
def test_a_wrong_command_line_is_refused_in_one_sentence(
    run: Callable[..., CommandResult], arguments: tuple[str, ...], text: str
) -> None:
    run(*arguments).refuses(2, text)


def test_a_file_that_is_no_result_is_refused_in_one_sentence(
    run: Callable[..., CommandResult], tmp_path: Path
) -> None:
    run("--check", str(tmp_path / "none")).refuses(1, "cannot be read")
    (tmp_path / "notes").write_text("notes")
    run("--check", str(tmp_path / "notes")).refuses(1, "no result of the benchmark")
