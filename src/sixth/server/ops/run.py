"""The start of a server: its database, its ports, its address, and the browser."""

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

from sixth.errors import CommandError
from sixth.i18n import error_text, gettext as _
from sixth.server.core.retries import retry
from sixth.server.core.settings import Settings
from sixth.server.core.wall_clock import wall_clock_ms
from sixth.server.ops import clock, ports
from sixth.server.ops.claim import sole_server
from sixth.server.ops.databases import make_folder, url_of
from sixth.server.ops.supervisor import Supervisor, SupervisorError
from sixth.server.store.sql import SqlStore
from sixth.text import printable

_LOG: Final = logging.getLogger(__name__)

LAST_PORT: Final = 65_535
_TIMEOUT_S: Final = 1.0
_MAX_BYTES: Final = 100_000


class ServeError(CommandError):
    """The server cannot run; the text is one sentence that says why."""


def serve(settings: Settings) -> None:
    """Serve until interrupted; print the address once the server answers.

    Raises:
        ServeError, StoreError: a port, the folder or the database cannot be used.
    """
    check_workers(settings)
    several = settings.workers > 1
    if not several:
        # Before anything is waited for or made, as a library may be missing.
        from sixth.server.ops.process import answer
    with ExitStack() as stack:
        wrong = _("Port {port} on {host} cannot be used ({why}); choose another with --port, or 0 for any.")
        listener = stack.enter_context(_listen(settings.host, settings.port, wrong, at_once=several))
        port = _port(listener)
        own = [stack.enter_context(each) for each in _own_listeners(settings, port)]
        store = stack.enter_context(_open_store(settings))
        ready = partial(_ready, settings, port, [_port(each) for each in own])
        if not several:
            answer(store, settings, [listener], ready=ready)
            return
        # The store works and is up to date; each process opens its own.
        store.close()
        try:
            Supervisor(settings, listener, own).run(ready)
        except SupervisorError as error:
            wrong = _("The processes of the server do not start; what they have logged says why.")
            raise ServeError(wrong) from error


def check_workers(settings: Settings) -> None:
    """Raise `ServeError` if there are several workers over a database that serves one process."""
    if settings.workers > 1 and not _is_shared(settings.database):
        wrong = _("--workers needs a PostgreSQL (--database {url}): an SQLite file serves one process.")
        raise ServeError(wrong.format(url="postgresql://…"))


def open_running(settings: Settings) -> bool:
    """Open the browser on a Sixth that answers at this address already; return whether there is one."""
    connection = HTTPConnection(_host(settings.host).strip("[]"), settings.port, timeout=_TIMEOUT_S)
    try:
        connection.request("GET", "/manifest.webmanifest")
        if json.loads(connection.getresponse().read(_MAX_BYTES)).get("name") != "Sixth":
            return False
    except (OSError, HTTPException, ValueError, AttributeError):
        return False
    finally:
        connection.close()
    address = address_of(settings.host, settings.port)
    sys.stdout.write(_("Sixth is already at {address}").format(address=address) + "\n")
    webbrowser.open(address)
    return True


def _ready(settings: Settings, port: int, own: Sequence[int]) -> None:
    """Print the address of the server and the ports of its workers, and open the browser if that is set."""
    address = address_of(settings.host, port)
    sys.stdout.write(_("Sixth is at {address} (Ctrl-C stops it)").format(address=address) + "\n")
    if network := _in_network(settings.host):
        line = _("Others in your network find it at {address}")
        sys.stdout.write(line.format(address=address_of(network, port)) + "\n")
    if own:
        line = _(
            "At port {port} any worker serves any table; it costs less if a proxy sends each table to one "
            "worker, at ports {ports}."
        )
        sys.stdout.write(line.format(port=port, ports=_range(own)) + "\n")
    sys.stdout.flush()
    if settings.open:
        # The call may last until the browser is closed.
        Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _is_shared(database: str | None) -> bool:
    return (database or "").startswith(("postgres://", "postgresql:", "postgresql+"))


def _own_listeners(settings: Settings, port: int) -> Iterator[socket.socket]:
    """Yield a socket for each of several workers, at a port of its own; none for a single process."""
    if settings.workers == 1:
        return
    first = first_own_port(settings, port)
    if first + settings.workers - 1 > LAST_PORT:
        wrong = _(
            "{count} workers need ports {ports}, and the last is {last}; choose others with --worker-port."
        )
        ports = _range(range(first, first + settings.workers))
        raise ServeError(wrong.format(count=settings.workers, ports=ports, last=LAST_PORT))
    wrong = _(
        "Port {port} on {host}, a worker's own, cannot be used ({why}); choose others with --worker-port, "
        "or 0 for any."
    )
    for number in range(settings.workers):
        yield _listen(settings.host, first + number if first else 0, wrong, at_once=True)


def first_own_port(settings: Settings, port: int) -> int:
    """Return the first of the ports that workers beside this shared port have for themselves, 0 for any."""
    if settings.worker_port is not None:
        return settings.worker_port
    # If the shared port is any free one, the ports of workers are, too.
    return port + 1 if settings.port else 0


def _port(listener: socket.socket) -> int:
    return int(listener.getsockname()[1])


def _range(ports: Sequence[int]) -> str:
    """Return consecutive ports as a range, others as a list."""
    if list(ports) == list(range(ports[0], ports[-1] + 1)):
        return f"{ports[0]}–{ports[-1]}"
    return ", ".join(map(str, ports))


def _listen(host: str, port: int, wrong: str, *, at_once: bool) -> socket.socket:
    """Return a socket at this port, which listens already if `at_once`.

    Raises:
        ServeError: there is no such port, or it cannot be used; `wrong` is the template of that sentence.
    """
    if not 0 <= port <= LAST_PORT:
        # The system would take the remainder.
        no_port = _("There is no port {port}; choose one from 1 to 65535, or 0 for any that is free.")
        raise ServeError(no_port.format(port=port))
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        no_address = _("There is no address {host} to listen on; try --host 127.0.0.1.")
        raise ServeError(no_address.format(host=repr(host))) from error
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        # A server that listened there before may be about to end.
        retry(lambda: listener.bind(address), partial(_bind_reason, host, port))
        if at_once:
            listener.listen()
    except OSError as error:
        listener.close()
        is_used = error.errno == errno.EADDRINUSE
        text = wrong.format(port=port, host=host, why=_in_use(port) if is_used else error_text(error))
        if is_used and (free := ports.free_after(family, str(address[0]), port)):
            text += " " + _("Port {port} is free.").format(port=free)
        raise ServeError(text) from error
    return listener


def _in_use(port: int) -> str:
    """Return that a port is in use, and by which program if the system says so."""
    holder = ports.holder_of(port)
    if holder is None:
        return _("it is in use")
    program = printable(holder.program)
    return _("{program} uses it, process {number}").format(program=program, number=holder.process)


def _bind_reason(host: str, port: int, error: Exception) -> str | None:
    used = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
    return f"port {port} on {host} is still in use" if used else None


def _host(host: str) -> str:
    own = "127.0.0.1" if host in ("0.0.0.0", "") else "[::1]" if host == "::" else host
    return f"[{own}]" if ":" in own and "[" not in own else own


def address_of(host: str, port: int) -> str:
    """Return the address of a server on this machine that listens there."""
    return f"http://{_host(host)}:{port}/"


def _in_network(host: str) -> str | None:
    """Return the address of this machine in its network, if the server listens on all addresses."""
    if host not in ("0.0.0.0", "::", ""):
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # This sends nothing; it only asks which address of this machine leads outside.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address


@contextmanager
def _open_store(settings: Settings) -> Iterator[SqlStore]:
    """Yield the store; no other server can use it during the block if it is in a file."""
    url = url_of(settings.data, settings.database)
    if settings.database is None:
        make_folder(url, _("The folder {folder} cannot be used ({why}); choose another with --data."))
    with sole_server(url):
        store = SqlStore(url)
        _compare_clocks(store)
        yield store


def _compare_clocks(store: SqlStore) -> None:
    """Log a warning if the database is well ahead of the clock of this machine."""
    now, then = wall_clock_ms(), store.read(clock.latest)
    if then - now > clock.AHEAD_MS:
        warning = "The database is at %s, but the clock of this machine says %s; the site goes by the later."
        warning += " If the clock is right, docs/hosting.md says how to go back."
        _LOG.warning(warning, *(f"{datetime.fromtimestamp(at / 1000, UTC):%F %R}" for at in (then, now)))
