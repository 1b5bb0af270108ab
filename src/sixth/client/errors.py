"""What a server says when something cannot be done."""


class ProblemError(Exception):
    """Something was refused: its HTTP `status`, the stable `code`, and one sentence as the text.

    `retry_after` are the seconds after which it may be tried again, or None where waiting does not help.
    """

    def __init__(self, status: int, code: str, sentence: str, retry_after: float | None = None) -> None:
        super().__init__(sentence)
        self.status, self.code, self.retry_after = status, code, retry_after
