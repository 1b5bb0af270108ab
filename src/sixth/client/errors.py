"""The error of the API's client."""


class ProblemError(Exception):
    """A refusal by a server: its HTTP `status`, its stable `code`, and one sentence as the text.

    `retry_after` is in seconds, None where waiting does not help.
    """

    def __init__(self, status: int, code: str, sentence: str, retry_after: float | None = None) -> None:
        super().__init__(sentence)
        self.status, self.code, self.retry_after = status, code, retry_after
