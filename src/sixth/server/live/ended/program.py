"""The program that works on ended games beside a server: `python -m sixth.server.live.ended.program`.

It reads where the database is from its standard input, then job after job, and writes the answers to its
standard output. It only reads the database. It ends with its input, so it never outlives its server.
"""

import os
import signal
import sys
import traceback
from collections.abc import Callable
from functools import partial
from typing import Final

from sixth.i18n import using_language
from sixth.rules.sentence import SentenceError
from sixth.server.live.ended.database import Database
from sixth.server.live.ended.game import Games
from sixth.server.live.ended.worker import JobResult, receive, send
from sixth.server.table.codec import loads_event
from sixth.server.table.events import TableEvent

_NICENESS: Final = 5
"""A lower priority than that of the server, which answers other requests."""


def main() -> None:
    """Do one job after the other."""
    # Ctrl-C is for the server, which ends this process itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    source, sink = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # A stray print must not end up among the answers.
    sys.stdout = sys.stderr
    games = Games(partial(_load, receive(source)))
    while True:
        try:
            work, language = receive(source)
        except EOFError:
            return
        send(sink, _answer(games, work, language))


def _answer(games: Games, work: Callable[[Games], object], language: str) -> JobResult:
    try:
        with using_language(language):
            return JobResult(work(games))
    except SentenceError as error:
        sentence = error.sentence
        return JobResult(refusal=(type(error), error.code, sentence.template, dict(sentence.values)))
    except Exception:
        return JobResult(fault=traceback.format_exc())


def _load(database: Database, table_id: str) -> tuple[TableEvent, ...]:
    return tuple(map(loads_event, database.log(table_id)))


if __name__ == "__main__":
    main()
