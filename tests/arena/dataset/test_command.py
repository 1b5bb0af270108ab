"""`sixth data` as it is typed: the files it writes, again and again the same, and what it refuses."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

import sixth
from sixth.arena.dataset.columns import TABLES
from sixth.arena.dataset.rows import decisions_of
from sixth.arena.dataset.tables import SPLITS
from sixth.cli.app import run as run_sixth
from tests.command_result import CommandResult
from tests.pages import DOCS

# Ten deals, which is one of each split, of a draft: its columns are all in use.
MADE = (
    "--games",
    "20",
    "--bots",
    "nearest,random",
    "--game",
    "logic",
    "--set",
    "end=rounds:1",
    "--seed",
    "7",
)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., CommandResult]:
    """Return a function that runs `sixth data` in this process."""
    return lambda *arguments: CommandResult(run_sixth(["data", *arguments]), *capsys.readouterr())


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "games"
    assert run_sixth(["data", str(folder), *MADE, "--workers", "1"]) == 0
    return folder


def rows(dataset: Path, table: str, split: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = parquet.read_table(dataset / table / f"{split}.parquet").to_pylist()
    return found


def test_the_same_command_writes_the_same_bytes_on_more_processes(
    dataset: Path, run: Any, tmp_path: Path
) -> None:
    again = tmp_path / "games"
    result = run(str(again), *MADE, "--workers", "2")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(f"{again}: 20 games, 928 decisions, split by deal")
    files = sorted(path.relative_to(dataset) for path in dataset.rglob("*") if path.is_file())
    assert [file.as_posix() for file in files] == [
        "README.md",
        *(f"{table}/{split}.parquet" for table in TABLES for split in sorted(SPLITS)),
    ]
    assert all((again / file).read_bytes() == (dataset / file).read_bytes() for file in files)


def test_a_deal_stays_together_in_one_split(dataset: Path) -> None:
    deals = {split: [row["deal"] for row in rows(dataset, "games", split)] for split in SPLITS}
    assert deals == {
        "train": [deal for deal in range(8) for _ in range(2)],
        "validation": [8, 8],
        "test": [9, 9],
    }
    for split in SPLITS:
        games = rows(dataset, "games", split)
        assert [game["rotation"] for game in games] == [0, 1] * (len(games) // 2)
        assert {game["bots"][game["rotation"]] for game in games} == {"nearest"}
        first, second = (sixth.read_records(game["record"].splitlines()) for game in games[:2])
        assert next(first).events[0] == next(second).events[0]
        assert {row["deal"] for row in rows(dataset, "decisions", split)} == set(deals[split])


def test_the_decisions_are_those_of_the_records(dataset: Path) -> None:
    for split in SPLITS:
        decisions = iter(rows(dataset, "decisions", split))
        for game in rows(dataset, "games", split):
            (record,) = sixth.read_records(game["record"].splitlines())
            worked_out, end = decisions_of(record)
            assert game["decisions"] == len(worked_out)
            assert (tuple(game["totals"]), tuple(game["winners"])) == (end.totals, end.winners)
            for row in worked_out:
                read = next(decisions)
                assert read.pop("game_id") == game["game_id"] == record.game
                assert [read.pop(name) for name in ("game", "deal", "rotation")] == [
                    "logic", game["deal"], game["rotation"]
                ]  # fmt: skip
                assert read == {name: as_lists(value) for name, value in row.items()}
        assert next(decisions, None) is None


def as_lists(value: Any) -> Any:
    return [as_lists(item) for item in value] if isinstance(value, tuple | list) else value


def test_the_card_says_how_it_was_made_and_what_each_column_is(dataset: Path) -> None:
    text = (dataset / "README.md").read_text("utf-8")
    (command,) = (line for line in text.splitlines() if line.startswith("sixth data "))
    assert command == (
        "sixth data games --games 20 --bots nearest,random --seats 2 --game logic --set end=rounds:1 --seed 7"
    )
    assert f"Sixth {sixth.__version__} made" in text
    assert f"| train | 8 | 16 | {len(rows(dataset, 'decisions', 'train'))} |" in text
    assert "\n25 + r takes row r." in text
    for table, columns in TABLES.items():
        schema = parquet.read_schema(dataset / table / "test.parquet")
        assert schema.metadata[b"sixth.command"].decode() == command
        assert schema.names == [column.name for column in columns]
        lines = [f"| `{each.name}` | {each.type_text} | {each.about} |" for each in columns]
        page = (DOCS / "data.md").read_text("utf-8")
        assert "\n".join(lines) in text
        assert "\n".join(lines) in page


@pytest.mark.parametrize(
    ("arguments", "code", "text"),
    [
        (("--games", "0"), 2, "--games takes a whole number of at least 1, not 0"),
        (("--workers", "0"), 2, "--workers takes a whole number of at least 1, not 0"),
        (("--bots", "clever,random"), 2, "There is no bot 'clever'"),
        (("--bots", "random"), 2, "A game takes 2 to 10 seats, but --bots names 1 bot"),
        (("--seats", "5"), 2, "There are 4 bots for 5 seats"),
        (("--seats", "0"), 2, "A game takes 2 to 10 seats, but --seats is 0"),
        (("--game", "chess"), 2, "There is no game 'chess'"),
        (("--set", "deck"), 2, "--set takes option=value"),
    ],
)
def test_a_senseless_dataset_is_bad_usage(
    arguments: tuple[str, ...], code: int, text: str, run: Any, tmp_path: Path
) -> None:
    run(str(tmp_path / "games"), *arguments).refuses(code, text)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_made_is_refused_before_a_game_is_played(run: Any, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for name, why in (
        (".", "is there already; name a folder that is not"),
        ("file", "is there already"),
        ("file/games", "cannot be written: Not a directory"),
        ("none/games", "cannot be written: No such file or directory"),
        ("a\0b", "cannot be written"),
    ):
        run(f"{tmp_path}/{name}", "--games", "1000000").refuses(1, why)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_full_disk_leaves_no_dataset(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_arguments: object, **_options: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(parquet.ParquetWriter, "write_table", full)
    result = run(str(tmp_path / "games"), "--games", "2", "--bots", "random,random", "--workers", "1")
    result.refuses(1, "cannot be written: No space left on device")
    assert not list(tmp_path.iterdir())


def test_types_are_short_in_the_card() -> None:
    texts = {column.name: column.type_text for columns in TABLES.values() for column in columns}
    assert (texts["game"], texts["rows"], texts["won"]) == ("string", "list[list[uint8]]", "bool")
    assert str(pa.list_(pa.uint8())) not in texts.values()
