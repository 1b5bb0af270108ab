"""A player who reads only the printed lines, and answers by them."""

import io
import re
import sys
from collections.abc import Callable

import pytest

from sixth.cli.app import run


class Listener(io.StringIO):
    """Standard input that follows standard output: it types what `answer` returns for a prompt.

    Where `answer` returns None it types the first card of the hand, the first row, the first place.
    """

    def __init__(self, answer: Callable[[str], str | None] = lambda prompt: None) -> None:
        super().__init__()
        self.output = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n")
        self._answer = answer

    @property
    def text(self) -> str:
        self.output.flush()
        binary = self.output.buffer
        assert isinstance(binary, io.BytesIO)
        return binary.getvalue().decode()

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        prompt = self.text.rsplit("\n", 1)[-1]
        own = self._answer(prompt)
        return f"{self._usual(prompt) if own is None else own}\n"

    def _usual(self, prompt: str) -> str:
        if prompt == "Your card: ":
            return self._first("Your hand: ")
        if prompt == "Your pick: ":
            return self._first("Open deck: ")
        if prompt == "Enter turns over your top card: ":
            return ""
        assert prompt in ("Row to take: ", "Place: ")
        return "1"

    def _first(self, title: str) -> str:
        line = self.text.rsplit(title, 1)[1]
        number = re.match(r"\d+", line)
        assert number
        return number[0]


def listen(monkeypatch: pytest.MonkeyPatch, listener: Listener, *arguments: str) -> tuple[int, str]:
    """Run `sixth` with these arguments; return the exit code and the output."""
    monkeypatch.setattr(sys, "stdin", listener)
    monkeypatch.setattr(sys, "stdout", listener.output)
    return run([*arguments]), listener.text
