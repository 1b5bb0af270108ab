"""What came of a command that was run in this process."""

import re


class Done:
    """What came of a command."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    def refuses(self, code: int, said: str) -> None:
        """It printed one sentence that says this, and nothing else."""
        assert (self.code, self.out) == (code, "")
        assert re.fullmatch(r"sixth: .+\n", self.err), self.err
        assert said in self.err
