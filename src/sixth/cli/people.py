"""`sixth people …`: what a host may do to the people of a site."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time
from typing import TYPE_CHECKING, Annotated, Concatenate, Final, ParamSpec, TypeVar

import typer

from sixth.cli.command import command, new_group
from sixth.cli.options import DatabaseOption, DataOption, JsonOption, argument, option, site_store, switch
from sixth.console import write_line
from sixth.errors import CommandError, UsageProblem
from sixth.i18n import gettext as _
from sixth.rules.codec import dumps
from sixth.server.core.durations import parse_age
from sixth.server.core.wall_clock import wall_clock_ms
from sixth.text import printable

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from sixth.server.people.person import Person, PersonSeen
    from sixth.server.store.sql import SqlStore

P = ParamSpec("P")
T = TypeVar("T")

commands: Final = new_group()

_Name = Annotated[str, argument("NAME", "The name that the person keeps, or the id of a guest.")]


@commands.callback(invoke_without_command=True, epilog="Example: sixth people list --data games")
def about(context: typer.Context) -> None:
    """Look after the people of a site: list, rename, mute, bar or delete them; read a file of theirs."""
    if context.invoked_subcommand is None:
        raise UsageProblem(_("Missing command."))


@command(commands, "sixth people list --data games", name="list")
def list_people(
    *, data: DataOption = None, database: DatabaseOption = None, json: JsonOption = False
) -> None:
    """List the people who keep a name, and when they were here last."""
    with site_store(data, database) as store:
        from sixth.server.people.names import named_people

        named = store.read(named_people)
    for each in named:
        write_line(dumps(_facts(each)) if json else f"{printable(each.person.name)}  {_day(each.seen_at)}")
    if not named and not json:
        write_line(_("Nobody keeps a name."))


@command(commands, "sixth people show Ana")
def show(
    name: _Name, *, data: DataOption = None, database: DatabaseOption = None, json: JsonOption = False
) -> None:
    """Show what is kept of a person, and what hosts have done."""
    with site_store(data, database) as store:
        from sixth.server.people.browsers import browsers_of
        from sixth.server.people.host_actions import actions_on

        each = _find(store, name)
        browsers = store.read(lambda connection: browsers_of(connection, each.person.id))
        actions = store.read(lambda connection: actions_on(connection, each.person.id))
    if json:
        done = [action._asdict() for action in actions]
        write_line(dumps(_facts(each) | {"browsers": len(browsers), "actions": done}))
        return
    write_line(_called(each.person))
    template = _("First game: {first}. Last here: {last}. Browsers: {count}.")
    first, last = _day(each.person.since), _day(each.seen_at)
    write_line(template.format(first=first, last=last, count=len(browsers)))
    for action in actions:
        until = f" ({_day(action.until)})" if action.until else ""
        write_line(f"{_day(action.at)}  {action.action}{until}")


@command(commands, 'sixth people rename "Rude Name" Ana')
def rename(
    name: _Name,
    new: Annotated[str, argument("NEW", "The new name.")],
    *,
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """Give a person another name."""
    from sixth.i18n import translate
    from sixth.rules.game import NotNow, Refusal
    from sixth.server.table.identity import clean_name

    try:
        new = clean_name(new)
    except Refusal as error:
        raise CommandError(translate(error.sentence)) from error
    with site_store(data, database) as store:
        from sixth.server.people.host_actions import note_action
        from sixth.server.people.names import keep_name

        person = _find(store, name).person
        try:
            _change(store, person.id, keep_name, new, person.mark)
        except NotNow as error:
            wrong = _("Somebody else keeps the name {name}, or one that looks the same.")
            raise CommandError(wrong.format(name=printable(new))) from error
        _change(store, person.id, note_action, "renamed", wall_clock_ms())
    write_line(_("{name} is called {new} now.").format(name=_called(person), new=printable(new)))


_Until = Annotated[str, option("--until", "DATE", "A date such as 2027-01-31, a time such as 7d, or ever.")]


@command(commands, "sixth people bar Ana --until 2027-01-31")
def bar(
    name: _Name,
    *,
    until: _Until = "",
    end: Annotated[bool, switch("--end", "Let them play again.")] = False,
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """Have a person take no seat until a date; they read so when they try."""
    at = _until(until, end=end)
    with site_store(data, database) as store:
        from sixth.server.people import host_actions

        person = _find(store, name).person
        _change(store, person.id, host_actions.bar, at, wall_clock_ms())
    until_date, for_good = _("{name} takes no seat until {date}."), _("{name} takes no seat.")
    _say_until((_("{name} may play again."), until_date, for_good), person, at)


@command(commands, "sixth people mute Ana --until 2027-01-31")
def mute(
    name: _Name,
    *,
    until: _Until = "",
    end: Annotated[bool, switch("--end", "Let them chat again.")] = False,
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """Have a person not chat at any table until a date; they read so when they try."""
    at = _until(until, end=end)
    with site_store(data, database) as store:
        from sixth.server.people import host_actions

        person = _find(store, name).person
        _change(store, person.id, host_actions.mute, at, wall_clock_ms())
    until_date, for_good = _("{name} does not chat until {date}."), _("{name} does not chat.")
    _say_until((_("{name} may chat again."), until_date, for_good), person, at)


@command(commands, "sixth people reports")
def reports(
    report: Annotated[str, argument("REPORT", "The report to read, by the first letters of its name.")] = "",
    *,
    close: Annotated[bool, switch("--close", "Close this report.")] = False,
    every: Annotated[bool, switch("--all", "List closed reports, too.")] = False,
    data: DataOption = None,
    database: DatabaseOption = None,
    json: JsonOption = False,
) -> None:
    """List what people have reported; read or close a report. With --json it comes with the table's log."""
    if close and not report:
        raise UsageProblem(_("Name the report that --close closes."))
    with site_store(data, database) as store:
        from sixth.server.features.moderation.report_rows import close_report, find_report, reports_to_host
        from sixth.server.features.moderation.text import report_lines
        from sixth.server.people.host_actions import note_action

        is_closed_listed = every or bool(report)
        listed = store.read(lambda connection: reports_to_host(connection, closed=is_closed_listed))
        listed = [each for each in listed if each.report_id.startswith(report)]
        if report and len(listed) != 1:
            raise CommandError(_("There is no single report {report}.").format(report=printable(report)))
        if report:
            report_id = listed[0].report_id
            whole = store.read(lambda connection: find_report(connection, report_id))
            listed = [whole] if whole else listed
            if close:
                _change(store, report_id, close_report, wall_clock_ms())
            action, person = "report closed" if close else "report read", listed[0].person_id
            _change(store, person, note_action, action, wall_clock_ms())
    if close:
        write_line(_("The report is closed."))
        return
    for each in listed:
        for line in report_lines(each, json=json):
            write_line(line)
    if not (listed or json):
        write_line(_("There are no reports."))


@command(commands, "sixth people delete Ana --yes")
def delete(
    name: _Name,
    *,
    yes: Annotated[bool, switch("--yes", "Delete without asking.")] = False,
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """Delete everything of a person; the running server takes the name out of old games."""
    with site_store(data, database) as store:
        from sixth.server.people.erasure import erase

        person = _find(store, name).person
        question = _("Delete everything of {name}? This cannot be undone.").format(name=_called(person))
        if not yes and not typer.confirm(question, err=True):
            raise CommandError(_("Nothing was deleted."))
        _change(store, person.id, erase)
    write_line(_("Everything of {name} is deleted.").format(name=_called(person)))


@command(commands, "sixth people read sixth-you.jsonl")
def read(file: Annotated[str, argument("FILE", "The file of a person; - is standard input.")]) -> None:
    """Show what a file that somebody took along from a site holds: games, ratings, puzzles."""
    from sixth.i18n import ngettext, translate
    from sixth.rules.game import Refusal
    from sixth.server.features.profile.file.person_file import read_person_file
    from sixth.server.features.profile.view import summaries, totals_of
    from sixth.terminal.files import display_name, open_input

    with open_input(file) as source:
        try:
            person = read_person_file(source.read())
        except Refusal as error:
            raise CommandError(f"{display_name(file)}: {translate(error.sentence)}") from error
    template = _("{name}, since {day}")
    write_line(template.format(name=printable(person.name) or _("A guest"), day=_day(person.since)))
    for each in summaries(totals_of(person.games)):
        template = ngettext(
            "{game}: {count} game, {won} won, {heads} heads per round, average place {place}",
            "{game}: {count} games, {won} won, {heads} heads per round, average place {place}",
            each.games,
        )
        facts = {"won": each.won, "heads": each.heads, "place": each.place}
        write_line(template.format(game=each.title, count=each.games, **facts))
    for rating in person.ratings:
        template = _("Rating, {seats} seats: {rating} ± {uncertainty}")
        facts = {"rating": rating.points, "uncertainty": rating.uncertainty}
        write_line(template.format(seats=printable(rating.seats), **facts))
    if person.puzzles:
        solved = sum(each.solved for each in person.puzzles)
        template = _("Puzzles of the day: {solved} of {count} solved")
        write_line(template.format(solved=solved, count=len(person.puzzles)))


def _find(store: "SqlStore", name: str) -> "PersonSeen":
    """Return the person whose name looks like this one, or raise `CommandError` if nobody keeps it."""
    from sixth.server.people.names import named_people

    named = store.read(lambda connection: named_people(connection, name))
    if not named:
        raise CommandError(_("Nobody keeps the name {name}.").format(name=printable(name)))
    return named[0]


def _change(
    store: "SqlStore",
    person_id: str,
    change: "Callable[Concatenate[Connection, str, P], T]",
    *args: P.args,
    **kwargs: P.kwargs,
) -> T:
    """Make a change to a person or a report, by id; return its result."""
    job = store.writer.submit(person_id, lambda connection: change(connection, person_id, *args, **kwargs))
    return job.result()


def _called(person: "Person") -> str:
    """Return the name of a person, or the id of a guest."""
    return printable(person.name or person.id)


def _facts(each: "PersonSeen") -> dict[str, object]:
    person = each.person
    facts = {"id": person.id, "name": person.name, "since": person.since, "seen_at": each.seen_at}
    return facts | {"barred_until": person.barred_until, "muted_until": person.muted_until}


def _until(text: str, *, end: bool) -> int:
    """Return the time that a host gave as a date or an age, in ms since 1970, UTC; 0 for the `end`."""
    from sixth.server.people.host_actions import EVER_MS

    if bool(text) == end:
        raise UsageProblem(_("Give either --until or --end."))
    if end:
        return 0
    if text == "ever":
        return EVER_MS
    if age := parse_age(text):
        return wall_clock_ms() + round(age.total_seconds() * 1000)
    try:
        at = datetime.combine(date.fromisoformat(text), time(), UTC)
    except ValueError as error:
        wrong = _("--until takes a date such as 2027-01-31, a time such as 7d, or ever, not {value}.")
        raise UsageProblem(wrong.format(value=repr(printable(text)))) from error
    return round(at.timestamp() * 1000)


def _say_until(sentences: tuple[str, str, str], person: "Person", at: int) -> None:
    """Print the sentence for the end, a date or for good."""
    from sixth.server.people.host_actions import EVER_MS

    template = sentences[0 if not at else 1 if at < EVER_MS else 2]
    write_line(template.format(name=_called(person), date=_day(at)))


def _day(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d}"
