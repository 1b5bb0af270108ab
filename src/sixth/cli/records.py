"""`sixth replay` and `sixth verify`: commands for records of games."""

from typing import Annotated, Final

from sixth.cli.command import command, new_group
from sixth.cli.options import JsonOption, argument, whole_option
from sixth.errors import UsageProblem
from sixth.i18n import gettext as _

commands: Final = new_group()

RecordFile = Annotated[str, argument("FILE", "A file of records; - is standard input.")]


@command(commands, "sixth replay games.sixth.jsonl --at 60 --seat 2")
def replay(
    file: RecordFile,
    *,
    json: JsonOption = False,
    at: Annotated[int | None, whole_option("--at", "V", "Only the table after event V.")] = None,
    seat: Annotated[int | None, whole_option("--seat", "K", "Only what seat K (from 0) may know.")] = None,
) -> None:
    """Check records event by event and show them."""
    from sixth.terminal import replay as terminal

    if json and (at is not None or seat is not None):
        raise UsageProblem(
            _("--json prints a line a game and goes with neither --at nor --seat; leave one out.")
        )
    if json:
        terminal.replay_json(file)
    else:
        terminal.replay(file, at=at, seat=seat)


@command(commands, "sixth verify games.sixth.jsonl")
def verify(file: RecordFile, *, json: JsonOption = False) -> int:
    """Deal every round of a record again, and check that it was fair."""
    from sixth.terminal.replay import verify_file

    return 0 if verify_file(file, json=json) else 1
