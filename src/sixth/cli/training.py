"""`sixth train`: a policy from nothing, by self-play."""

from pathlib import Path
from typing import Annotated, Final

import typer

from sixth.cli.arguments import number, whole
from sixth.cli.command import Command, new_group
from sixth.cli.options import Seed
from sixth.cli.streams import complain
from sixth.errors import CommandError, UsageProblem
from sixth.i18n import gettext as _

commands: Final = new_group()


@commands.command(cls=Command, epilog="Example: sixth train runs/mine --minutes 10")
def train(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Where it is kept; a training in there goes on.")
    ],
    *,
    minutes: Annotated[
        float | None,
        typer.Option("--minutes", parser=number, metavar="M", help="About how long it takes here."),
    ] = None,
    steps: Annotated[
        int | None,
        typer.Option("--steps", parser=whole, metavar="N", help="Or how long it is, wherever it is."),
    ] = None,
    seed: Seed = None,
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads", parser=whole, metavar="N", help="How many threads; one a core if not said."
        ),
    ] = None,
    device: Annotated[
        str, typer.Option("--device", metavar="D", help="Where networks learn: auto, cpu or cuda.")
    ] = "auto",
    ray: Annotated[
        str | None,
        typer.Option("--ray", metavar="ADDRESS", help="Let a Ray make the examples; local starts one here."),
    ] = None,
) -> None:
    """Train a policy from nothing, by self-play."""
    from sixth import training

    options = training.Options(
        folder=folder, minutes=minutes, steps=steps, seed=seed, threads=threads, device=device, ray=ray
    )
    try:
        training.run(options)
    except training.TrainingUsageError as error:
        raise UsageProblem(str(error)) from error
    except training.TrainingError as error:
        raise CommandError(str(error)) from error
    except KeyboardInterrupt:
        complain(_("Stopped; the same command goes on from {place}.").format(place=folder))
        raise
