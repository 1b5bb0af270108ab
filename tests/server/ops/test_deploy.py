"""The examples in `deploy/`, as they are: nginx or Caddy with TLS, two processes, and who plays there."""

import re
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import httpx2
import pytest

from sixth.server.core.settings import read
from sixth.server.web.middleware.preferences import PLAIN_COOKIE
from tests.server.support.hosting import until
from tests.server.support.playing import Person, play_on
from tests.server.support.postgres import Postgres
from tests.server.support.proxies import CADDY, DEPLOY, NGINX, caddy, nginx
from tests.server.support.serving import PATIENCE, Server, serving
from tests.server.support.wire import wait_for, wire

PAGES = {
    "index.html": "<p>All of it</p>",
    "architecture/turn.html": "<p>One turn</p>",
    "site.css": "p { margin: 0 }",
    "pictures/icon.svg": "<svg/>",
}
"""A site of docs as `make docs` lays it out, only smaller."""


@dataclass
class Site:
    """A proxy and the servers behind it."""

    url: str
    servers: list[Server]
    trust: ssl.SSLContext


@pytest.fixture(scope="module")
def servers(database: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two processes over one PostgreSQL."""
    folder, url = tmp_path_factory.mktemp("servers"), database.make()
    with ExitStack() as stack:
        yield [
            stack.enter_context(serving(folder / f"{number}", database=url, options=("--metrics",)))
            for number in range(2)
        ]


@pytest.fixture(scope="module", params=[(NGINX, nginx), (CADDY, caddy)], ids=["nginx", "caddy"])
def site(
    request: pytest.FixtureRequest, servers: list[Server], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """An example: the proxy, two processes, and the docs."""
    program, proxy = request.param
    if not Path(program).exists():
        pytest.skip(f"there is no {program} here")
    folder = tmp_path_factory.mktemp("site")
    for name, text in PAGES.items():
        path = folder / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    with proxy(folder, [server.port for server in servers]) as (address, trust):

        def answers() -> bool:
            try:
                return httpx2.get(address, verify=trust).status_code == 200
            except httpx2.TransportError:
                return False

        until(answers, "the proxy answered")
        yield Site(address, servers, trust)


@contextmanager
def person(site: Site) -> Iterator[Person]:
    """Somebody who comes by the proxy."""
    with httpx2.Client(
        base_url=site.url, verify=site.trust, follow_redirects=True, timeout=PATIENCE
    ) as client:
        yield Person(client)


def test_a_game_is_played_through_the_proxy_with_its_streams(site: Site) -> None:
    with person(site) as ana, person(site) as bo:
        table = ana.open("invite", game="classic", seats=3, name="Ana")
        bo.join(table, name="Bo")
        with wire(ana) as lines:
            next(lines)
            ana.look()
            ana.send("begin")
            bo.look()
            version = wait_for(lines, lambda line: "full" in line)["v"]
            bo.send("hand")
            # It comes while the stream is open: nothing keeps it until there is more.
            assert next(lines)["v"] > version
        play_on([ana, bo], Random(1))


def test_all_of_a_table_is_asked_of_one_process_and_other_tables_of_others(site: Site) -> None:
    used: set[int] = set()
    for _ in range(50):
        with person(site) as ana, person(site) as bo:
            table = ana.open("invite", seats=2, name="Ana")
            before = written(site)
            # Bo comes by a program.
            sat = bo.client.post(f"/api/v1/tables/{table}/sit", json={"name": "Bo", "bot": False})
            assert sat.status_code == 200
            ana.look()
            ana.send("begin")
            ana.send("hand")
            (changed,) = [at for at, count in enumerate(written(site)) if count > before[at]]
            used.add(changed)
        if len(used) == len(site.servers):
            return
    raise AssertionError(f"all tables were asked of {used}")


def written(site: Site) -> list[float]:
    """How much each process has written to logs."""
    numbers = [httpx2.get(f"{server.url}/metrics").text for server in site.servers]
    return [
        sum(float(value) for value in re.findall(r"^sixth_events_total\S* (\S+)$", text, re.MULTILINE))
        for text in numbers
    ]


def test_over_the_proxy_all_is_as_over_tls(site: Site) -> None:
    with person(site) as ana:
        ana.open("play", seats=2, name="Ana")
        response = ana.client.get(f"/t/{ana.table}/qr.svg")
        assert response.headers.get_list("strict-transport-security") == ["max-age=31536000"]
        sent = ana.client.post("/tables", data={}).headers
        assert sent.get_list("strict-transport-security") == ["max-age=31536000"]
        given = [cookie for cookie in ana.client.cookies.jar if cookie.name != PLAIN_COOKIE]
        assert given
        assert all(cookie.secure for cookie in given)


@pytest.mark.parametrize("path", ["/metrics", "/healthz", "/readyz"])
def test_what_is_the_hosts_is_not_shown_outside(site: Site, path: str) -> None:
    assert httpx2.get(f"{site.url}{path}", verify=site.trust).status_code == 404
    assert httpx2.get(f"{site.servers[0].url}{path}").status_code == 200


def test_browsers_are_offered_http_2(site: Site) -> None:
    """Over HTTP/1.1 a browser has six lines a site, for the streams of all its tabs."""
    site.trust.set_alpn_protocols(["h2", "http/1.1"])
    port = int(site.url.rpartition(":")[2])
    with (
        socket.create_connection(("127.0.0.1", port)) as line,
        site.trust.wrap_socket(line, server_hostname="localhost") as tls,
    ):
        assert tls.selected_alpn_protocol() == "h2"
    site.trust.set_alpn_protocols(["http/1.1"])


def test_games_go_on_while_one_server_is_started_anew_and_the_other_killed(site: Site) -> None:
    with person(site) as ana:
        ana.open("play", game="classic", seats=4, name="Ana")
        rng = Random(2)
        count = 0

        def renew() -> None:
            nonlocal count
            count += 1
            if count == 3:
                assert site.servers[0].stop() == 0
                site.servers[0].restart()
            if count == 7:
                site.servers[1].kill()
                # Programs are answered by another process, too.
                assert [known(ana, table) for table in (ana.table, *"abcdefgh")] == [200, *[404] * 8]

        play_on([ana], rng, then=renew)
        assert count > 7
    site.servers[1].restart()


def known(person: Person, table: str) -> int:
    """Return the status by which a program learns whether there is such a table."""
    return person.client.get(f"/api/v1/tables/{table}").status_code


def test_a_proxy_is_believed_only_where_the_host_says_so(server: Server, tmp_path: Path) -> None:
    headers = {"x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.1"}
    name = "strict-transport-security"
    # By default those on the same machine are.
    assert name in httpx2.get(server.url, headers=headers).headers
    with serving(tmp_path / "other", options=("--proxies", "none")) as alone:
        assert name not in httpx2.get(alone.url, headers=headers).headers
    with serving(tmp_path / "other", options=("--proxies", "192.0.2.0/24")) as elsewhere:
        assert name not in httpx2.get(elsewhere.url, headers=headers).headers


def test_the_example_of_settings_makes_sense(tmp_path: Path) -> None:
    text = (DEPLOY / "sixth.toml").read_text()
    assert read({"config": str(DEPLOY / "sixth.toml")}, {}).port == 8000
    # And so does what it suggests.
    everything = re.sub(r"(?m)^# (\w+ = )", r"\1", text.replace("\ndata =", "\n#data ="))
    (tmp_path / "sixth.toml").write_text(everything)
    found = read({"config": str(tmp_path / "sixth.toml")}, {})
    assert found.workers == 4
    assert found.database is not None


def test_the_docs_lie_beside_a_site(site: Site) -> None:
    with person(site) as ana:
        first = ana.client.get("/docs")
        assert (first.status_code, first.url.path, first.text) == (200, "/docs/", PAGES["index.html"])
        kinds = {".html": "text/html", ".css": "text/css", ".svg": "image/svg+xml"}
        for name, text in PAGES.items():
            found = ana.client.get(f"/docs/{name}")
            assert (found.status_code, found.text) == (200, text)
            assert found.headers["content-type"].startswith(kinds[Path(name).suffix])
            assert found.headers.get_list("strict-transport-security") == ["max-age=31536000"]


@pytest.mark.parametrize("path", ["/docs/nothing.html", "/docs../cert.pem", "/docs/%2e%2e/cert.pem"])
def test_beside_the_docs_nothing_is_shown(site: Site, path: str) -> None:
    found = httpx2.get(f"{site.url}{path}", verify=site.trust)
    assert found.status_code in (400, 404)
    # The proxy says so itself, and is still asked by TLS only.
    assert found.headers.get_list("strict-transport-security") == ["max-age=31536000"]


@pytest.mark.parametrize("path", ["caddy/Caddyfile", "compose/Caddyfile"])
def test_caddy_understands_its_files(path: str) -> None:
    if not Path(CADDY).exists():
        pytest.skip("there is no Caddy here")
    command = [CADDY, "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / path)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
