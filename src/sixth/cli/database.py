"""`sixth db …`: looking after the database of a site."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from sixth.cli.command import Command, new_group
from sixth.cli.options import Json
from sixth.console import write_line
from sixth.errors import Refused, UsageProblem
from sixth.extras import needing
from sixth.i18n import gettext as _
from sixth.i18n import ngettext, number_text
from sixth.progress import bar, watched
from sixth.rules.codec import dumps
from sixth.server.core import durations, settings
from sixth.terminal.labels import events_text, games_text, tables_text
from sixth.text import printable

if TYPE_CHECKING:
    from sqlalchemy.engine import URL

commands: Final = new_group()

_Data = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="Where games are kept; your data folder if not said."),
]
_Database = Annotated[
    str | None, typer.Option("--database", metavar="URL", help="A database to keep games in instead.")
]


@commands.callback(invoke_without_command=True, epilog="Example: sixth db check --data games")
def about(context: typer.Context) -> None:
    """Look after the database of a site: whether all is well, backups, moving house."""
    if context.invoked_subcommand is None:
        raise UsageProblem(_("Missing command."))


@commands.command(cls=Command, epilog="Example: sixth db upgrade --data games")
def upgrade(*, data: _Data = None, database: _Database = None) -> None:
    """Bring the schema up to date, as a server does when it starts."""
    with _as_refusals():
        from sixth.server.ops.databases import bring_up_to_date, place_of
        from sixth.server.store.upgrade import HEAD

        url = _url(data, database)
        before = bring_up_to_date(url)
        if before is None:
            told = _("The database {place} was made, at step {now}.")
        elif before == HEAD:
            told = _("The database {place} is up to date (step {now}).")
        else:
            told = _("The database {place} was brought from step {before} to step {now}.")
        write_line(told.format(place=place_of(url), before=before, now=HEAD))


@commands.command(cls=Command, epilog="Example: sixth db check --data games")
def check(
    *,
    data: _Data = None,
    database: _Database = None,
    json: Json = False,
) -> int:
    """Play every stored game again from its log, and say what does not follow."""
    tables = games = events = 0
    with _as_refusals():
        from sixth.server.ops import verification
        from sixth.server.ops.databases import to_read

        with to_read(_url(data, database)) as engine:
            faults = list(verification.around(engine))
            for looked in watched(_("Tables"), verification.check(engine), verification.count(engine)):
                tables += 1
                games += looked.games
                events += looked.events
                faults += looked.faults
    if json:
        wrong = [{"table": each.table, "version": each.version, "what": str(each.what)} for each in faults]
        write_line(dumps({"tables": tables, "games": games, "happenings": events, "wrong": wrong}))
        return 1 if faults else 0
    for fault in faults:
        write_line(printable(fault.text(), longest=1_000))
    what = _what(tables, games, events)
    if not faults:
        write_line(_("{what}: everything checks out.").format(what=what))
        return 0
    told = ngettext("{what}: {count} problem found.", "{what}: {count} problems found.", len(faults))
    write_line(told.format(what=what, count=len(faults)))
    return 1


@commands.command(cls=Command, epilog="Example: sixth db copy games postgresql://sixth@localhost/sixth")
def copy(
    source: Annotated[
        str, typer.Argument(metavar="FROM", help="The site: the URL of a database, or a data folder.")
    ],
    target: Annotated[
        str, typer.Argument(metavar="TO", help="An empty database to copy it to, named so too.")
    ],
) -> int:
    """Copy a whole site into another database, from SQLite to PostgreSQL or back."""
    with _as_refusals():
        from sixth.server.ops import transfer
        from sixth.server.ops.databases import named, place_of, to_read, to_write

        start, goal = named(source), named(target)
        with to_read(start) as here:
            rows = transfer.count(here)
            with to_write(goal) as there, bar(_("Entries"), 2 * rows) as step:
                done = transfer.copy(here, there, goal.database, step)
    rows_of = {name: each.rows for name, each in done.sums.items()}
    told = _("Copied to {place} and read back, the same: {what} (checksum {checksum}).")
    write_line(told.format(place=place_of(goal), what=_what_of(rows_of), checksum=done.checksum))
    if not done.meanwhile:
        return 0
    late = ngettext(
        "{count} thing has happened at {place} since the copy was begun, and is not in it; end the servers"
        " there and copy again, into another database.",
        "{count} things have happened at {place} since the copy was begun, and are not in it; end the"
        " servers there and copy again, into another database.",
        done.meanwhile,
    )
    raise Refused(late.format(count=done.meanwhile, place=place_of(start)))


@commands.command(cls=Command, epilog="Example: sixth db prune --older-than 90d --dry-run")
def prune(
    *,
    data: _Data = None,
    database: _Database = None,
    older_than: Annotated[
        str,
        typer.Option(
            "--older-than", metavar="AGE", help="How long ago the last thing happened: 90d, 12w or 36h."
        ),
    ],
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help="Also tables whose game goes on, or never began.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say how many there are.")] = False,
) -> None:
    """Delete old tables whose games are over."""
    with _as_refusals():
        from sixth.server.ops.databases import must_exist
        from sixth.server.store import pruning
        from sixth.server.store.sql import SqlStore

        age = durations.age(older_than)
        if age is None:
            wrong = _("--older-than takes a time such as 90d, 12w or 36h, not {value}.")
            raise UsageProblem(wrong.format(value=repr(printable(older_than))))
        before = datetime.now(UTC) - age
        url = _url(data, database)
        must_exist(url)
        store = SqlStore(url)
        try:
            found = store.read(lambda each: pruning.old(each, before, unfinished=unfinished))
            if dry_run:
                count = len(found)
                told = ngettext(
                    "{count} old table would be deleted.", "{count} old tables would be deleted.", count
                )
            else:
                deleted = pruning.prune_all(store, found, before, unfinished=unfinished)
                count = sum(watched(_("Tables"), deleted, len(found)))
                told = ngettext("{count} old table was deleted.", "{count} old tables were deleted.", count)
        finally:
            store.close()
    write_line(told.format(count=number_text(count)))


@commands.command(cls=Command, epilog="Example: sixth db backup /backups/monday.sqlite3")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file for it.")],
    *,
    data: _Data = None,
    database: _Database = None,
) -> None:
    """Back up a site in SQLite to one file while people play."""
    with _as_refusals():
        from sixth.server.ops import backup as room
        from sixth.server.ops.databases import to_read

        url = _url(data, database)
        with to_read(url), bar(_("Pages"), room.count(url)) as step:
            room.backup(url, file, step)
    write_line(_("All that was there when it began is in {file}.").format(file=file))


@commands.command(cls=Command, epilog="Example: sixth db clock --data games")
def clock(
    *,
    data: _Data = None,
    database: _Database = None,
    set_back: Annotated[
        bool, typer.Option("--set-back", help="Bring what is dated later than now back to now.")
    ] = False,
    new_chain: Annotated[
        bool, typer.Option("--new-chain", help="Begin the chain of daily deals anew, too.")
    ] = False,
) -> None:
    """Compare the times in the database with the clock of this machine, and set them back."""
    if new_chain and not set_back:
        raise UsageProblem(_("--new-chain goes with --set-back."))
    with _as_refusals():
        from sixth.server.core.wall_clock import milliseconds
        from sixth.server.ops import clock as room
        from sixth.server.ops.claim import sole_server
        from sixth.server.ops.databases import place_of, to_read, to_write

        url, now = _url(data, database), milliseconds()
        with to_read(url) as engine, engine.connect() as connection:
            then = room.latest(connection)
        if then > now:
            told = _("The database {place} is at {then}, but the clock of this machine says {now}.")
        else:
            told = _("Nothing in the database {place} is dated later than now ({now}).")
        write_line(told.format(now=_moment(now), place=place_of(url), then=_moment(then)))
        if not set_back:
            return
        with sole_server(url), to_write(url) as engine, engine.begin() as connection:
            room.check_alone(connection)
            done = room.set_back(connection, now, new_chain=new_chain)
        told = ngettext("Set back: {count} event.", "Set back: {count} events.", done.events)
        write_line(told.format(count=number_text(done.events)))
        if done.tries:
            told = ngettext(
                "{count} try of a daily deal to come is no longer compared with others.",
                "{count} tries of daily deals to come are no longer compared with others.",
                done.tries,
            )
            write_line(told.format(count=number_text(done.tries)))
        if done.chain:
            write_line(_("The daily deals begin anew, with another anchor."))


def _moment(at: int) -> str:
    """Return a moment in milliseconds as people write it, in UTC."""
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M} UTC"


def _what(tables: int, games: int, events: int) -> str:
    told = _("{tables}, {games}, {events}")
    return told.format(tables=tables_text(tables), games=games_text(games), events=events_text(events))


def _what_of(rows: dict[str, int]) -> str:
    told = _("{games}, {events}")
    return told.format(games=games_text(rows["games"]), events=events_text(rows["log"]))


def _url(data: Path | None, database: str | None) -> "URL":
    from sixth.server.ops.databases import url_of

    flags = {"data": str(data or ""), "database": database or ""}
    try:
        found = settings.read({name: value for name, value in flags.items() if value}, os.environ)
    except settings.SettingsError as error:
        raise UsageProblem(str(error)) from error
    return url_of(found.data, found.database)


@contextmanager
def _as_refusals() -> Iterator[None]:
    """Turn what goes wrong with the database in the block into refusals."""
    with needing("server"):
        from sixth.server.core.errors import UnavailableError
        from sixth.server.store.engine import StoreError
    try:
        yield
    except StoreError as error:
        raise Refused(str(error)) from error
    except UnavailableError as error:
        raise Refused(_("The database does not answer: {why}.").format(why=error)) from error
