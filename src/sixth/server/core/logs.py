"""What the server logs, on stderr: a line of JSON an event, or something to read where that is a terminal.

Modules log by Python's own `logging`, and so does uvicorn; what is said beside the sentence is `extra`.
Nothing secret is logged: names of tables, which let people in, as a hash of theirs, and tokens not at all.
"""

import logging
import os
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
"""A name of a table or a game, as `seats.new_id` makes them; no word looks like that."""

_TOKEN: Final = re.compile(r"(?<![\w/.-])[A-Za-z0-9_-]{43}(?![\w/.-])|\b[0-9a-f]{64}\b")
"""What proves a seat, the hash of it, or what deals are made from."""

_MAX_LENGTH: Final = 1000


def set_up(level: str) -> None:
    """Have this process log what is at least as grave as `level`."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_formatter(readable=sys.stderr.isatty()))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    # What libraries have to say below that is about themselves.
    root.setLevel(logging.WARNING)
    logging.captureWarnings(capture=True)
    threading.excepthook = _broken
    wanted = logging.getLevelNamesMapping()[level.upper()]
    logging.getLogger("sixth").setLevel(wanted)
    # It warns of errors that it raises, too: somebody else was first, or the database has gone.
    logging.getLogger("psycopg").setLevel(logging.ERROR)
    # Whoever logs these has been asked to.
    REQUESTS.setLevel(logging.INFO)
    # Its warnings are about what strangers send.
    logging.getLogger("uvicorn.error").setLevel(
        max(wanted, logging.INFO) if level != "warning" else logging.ERROR
    )


def short(table: str) -> str:
    """Return a table as logs name it: always the same, and of no use to whoever wants to look at it."""
    return blake2s(table.encode(), digest_size=4).hexdigest()


def _broken(thread: threading.ExceptHookArgs) -> None:
    error = thread.exc_value
    name = thread.thread.name if thread.thread else ""
    logging.getLogger("sixth").error(
        "A thread has ended by an error.", exc_info=error, extra={"thread": name}
    )


def _formatter(*, readable: bool) -> logging.Formatter:
    shown: Processor = structlog.processors.JSONRenderer()
    if readable:
        # The usual one would show what is in the variables.
        plain = structlog.dev.plain_traceback
        shown = structlog.dev.ConsoleRenderer(exception_formatter=plain, pad_event_to=0)
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.stdlib.ExtraAdder(),
            _process,
        ],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info if not readable else _as_it_is,
            _on_one_line,
            _without_secrets(shown),
        ],
    )


def _process(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    event["process"] = os.getpid()
    return event


def _as_it_is(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    return event


def _on_one_line(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    event["event"] = printable(str(event["event"]), longest=_MAX_LENGTH)
    # What uvicorn would show on a terminal of its own.
    event.pop("color_message", None)
    return event


def _without_secrets(shown: Processor) -> Processor:
    """As `shown` writes it, with nothing in it that lets anybody in."""

    def show(logger: WrappedLogger, name: str, event: EventDict) -> str:
        line = str(shown(logger, name, event))
        return _TOKEN.sub("…", _TABLE.sub(lambda found: short(found[0]), line))

    return show
