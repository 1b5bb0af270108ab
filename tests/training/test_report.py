"""The report says what the history says, and again the same."""

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sixth.training.evaluation import Score
from sixth.training.loop import begin
from sixth.training.report import CURVES, TABLE, write_report
from sixth.training.state import Measurement
from tests.training.small import JOB

ROWS = (
    Measurement("flat", 0, 0.5, None, None, {"random": Score(13.3, 0.06, 13.2, 0.25)}),
    Measurement("flat", 2, 61.0, -0.25, 1.5, {"random": Score(6.5, 0.09, 15.0, 0.5)}),
    Measurement(
        "pool", 4, 120.0, -0.5, 1.25, {"random": Score(5, 0.09, 15, 1), "flat": Score(9, 0.2, 10.4, 0.3)}
    ),
)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a report; return its folder."""
    return written(tmp_path_factory.mktemp("report"))


def written(folder: Path) -> Path:
    """Write a report into a folder, and return the folder."""
    write_report(folder, JOB, replace(begin(JOB), history=ROWS, seconds=120.0))
    return folder


def test_a_report_has_a_line_for_each_measurement_and_a_picture(report: Path) -> None:
    text = (report / TABLE).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("|")]
    assert len(lines) == 2 + len(ROWS)
    assert lines[2] == "| flat | 0 | 0.0 | – | – | 13.30 ± 0.06 (13.20, 25%) | – |"
    assert lines[4].endswith("| 5.00 ± 0.09 (15.00, 100%) | 9.00 ± 0.20 (10.40, 30%) |")
    assert CURVES in text
    assert ElementTree.parse(report / CURVES).getroot().tag.endswith("svg")


def test_the_same_history_gives_the_same_files(report: Path, tmp_path: Path) -> None:
    one, other = (
        [path.read_bytes() for path in sorted(each.iterdir())] for each in (report, written(tmp_path))
    )
    assert one == other
