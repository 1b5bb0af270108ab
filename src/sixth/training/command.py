"""What `sixth train` is asked for, and whether the libraries that it needs are there."""

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from sixth.i18n import gettext as _
from sixth.i18n import or_list
from sixth.text import printable
from sixth.training.errors import LearnError, LearnUsageError
from sixth.training.recipe import DEFAULT, Recipe

SEEDS: Final = 2**63
"""Seeds are below this."""

LONGEST: Final = 1e6
"""Minutes."""

DEVICES: Final = ("auto", "cpu", "cuda")

_LIBRARIES: Final = ("matplotlib", "numba", "torch")


@dataclass(frozen=True)
class Order:
    """What is asked for; None is not said."""

    folder: Path
    minutes: float | None = None
    """About how long it takes here; looked at when a training begins."""
    steps: int | None = None
    """Or how long it is, wherever it is."""
    seed: int | None = None
    threads: int | None = None
    device: str = "auto"
    ray: str | None = None
    """The address of a Ray, which then makes the lessons."""
    recipe: Recipe = DEFAULT


def carry_out(order: Order) -> None:
    """Train, or go on with the training that the folder holds, and say what came of it.

    Raises:
        LearnUsageError: it makes no sense.
        LearnError: it cannot be done.
    """
    _check(order)
    if any(find_spec(name) is None for name in _LIBRARIES):
        wrong = _("Training is not installed; install it with: {command}")
        raise LearnError(wrong.format(command="pip install 'sixth[rl]'"))
    from sixth.training.run import run

    run(order)


def _check(order: Order) -> None:
    for option, number in (("--steps", order.steps), ("--threads", order.threads)):
        if number is not None and number < 1:
            wrong = _("{option} takes a whole number of at least 1, not {value}.")
            raise LearnUsageError(wrong.format(option=option, value=number))
    if order.minutes is not None and not 0 < order.minutes < LONGEST:
        wrong = _("--minutes takes a number above 0, not {value}.")
        raise LearnUsageError(wrong.format(value=f"{order.minutes:g}"))
    if order.minutes is not None and order.steps is not None:
        raise LearnUsageError(_("--minutes and --steps both say how long it takes; give one of them."))
    if order.seed is not None and not 0 <= order.seed < SEEDS:
        wrong = _("--seed takes a whole number from 0 to {most}, not {value}.")
        raise LearnUsageError(wrong.format(most=SEEDS - 1, value=order.seed))
    if order.device not in DEVICES:
        wrong = _("--device takes {devices}, not {value}.")
        raise LearnUsageError(wrong.format(devices=or_list(DEVICES), value=repr(printable(order.device))))
