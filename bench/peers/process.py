"""A server in a process of its own, and what that uses."""

import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from peers import reviewed

PEER = Path(__file__).parent / "boardgame_io"


class Server:
    """A server and what it uses, its children too; several workers have the addresses `own`."""

    def __init__(self, process: "subprocess.Popen[str]", url: str, own: Sequence[str] = ()) -> None:
        self.process, self.url, self.own = process, url, own

    def _pids(self) -> list[int]:
        found, wanted = [], [self.process.pid]
        while wanted:
            pid = wanted.pop()
            found.append(pid)
            with suppress(OSError):
                for task in Path(f"/proc/{pid}/task").iterdir():
                    wanted += map(int, (task / "children").read_text().split())
        return found

    def cpu_s(self) -> float:
        """Seconds of processor so far, the system's for it too."""
        ticks = 0
        for pid in self._pids():
            with suppress(OSError):
                ticks += sum(
                    map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13])
                )
        return ticks / os.sysconf("SC_CLK_TCK")

    def memory_bytes(self) -> int:
        """What of it is in memory."""
        found = 0
        for pid in self._pids():
            with suppress(OSError):
                found += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize()
        return found


@contextmanager
def ours(
    database: str | None, workers: int, *, games: int = 0, alone: bool | None = None
) -> Iterator[Server]:
    """Sixth, as a host starts it, with so many games that are over (`reviewed`).

    Nothing is limited for those who come from this machine. It has the first processor to itself if `alone`,
    and if that is not said, where it is one process.
    """
    with TemporaryDirectory() as folder:
        reviewed.write(folder, games)
        where = ["--database", database] if database else ["--data", folder]
        many = ["--workers", str(workers)] if workers > 1 else []
        limits = ["--unlimited", "127.0.0.0/8", "--streams", "20000"]
        command = [sys.executable, "-m", "sixth", "serve", "--port", "0", *where, *many, *limits]
        apart = workers == 1 if alone is None else alone
        with _serving(command, alone=apart, workers=workers) as server:
            # Each process loads the bots' kernels once it answers.
            for url in server.own or (server.url,):
                while not _is_ready(url):
                    time.sleep(0.5)
            yield server


def _is_ready(url: str) -> bool:
    with suppress(OSError), urlopen(f"{url}readyz") as answer:
        return bool(answer.read() == b"Ready.\n")
    return False


@contextmanager
def peer() -> Iterator[Server]:
    """The same game on boardgame.io."""
    with _serving(["node", str(PEER / "server.js")], alone=True) as server:
        yield server


def peer_is_here() -> bool:
    """Whether there is a Node, and what the peer is made of; that is installed if it is not."""
    if which("node") is None or which("npm") is None:
        return False
    if not (PEER / "node_modules").exists():
        command = ["npm", "ci", "--no-audit", "--no-fund"]
        done = subprocess.run(command, cwd=PEER, stdout=sys.stderr, check=False)
        return done.returncode == 0
    return True


@contextmanager
def _serving(command: list[str], *, alone: bool, workers: int = 1) -> Iterator[Server]:
    """The server that `command` starts, which prints its address; on the first processor if `alone`."""
    cores = sorted(os.sched_getaffinity(0))
    apart = alone and len(cores) > 1
    if apart:
        # All that it starts, threads too, inherits where it may run.
        os.sched_setaffinity(0, cores[:1])
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    if apart:
        os.sched_setaffinity(0, cores[1:])
    try:
        url = _address(process)
        yield Server(process, url, _own(process, url) if workers > 1 else ())
    finally:
        os.sched_setaffinity(0, cores)
        process.terminate()
        process.wait()


def _address(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    for line in process.stdout:
        for word in line.split():
            if word.startswith("http://"):
                return word
    raise RuntimeError("The server ended before it said where it is.")


def _own(process: "subprocess.Popen[str]", url: str) -> list[str]:
    """Return the addresses of the workers, by the line that follows the address of all of them."""
    assert process.stdout is not None
    found = re.search(r" at ports ([\d, –]+)\.$", process.stdout.readline().strip())
    if not found:
        raise RuntimeError("The server did not say at which ports its workers are.")
    first, _, last = found[1].partition("–")
    ports = range(int(first), int(last) + 1) if last else map(int, first.split(", "))
    return [f"{url.rpartition(':')[0]}:{port}/" for port in ports]
