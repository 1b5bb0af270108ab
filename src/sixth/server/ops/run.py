"""Running a server: the place for data, a free port, the address, the browser, a clean end."""

import errno
import json
import logging
import socket
import sys
import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import partial
from http.client import HTTPConnection, HTTPException
from threading import Thread
from typing import Final

import platformdirs
from sqlalchemy.engine import URL

from sixth.extras import require_extra
from sixth.i18n import error_text
from sixth.i18n import gettext as _
from sixth.server.core.retries import retry
from sixth.server.core.settings import REDIS, Settings
from sixth.server.core.wall_clock import milliseconds
from sixth.server.ops import clock
from sixth.server.ops.claim import sole_server
from sixth.server.ops.supervisor import Supervisor, SupervisorError
from sixth.server.store.engine import in_folder, understood
from sixth.server.store.sql import SqlStore, StoreError

_LOG: Final = logging.getLogger(__name__)

_LAST_PORT: Final = 65_535
_TIMEOUT_S: Final = 1.0
_MAX_BYTES: Final = 100_000


class ServeError(Exception):
    """The server cannot run; the text is one sentence that says why."""


def serve(settings: Settings) -> None:
    """Serve until interrupted; prints the address once it answers.

    Raises:
        ServeError: the port, the folder or the database cannot be used.
    """
    if settings.workers > 1 and not _is_shared(settings.database):
        wrong = _("--workers needs a PostgreSQL (--database {url}): an SQLite file serves one process.")
        raise ServeError(wrong.format(url="postgresql://…"))
    if settings.redis:
        _can_use_redis(settings.redis, settings.database)
    with ExitStack() as stack:
        taken = _("Port {port} on {host} cannot be used ({why}); choose another with --port, or 0 for any.")
        several = settings.workers > 1
        listener = stack.enter_context(_listen(settings.host, settings.port, taken, at_once=several))
        port = _port(listener)
        own = [stack.enter_context(each) for each in _own_listeners(settings, port)]
        store = stack.enter_context(_opened(settings))
        ready = partial(_ready, settings, port, [_port(each) for each in own])
        if not own:
            from sixth.server.ops.process import answer

            answer(store, settings, [listener], ready=ready)
            return
        # It has been seen to work, and is up to date; each process has connections of its own.
        store.close()
        try:
            Supervisor(settings, listener, own).run(ready)
        except SupervisorError as error:
            wrong = _("The processes of the server do not start; what they have logged says why.")
            raise ServeError(wrong) from error


def shown(settings: Settings) -> bool:
    """Return whether a Sixth answers already where one is wanted; if so, the browser is opened on it."""
    asked = HTTPConnection(_host(settings.host).strip("[]"), settings.port, timeout=_TIMEOUT_S)
    try:
        asked.request("GET", "/manifest.webmanifest")
        if json.loads(asked.getresponse().read(_MAX_BYTES)).get("name") != "Sixth":
            return False
    except (OSError, HTTPException, ValueError, AttributeError):
        return False
    finally:
        asked.close()
    address = _address(settings.host, settings.port)
    sys.stdout.write(_("Sixth is already at {address}").format(address=address) + "\n")
    webbrowser.open(address)
    return True


def _ready(settings: Settings, port: int, own: Sequence[int]) -> None:
    """Say where the server is, and at which ports each of its processes has to itself."""
    address = _address(settings.host, port)
    sys.stdout.write(_("Sixth is at {address} (Ctrl-C stops it)").format(address=address) + "\n")
    if network := _in_network(settings.host):
        said = _("Others in your network find it at {address}")
        sys.stdout.write(said.format(address=_address(network, port)) + "\n")
    if own:
        said = _(
            "At port {port} any worker serves any table; it costs less if a proxy sends each table to one "
            "worker, at ports {ports}."
        )
        sys.stdout.write(said.format(port=port, ports=_range(own)) + "\n")
    sys.stdout.flush()
    if settings.open:
        # Some browsers are waited for until they are closed.
        Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _is_shared(database: str | None) -> bool:
    return (database or "").startswith(("postgres://", "postgresql:", "postgresql+"))


def _can_use_redis(url: str, database: str | None) -> None:
    if not _is_shared(database):
        wrong = _("--redis needs a PostgreSQL (--database {url}): an SQLite file serves one process.")
        raise ServeError(wrong.format(url="postgresql://…"))
    try:
        with require_extra("redis"):
            from sixth.server.cluster.redis import connected

        # Nothing is connected yet.
        connected(url).connection_pool.make_connection()  # type: ignore[no-untyped-call]
    except (TypeError, ValueError) as error:
        wrong = _("{setting} takes a URL such as {url}.")
        raise ServeError(wrong.format(setting="--redis", url=REDIS)) from error


def _own_listeners(settings: Settings, port: int) -> Iterator[socket.socket]:
    """Yield a socket for each of several workers, at a port of its own; none where one process answers."""
    if settings.workers == 1:
        return
    first = settings.worker_port
    if first is None:
        # Where the shared port is any free one, these are, too.
        first = port + 1 if settings.port else 0
    if first + settings.workers - 1 > _LAST_PORT:
        wrong = _(
            "{count} workers need ports {ports}, and the last is {last}; choose others with --worker-port."
        )
        ports = _range(range(first, first + settings.workers))
        raise ServeError(wrong.format(count=settings.workers, ports=ports, last=_LAST_PORT))
    taken = _(
        "Port {port} on {host}, a worker's own, cannot be used ({why}); choose others with --worker-port, "
        "or 0 for any."
    )
    for number in range(settings.workers):
        yield _listen(settings.host, first + number if first else 0, taken, at_once=True)


def _port(listener: socket.socket) -> int:
    return int(listener.getsockname()[1])


def _range(ports: Sequence[int]) -> str:
    """Return ports as a range where they follow one another, and else as a list."""
    if list(ports) == list(range(ports[0], ports[-1] + 1)):
        return f"{ports[0]}–{ports[-1]}"
    return ", ".join(map(str, ports))


def _listen(host: str, port: int, taken: str, *, at_once: bool) -> socket.socket:
    """Return a socket at this port, which listens already if `at_once`.

    Raises:
        ServeError: the port cannot be used, with `taken` as the template of the sentence, or is none.
    """
    if not 0 <= port <= _LAST_PORT:
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
        # Those who listened there before may be about to end.
        retry(lambda: listener.bind(address), partial(_reason_of_bind, host, port))
        if at_once:
            listener.listen()
    except OSError as error:
        listener.close()
        raise ServeError(taken.format(port=port, host=host, why=error_text(error))) from error
    return listener


def _reason_of_bind(host: str, port: int, error: Exception) -> str | None:
    used = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
    return f"port {port} on {host} is still in use" if used else None


def _host(host: str) -> str:
    own = "127.0.0.1" if host in ("0.0.0.0", "") else "[::1]" if host == "::" else host
    return f"[{own}]" if ":" in own and "[" not in own else own


def _address(host: str, port: int) -> str:
    return f"http://{_host(host)}:{port}/"


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


@contextmanager
def _opened(settings: Settings) -> Iterator[SqlStore]:
    """The store, which no other server uses meanwhile if it is in a file.

    Raises:
        ServeError: the folder or the database cannot be used.
    """
    with ExitStack() as claim:
        try:
            url = _url(settings)
            claim.enter_context(sole_server(url))
            store = SqlStore(url, notifies=settings.redis is None)
        except StoreError as error:
            raise ServeError(str(error)) from error
        _compare_clocks(store)
        yield store


def _compare_clocks(store: SqlStore) -> None:
    """Log a warning if the database is well ahead of the clock of this machine."""
    now, then = milliseconds(), store.read(clock.latest)
    if then - now > clock.AHEAD_MS:
        said = "The database is at %s, but the clock of this machine says %s; the site goes by the later."
        said += " If the clock is right, end the server and run `sixth db clock --set-back`."
        _LOG.warning(said, *(f"{datetime.fromtimestamp(at / 1000, UTC):%F %R}" for at in (then, now)))


def _url(settings: Settings) -> URL:
    """Where the games are kept; a folder that is not there is made."""
    if settings.database is not None:
        return understood(settings.database)
    folder = settings.data or platformdirs.user_data_path("sixth", appauthor=False)
    try:
        # What is kept here are people's hands of cards.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        wrong = _("The folder {folder} cannot be used ({why}); choose another with --data.")
        raise ServeError(wrong.format(folder=folder, why=error_text(error))) from error
    return in_folder(folder)
