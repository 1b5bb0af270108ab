"""A person at a terminal who plays at a table of a server and knows only the printed lines."""

import os
import re
import subprocess
import sys
from pathlib import Path


class Typist:
    """`sixth play` in a process of its own, over pipes; everything it said is in `text`."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.text = ""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sixth", "play", *arguments, "--plain"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "XDG_DATA_HOME": str(home)},
        )

    def hear(self, pattern: str) -> str:
        """Read lines until one matches; returns that line."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.text += line
            if re.search(pattern, line):
                return line
        raise AssertionError(f"{pattern!r} was never said, but: {self.text}{self.error()}")

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def error(self) -> str:
        assert self.process.stderr is not None
        return self.process.stderr.read()

    def close(self) -> None:
        """End it, and wait until it has ended."""
        self.process.kill()
        self.process.communicate()

    def answer(self) -> bool:
        """Answer the next question with the first that is possible; False once the game is over."""
        line = self.hear(r"Your card:|Row to take:|Enter goes on to|Enter begins another game\.")
        if "goes on" in line:
            self.type("")
        elif "Your card" in line:
            self.type(re.findall(r"Your hand: (\d+)", self.text)[-1])
        elif "Row to take" in line:
            self.type("1")
        return "another game" not in line
