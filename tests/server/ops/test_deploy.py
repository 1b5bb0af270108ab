"""The examples in `deploy/`: nginx or Caddy with TLS before two processes, and games played there."""

import os
import re
import shutil
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
import yaml

from sixth.server.core.settings import read
from sixth.server.web.middleware.preferences import PLAIN_COOKIE
from tests.server.core.test_route_limits import OPENING, STREAMING
from tests.server.ops.test_connection import OPENS
from tests.server.support.hosting import until
from tests.server.support.playing import Person, play_on
from tests.server.support.postgres import Postgres
from tests.server.support.proxies import CADDY, DEPLOY, NGINX, caddy, nginx
from tests.server.support.serving import PATIENCE, Server, request, serving
from tests.server.support.wire import wait_for, wire

SHORT = {"hand": "3", "end": "rounds", "end_count": "1"}
"""Options of a game of three turns."""

PAGES = {
    "index.html": "<p>All of it</p>",
    "architecture/turn.html": "<p>One turn</p>",
    "site.css": "p { margin: 0 }",
    "pictures/icon.svg": "<svg/>",
}
"""A small site of docs, with the folders of `make docs`."""


@dataclass
class Site:
    """A proxy and the servers behind it."""

    url: str
    servers: list[Server]
    trust: ssl.SSLContext


@pytest.fixture(scope="module")
def servers(database: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Start two servers over one PostgreSQL."""
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
    """Start an example: the proxy, two servers, and the docs."""
    program, proxy = request.param
    if not Path(program).exists():
        pytest.skip(f"there is no {program} here")
    folder = tmp_path_factory.mktemp("site")
    for name, text in PAGES.items():
        path = folder / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    with proxy(folder, [server.port for server in servers]) as (address, trust):
        until(lambda: answers(address, trust), "the proxy answered")
        yield Site(address, servers, trust)


def answers(url: str, trust: ssl.SSLContext) -> bool:
    """Return whether there is an answer from behind a proxy."""
    try:
        return request("GET", url, verify=trust).status_code == 200
    except httpx2.TransportError:
        return False


@contextmanager
def person(site: Site) -> Iterator[Person]:
    """Yield a person whose requests go through the proxy."""
    with httpx2.Client(
        base_url=site.url, verify=site.trust, follow_redirects=True, timeout=PATIENCE
    ) as client:
        yield Person(client)


def test_a_game_is_played_through_the_proxy_with_its_streams(site: Site) -> None:
    with person(site) as ana, person(site) as bo:
        table = ana.open("invite", game="classic", seats=3, name="Ana", **SHORT)
        bo.join(table, name="Bo")
        with wire(ana) as lines:
            next(lines)
            ana.look()
            ana.send("begin")
            bo.look()
            version = wait_for(lines, lambda line: "full" in line)["v"]
            bo.send("hand")
            # The proxy passes lines on at once and does not collect them.
            assert next(lines)["v"] > version
        play_on([ana, bo], Random(1))


def test_all_requests_of_a_table_go_to_one_process_and_tables_to_all(site: Site) -> None:
    used: set[int] = set()
    for _ in range(50):
        with person(site) as ana, person(site) as bo:
            table = ana.open("invite", seats=2, name="Ana")
            before = event_counts(site)
            # Bo uses the API.
            answer = bo.client.post(f"/api/v1/tables/{table}/sit", json={"name": "Bo", "bot": False})
            assert answer.status_code == 200
            ana.look()
            ana.send("begin")
            ana.send("hand")
            (number,) = [at for at, count in enumerate(event_counts(site)) if count > before[at]]
            used.add(number)
        if len(used) == len(site.servers):
            return
    raise AssertionError(f"all tables went to {used}")


def event_counts(site: Site) -> list[float]:
    """Return how many events each process has written."""
    numbers = [request("GET", f"{server.url}/metrics").text for server in site.servers]
    return [
        sum(float(value) for value in re.findall(r"^sixth_events_total\S* (\S+)$", text, re.MULTILINE))
        for text in numbers
    ]


def test_answers_through_the_proxy_are_as_over_tls(site: Site) -> None:
    with person(site) as ana:
        ana.open("play", seats=2, name="Ana")
        response = ana.client.get(f"/t/{ana.table}/qr.svg")
        assert response.headers.get_list("strict-transport-security") == ["max-age=31536000"]
        headers = ana.client.post("/tables", data={}).headers
        assert headers.get_list("strict-transport-security") == ["max-age=31536000"]
        cookies = [cookie for cookie in ana.client.cookies.jar if cookie.name != PLAIN_COOKIE]
        assert cookies
        assert all(cookie.secure for cookie in cookies)


def test_a_request_hidden_in_a_form_of_another_site_is_never_carried_out(site: Site) -> None:
    with person(site) as eve:
        headers = {"origin": "https://strange.test"}
        assert eve.client.post("/tables/check", content=OPENS, headers=headers).status_code == 403
        assert "Smuggler" not in eve.client.get("/tables").text


@pytest.mark.parametrize("path", ["/metrics", "/healthz", "/readyz"])
def test_addresses_for_the_host_are_hidden_from_outside(site: Site, path: str) -> None:
    assert request("GET", f"{site.url}{path}", verify=site.trust).status_code == 404
    assert request("GET", f"{site.servers[0].url}{path}").status_code == 200


def test_the_proxy_offers_http_2(site: Site) -> None:
    """Over HTTP/1.1 a browser has six connections to a site for the streams of all its tabs."""
    site.trust.set_alpn_protocols(["h2", "http/1.1"])
    port = int(site.url.rpartition(":")[2])
    with (
        socket.create_connection(("127.0.0.1", port)) as line,
        site.trust.wrap_socket(line, server_hostname="localhost") as tls,
    ):
        assert tls.selected_alpn_protocol() == "h2"
    site.trust.set_alpn_protocols(["http/1.1"])


def test_games_go_on_while_one_server_restarts_and_the_other_is_killed(site: Site) -> None:
    with person(site) as ana:
        ana.open("play", game="classic", seats=4, name="Ana", end="rounds", end_count="2")
        rng = Random(2)
        count = 0

        def restart_or_kill() -> None:
            nonlocal count
            count += 1
            if count == 3:
                assert site.servers[0].stop() == 0
                site.servers[0].restart()
            if count == 7:
                site.servers[1].kill()
                # The other process answers programs, too.
                assert [table_status(ana, table) for table in (ana.table, *"abcdefgh")] == [200, *[404] * 8]

        play_on([ana], rng, then=restart_or_kill)
        assert count > 7
    site.servers[1].restart()


def table_status(person: Person, table: str) -> int:
    """Return the status with which the API answers for a table."""
    return person.client.get(f"/api/v1/tables/{table}").status_code


def test_the_example_of_settings_is_valid(tmp_path: Path) -> None:
    text = (DEPLOY / "sixth.toml").read_text()
    assert read({"config": str(DEPLOY / "sixth.toml")}, {}).port == 8000
    # So are the settings in its comments.
    everything = re.sub(r"(?m)^# (\w+ = )", r"\1", text.replace("\ndata =", "\n#data ="))
    (tmp_path / "sixth.toml").write_text(everything)
    result = read({"config": str(tmp_path / "sixth.toml")}, {})
    assert result.workers == 4
    assert result.database is not None


def test_the_proxy_serves_the_docs(site: Site) -> None:
    with person(site) as ana:
        first = ana.client.get("/docs")
        assert (first.status_code, first.url.path, first.text) == (200, "/docs/", PAGES["index.html"])
        kinds = {".html": "text/html", ".css": "text/css", ".svg": "image/svg+xml"}
        for name, text in PAGES.items():
            page = ana.client.get(f"/docs/{name}")
            assert (page.status_code, page.text) == (200, text)
            assert page.headers["content-type"].startswith(kinds[Path(name).suffix])
            assert page.headers.get_list("strict-transport-security") == ["max-age=31536000"]


@pytest.mark.parametrize("path", ["/docs/nothing.html", "/docs../cert.pem", "/docs/%2e%2e/cert.pem"])
def test_no_file_outside_the_docs_is_served(site: Site, path: str) -> None:
    answer = request("GET", f"{site.url}{path}", verify=site.trust)
    assert answer.status_code in (400, 404)
    # This answer of the proxy itself tells browsers to use TLS only, too.
    assert answer.headers.get_list("strict-transport-security") == ["max-age=31536000"]


def directives(path: str) -> str:
    """Return the directives with which the nginx of the example answers at a path."""
    text = (DEPLOY / "nginx" / "sixth.conf").read_text()
    for pattern, body in re.findall(r"\n    location ~ (\S+) \{(.*?)\n    \}", text, re.DOTALL):
        if re.search(pattern, path):
            return str(body)
    return ""


def test_nginx_limits_each_route_that_opens_a_table_or_streams() -> None:
    streaming = {*STREAMING, "GET /t/{table_id}/wire"}
    for limit, routes in (("limit_req ", OPENING), ("limit_conn ", streaming), ("buffering off", streaming)):
        paths = [route.partition(" ")[2].replace("{", "").replace("}", "") for route in routes]
        assert [path for path in paths if limit not in directives(path)] == [], limit


def test_compose_names_files_settings_and_volumes_that_exist() -> None:
    folder = DEPLOY / "compose"
    services = (composed := yaml.safe_load((folder / "compose.yaml").read_text()))["services"]
    sixth, proxy = services["sixth"], services["proxy"]
    context = (folder / sixth["build"]["context"]).resolve()
    assert (context / sixth["build"]["dockerfile"]).samefile(DEPLOY / "Dockerfile")
    environment = {name: str(each) for name, each in sixth["environment"].items()}
    environment["SIXTH_URL"] = environment["SIXTH_URL"].replace(
        "${SIXTH_SITE:-localhost}", "sixth.example.org"
    )
    settings = read({}, environment)
    assert settings.url == "https://sixth.example.org/"
    assert settings.proxies == (composed["networks"]["default"]["ipam"]["config"][0]["subnet"],)
    assert settings.database == "postgresql://sixth:${SIXTH_DB_PASSWORD}@db/sixth"
    mounts = [each.partition(":")[0] for service in (services["db"], proxy) for each in service["volumes"]]
    assert [each for each in mounts if each not in composed["volumes"] and not (folder / each).exists()] == []
    port = re.search(r"^EXPOSE (\d+)$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    assert port is not None
    assert f"port {port[1]}\n" in caddyfile()
    assert {each["source"] for each in proxy["configs"]} == {*composed["configs"]}
    assert {each for service in services.values() for each in service.get("depends_on", ())} <= {*services}


@pytest.mark.parametrize("name", ["sixth.service", "sixth@.service"])
def test_systemd_accepts_the_units(name: str, tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd here")
    text = (DEPLOY / "systemd" / name).read_text()
    (command,) = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
    # There is no Sixth in /opt here.
    (tmp_path / name).write_text(text.replace(command, "/bin/true"))
    unit = str(tmp_path / name.replace("@", "@8001"))
    result = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", unit], check=False, capture_output=True, text=True
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert command.startswith("/opt/sixth/bin/sixth serve --config /etc/sixth/sixth.toml")


def caddyfile() -> str:
    """Return the Caddyfile in the example for containers, as Compose gives it to Caddy."""
    composed = yaml.safe_load((DEPLOY / "compose" / "compose.yaml").read_text())
    text: str = composed["configs"]["caddy"]["content"].replace(
        "${SIXTH_SITE:-localhost}", "sixth.example.org"
    )
    assert "$" not in text, "Compose would put something in its place"
    return text


@pytest.mark.parametrize(
    "text", [(DEPLOY / "caddy/Caddyfile").read_text(), caddyfile()], ids=["one", "compose"]
)
def test_caddy_accepts_its_files(text: str, tmp_path: Path) -> None:
    if not Path(CADDY).exists():
        pytest.skip("there is no Caddy here")
    (tmp_path / "Caddyfile").write_text(text)
    command = [CADDY, "validate", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
    homes = {"XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    process = subprocess.run(command, check=False, capture_output=True, text=True, env=os.environ | homes)
    assert process.returncode == 0, process.stderr
