"""A server in a process of its own, and what that uses."""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from peers import reviewed

PEER = Path(__file__).parent / "boardgame_io"


class Server:
    """A server and what it uses, its children too."""

    def __init__(self, process: "subprocess.Popen[str]", url: str) -> None:
        self.process, self.url = process, url

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
def ours(database: str | None, workers: int, *, games: int = 0) -> Iterator[Server]:
    """Sixth, as a host starts it, with so many games that are over (`reviewed`).

    Nothing is limited for those who come from this machine.
    """
    with TemporaryDirectory() as folder:
        reviewed.write(folder, games)
        where = ["--database", database] if database else ["--data", folder]
        many = ["--workers", str(workers)] if workers > 1 else []
        limits = ["--unlimited", "127.0.0.0/8", "--streams", "20000"]
        command = [sys.executable, "-m", "sixth", "serve", "--port", "0", *where, *many, *limits]
        with _serving(command, alone=workers == 1) as server:
            # It loads the bots' kernels once it answers.
            while True:
                with suppress(OSError), urlopen(f"{server.url}readyz") as answer:
                    if answer.read() == b"Ready.\n":
                        break
                time.sleep(0.5)
            yield server


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
def _serving(command: list[str], *, alone: bool) -> Iterator[Server]:
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
        yield Server(process, _address(process))
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
