"""Repeat the tests that start browsers, servers and commands, in random order on a busy machine.

`python -m scripts.stress [--passes N] [--load N] [--seed N] [PATH…]` runs each test N times. A pass has as
many processes as the load, however few cores there are, and an order of its own that follows from its seed.
At the end, each test that failed is listed with its rate and the seeds of the passes in which it did.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

_PATHS: Final = ("tests/browser", "tests/server", "tests/remote", "tests/client", "tests/cli")
_PASSED, _TESTS_FAILED = 0, 1


def main() -> int:
    """Run all passes; return 0 if no test failed in any of them, else 1."""
    options = _parser().parse_args()
    failures: dict[str, list[int]] = defaultdict(list)
    for seed in range(options.seed, options.seed + options.passes):
        began = time.monotonic()
        count, failed = _run_pass(seed, options.load, options.paths or _PATHS)
        for test in failed:
            failures[test].append(seed)
        _say(f"seed {seed}: {count} tests, {len(failed)} failed, {time.monotonic() - began:.0f} s")
    for test, seeds in sorted(failures.items(), key=lambda entry: -len(entry[1])):
        _say(f"{len(seeds)}/{options.passes}  {test}  seeds {', '.join(map(str, seeds))}")
    _say(f"{len(failures)} tests failed at least once in {options.passes} passes at a load of {options.load}")
    return 1 if failures else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--passes", type=int, default=20, help="how often each test is run (20)")
    parser.add_argument("--load", type=int, default=8, help="processes that run tests at the same time (8)")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="seed of the first pass")
    parser.add_argument("paths", nargs="*", metavar="PATH", help=f"files or folders ({' '.join(_PATHS)})")
    return parser


def _run_pass(seed: int, load: int, paths: Sequence[str]) -> tuple[int, Sequence[str]]:
    """Run each test once; return how many there were, and those that failed.

    Raises:
        SystemExit: pytest could not run them, or was interrupted.
    """
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        # The order is random among files, and in each: tests of one file share what is made for them.
        words = ["--dist", "loadfile", "--no-loadscope-reorder", "--numprocesses", str(load)]
        words += ["--random-order", "--random-order-seed", str(seed), "--tb", "short", "--no-header", "-q"]
        pytest = [sys.executable, "-m", "pytest", *words, f"--junitxml={report}", *paths]
        done = subprocess.run(pytest, check=False, stdout=subprocess.PIPE, text=True)
        if done.returncode not in {_PASSED, _TESTS_FAILED}:
            sys.exit(done.stdout)
        if done.returncode == _TESTS_FAILED:
            _say(done.stdout)
        cases = list(ElementTree.parse(report).iter("testcase"))
    wrong = [each for each in cases if each.find("failure") is not None or each.find("error") is not None]
    return len(cases), sorted({f"{each.get('classname')}::{each.get('name')}" for each in wrong})


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
