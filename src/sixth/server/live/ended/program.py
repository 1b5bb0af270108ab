"""The program that works on ended games beside a server: `python -m sixth.server.live.ended.program`.

It reads the URL of the database from its standard input, then job after job, and writes the answers to its
standard output. It only reads the database. It ends with its input, so it never outlives its server.
"""

import os
import signal
import sys
import traceback
from collections.abc import Callable
from functools import partial
from typing import Final

from sqlalchemy import Engine, select
from sqlalchemy.exc import SQLAlchemyError

from sixth.i18n import using_language
from sixth.rules.sentence import SentenceError
from sixth.server.live.ended.game import Games
from sixth.server.live.ended.worker import JobResult, receive, send
from sixth.server.store.engine import first_line, make_engine
from sixth.server.store.schema import log
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
    games = Games(partial(_load, make_engine(receive(source), read_only=True)))
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
    except SQLAlchemyError as error:
        return JobResult(away=first_line(error))
    except Exception:
        return JobResult(fault=traceback.format_exc())


def _load(engine: Engine, table_id: str) -> tuple[TableEvent, ...]:
    query = select(log.c.happening).where(log.c.table_id == table_id).order_by(log.c.version)
    with engine.connect() as connection:
        bodies = connection.execute(query).scalars().all()
    return tuple(loads_event(body) for body in bodies)


if __name__ == "__main__":
    main()
