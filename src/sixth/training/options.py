"""The options of `sixth train`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sixth.i18n import gettext as _, or_list
from sixth.text import printable
from sixth.training.errors import TrainingUsageError
from sixth.training.recipe import DEFAULT, Recipe

MAX_SEED: Final = 2**63 - 1
MAX_MINUTES: Final = 1e6
DEVICES: Final = ("auto", "cpu", "cuda")


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of a training; None stands for the default."""

    folder: Path
    """Where the training is kept."""
    minutes: float | None = None
    """The approximate duration on this machine; used only when a training begins."""
    steps: int | None = None
    """The length of the training, the same on every machine; excludes `minutes`."""
    seed: int | None = None
    """From 0 to `MAX_SEED`."""
    threads: int | None = None
    """Threads that make examples; by default one for each core."""
    device: str = "auto"
    """Where the networks learn: one of `DEVICES`."""
    ray: str | None = None
    """The address of a Ray cluster, which then makes the examples."""
    recipe: Recipe = DEFAULT

    def check(self) -> None:
        """Raise `TrainingUsageError` if an option is out of its range, or two contradict each other."""
        for option, number in (("--steps", self.steps), ("--threads", self.threads)):
            if number is not None and number < 1:
                wrong = _("{option} takes a whole number of at least 1, not {value}.")
                raise TrainingUsageError(wrong.format(option=option, value=number))
        if self.minutes is not None and not 0 < self.minutes < MAX_MINUTES:
            wrong = _("--minutes takes a number above 0, not {value}.")
            raise TrainingUsageError(wrong.format(value=f"{self.minutes:g}"))
        if self.minutes is not None and self.steps is not None:
            raise TrainingUsageError(_("--minutes and --steps both say how long it takes; give one of them."))
        if self.seed is not None and not 0 <= self.seed <= MAX_SEED:
            wrong = _("--seed takes a whole number from 0 to {most}, not {value}.")
            raise TrainingUsageError(wrong.format(most=MAX_SEED, value=self.seed))
        if self.device not in DEVICES:
            wrong = _("--device takes {devices}, not {value}.")
            raise TrainingUsageError(
                wrong.format(devices=or_list(DEVICES), value=repr(printable(self.device)))
            )
