"""The environment of the test run, in which nothing of the person who runs it counts or is touched.

`tests/conftest.py` imports it before Sixth and the libraries that read the environment as they are imported.
As with tox, the variables that programs need to run are handed on, and no others.
"""

import os
import re
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

HOME: Final = Path(__file__).parents[1] / ".cache" / "home"
"""The home of all programs of the tests, kept in the clone as libraries fill their caches only once."""

NOWHERE: Final = "/dev/null/data of the person who runs the tests"
"""A data folder that nobody can make, so that a test which falls back to the default one fails."""

DEFAULT_PORT: Final = 6106
"""The port at which the person who runs the tests may be playing."""

_HANDED_ON: Final = re.compile(
    r"PATH|(DY)?LD_.*|TMPDIR|CI|JAVA_HOME|.*BLAS_.*|COV.*|(HYPOTHESIS|PLAYWRIGHT|PYTEST|SIXTH_TEST)_.*"
)


def own_environment(given: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of the tests in place of the one that is `given`."""
    return {
        # Where `make test` has put a Chromium, if the system has none.
        "PLAYWRIGHT_BROWSERS_PATH": str(user_cache_path("ms-playwright")),
        **{name: value for name, value in given.items() if _HANDED_ON.fullmatch(name)},
        "HOME": str(HOME),
        "LC_ALL": "C.UTF-8",
        # Threads of PyTorch and of linear algebra spin while they wait for one another: where processes share
        # two cores, they were four fifths of what a training took.
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "SIXTH_LANG": "en",
        "SIXTH_PORT": "0",
        "XDG_DATA_HOME": NOWHERE,
    }


def _refuse_default_port(event: str, arguments: tuple[object, ...]) -> None:
    if event in ("socket.bind", "socket.connect"):
        _, address = arguments
        assert not (isinstance(address, tuple) and address[1] == DEFAULT_PORT), (
            f"A test uses port {DEFAULT_PORT}, at which the person who runs it may be playing."
        )


HOME.mkdir(parents=True, exist_ok=True)
_own = own_environment(os.environ)
os.environ.clear()
os.environ.update(_own)
sys.addaudithook(_refuse_default_port)
# What a shell starts in the background ignores Ctrl-C, and so would the commands that tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)
