"""All checks of a site, in the order in which a host reads them."""

from collections.abc import Iterator
from pathlib import Path

from sixth.errors import CommandError
from sixth.i18n import gettext as _
from sixth.server.core.settings import Settings
from sixth.server.ops.databases import url_of
from sixth.server.ops.doctor.address import check_address, check_push
from sixth.server.ops.doctor.database import check_database
from sixth.server.ops.doctor.finding import Finding
from sixth.server.ops.doctor.machine import check_backups, check_disk, check_ports, check_time
from sixth.server.ops.run import check_workers


def check_site(settings: Settings, backups: Path | None) -> Iterator[Finding]:
    """Yield the findings about the site of these settings, on the machine that serves it."""
    try:
        check_workers(settings)
        url = url_of(settings.data, settings.database)
    except CommandError as error:
        yield Finding("settings", "wrong", str(error))
        return
    yield from check_ports(settings)
    if settings.url:
        yield from check_address(settings.url)
    else:
        text = _("No public address is set (url), so links name the host that people ask for.")
        yield Finding("address", "ok", text)
    yield check_time()
    yield from check_disk(url)
    yield from check_database(url)
    yield check_push(settings)
    yield check_backups(backups)
