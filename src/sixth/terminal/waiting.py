"""Waiting until bots can play, with a word about it where it takes long."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Thread
from typing import Final

from sixth import bots
from sixth.i18n import gettext as _

_SOON: Final = 1.0
"""Seconds that nobody has to be told about."""


def get_ready(names: Sequence[str], say: Callable[[str], object]) -> None:
    """Have these bots made ready; `say` gets a line to show if that takes a while."""
    if bots.is_ready(names):
        return
    # The compiler cannot be interrupted: as a daemon it does not keep the program from ending.
    worker = Thread(target=_get_ready, daemon=True)
    worker.start()
    worker.join(_SOON)
    if worker.is_alive():
        say(_("Getting the bots ready; the first time this may take a minute."))
        worker.join()


def _get_ready() -> None:
    # What is wrong is told when the bot plays that it keeps from playing; others may not need it.
    with suppress(Exception):
        bots.get_ready()
