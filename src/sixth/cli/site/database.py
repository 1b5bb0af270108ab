"""`sixth db …`: commands for the database of a site."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final

import typer

from sixth.cli.command import command, new_group
from sixth.cli.options import (
    DatabaseOption,
    DataOption,
    JsonOption,
    argument,
    database_errors,
    option,
    site_store,
    site_url,
    switch,
)
from sixth.console import write_line
from sixth.errors import CommandError, UsageProblem
from sixth.i18n import gettext as _, ngettext, number_text
from sixth.progress import bar, track
from sixth.rules.codec import dumps
from sixth.server.core import durations
from sixth.terminal.labels import events_text, games_text
from sixth.text import printable

commands: Final = new_group()


@commands.callback(invoke_without_command=True, epilog="Example: sixth db check --data games")
def about(context: typer.Context) -> None:
    """Look after the database of a site: checks, backups, moves to another database."""
    if context.invoked_subcommand is None:
        raise UsageProblem(_("Missing command."))


@command(commands, "sixth db upgrade --data games")
def upgrade(*, data: DataOption = None, database: DatabaseOption = None) -> None:
    """Bring the schema up to date, as a server does when it starts."""
    with database_errors():
        from sixth.server.ops.databases import bring_up_to_date, place_of
        from sixth.server.store.upgrade import HEAD

        url = site_url(data, database)
        before = bring_up_to_date(url)
        if before is None:
            template = _("The database {place} was made, at step {now}.")
        elif before == HEAD:
            template = _("The database {place} is up to date (step {now}).")
        else:
            template = _("The database {place} was brought from step {before} to step {now}.")
        write_line(template.format(place=place_of(url), before=before, now=HEAD))


@command(commands, "sixth db check --data games")
def check(*, data: DataOption = None, database: DatabaseOption = None, json: JsonOption = False) -> int:
    """Replay every stored game from its log, and list every error."""
    tables = games = events = 0
    with database_errors():
        from sixth.server.ops import verification
        from sixth.server.ops.databases import open_to_read

        with open_to_read(site_url(data, database)) as engine:
            faults = list(verification.check_database(engine))
            for report in track(_("Tables"), verification.check_tables(engine), verification.count(engine)):
                tables += 1
                games += report.games
                events += report.events
                faults += report.faults
    if json:
        wrong = [{"table": each.table, "version": each.version, "what": str(each.what)} for each in faults]
        write_line(dumps({"tables": tables, "games": games, "happenings": events, "wrong": wrong}))
        return 1 if faults else 0
    for fault in faults:
        write_line(printable(fault.text(), longest=1_000))
    template = _("{tables}, {games}, {events}")
    parts = {"games": games_text(games), "events": events_text(events)}
    parts["tables"] = ngettext("{count} table", "{count} tables", tables).format(count=tables)
    counts = template.format(**parts)
    if not faults:
        write_line(_("{what}: everything checks out.").format(what=counts))
        return 0
    template = ngettext("{what}: {count} problem found.", "{what}: {count} problems found.", len(faults))
    write_line(template.format(what=counts, count=len(faults)))
    return 1


@command(commands, "sixth db copy games postgresql://sixth@localhost/sixth")
def copy(
    source: Annotated[str, argument("FROM", "The site: the URL of a database, or a data folder.")],
    target: Annotated[str, argument("TO", "An empty database to copy to: a URL or a data folder.")],
) -> int:
    """Copy a whole site into another database, from SQLite to PostgreSQL or back."""
    with database_errors():
        from sixth.server.ops import transfer
        from sixth.server.ops.databases import open_to_read, open_to_write, parse_place, place_of

        start, goal = parse_place(source), parse_place(target)
        with open_to_read(start) as here:
            rows = transfer.count(here)
            with open_to_write(goal) as there, bar(_("Entries"), 2 * rows) as step:
                result = transfer.copy(here, there, goal.database, step)
    games, events = games_text(result.sums["games"].rows), events_text(result.sums["log"].rows)
    what = _("{games}, {events}").format(games=games, events=events)
    template = _("Copied to {place} and read back, the same: {what} (checksum {checksum}).")
    write_line(template.format(place=place_of(goal), what=what, checksum=result.checksum))
    if not result.meanwhile:
        return 0
    wrong = ngettext(
        "{count} thing has happened at {place} since the copy was begun, and is not in it; end the servers"
        " there and copy again, into another database.",
        "{count} things have happened at {place} since the copy was begun, and are not in it; end the"
        " servers there and copy again, into another database.",
        result.meanwhile,
    )
    raise CommandError(wrong.format(count=result.meanwhile, place=place_of(start)))


@command(commands, "sixth db prune --older-than 90d --dry-run")
def prune(
    *,
    data: DataOption = None,
    database: DatabaseOption = None,
    older_than: Annotated[
        str,
        option(
            "--older-than",
            "AGE",
            "Tables and tournaments whose last event is older than this: 90d, 12w or 36h.",
        ),
    ],
    unfinished: Annotated[
        bool, switch("--unfinished", "Also tables whose game goes on, or never began.")
    ] = False,
    dry_run: Annotated[bool, switch("--dry-run", "Only say how many there are.")] = False,
) -> None:
    """Delete old tables whose games are over, and old tournaments."""
    age = durations.parse_age(older_than)
    if age is None:
        wrong = _("--older-than takes a time such as 90d, 12w or 36h, not {value}.")
        raise UsageProblem(wrong.format(value=repr(printable(older_than))))
    before = datetime.now(UTC) - age
    before_ms = round(1000 * before.timestamp())
    with site_store(data, database) as store:
        from sixth.server.features.tournaments.rows import TournamentRows
        from sixth.server.store import pruning

        tables = store.read(lambda each: pruning.old(each, before, unfinished=unfinished))
        rows = TournamentRows(store)
        if dry_run:
            count, count_of_tournaments = len(tables), len(rows.old(before_ms))
            template = ngettext(
                "{count} old table would be deleted.", "{count} old tables would be deleted.", count
            )
            template_of_tournaments = ngettext(
                "{count} old tournament would be deleted.",
                "{count} old tournaments would be deleted.",
                count_of_tournaments,
            )
        else:
            deletions = pruning.prune_all(store, tables, before, unfinished=unfinished)
            count = sum(track(_("Tables"), deletions, len(tables)))
            count_of_tournaments = len(rows.delete_old(before_ms))
            template = ngettext("{count} old table was deleted.", "{count} old tables were deleted.", count)
            template_of_tournaments = ngettext(
                "{count} old tournament was deleted.",
                "{count} old tournaments were deleted.",
                count_of_tournaments,
            )
    write_line(template.format(count=number_text(count)))
    write_line(template_of_tournaments.format(count=number_text(count_of_tournaments)))


@command(commands, "sixth db backup /backups/monday.sqlite3")
def backup(
    file: Annotated[Path, argument("FILE", "A new file for the backup.")],
    *,
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """Back up a site in SQLite to one file while people play."""
    with database_errors():
        from sixth.server.ops import backup as room
        from sixth.server.ops.databases import open_to_read

        url = site_url(data, database)
        with open_to_read(url), bar(_("Pages"), room.count(url)) as step:
            room.backup(url, file, step)
    write_line(_("The backup is in {file}.").format(file=file))


@command(commands, "sixth db clock --data games")
def clock(*, data: DataOption = None, database: DatabaseOption = None) -> None:
    """Compare the times in the database with the clock of this machine."""
    with database_errors():
        from sixth.server.core.wall_clock import wall_clock_ms
        from sixth.server.ops import clock as room
        from sixth.server.ops.databases import open_to_read, place_of

        url, now = site_url(data, database), wall_clock_ms()
        with open_to_read(url) as engine, engine.connect() as connection:
            then = room.latest(connection)
        if then > now:
            template = _("The database {place} is at {then}, but the clock of this machine says {now}.")
        else:
            template = _("Nothing in the database {place} is dated later than now ({now}).")
        write_line(template.format(now=_time_text(now), place=place_of(url), then=_time_text(then)))


@command(commands, "sixth db ratings --again")
def ratings(
    *,
    data: DataOption = None,
    database: DatabaseOption = None,
    again: Annotated[bool, switch("--again", "Compute all ratings anew, and put them right.")] = False,
) -> int:
    """Compute all ratings anew, from the logs that are there and the games that are kept."""
    if not again:
        raise UsageProblem(_("Say --again to compute all ratings anew."))
    with site_store(data, database) as store:
        from sixth.server.features.ratings.again import recompute

        result = recompute(store)
    template = _("Rated games: {games}. All numbers are the same.")
    if wrong := bool(result.wrong_games or result.wrong_ratings):
        template = _("Rated games: {games}. Put right: {wrong_games} games and {wrong_ratings} ratings.")
    write_line(template.format(**{name: number_text(count) for name, count in result._asdict().items()}))
    return int(wrong)


def _time_text(at: int) -> str:
    """Return a time in milliseconds since 1970 as text, in UTC."""
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M} UTC"
