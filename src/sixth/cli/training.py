"""`sixth train`: the training of a policy by self-play."""

from pathlib import Path
from typing import Annotated, Final

from sixth.cli.command import command, new_group
from sixth.cli.exits import going_on_from
from sixth.cli.options import SeedOption, argument, number_option, option, switch, whole_option
from sixth.extras import require_extra

commands: Final = new_group()


@command(commands, "sixth train runs/mine --minutes 10")
def train(
    folder: Annotated[Path, argument("FOLDER", "The folder of the training; a training in it continues.")],
    *,
    minutes: Annotated[
        float | None, number_option("--minutes", "M", "About how many minutes it takes on this machine.")
    ] = None,
    steps: Annotated[
        int | None, whole_option("--steps", "N", "Or the number of steps, the same on every machine.")
    ] = None,
    seed: SeedOption = None,
    threads: Annotated[
        int | None, whole_option("--threads", "N", "How many threads; by default one for each core.")
    ] = None,
    device: Annotated[str, option("--device", "D", "Where networks learn: auto, cpu or cuda.")] = "auto",
    ray: Annotated[
        str | None,
        option("--ray", "ADDRESS", "A Ray cluster that makes the examples; local starts one here."),
    ] = None,
    hand: Annotated[
        bool,
        switch("--hand", "Train only the network that sees the hand as a whole, for the shipped policy."),
    ] = False,
) -> None:
    """Train a policy from nothing, by self-play."""
    with require_extra("rl"):
        from sixth import training
        from sixth.training.recipe import DEFAULT, HAND

    options = training.Options(
        folder=folder, minutes=minutes, steps=steps, seed=seed, threads=threads, device=device, ray=ray,
        recipe=HAND if hand else DEFAULT,
    )  # fmt: skip
    with going_on_from(folder):
        training.run(options)
