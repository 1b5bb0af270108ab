"""Rate limits: a client that floods a site is refused for a while, kindly, and no other client notices."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest

from sixth.server.core.addresses import is_among, network_of
from sixth.server.core.limits import Limit, RateLimiter
from sixth.server.core.settings import Settings
from tests.server.ops.test_faults import BACK
from tests.server.support.hosting import TODAY, Site, hosting, until
from tests.server.support.pages import Page
from tests.server.support.serving import PATIENCE, serving

HOME, SCHOOL = "198.51.100.7", "203.0.113.9"

SETTINGS = Settings(
    unlimited=("203.0.113.0/24",), address_requests=4, address_tables=3, address_rounds=6, address_streams=2
)
OFTEN = Limit("often", 5, 10)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site with low limits, except for a school."""
    with hosting(tmp_path_factory.mktemp("site"), settings=SETTINGS, ticks=TODAY) as site:
        yield site


def client(site: Site, address: str) -> httpx2.Client:
    """Return a new browser at an address."""
    return site.person(address).client


def statuses_of(client: httpx2.Client, times: int, path: str = "/join") -> list[int]:
    """Return the statuses of the answers to so many requests."""
    return [client.get(path).status_code for _ in range(times)]


def open_table(client: httpx2.Client) -> httpx2.Response:
    """Open a table and return the answer."""
    form = {"game": "classic", "seats": "2", "bots": "careful", "name": "Ana", "how": "invite"}
    return client.post("/tables", data=form, follow_redirects=False)


# ------------------------------------------------------------------ counting


def test_a_limit_allows_its_amount_at_once_and_refills_as_time_passes() -> None:
    now = 100.0
    counts = RateLimiter(lambda: now)

    def let_through(times: int) -> int:
        return [counts.wait(OFTEN, "x") for _ in range(times)].count(0)

    assert let_through(20) == 5
    assert counts.wait(OFTEN, "x") == pytest.approx(2)
    assert counts.wait(OFTEN, "y") == 0
    now += 2
    assert let_through(20) == 1
    now += 100
    assert let_through(20) == 5


def test_keys_that_are_quiet_for_long_are_dropped() -> None:
    now = 0.0
    counts = RateLimiter(lambda: now)
    for number in range(20_000):
        now += 0.01
        counts.wait(OFTEN, str(number))
    assert len(counts._full_at) < 3000


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
def test_an_address_counts_as_its_network(host: str, network: str) -> None:
    assert network_of(host) == network


def test_an_address_is_among_networks_however_it_is_written() -> None:
    networks = ("127.0.0.1", "::1", "203.0.113.0/24")
    assert all(is_among(host, networks) for host in ("::1", "::ffff:127.0.0.1", "203.0.113.200"))
    assert not any(is_among(host, networks) for host in ("203.0.114.1", "", "x", "2001:db8::1"))
    assert is_among("2001:db8::1", ("*",))


# ------------------------------------------------------------------ by address


def test_an_address_over_its_limit_learns_when_to_retry_and_others_are_served(site: Site) -> None:
    ana = client(site, HOME)
    assert statuses_of(ana, 41) == [200] * 40 + [429]
    answer = ana.get("/tables")
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "1")
    assert "Wait a moment" in Page(answer.text).root.text
    assert answer.headers["Content-Security-Policy"]
    german = ana.get("/", headers={"Accept-Language": "de"})
    assert "bitte einen Moment" in Page(german.text).root.text
    assert open_table(ana).status_code == 429
    script = ana.get("/", headers={"HX-Request": "true"})
    assert (script.status_code, script.text[:4]) == (429, "You&")
    assert [ana.get(path).status_code for path in ("/static/app.js", "/healthz", "/readyz")] == [200] * 3
    assert statuses_of(client(site, "198.51.100.8"), 40) == [200] * 40
    assert statuses_of(client(site, SCHOOL), 60) == [200] * 60


def test_an_address_over_its_limit_of_tables_plays_on(site: Site) -> None:
    ana = client(site, HOME)
    assert [open_table(ana).status_code for _ in range(4)] == [303] * 3 + [429]
    answer = open_table(ana)
    assert int(answer.headers["Retry-After"]) == 3600 / 3
    assert "Too many new tables from your network" in Page(answer.text).root.text
    assert ana.post("/g/nogame/again", data={"seat": 0}).status_code == 429
    assert statuses_of(ana, 3, "/tables") == [200] * 3
    school = client(site, SCHOOL)
    assert [open_table(school).status_code for _ in range(6)] == [303] * 6


def test_an_address_at_its_limit_of_streams_has_another_when_one_ends(site: Site) -> None:
    ana = client(site, HOME)
    events = f"{open_table(ana).headers['location']}/wire"
    with ExitStack() as stack:
        streams = [stack.enter_context(ana.stream("GET", events)) for _ in range(3)]
        assert [each.status_code for each in streams] == [200, 200, 429]
        assert int(streams[2].headers["Retry-After"]) > 0
        assert "many tables are open in your network" in streams[2].read().decode()
        school = [stack.enter_context(client(site, SCHOOL).stream("GET", events)) for _ in range(5)]
        assert {each.status_code for each in school} == {200}
        streams[0].close()
        until(lambda: status(client(site, HOME), events) == 200, "another stream was allowed")


def status(client: httpx2.Client, path: str) -> int:
    """Ask for a stream, close it, and return the status of the answer."""
    with client.stream("GET", path) as answer:
        return answer.status_code


def test_a_process_has_a_limit_of_streams_from_all_addresses(tmp_path: Path) -> None:
    with hosting(tmp_path / "data", settings=Settings(streams=2)) as site, ExitStack() as stack:
        ana = site.person()
        table = ana.open("invite", name="Ana")
        events = f"/t/{table}/wire"
        streams = [stack.enter_context(ana.client.stream("GET", events)) for _ in range(3)]
        assert [each.status_code for each in streams] == [200, 200, 429]
        assert "Too busy for live updates" in streams[2].read().decode()
        assert ana.look().asks == "begin"


def test_people_at_an_address_share_its_limit_of_rounds(site: Site) -> None:
    ana = client(site, HOME)
    tables = [open_table(ana).headers["location"] for _ in range(2)]
    answers = [ana.post(f"{tables[number % 2]}/next", data={"game": 1, "round": 9}) for number in range(7)]
    assert [each.status_code for each in answers] == [409] * 6 + [429]
    assert int(answers[-1].headers["Retry-After"]) == 60 / 6
    assert client(site, SCHOOL).post(f"{tables[0]}/next", data={"game": 1, "round": 9}).status_code == 403


# ------------------------------------------------------------------ a real server


def test_only_a_trusted_proxy_names_addresses_and_a_clock_set_back_blocks_none(tmp_path: Path) -> None:
    """A client that names another address counts as itself. The clock goes back an hour."""
    file = tmp_path / "back"
    file.write_text("0")
    options = ("--unlimited", "none", "--address-requests", "1", "--proxies", "127.0.0.2")
    with (
        serving(tmp_path / "data", options=options, first=BACK.format(file=str(file))) as server,
        httpx2.Client(base_url=server.url, timeout=PATIENCE) as ana,
    ):
        direct = [
            ana.get("/join", headers={"X-Forwarded-For": f"198.51.100.{number}"}).status_code
            for number in range(30)
        ]
        assert direct[:10] == [200] * 10
        assert 429 in direct
        transport = httpx2.HTTPTransport(local_address="127.0.0.2")
        with httpx2.Client(base_url=server.url, transport=transport, timeout=PATIENCE) as proxy:
            through_proxy = [
                proxy.get("/join", headers={"X-Forwarded-For": f"198.51.100.{number}"}).status_code
                for number in range(30)
            ]
        assert through_proxy == [200] * 30
        (tmp_path / "new").write_text("3600")
        (tmp_path / "new").replace(file)
        until(lambda: ana.get("/join").status_code == 200, "the limit had refilled")
