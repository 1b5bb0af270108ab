"""How it is answered that something cannot be done: the status, when to come back, for programs RFC 9457."""

from collections.abc import Mapping
from http import HTTPStatus
from math import ceil
from typing import Any, Final

from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import Scope

from sixth.i18n import gettext as _
from sixth.i18n import translate
from sixth.rules.game import Forbidden, Impossible, NotNow, Refusal
from sixth.server.core.limits import TooOftenError
from sixth.server.core.refusals import Busy, NoRoom, NotFound, Unproven

API: Final = "/api/"
"""What the addresses for programs begin with."""

MAX_BODY_BYTES: Final = 16 * 1024
"""Bytes; the longest form of ours has some thousand.

To read 64 KiB of text, or to say what is wrong with seven thousand fields of JSON, takes ten milliseconds.
"""

_STATUS: Final[Mapping[type[Refusal], HTTPStatus]] = {
    Unproven: HTTPStatus.UNAUTHORIZED,
    Forbidden: HTTPStatus.FORBIDDEN,
    NotFound: HTTPStatus.NOT_FOUND,
    NotNow: HTTPStatus.CONFLICT,
    Impossible: HTTPStatus.UNPROCESSABLE_ENTITY,
    TooOftenError: HTTPStatus.TOO_MANY_REQUESTS,
    Busy: HTTPStatus.SERVICE_UNAVAILABLE,
    NoRoom: HTTPStatus.SERVICE_UNAVAILABLE,
}
"""By kind of refusal. There is no status for others, so none is forgotten."""

_BUSY_S: Final = 2
"""Seconds after which a server that is busy may be asked again."""


def status_of(error: Refusal) -> HTTPStatus:
    """Return the HTTP status of a refusal, which follows from its kind."""
    return next(_STATUS[kind] for kind in type(error).__mro__ if kind in _STATUS)


def retry_headers(error: Refusal) -> dict[str, str]:
    """Return the header that says when to come back, if waiting helps."""
    match error:
        case TooOftenError(seconds=seconds):
            return {"Retry-After": str(ceil(seconds))}
        case Busy():
            return {"Retry-After": str(_BUSY_S)}
    return {}


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
        return cls(error.code, translate(error.sentence), status_of(error), retry_headers(error))


def answer_long_body() -> ProblemResponse:
    """Answer a program that the body of its request has more than `MAX_BODY_BYTES`."""
    sentence = _("The body is too long, so nothing was changed; it may have {most} KiB.")
    return ProblemResponse("too-long", sentence.format(most=MAX_BODY_BYTES // 1024), 413)


def refused(
    scope: Scope, code: str, sentence: str, status: int, headers: dict[str, str] | None = None
) -> Response:
    """Answer a request that is refused before anybody has read it."""
    if is_for_programs(scope):
        return ProblemResponse(code, sentence, status, headers)
    return PlainTextResponse(sentence, status, headers)
