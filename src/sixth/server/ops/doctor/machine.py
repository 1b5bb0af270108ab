"""Checks of the machine: its ports, its disk, its clock, and the backups on it."""

import os
import shutil
import socket
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from sqlalchemy.engine import URL

from sixth.i18n import ago_text, and_list, error_text, gettext as _, number_text
from sixth.server.core.settings import Settings
from sixth.server.ops.doctor.answers import MANIFEST, NoAnswerError, fetch
from sixth.server.ops.doctor.finding import Finding, Status
from sixth.server.ops.run import LAST_PORT, address_of, first_own_port

_GB: Final = 1_000_000_000
_LOW_BYTES, _TOO_LOW_BYTES = _GB, _GB // 10

_BACKUP_AGE: Final = timedelta(days=2)
"""The age from which a backup is old: one was made every night, and last night's is missing."""

_BACKUPS: Final = ("*.sqlite3", "*.dump", "*.sql", "*.gz")


# ------------------------------------------------------------------ ports


def check_ports(settings: Settings) -> Iterator[Finding]:
    """Yield whether a server answers at the ports of these settings, or could listen there."""
    if settings.port == 0:
        yield Finding("server", "ok", _("The server takes any free port (port 0), so none is checked."))
        return
    address = address_of(settings.host, settings.port)
    try:
        is_sixth = fetch(address, MANIFEST).is_manifest
    except NoAnswerError:
        yield from _check_free(settings, address)
        return
    if not is_sixth:
        text = _("Another program answers at {address}; choose another port with --port.")
        yield Finding("server", "wrong", text.format(address=address))
        return
    yield Finding("server", "ok", _("The server answers at {address}.").format(address=address))
    yield from _check_workers(settings)


def _check_workers(settings: Settings) -> Iterator[Finding]:
    ports = _own_ports(settings)
    if not ports:
        return
    silent = [port for port in ports if not _is_alive(address_of(settings.host, port))]
    if silent:
        text = _("No worker answers at its own port: {ports}.")
        yield Finding("workers", "wrong", text.format(ports=and_list(map(str, silent))))
    else:
        text = _("Each worker answers at its own port: {ports}.")
        yield Finding("workers", "ok", text.format(ports=and_list(map(str, ports))))


def _is_alive(address: str) -> bool:
    try:
        return fetch(address, "/healthz").status == 200
    except NoAnswerError:
        return False


def _own_ports(settings: Settings) -> Sequence[int]:
    """Return the ports that workers have for themselves, as far as the settings name them."""
    first = first_own_port(settings, settings.port)
    return range(first, first + settings.workers) if settings.workers > 1 and first else ()


def _check_free(settings: Settings, address: str) -> Iterator[Finding]:
    for port in (settings.port, *_own_ports(settings)):
        if why := _obstacle(settings.host, port):
            text = _("Port {port} on {host} cannot be used ({why}).")
            yield Finding("server", "wrong", text.format(port=port, host=settings.host, why=why))
            return
    text = _("No server runs: nothing answers at {address}, and its ports are free.")
    yield Finding("server", "warning", text.format(address=address))


def _obstacle(host: str, port: int) -> str:
    """Return why nothing can listen at a port, "" if something can."""
    if port > LAST_PORT:
        return _("the last is {last}").format(last=LAST_PORT)
    try:
        family, kind, protocol, _name, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with closing(socket.socket(family, kind, protocol)) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(place)
    except OSError as error:
        return error_text(error)
    except UnicodeError as error:
        return str(error)
    return ""


# ------------------------------------------------------------------ disk


def check_disk(url: URL) -> Iterator[Finding]:
    """Yield whether the folder of a database in a file can be written, and has room."""
    if url.get_backend_name() != "sqlite":
        return
    folder = Path(str(url.database)).absolute().parent
    there = next(each for each in (folder, *folder.parents) if each.exists())
    try:
        with TemporaryFile(dir=there) as file:
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
        free = shutil.disk_usage(there).free
    except OSError as error:
        text = _("Nothing can be written in the folder {folder} ({why}).")
        yield Finding("disk", "wrong", text.format(folder=folder, why=error_text(error)))
        return
    text = _("The folder {folder} can be written, and has {free} GB free.")
    status: Status = "wrong" if free < _TOO_LOW_BYTES else "warning" if free < _LOW_BYTES else "ok"
    yield Finding("disk", status, text.format(folder=folder, free=number_text(free / _GB, digits=1)))
    if owner := _other_owner(there):
        text = _("The folder {folder} belongs to {owner}; run this command as that user, as the server does.")
        yield Finding("disk", "warning", text.format(folder=folder, owner=owner))


def _other_owner(folder: Path) -> str:
    """Return the owner of a folder, "" if this process has the same or the system knows none."""
    if not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid():
        return ""
    try:
        return folder.owner()
    except KeyError:
        return str(folder.stat().st_uid)


# ------------------------------------------------------------------ clock


def check_time() -> Finding:
    """Return what the clock of this machine says, and in which time zone."""
    now = datetime.now(UTC)
    text = _("The clock says {time} UTC, in the time zone {zone}; the days of a site are those of UTC.")
    zone = now.astimezone().tzname() or "UTC"
    return Finding("clock", "ok", text.format(time=f"{now:%Y-%m-%d %H:%M}", zone=zone))


# ------------------------------------------------------------------ backups


def check_backups(folder: Path | None) -> Finding:
    """Return how old the newest backup in a folder is."""
    if folder is None:
        text = _("Nothing is known about backups; name their folder with --backups.")
        return Finding("backups", "warning", text)
    try:
        # Without this, a folder that is missing or cannot be read has no files.
        next(folder.iterdir(), None)
        files = [(file.stat(), file) for pattern in _BACKUPS for file in folder.glob(pattern)]
    except OSError as error:
        text = _("The folder {folder} cannot be read ({why}).")
        return Finding("backups", "wrong", text.format(folder=folder, why=error_text(error)))
    full = [(facts.st_mtime, file) for facts, file in files if facts.st_size]
    if not full:
        return Finding("backups", "wrong", _("There is no backup in {folder}.").format(folder=folder))
    made, newest = max(full)
    age = datetime.now(UTC) - datetime.fromtimestamp(made, UTC)
    text = _("The newest backup was made {ago}: {file}.").format(ago=ago_text(age), file=newest)
    return Finding("backups", "ok" if age < _BACKUP_AGE else "warning", text)
