"""How it is answered that something cannot be done: the status, when to come back, for programs RFC 9457."""

from http import HTTPStatus
from math import ceil
from typing import Any, Final

from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import Scope

from sixth.i18n import translate
from sixth.rules.game import Refusal
from sixth.server.core.limits import TooOftenError

API: Final = "/api/"
"""What the addresses for programs begin with."""

_STATUS: Final = {
    "no-token": 401,
    "bad-token": 401,
    "no-seat": 403,
    "host-only": 403,
    "dealer-only": 403,
    "not-in-hand": 422,
    "not-open": 422,
    "no-such-row": 422,
    "no-bot": 422,
    "name-empty": 422,
    "name-long": 422,
    "name-own": 422,
    "text-long": 422,
    "words-empty": 422,
    "no-phrase": 422,
    "no-such-seat": 422,
    "clock": 422,
    "push-service": 422,
    "push-keys": 422,
    "no-game": 422,
    "barred": 403,
    "own-seat": 403,
    "private": 403,
    "chat-off": 403,
    "no-outside-bots": 403,
    "outside-silent": 403,
    "no-outside-site": 403,
    "outside-network": 403,
    "outside-share": 403,
    "not-registered": 403,
    "no-outside-bot": 404,
    "no-invitation": 404,
    "no-code": 404,
    "no-record": 404,
    "no-review": 404,
    "no-day": 404,
    "no-method": 405,
    "bad-encoding": 400,
    "other-site": 403,
    "too-long": 413,
    "not-json": 422,
    "no-command": 422,
    "wrong-fields": 422,
    "too-many": 429,
    "busy": 503,
}
"""By code of a refusal; all others came at the wrong moment: 409."""


def status_of(code: str) -> int:
    """Return the HTTP status that fits a refusal of this code."""
    return _STATUS.get(code, 409)


def retry_headers(error: Refusal) -> dict[str, str]:
    """Return the header that says when to come back, if waiting helps."""
    if isinstance(error, TooOftenError):
        return {"Retry-After": str(ceil(error.seconds))}
    return {"Retry-After": "2"} if status_of(error.code) == HTTPStatus.SERVICE_UNAVAILABLE else {}


def is_for_programs(scope: Scope) -> bool:
    """Return whether a request is one to the API, whose answers are read by programs."""
    return bool(scope["path"].startswith(API))


class ProblemResponse(JSONResponse):
    """A problem: the stable `code` of what is wrong, its status, and one sentence for people."""

    media_type = "application/problem+json"

    def __init__(
        self, code: str, sentence: str, status: int, headers: dict[str, str] | None = None, **more: Any
    ) -> None:
        title = HTTPStatus(status).phrase
        problem = {"type": "about:blank", "title": title, "status": status, "detail": sentence, "code": code}
        super().__init__(problem | more, status, headers)

    @classmethod
    def of(cls, error: Refusal) -> "ProblemResponse":
        """Return the problem that a refusal is."""
        return cls(error.code, translate(error.sentence), status_of(error.code), retry_headers(error))


def refused(
    scope: Scope, code: str, sentence: str, status: int, headers: dict[str, str] | None = None
) -> Response:
    """Answer a request that is refused before anybody has read it."""
    if is_for_programs(scope):
        return ProblemResponse(code, sentence, status, headers)
    return PlainTextResponse(sentence, status, headers)
