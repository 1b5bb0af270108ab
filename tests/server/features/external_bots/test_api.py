"""Bots from outside over the API: registering, invitations, and what goes wrong with them."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest

from sixth.server.core.settings import Settings
from sixth.server.features.external_bots.rows import MAX_MISSED, MAX_OF_NETWORK
from sixth.server.table.identity import derive_token
from tests.server.support.hosting import Site, hosting, until
from tests.server.support.playing import Person
from tests.server.support.programs import SHORT, Program, check_problem
from tests.server.support.serving import PATIENCE

LINES = {
    "bot": {"id", "name", "run_by"},
    "invited": {"id", "table", "by", "game", "rules", "turn_seconds", "ms"},
    "over": {"id"},
    "seat": {"table", "token"},
    "here": set[str](),
    "end": {"code", "why"},
}
"""All that such a stream says, by kind; none of it holds a card."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that takes none."""
    with hosting(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture(scope="module")
def open_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that takes bots from outside."""
    with hosting(tmp_path_factory.mktemp("open") / "data", settings=Settings(outside_bots=True)) as site:
        yield site


class Bot(Program):
    """A program that has registered."""

    @classmethod
    def registered(cls, site: Site, name: str, **more: Any) -> "Bot":
        """Register one."""
        found = cls(site)
        answer = found.post("/outside", name=name, run_by="Cy", **more)
        assert answer.status_code == 200, answer.text
        found.token, found.id, found.name = answer.json()["token"], answer.json()["id"], name
        return found

    id = name = ""

    @contextmanager
    def waiting(self) -> Iterator[Iterator[dict[str, Any]]]:
        """What comes by its stream, once it is here."""
        self.table = ""
        with self.client.stream("GET", "/outside/events", headers=self.proof) as answer:
            assert answer.status_code == 200
            lines = (self._line(line) for line in answer.iter_lines())
            assert next(lines)["name"] == self.name
            yield lines

    @staticmethod
    def _line(text: str) -> dict[str, Any]:
        found: dict[str, Any] = httpx2.Response(200, text=text).json()
        assert found.keys() - {"line"} == LINES[found["line"]]
        return found


def host(site: Site, **more: Any) -> Program:
    """A person with a table at which bots from outside may sit."""
    return Program.host(site, **{"seats": 2, "options": SHORT, "config": {"outside": True}, **more})


@contextmanager
def inviting(ana: Program, bot: Bot) -> Iterator["Future[httpx2.Response]"]:
    """The host invites a bot, and waits for what becomes of it."""
    with ThreadPoolExecutor(1) as threads:
        yield threads.submit(ana.do, "invite", bot=bot.id)


def first(lines: Iterator[dict[str, Any]], line: str) -> dict[str, Any]:
    """The next line of that kind."""
    return next(each for each in lines if each["line"] == line)


def test_a_site_takes_no_bots_unless_it_says_so(site: Site) -> None:
    program = Program(site)
    check_problem(program.post("/outside", name="Robo", run_by="Cy"), 403, "no-outside-site")
    assert program.client.get("/outside").json() == []
    ana = host(site)
    check_problem(ana.do("invite", bot="x"), 403, "no-outside-site")
    assert "Look again" not in ana.client.get(f"{site.url}/t/{ana.table}").text


def test_a_name_is_checked_as_that_of_a_person_and_looks_like_no_other_bot(open_site: Site) -> None:
    Bot.registered(open_site, "Solo")
    program = Program(open_site)
    for name, status, code in (
        ("s\u043elo", 409, "name-taken"),
        ("Expert", 409, "name-taken"),
        ("ALMA", 409, "name-taken"),
        ("You", 422, "name-own"),
        (" ", 422, "name-empty"),
        ("x" * 25, 422, "wrong-value"),
    ):
        check_problem(program.post("/outside", name=name, run_by="Cy"), status, code)
    check_problem(program.post("/outside", name="Other", run_by=" "), 422, "name-empty")
    check_problem(program.post("/outside", name="Other"), 422, "missing-field")


def test_a_registration_is_taken_up_again_with_its_token_and_forgotten_if_asked_to(open_site: Site) -> None:
    bot = Bot.registered(open_site, "Again")
    again = bot.post("/outside", name="Again", run_by="Di").json()
    assert (again["id"], again["run_by"]) == (bot.id, "Di")
    assert again.keys() == {"id", "name", "run_by", "since", "token"}
    check_problem(bot.post("/outside", name="Otherwise", run_by="Di"), 409, "name-taken")
    assert bot.post("/outside/forget").status_code == 200
    check_problem(bot.post("/outside/forget"), 403, "not-registered")
    check_problem(Program(open_site).post("/outside/forget"), 401, "no-token")
    assert Bot.registered(open_site, "Again").id != bot.id


def registers(site: Site, name: str, address: str) -> httpx2.Response:
    """The answer to a program at an address that registers a bot."""
    program = Program(site)
    program.client.headers["X-Forwarded-For"] = address
    return program.post("/outside", name=name, run_by="Cy")


def forgets(site: Site, registered: httpx2.Response) -> None:
    """Forget a bot that has just registered."""
    token = registered.json()["token"]
    assert Program(site, token=token).post("/outside/forget").status_code == 200


def test_a_flood_of_registrations_is_stopped(tmp_path: Path) -> None:
    """Also where each bot is forgotten before the next one."""
    with hosting(tmp_path / "data", settings=Settings(outside_bots=True)) as site:
        answers = []
        for number in range(21):
            answers.append(registers(site, f"Bot no {number}", "198.51.100.7"))
            if number < 20:
                forgets(site, answers[-1])
        assert [each.status_code for each in answers] == [200] * 20 + [429]
        assert int(answers[-1].headers["retry-after"]) > 0
        assert registers(site, "Ours", "127.0.0.1").status_code == 200, "nothing is limited there"


def test_an_address_registers_its_share_and_only_from_where_the_host_lets_it(tmp_path: Path) -> None:
    """Also after a restart; where addresses are unlimited, there may be more."""
    most = MAX_OF_NETWORK
    networks = ("198.51.100.0/24", "2001:db8::/48", "127.0.0.1")
    settings = Settings(outside_bots=True, outside_networks=networks)
    with hosting(tmp_path / "data", settings=settings) as site:
        for number in range(most - 1):
            assert registers(site, f"Bot {number}", "198.51.100.7").status_code == 200
    with hosting(tmp_path / "data", settings=settings) as site:
        assert registers(site, "Last", "198.51.100.7").status_code == 200
        check_problem(registers(site, "More", "198.51.100.7"), 403, "outside-share")
        assert registers(site, "More", "198.51.100.8").status_code == 200
        answers = [registers(site, f"Six {n}", f"2001:db8::{n}").status_code for n in range(most + 1)]
        assert answers == [200] * most + [403]
        check_problem(registers(site, "Stranger", "203.0.113.9"), 403, "outside-network")
        assert {registers(site, f"Own {n}", "127.0.0.1").status_code for n in range(most + 1)} == {200}


def test_a_bot_that_accepts_sits_down_once_and_is_shown_as_what_it_is(open_site: Site) -> None:
    bot, ana = Bot.registered(open_site, "Yes"), host(open_site)
    with bot.waiting() as lines, inviting(ana, bot) as invited:
        asked = first(lines, "invited")
        told = [asked[name] for name in ("table", "by", "game", "turn_seconds")]
        assert told == [ana.table, "Ana", None, 0]
        assert asked["rules"]["hand"] == SHORT["hand"]
        path = f"/outside/invitations/{asked['id']}/accept"
        check_problem(Bot.registered(open_site, "Thief").post(path), 404, "no-invitation")
        seat = bot.post(path).json()
        assert invited.result(PATIENCE).status_code == 200
        assert (seat["table"], seat["seat"]) == (ana.table, 1)
        assert bot.post(path).json()["token"] == seat["token"] == derive_token(bot.token, ana.table)
        assert first(lines, "seat")["token"] == seat["token"]
        sitter = ana.look()["seats"][1]["sitter"]
        assert sitter == {"name": "Yes", "kind": "outside", "human": True, "run_by": "Cy"}
        assert "bot run by Cy" in open_site.person().client.get(f"/t/{ana.table}").text
        # The token of the bot itself is none of a seat, there or elsewhere.
        bot.table = ana.table
        check_problem(bot.do("ready", ready=True), 403, "no-seat")
        with bot.waiting() as anew:
            assert first(anew, "seat")["token"] == seat["token"]
            assert first(lines, "end")["code"] == "elsewhere"
            left = bot.post(f"/outside/tables/{ana.table}/leave")
            assert left.status_code == bot.post(f"/outside/tables/{ana.table}/leave").status_code == 200
        assert ana.look()["seats"][1]["sitter"] is None
        with bot.waiting() as anew:
            assert next(anew)["line"] == "here"
    until(lambda: bot.client.get("/outside").json() == [], "it was gone")


@pytest.mark.parametrize(
    ("why", "sentence"),
    [
        ("busy", "No can't join any more tables right now."),
        ("game", "No does not play this game."),
        ("later", "No isn't playing right now."),
    ],
)
def test_the_host_reads_in_a_sentence_why_a_bot_does_not_come(
    open_site: Site, why: str, sentence: str
) -> None:
    bot, ana = Bot.registered(open_site, "No"), host(open_site)
    with bot.waiting() as lines, inviting(ana, bot) as invited:
        path = f"/outside/invitations/{first(lines, 'invited')['id']}"
        check_problem(bot.post(f"{path}/decline", why="never"), 422, "wrong-value")
        assert bot.post(f"{path}/decline", why=why).status_code == 200
        assert check_problem(invited.result(PATIENCE), 409, "bot-declined") == sentence
        assert first(lines, "over")["id"] in path
        check_problem(bot.post(f"{path}/accept"), 409, "invitation-over")
    assert bot.post("/outside/forget").status_code == 200


def test_only_the_host_invites_and_only_where_there_is_a_seat_for_it(open_site: Site) -> None:
    bot, ana = Bot.registered(open_site, "Some"), host(open_site)
    bo = Program.guest(open_site, ana.table, "Bo")
    check_problem(bo.do("invite", bot=bot.id), 403, "host-only")
    check_problem(ana.do("invite", bot=bot.id), 409, "full")
    assert bo.do("leave").status_code == 200
    check_problem(ana.do("invite", bot=bot.id), 409, "bot-gone")
    check_problem(ana.do("invite", bot="nobody"), 404, "no-outside-bot")
    check_problem(host(open_site, config={}).do("invite", bot=bot.id), 403, "no-outside-bots")
    ana.do("begin", game=1, bots="random")
    check_problem(ana.do("invite", bot=bot.id), 409, "begun")


def test_who_never_answers_is_said_to_be_silent_and_soon_not_invited_any_more(
    open_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sixth.server.features.external_bots.service.ANSWER_MS", 500)
    bot = Bot.registered(open_site, "Mute")
    with bot.waiting() as lines:
        # One asks by the form of the page, the others at the same time, as each has to wait.
        person = Person(open_site.person().client)
        table = person.open("invite", name="Ana", seats=2)
        person.go(f"/t/{table}/house")
        person.send("house", outside="true")
        until(lambda: f"Invite {bot.name}" in person.look().html, "it was on the page")
        others = [host(open_site) for _ in range(MAX_MISSED - 1)]
        with ThreadPoolExecutor() as threads:
            waiting = [threads.submit(each.do, "invite", bot=bot.id) for each in others]
            page = person.send(f"invite-{bot.id}", may_be_late=True)
            assert page.text("note") == "Mute does not answer; choose another bot."
            for each in waiting:
                check_problem(each.result(PATIENCE), 409, "bot-silent")
        assert first(lines, "over")["id"]
        assert bot.client.get("/outside").json() == []
        check_problem(others[0].do("invite", bot=bot.id), 409, "bot-gone")
    with bot.waiting():
        assert [each["name"] for each in bot.client.get("/outside").json()] == ["Mute"]
