"""Waiting until bots can play: told where it takes long, and only there."""

from threading import Event

import pytest

from sixth import bots
from sixth.terminal.waiting import get_ready


def test_bots_that_need_no_kernels_are_ready_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sixth.bots.warmup._READY", Event())
    told: list[str] = []
    get_ready(["random", "careful"], told.append)
    assert not bots.is_ready(["policy"])
    assert told == []


def test_who_waits_long_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sixth.bots.warmup._READY", Event())
    monkeypatch.setattr("sixth.terminal.waiting._QUIET_S", 0.0)
    told: list[str] = []
    get_ready(["careful", "champion"], told.append)
    assert bots.is_ready(["champion"])
    assert len(told) == 1
    assert told[0].endswith(".")
    get_ready(["careful", "champion"], told.append)
    assert len(told) == 1
