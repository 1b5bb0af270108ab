"""The entry of a training from its options."""

from sixth.extras import require_extra
from sixth.training.options import Options


def run(options: Options) -> None:
    """Train, or continue the training in the folder, and print the results; may raise `TrainingError`."""
    options.check()
    with require_extra("rl"):
        # It takes PyTorch, which takes a second to import.
        from sixth.training.session import run_session
    run_session(options)
