"""`sixth people`: what a host does to people while the server runs."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.server.features.friends.test_pages import keep
from tests.server.features.profile.test_pages import link_of, play, title_of_you
from tests.server.support.hosting import hosting, until
from tests.server.support.playing import ASKS_FOR_PAGE
from tests.server.support.wire import do

LINES = (("text", "hi"), ("phrase", "hello"), ("reaction", "clap"))


@pytest.fixture
def people(run: Any, tmp_path: Path) -> Any:
    return lambda *arguments: run("people", *arguments, "--data", str(tmp_path))


def test_a_host_lists_renames_bars_and_deletes_people_of_a_running_server(
    people: Any, tmp_path: Path
) -> None:
    with hosting(tmp_path) as site:
        assert people("list").out == "Nobody keeps a name.\n"
        ana = keep(site, "Ana")
        keep(site, "Bo")
        assert [line.partition("  ")[0] for line in people("list").out.splitlines()] == ["Ana", "Bo"]
        assert json.loads(people("list", "--json").out.splitlines()[0])["name"] == "Ana"

        refused = people("rename", "Ana", "bo")
        assert (refused.code, refused.err) == (
            1,
            "sixth: Somebody else keeps the name bo, or one that looks the same.\n",
        )
        assert people("rename", "aNA", "Anna").out == "Ana is called Anna now.\n"
        assert title_of_you(ana) == "Anna"

        people("bar", "Anna", "--until", "2999-01-31")
        form = {"game": "classic", "seats": "2", "bots": "random", "how": "play"}
        answer = ana.client.post("/tables", data=form)
        assert answer.status_code == 403
        for page in (answer.text, ana.go("/you").html):
            assert "The host of this site has barred you until 31 Jan 2999, 00:00:00 UTC." in page
        people("bar", "Anna", "--end")
        play(site, "Anna", ana)

        actions = json.loads(people("show", "Anna", "--json").out)["actions"]
        assert [action["action"] for action in actions] == ["let back", "barred", "renamed"]
        table = ana.table
        assert people("delete", "Anna", "--yes").out == "Everything of Anna is deleted.\n"
        until(lambda: "Anna" not in "".join(map(repr, site.log(table))), "the server took the name out")
        assert [line.partition("  ")[0] for line in people("list").out.splitlines()] == ["Bo"]


def test_a_muted_person_plays_without_chat_and_reads_until_when(people: Any, tmp_path: Path) -> None:
    with hosting(tmp_path) as site:
        ana, bo = keep(site, "Ana"), site.person()
        table = ana.open("invite", seats=3, name="Other")
        bo.join(table, name="Bo")
        assert people("mute", "Ana", "--until", "2999-01-31").out == "Ana does not chat until 2999-01-31.\n"
        date = "31 Jan 2999, 00:00:00 UTC"
        why = f"The host of this site has muted you until {date}: you can play, but not chat."
        answers = [do(ana, "say", kind=kind, said=said) for kind, said in LINES]
        headers = {"authorization": f"Bearer {ana.token()}"}
        line = {"kind": "text", "said": "hi"}
        answers += [site.person().client.post(f"/api/v1/tables/{table}/say", json=line, headers=headers)]
        assert [(each.status_code, each.json()["detail"]) for each in answers] == [(403, why)] * 4
        assert why in ana.client.post(f"/t/{table}/say", data={"text": "hi"}, headers=ASKS_FOR_PAGE).text
        assert why in ana.go("/you").html
        assert site.tables.chat.lines(table) == ()
        assert do(bo, "say", kind="text", said="hi").status_code == 200
        ana.join(site.person().open("invite", seats=2, name="Cy"), name="Ana")
        assert do(ana, "say", kind="text", said="hi").status_code == 403

        people("mute", "Ana", "--until", "ever")
        assert "has muted you for good: you can play, but not chat." in ana.go("/you").html
        people("bar", "Ana", "--until", "ever")
        assert "The host of this site has barred you for good." in ana.go("/you").html
        assert people("mute", "Ana", "--end").out == "Ana may chat again.\n"
        assert do(ana, "say", kind="text", said="hi").status_code == 200
        actions = json.loads(people("show", "Ana", "--json").out)["actions"]
        assert [action["action"] for action in actions] == ["unmuted", "barred", "muted", "muted"]


def test_a_mute_by_the_host_stays_with_who_becomes_another_person(people: Any, tmp_path: Path) -> None:
    with hosting(tmp_path) as site:
        ana, bo = keep(site, "Ana"), keep(site, "Bo")
        people("mute", "Ana", "--until", "2999-01-31")
        link = link_of(bo)
        ana.go(link)
        ana.send(link)
        bo.go("/you")
        bo.send("/you/merge", "merge")
        assert "The host of this site has muted you until" in bo.go("/you").html


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("show", "Nobody"), "sixth: Nobody keeps the name Nobody.\n"),
        (("bar", "Ana"), "sixth: Give either --until or --end (see sixth people bar --help)\n"),
        (
            ("bar", "Ana", "--until", "soon"),
            "sixth: --until takes a date such as 2027-01-31, a time such as 7d, or ever, not 'soon' "
            "(see sixth people bar --help)\n",
        ),
        (("rename", "Ana", "\u200b"), "sixth: Enter a name, so that the others know who you are.\n"),
    ],
)
def test_bad_input_is_answered_in_one_sentence(
    people: Any, tmp_path: Path, arguments: tuple[str, ...], why: str
) -> None:
    with hosting(tmp_path):
        answer = people(*arguments)
    assert answer.code != 0
    assert answer.err == why


def test_a_site_that_does_not_exist_is_not_made(people: Any, tmp_path: Path) -> None:
    assert people("list").code == 1
    assert not list(tmp_path.iterdir())
