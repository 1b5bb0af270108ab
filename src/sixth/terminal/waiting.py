"""Waiting until bots can play, with a line about it where that takes long."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Thread
from typing import Final

from sixth import bots
from sixth.i18n import gettext as _

_QUIET_S: Final = 1.0
"""A shorter wait is not mentioned."""


def get_ready(names: Sequence[str], say: Callable[[str], object]) -> None:
    """Make these bots ready to play; `say` is given a line to show if that takes a while."""
    if bots.is_ready(names):
        return
    # The compiler cannot be interrupted: as a daemon it does not keep the program from ending.
    worker = Thread(target=_get_ready, daemon=True)
    worker.start()
    worker.join(_QUIET_S)
    if worker.is_alive():
        say(_("Getting the bots ready; the first time this may take a minute."))
        worker.join()


def _get_ready() -> None:
    # What is wrong is told when the bot plays that it keeps from playing; others may not need it.
    with suppress(Exception):
        bots.get_ready()
