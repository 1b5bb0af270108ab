"""`sixth doctor`: is a site well?"""

import os
from pathlib import Path
from typing import Annotated, Final

import typer

from sixth.cli.command import command, new_group
from sixth.cli.options import JsonOption, argument, option
from sixth.cli.site.serve import given, with_settings
from sixth.console import write_line
from sixth.rules.codec import dumps
from sixth.server.core import settings
from sixth.text import printable

commands: Final = new_group()


@command(commands, "sixth doctor --config /etc/sixth/sixth.toml --backups /backups")
@with_settings
def doctor(
    context: typer.Context,
    address: Annotated[
        str | None, argument("ADDRESS", "Check only the site at this address, from outside.")
    ] = None,
    *,
    backups: Annotated[
        Path | None, option("--backups", "DIR", "The folder with the backups of the database.")
    ] = None,
    json: JsonOption = False,
    **flags: str | bool | None,
) -> int:
    """Check a site: its address, proxy, ports, clock, disk, database, notifications and backups."""
    from sixth.server.ops.doctor.address import check_address
    from sixth.server.ops.doctor.checks import check_site
    from sixth.server.ops.doctor.finding import status_text, worst

    if address is None:
        findings = list(check_site(settings.read(given(context, flags), os.environ), backups))
    else:
        findings = list(check_address(settings.parse("url", address, _ADDRESS)))
    result = worst(findings)
    if json:
        write_line(dumps({"result": result, "checks": [each._asdict() for each in findings]}))
    else:
        width = max(len(status_text(each.status)) for each in findings)
        for each in findings:
            text = printable(each.text, longest=1_000)
            write_line(f"{status_text(each.status):{width}}  {text}")
    return 1 if result == "wrong" else 0


_ADDRESS: Final = "ADDRESS"
