"""The line about bots that need a long preparation."""

from threading import Event

import pytest

from sixth import bots
from sixth.terminal.readiness import get_ready


def test_bots_that_need_no_kernels_are_ready_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sixth.bots.warmup._READY", Event())
    lines: list[str] = []
    get_ready(["random", "careful"], lines.append)
    assert not bots.is_ready(["policy"])
    assert lines == []


def test_a_long_preparation_is_announced_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sixth.bots.warmup._READY", Event())
    monkeypatch.setattr("sixth.terminal.readiness._QUIET_S", 0.0)
    lines: list[str] = []
    get_ready(["careful", "champion"], lines.append)
    assert bots.is_ready(["champion"])
    assert len(lines) == 1
    assert lines[0].endswith(".")
    get_ready(["careful", "champion"], lines.append)
    assert len(lines) == 1
