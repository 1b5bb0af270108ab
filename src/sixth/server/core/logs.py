"""The log of the server, on stderr: a line of JSON for each event, or readable lines on a terminal.

Modules and uvicorn log with Python's own `logging`; values beside the sentence go into `extra`. The log holds
no secrets: the names of tables, which let people in, appear as hashes, and tokens not at all.
"""

import logging
import re
import sys
import threading
from hashlib import blake2s
from typing import Final

import structlog
from structlog.types import EventDict, Processor, WrappedLogger

from sixth.text import printable

REQUESTS: Final = logging.getLogger("sixth.requests")

_TABLE: Final = re.compile(r"\b[bcdfghjkmnpqrstvwxyz23456789]{14}\b")
"""A name of a table or a game, as `identity.new_id` makes it; no word looks like one."""

_TOKEN: Final = re.compile(r"(?<![\w/.-])[A-Za-z0-9_-]{43}(?![\w/.-])|\b[0-9a-f]{64}\b")
"""A token of a seat, its hash, or the seed of deals."""

_MAX_LENGTH: Final = 1000


def set_up(level: str) -> None:
    """Have this process log events of `level` and above."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_formatter(readable=sys.stderr.isatty()))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    # Below warnings, libraries log only their own affairs.
    root.setLevel(logging.WARNING)
    logging.captureWarnings(capture=True)
    threading.excepthook = _log_thread_error
    threshold = logging.getLevelNamesMapping()[level.upper()]
    logging.getLogger("sixth").setLevel(threshold)
    # psycopg also warns of errors that it raises: a lost race, or a lost database.
    logging.getLogger("psycopg").setLevel(logging.ERROR)
    # Requests are only logged where the host asks for it.
    REQUESTS.setLevel(logging.INFO)
    # The warnings of uvicorn are about what strangers send.
    logging.getLogger("uvicorn.error").setLevel(
        max(threshold, logging.INFO) if level != "warning" else logging.ERROR
    )


def name_hash(name: str) -> str:
    """Return the hash of the name of a table or game, by which logs name it and nobody can open it."""
    return blake2s(name.encode(), digest_size=4).hexdigest()


def _log_thread_error(thread: threading.ExceptHookArgs) -> None:
    error = thread.exc_value
    name = thread.thread.name if thread.thread else ""
    logging.getLogger("sixth").error("A thread ended with an error.", exc_info=error, extra={"thread": name})


def _formatter(*, readable: bool) -> logging.Formatter:
    renderer: Processor = structlog.processors.JSONRenderer()
    if readable:
        # The default formatter would show the values of variables.
        plain = structlog.dev.plain_traceback
        renderer = structlog.dev.ConsoleRenderer(exception_formatter=plain, pad_event_to=0)
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.stdlib.ExtraAdder(),
            structlog.processors.CallsiteParameterAdder({structlog.processors.CallsiteParameter.PROCESS}),
        ],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            *(() if readable else (structlog.processors.format_exc_info,)),
            _join_lines,
            _without_secrets(renderer),
        ],
    )


def _join_lines(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    event["event"] = printable(str(event["event"]), longest=_MAX_LENGTH)
    # Uvicorn adds this text for its own terminal output.
    event.pop("color_message", None)
    return event


def _without_secrets(renderer: Processor) -> Processor:
    """Return a renderer that hides names of tables and tokens in what `renderer` writes."""

    def render(logger: WrappedLogger, name: str, event: EventDict) -> str:
        line = str(renderer(logger, name, event))
        return _TOKEN.sub("…", _TABLE.sub(lambda match: name_hash(match[0]), line))

    return render
