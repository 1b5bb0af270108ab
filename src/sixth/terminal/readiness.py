"""Readiness of bots to play, with a line on the screen while a long preparation runs."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Thread
from typing import Final

from sixth import bots
from sixth.i18n import gettext as _

_QUIET_S: Final = 1.0
"""Seconds of waiting after which the line appears."""


def get_ready(names: Sequence[str], say: Callable[[str], object]) -> None:
    """Prepare these bots to play; call `say` with a line for the person if that takes over a second."""
    if bots.is_ready(names):
        return
    # The compiler cannot be interrupted; as a daemon thread it does not keep the program alive.
    worker = Thread(target=_get_ready, daemon=True)
    worker.start()
    worker.join(_QUIET_S)
    if worker.is_alive():
        say(_("Getting the bots ready; the first time this may take a minute."))
        worker.join()


def _get_ready() -> None:
    # An error shows when a bot that needs the kernels plays; other bots play without them.
    with suppress(Exception):
        bots.get_ready()
