"""What a start of `sixth serve` costs over SQLite: `python bench/start.py [--times 9]`.

Measured are the seconds of processor (user and system) that the server's process has used when it prints its
address, and when its kernels are loaded too; first with a new database, then with one that is there. A line
of JSON gives the median of each figure and its range. What other processes of the machine do changes the
figures little. Linux only, as `/proc` is read. The first start of all compiles, and is not counted.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

_TICKS_PER_S: Final = os.sysconf("SC_CLK_TCK")


def processor_s(pid: int) -> float:
    """Return the seconds of processor that a process and its threads have used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS_PER_S


def start(data: Path) -> tuple[float, float]:
    """Return what a start costs until the server answers, and until its bots are ready, in seconds."""
    command = [sys.executable, "-m", "sixth", "serve", "--port", "0", "--data", str(data)]
    server = subprocess.Popen(
        [*command, "--log-level", "info"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    assert server.stderr is not None
    try:
        server.stdout.readline()
        answers = processor_s(server.pid)
        while "bots" not in server.stderr.readline():
            pass
        return answers, processor_s(server.pid)
    finally:
        server.kill()
        server.communicate()


def report(name: str, values: list[float]) -> None:
    """Print a figure as a line of JSON."""
    line = {
        "bench": f"start.{name}",
        "value": round(statistics.median(values), 2),
        "least": round(min(values), 2),
        "most": round(max(values), 2),
        "unit": "s of processor",
    }
    print(json.dumps(line), flush=True)


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=9)
    times = parser.parse_args().times
    with TemporaryDirectory() as folder:
        old = Path(folder) / "old"
        start(old)
        for name, places in (
            ("new", [Path(folder) / str(number) for number in range(times)]),
            ("existing", [old] * times),
        ):
            answers, ready = zip(*map(start, places), strict=True)
            report(f"{name}.answers", list(answers))
            report(f"{name}.bots", list(ready))


if __name__ == "__main__":
    main()
