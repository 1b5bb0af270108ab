"""Requests of checks to a server, without a proxy of the environment and without waiting long."""

import json
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from time import time
from typing import Any, Final
from urllib.parse import urlsplit

from sixth.i18n import error_text, gettext as _
from sixth.text import printable

_TIMEOUT_S: Final = 5.0
_MAX_BYTES: Final = 100_000


class NoAnswerError(Exception):
    """No answer came; the text is the reason, for the end of a sentence."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer with its headers by names in lower case.

    `at` is when it came, in seconds since 1970 by the clock of this machine.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes
    at: float

    @property
    def fields(self) -> Mapping[str, Any]:
        """The JSON object of the answer, empty if it is none."""
        try:
            value = json.loads(self.body)
        except ValueError:
            return {}
        return value if isinstance(value, dict) else {}

    @property
    def is_manifest(self) -> bool:
        """Whether this is the manifest of a Sixth."""
        return self.status == 200 and self.fields.get("name") == "Sixth"


MANIFEST: Final = "/manifest.webmanifest"


def fetch(url: str, path: str, headers: Mapping[str, str] | None = None) -> Answer:
    """Return the answer of the server at `url` for a path, or raise `NoAnswerError`; follow no redirect."""
    parts = urlsplit(url)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    try:
        connection = kind(parts.netloc, timeout=_TIMEOUT_S)
        try:
            connection.request("GET", path, headers=dict(headers or {}))
            answer = connection.getresponse()
            there = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, there, answer.read(_MAX_BYTES), time())
        finally:
            connection.close()
    except TimeoutError as error:
        raise NoAnswerError(_("nothing answered in time")) from error
    except ssl.SSLCertVerificationError as error:
        why = _("its certificate is not trusted: {why}")
        raise NoAnswerError(why.format(why=printable(error.verify_message, longest=200))) from error
    except OSError as error:
        raise NoAnswerError(error_text(error)) from error
    except (HTTPException, ValueError) as error:
        raise NoAnswerError(printable(str(error) or type(error).__name__, longest=200)) from error
