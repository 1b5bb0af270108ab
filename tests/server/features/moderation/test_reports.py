"""Reports over a real socket: lines and people, with the log, within limits, and what the host reads."""

import asyncio
import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sixth.cli import app
from sixth.server.features.moderation.report import MAX_REASON, Report
from sixth.server.features.moderation.report_rows import (
    KEPT_MS,
    add_report,
    count_reports,
    find_report,
    reports_to_host,
)
from sixth.server.features.moderation.reports import MAX_REPORTS, Reports
from sixth.server.people.people import People
from sixth.server.store.pruning import prune_one
from tests.command_result import CommandResult
from tests.server.features.friends.test_pages import id_of, keep
from tests.server.features.moderation.test_pages import meet, say
from tests.server.support.hosting import Clock, Site, until
from tests.server.support.people import read, write
from tests.server.support.playing import ASKS_FOR_PAGE, Person, play_on
from tests.server.support.wire import do

NOW = 1_000_000


@pytest.fixture
def host(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Any:
    def call(*arguments: str) -> CommandResult:
        code = app.run(["people", *arguments, "--data", str(tmp_path)])
        return CommandResult(code, *capsys.readouterr())

    return call


def reports_of(site: Site) -> list[Report]:
    """Return all reports, with their logs."""
    listed = read(site.store, reports_to_host, closed=True)
    return [found for each in listed if (found := read(site.store, find_report, each.report_id))]


def seen_by(person: Person) -> list[str]:
    """Return the page of a person's table and the person's own page, without how long ago something was."""
    pages = person.look().html, person.go("/you").html
    return [re.sub(r"<time .*?</time>", "", page) for page in pages]


def report_line(person: Person, text: str, reason: str = "") -> None:
    """Have a person press the name beside a line of chat, and report it."""
    link = r'href="(/t/\w+/report\?line=\d+)"><bdi>[^<]*</bdi></a></b> <span[^>]*>'
    match = re.search(link + text, person.look().html)
    assert match is not None, f"{text} cannot be reported"
    person.go(match[1])
    assert text in person.page.html
    person.send(f"/t/{person.table}/report", text=reason)
    assert "Thank you." in person.page.html


def test_a_line_is_reported_with_the_log_which_a_host_reads_after_the_table_is_deleted(
    site: Site, host: Any
) -> None:
    ana, bo = site.person(), keep(site, "Bo")
    table = meet(bo, host=ana, names=("Bo",))
    ana.look()
    ana.send("begin")
    play_on([ana, bo], Random(1))
    say(bo, "you are stupid")
    until(lambda: "Watch replay" in bo.go("/you").html, "the result was read")
    before = seen_by(bo)
    report_line(ana, "you are stupid", "He is rude.")
    report_line(ana, "you are stupid")
    assert seen_by(bo) == before
    version, game = site.table(table).version, site.table(table).game_id
    assert prune_one(site.store, table, datetime.now(UTC) + timedelta(days=2))

    assert host("reports").out.splitlines()[1:] == [
        "  “you are stupid”",
        "  He is rude.",
        f"  Table {table}, game {game}, event {version}, seat 2.",
    ]
    report = json.loads(host("reports", "--json").out)
    assert (report["name"], report["line"] > 0, report["log"]) == ("Bo", True, [])
    log = json.loads(host("reports", report["report_id"], "--json").out)["log"]
    assert (len(log), log[-1]["event"]) == (version, "game_ended")
    assert [event["name"] for event in log if event["event"] == "sat"] == ["#1", "Bo"]
    assert host("reports", report["report_id"], "--close").out == "The report is closed.\n"
    assert host("reports").out == "There are no reports.\n"
    assert host("reports", "--all").out.splitlines()[0].endswith("  closed")
    actions = json.loads(host("show", "Bo", "--json").out)["actions"]
    assert [action["action"] for action in actions] == ["report closed", "report read"]


def test_a_person_at_a_table_is_reported_with_their_last_lines(site: Site) -> None:
    ana, bo = site.person(), site.person()
    meet(bo, host=ana, names=("Bo",))
    for number in range(4):
        say(bo, f"line {number}")
    link = re.search(r'href="(/t/\w+/report\?player=\w+)">Report Bo', ana.look().html)
    assert link is not None
    ana.go(link[1])
    ana.send(f"/t/{ana.table}/report")
    [report] = reports_of(site)
    assert (report.line, report.lines, report.seat) == (0, [f"line {number}" for number in range(4)], 1)


def test_a_host_mutes_a_guest_by_the_id_in_a_report(site: Site, host: Any) -> None:
    ana, bo = site.person(), site.person()
    meet(bo, host=ana, names=("Bo",))
    say(bo, "rude")
    report_line(ana, "rude")
    guest = host("reports").out.splitlines()[0].split()[-1]
    assert host("mute", guest, "--until", "2999-01-31").out == f"{guest} does not chat until 2999-01-31.\n"
    assert do(bo, "say", kind="text", said="rude").status_code == 403
    assert "The host of this site has muted you until" in bo.go("/you").html
    assert host("list").out == "Nobody keeps a name.\n"


def test_somebody_who_has_left_is_reported_and_muted_by_their_line(site: Site) -> None:
    ana, bo, cy = (site.person() for _ in range(3))
    meet(bo, cy, host=ana, names=("Bo", "Cy"))
    say(bo, "rude")
    bo.look()
    bo.send("leave")
    report_line(ana, "rude")
    assert reports_of(site)[0].name == "Bo"
    match = re.search(r"report\?line=(\d+)", ana.look().html)
    assert match is not None
    ana.client.post(f"/t/{ana.table}/mute", data={"line": match[1], "answer": "mute"})
    assert "rude" not in ana.look().html


def test_a_person_makes_ten_reports_a_day(site: Site, clock: Clock) -> None:
    ana, bo = site.person(), site.person()
    meet(bo, host=ana, names=("Bo",))
    for number in range(MAX_REPORTS + 1):
        site.tables.chat.say(ana.table, 1, "Bo", "text", f"line {number}", person="b")
    lines = [line.number for line in site.tables.chat.lines(ana.table)]
    path = f"/t/{ana.table}/report"
    person = id_of(ana)
    for number in lines[:MAX_REPORTS]:
        write(
            site.store,
            add_report,
            _report(by_id=person, person_id="seat-b", place=ana.table, line=number, at=clock()),
        )
    answer = ana.client.post(path, data={"line": lines[-1]}, headers=ASKS_FOR_PAGE)
    assert "You have made 10 reports today." in answer.text
    assert len(reports_of(site)) == MAX_REPORTS
    clock.forward(24 * 60 * 60 * 1000 + 1)
    ana.client.post(path, data={"line": lines[-1]})
    assert read(site.store, count_reports, person, clock() - 1000) == 0, (
        "nobody reports a person who does not exist"
    )


def test_bad_reports_are_refused_in_a_sentence(site: Site) -> None:
    ana, bo, nobody = site.person(), site.person(), site.person()
    meet(bo, host=ana, names=("Bo",))
    say(bo, "rude")
    say(ana, "mine")
    rude, mine = (line.number for line in site.tables.chat.lines(ana.table))
    path = f"/t/{ana.table}/report"
    for data, why in (
        ({"line": mine}, "That message is gone"),
        ({"line": 1}, "That message is gone"),
        ({"player": "x"}, "They have left the table."),
        ({}, "They have left the table."),
        ({"line": rude, "text": "x" * (MAX_REASON + 1)}, f"too long; {MAX_REASON} letters at most"),
    ):
        assert why in ana.client.post(path, data=data, headers=ASKS_FOR_PAGE).text
    for data in ({"line": "-1"}, {"line": "x"}, {"line": str(2**70)}):
        assert ana.client.post(path, data=data).status_code == 422
    assert "signed out" in nobody.client.post(path, data={"line": rude}, headers=ASKS_FOR_PAGE).text
    assert reports_of(site) == []


def test_nobody_reports_at_a_private_table_of_others(site: Site) -> None:
    ana, bo, eve = site.person(), site.person(), keep(site, "Eve")
    meet(bo, host=ana, names=("Bo",))
    say(bo, "rude")
    ana.look()
    ana.send("begin")
    assert ana.client.post(f"/t/{ana.table}/house", data={"stand_in": "careful"}).status_code == 200
    assert not site.table(ana.table).config.spectators
    line = site.tables.chat.lines(ana.table)[0].number
    answer = eve.client.get(f"/t/{ana.table}/report", params={"line": line})
    assert answer.status_code == 403
    assert "rude" not in answer.text


def test_reports_end_with_the_reported_person_and_after_180_days(site: Site, clock: Clock) -> None:
    now = clock()
    ana, bo, cy = keep(site, "Ana"), keep(site, "Bo"), keep(site, "Cy")
    ids = {each: id_of(each) for each in (ana, bo, cy)}
    write(site.store, add_report, _report(by_id=ids[ana], person_id=ids[bo], place="t", at=now))
    write(site.store, add_report, _report(by_id=ids[bo], person_id=ids[cy], place="t", at=now + KEPT_MS))
    bo.go("/you")
    bo.send("/you/erase", sure="true")
    [report] = read(site.store, reports_to_host, closed=True)
    assert (report.by_id, report.person_id) == ("", ids[cy])
    write(site.store, add_report, _report(by_id=ids[ana], person_id=ids[bo], place="t", at=now))
    write(site.store, add_report, _report(by_id=ids[ana], person_id=ids[cy], place="t", at=now))
    assert [each.at for each in read(site.store, reports_to_host, closed=True)] == [now + KEPT_MS, now]
    clock.forward(KEPT_MS + 1)
    asyncio.run(Reports(site.store, site.tables, People(site.store, clock, ())).once())
    assert [each.at for each in read(site.store, reports_to_host, closed=True)] == [now + KEPT_MS]


def test_the_log_of_a_report_has_no_name_of_anybody_else(site: Site) -> None:
    ana, bo, cy = keep(site, "Anastasia"), site.person(), keep(site, "Cynthia")
    table = meet(bo, cy, host=ana, names=("Bo", "Cynthia"))
    say(bo, "rude")
    report_line(ana, "rude")
    [report] = reports_of(site)
    assert not any(name in "".join(report.log) for name in ("Anastasia", "Host", "Cynthia"))
    assert len(report.log) == site.table(table).version


def _report(*, by_id: str, person_id: str, place: str, line: int = 0, at: int = NOW) -> Report:
    name = f"{by_id[:8]}{person_id[:8]}{line}{at}"[:40]
    return Report(name, at, by_id, person_id, place, "", 0, 1, "Bo", line, [], "")
