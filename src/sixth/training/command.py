"""The entry of a training from its options."""

from importlib.util import find_spec
from typing import Final

from sixth.extras import install_command
from sixth.i18n import gettext as _
from sixth.training.errors import TrainingError
from sixth.training.options import Options

_LIBRARIES: Final = ("matplotlib", "numba", "torch")


def run(options: Options) -> None:
    """Train, or continue the training in the folder, and print the results.

    Raises:
        TrainingUsageError: The options make no sense.
        TrainingError: The training cannot be done.
    """
    options.check()
    if any(find_spec(name) is None for name in _LIBRARIES):
        wrong = _("Training is not installed; install it with: {command}")
        raise TrainingError(wrong.format(command=install_command("rl")))
    # It takes PyTorch, which takes a second to import.
    from sixth.training.session import run_session

    run_session(options)
