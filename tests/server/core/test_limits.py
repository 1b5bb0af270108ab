"""What can be flooded is refused for a while, kindly and by whoever floods; nobody else notices."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest

from sixth.server.core.addresses import is_among, network_of
from sixth.server.core.limits import CHANGES, ROUNDS, Limit, LocalCounts
from sixth.server.core.settings import Settings
from tests.server.ops.test_faults import BACK
from tests.server.support.hosting import Days, Site, hosting, until
from tests.server.support.pages import Page
from tests.server.support.serving import serving

HOME, SCHOOL = "198.51.100.7", "203.0.113.9"

SETTINGS = Settings(
    unlimited=("203.0.113.0/24",), address_requests=4, address_tables=3, address_rounds=6, address_streams=2
)
OFTEN = Limit("often", 5, 10)

TODAY = Days()


@pytest.fixture(scope="module")
def one_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site with little room, except for a school."""
    with hosting(tmp_path_factory.mktemp("site"), settings=SETTINGS, ticks=TODAY) as site:
        yield site


@pytest.fixture
def site(one_site: Site) -> Site:
    """The site, on which nobody has done anything, and no time passes for what is counted."""
    TODAY.next()
    return one_site


def client(site: Site, address: str) -> httpx2.Client:
    """Somebody's browser, at an address."""
    found = site.person().client
    found.headers["X-Forwarded-For"] = address
    return found


def asks(client: httpx2.Client, times: int, path: str = "/join") -> list[int]:
    """The answers to somebody who asks so often."""
    return [client.get(path).status_code for _ in range(times)]


def opens(client: httpx2.Client) -> httpx2.Response:
    """The answer to somebody who opens a table."""
    form = {"game": "classic", "seats": "2", "bots": "careful", "name": "Ana", "how": "invite"}
    return client.post("/tables", data=form, follow_redirects=False)


# ------------------------------------------------------------------ counting


def test_so_much_at_once_then_as_much_as_time_passes() -> None:
    now = 100.0
    counted = LocalCounts(lambda: now)

    def let_through(times: int) -> int:
        return [counted.wait(OFTEN, "x") for _ in range(times)].count(0)

    assert let_through(20) == 5
    assert counted.wait(OFTEN, "x") == pytest.approx(2)
    assert counted.wait(OFTEN, "y") == 0
    now += 2
    assert let_through(20) == 1
    now += 100
    assert let_through(20) == 5


def test_who_has_done_nothing_for_long_is_forgotten() -> None:
    now = 0.0
    counted = LocalCounts(lambda: now)
    for number in range(20_000):
        now += 0.01
        counted.wait(OFTEN, str(number))
    assert len(counted._full_at) < 3000


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("", ""),
        ("unknown", ""),
        ("1.2.3.4'; DROP TABLE log", ""),
    ],
)
def test_a_network_of_ipv6_counts_as_one_address(host: str, network: str) -> None:
    assert network_of(host) == network


def test_an_address_is_among_networks_in_whatever_way_it_is_written() -> None:
    networks = ("127.0.0.1", "::1", "203.0.113.0/24")
    assert all(is_among(host, networks) for host in ("::1", "::ffff:127.0.0.1", "203.0.113.200"))
    assert not any(is_among(host, networks) for host in ("203.0.114.1", "", "x", "2001:db8::1"))
    assert is_among("2001:db8::1", ("*",))


# ------------------------------------------------------------------ by address


def test_who_asks_too_often_is_told_when_to_come_back_and_others_are_not(site: Site) -> None:
    ana = client(site, HOME)
    assert asks(ana, 41) == [200] * 40 + [429]
    answer = ana.get("/tables")
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "1")
    assert "Wait a moment" in Page(answer.text).root.text
    assert answer.headers["Content-Security-Policy"]
    german = ana.get("/", headers={"Accept-Language": "de"})
    assert "bitte einen Moment" in Page(german.text).root.text
    assert opens(ana).status_code == 429
    script = ana.get("/", headers={"HX-Request": "true"})
    assert (script.status_code, script.text[:4]) == (429, "You&")
    assert ana.get("/static/app.js").status_code == 200
    assert asks(client(site, "198.51.100.8"), 40) == [200] * 40
    assert asks(client(site, SCHOOL), 60) == [200] * 60


def test_an_address_opens_so_many_tables_and_plays_on(site: Site) -> None:
    ana = client(site, HOME)
    assert [opens(ana).status_code for _ in range(4)] == [303] * 3 + [429]
    answer = opens(ana)
    assert int(answer.headers["Retry-After"]) == 3600 / 3
    assert "Too many new tables from your network" in Page(answer.text).root.text
    assert ana.post("/g/nogame/again", data={"seat": 0}).status_code == 429
    assert asks(ana, 3, "/tables") == [200] * 3
    school = client(site, SCHOOL)
    assert [opens(school).status_code for _ in range(6)] == [303] * 6


def test_an_address_has_so_many_streams_and_one_more_when_one_ends(site: Site) -> None:
    ana = client(site, HOME)
    events = f"{opens(ana).headers['location']}/wire"
    with ExitStack() as stack:
        streams = [stack.enter_context(ana.stream("GET", events)) for _ in range(3)]
        assert [each.status_code for each in streams] == [200, 200, 429]
        assert int(streams[2].headers["Retry-After"]) > 0
        assert "many tables are open in your network" in streams[2].read().decode()
        school = [stack.enter_context(client(site, SCHOOL).stream("GET", events)) for _ in range(5)]
        assert {each.status_code for each in school} == {200}
        streams[0].close()
        until(lambda: status(client(site, HOME), events) == 200, "there was room again")


def status(client: httpx2.Client, path: str) -> int:
    """The answer to who asks for a stream and leaves."""
    with client.stream("GET", path) as answer:
        return answer.status_code


def test_a_process_has_so_many_streams_whoever_asks(tmp_path: Path) -> None:
    with hosting(tmp_path / "data", settings=Settings(streams=2)) as site, ExitStack() as stack:
        ana = site.person()
        table = ana.open("invite", name="Ana")
        events = f"/t/{table}/wire"
        streams = [stack.enter_context(ana.client.stream("GET", events)) for _ in range(3)]
        assert [each.status_code for each in streams] == [200, 200, 429]
        assert "Too busy for live updates" in streams[2].read().decode()
        assert ana.look().asks == "begin"


def test_people_at_an_address_begin_so_many_rounds_together(site: Site) -> None:
    ana = client(site, HOME)
    tables = [opens(ana).headers["location"] for _ in range(2)]
    answers = [ana.post(f"{tables[number % 2]}/next", data={"round": 9}) for number in range(7)]
    assert [each.status_code for each in answers] == [409] * 6 + [429]
    assert int(answers[-1].headers["Retry-After"]) == 60 / 6
    assert client(site, SCHOOL).post(f"{tables[0]}/next", data={"round": 9}).status_code == 403


# ------------------------------------------------------------------ by seat


def test_a_seat_changes_its_mind_so_often(site: Site) -> None:
    ana = site.person()
    ana.client.headers["X-Forwarded-For"] = SCHOOL
    ana.open("invite", seats=2, name="Ana")
    bo = site.person()
    bo.client.headers["X-Forwarded-For"] = SCHOOL
    bo.join(ana.table, name="Bo")
    ana.look()
    ana.send("begin")
    choice = ana.page.forms["hand"]
    cards = [value for name, value in choice.buttons if name == "card"][:2]
    answers = [
        ana.client.post(
            choice.action, data={**choice.fields, "card": cards[number % 2]}, follow_redirects=False
        ).status_code
        for number in range(CHANGES.amount + 2)
    ]
    assert answers == [303] * (CHANGES.amount + 1) + [429]
    length = len(site.log(ana.table))
    again = {**choice.fields, "card": cards[CHANGES.amount % 2]}
    assert ana.client.post(choice.action, data=again).status_code == 200, "the same once more is no change"
    assert len(site.log(ana.table)) == length
    bo.look()
    bo.send("hand", next(value for name, value in bo.page.forms["hand"].buttons if name == "card"))


def test_a_seat_begins_so_many_rounds_and_is_told_when_to_come_back(site: Site) -> None:
    ana = client(site, SCHOOL)
    table = opens(ana).headers["location"]
    asked = [
        ana.post(f"{table}/{what}", data=form, follow_redirects=False)
        for _ in range(ROUNDS.amount // 2 + 1)
        for what, form in (("next", {"round": 9}), ("begin", {"game": 9, "bots": "careful"}))
    ]
    assert [each.status_code for each in asked] == [409] * ROUNDS.amount + [429] * 2
    assert int(asked[-1].headers["Retry-After"]) >= 1
    other = opens(ana).headers["location"]
    assert ana.post(f"{other}/next", data={"round": 9}).status_code == 409, "another seat is another matter"


# ------------------------------------------------------------------ a real server


def test_an_address_is_that_of_whom_a_trusted_proxy_names_and_no_clock_matters(tmp_path: Path) -> None:
    """Who says of themselves who they are is not believed; a clock set back an hour keeps nobody out."""
    file = tmp_path / "back"
    file.write_text("0")
    options = ("--unlimited", "none", "--address-requests", "1", "--proxies", "127.0.0.2")
    with (
        serving(tmp_path / "data", options=options, first=BACK.format(file=str(file))) as server,
        httpx2.Client(base_url=server.url) as ana,
    ):
        said = [
            ana.get("/join", headers={"X-Forwarded-For": f"198.51.100.{number}"}).status_code
            for number in range(30)
        ]
        assert said[:10] == [200] * 10
        assert 429 in said
        transport = httpx2.HTTPTransport(local_address="127.0.0.2")
        with httpx2.Client(base_url=server.url, transport=transport) as proxy:
            named = [
                proxy.get("/join", headers={"X-Forwarded-For": f"198.51.100.{number}"}).status_code
                for number in range(30)
            ]
        assert named == [200] * 30
        (tmp_path / "new").write_text("3600")
        (tmp_path / "new").replace(file)
        until(lambda: ana.get("/join").status_code == 200, "it was not too often any more")
