"""The result of a command that was run in this process."""

import re


class CommandResult:
    """The exit code and the output of a command."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    def refuses(self, code: int, text: str) -> None:
        """Check that the command printed one sentence with this text, and nothing else."""
        assert (self.code, self.out) == (code, "")
        assert re.fullmatch(r"sixth: .+\n", self.err), self.err
        assert text in self.err
