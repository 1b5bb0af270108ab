"""Running a server: the place for data, a free port, the address, the browser, a clean end."""

import signal
import socket
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import platformdirs
import uvicorn
from fastapi import FastAPI
from sqlalchemy.engine import URL

from sixth.foreign import why
from sixth.language import gettext as _
from sixth.server.app import create_app
from sixth.server.store.sql import SqlStore, StoreError


class ServeError(Exception):
    """The server cannot run; the text is one sentence that says why."""


def serve(*, host: str, port: int, data: Path | None, database: str | None, open_browser: bool) -> None:
    """Serve until interrupted; prints the address once it answers.

    Raises:
        ServeError: the port, the folder or the database cannot be used.
    """
    with _listen(host, port) as listener:
        app = create_app(_store(data, database))
        address = _address(host, listener.getsockname()[1])
        others = _address(network, listener.getsockname()[1]) if (network := _in_network(host)) else None
        with _asked_to_end():
            _Server(app, address, others, open_browser=open_browser).run(sockets=[listener])


@contextmanager
def _asked_to_end() -> Iterator[None]:
    """Take being asked to end as a good end: uvicorn, once it has ended, sends itself the signal again."""
    known = {number: signal.signal(number, lambda *_: None) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in known.items():
            signal.signal(number, handler)


class _Server(uvicorn.Server):
    """uvicorn, which says where it is once it answers, and ends its streams before it waits for them."""

    def __init__(self, app: FastAPI, address: str, others: str | None, *, open_browser: bool) -> None:
        # The streams end at once when asked to; the timeout is for clients that do not read.
        config = uvicorn.Config(
            app, log_level="warning", access_log=False, timeout_graceful_shutdown=3, server_header=False
        )
        super().__init__(config)
        self._app, self._address, self._others, self._open_browser = app, address, others, open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer, then say so."""
        await super().startup(sockets)
        if self.should_exit:
            return
        sys.stdout.write(_("Sixth is at {address} (Ctrl-C stops it)").format(address=self._address) + "\n")
        if self._others:
            said = _("Others in your network find it at {address}")
            sys.stdout.write(said.format(address=self._others) + "\n")
        sys.stdout.flush()
        if self._open_browser:
            # Some browsers are waited for until they are closed.
            Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then the rest."""
        self._app.state.tables.live.close()
        await super().shutdown(sockets)


def _listen(host: str, port: int) -> socket.socket:
    if not 0 <= port <= 65_535:
        # The system would take the remainder.
        wrong = _("There is no port {port}; choose one from 1 to 65535, or 0 for any that is free.")
        raise ServeError(wrong.format(port=port))
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        wrong = _("There is no address {host} to listen on; try --host 127.0.0.1.")
        raise ServeError(wrong.format(host=repr(host))) from error
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
    except OSError as error:
        listener.close()
        wrong = _("Port {port} on {host} cannot be used ({why}); choose another with --port, or 0 for any.")
        raise ServeError(wrong.format(port=port, host=host, why=why(error))) from error
    return listener


def _address(host: str, port: int) -> str:
    shown = "127.0.0.1" if host in ("0.0.0.0", "") else "[::1]" if host == "::" else host
    return f"http://{f'[{shown}]' if ':' in shown and '[' not in shown else shown}:{port}/"


def _in_network(host: str) -> str | None:
    """This machine's address for others, where the server listens on all of them."""
    if host not in ("0.0.0.0", "::", ""):
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks which of our addresses leads outside.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address


def _store(data: Path | None, database: str | None) -> SqlStore:
    try:
        if database is not None:
            return SqlStore(database)
        folder = data or platformdirs.user_data_path("sixth", appauthor=False)
        try:
            # What is kept here are people's hands of cards.
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            wrong = _("The folder {folder} cannot be used ({why}); choose another with --data.")
            raise ServeError(wrong.format(folder=folder, why=why(error))) from error
        return SqlStore(URL.create("sqlite", database=str(folder / "sixth.sqlite3")))
    except StoreError as error:
        raise ServeError(str(error)) from error
