"""The health checks for a proxy or a supervisor: short, plain, and always answered."""

from pathlib import Path

import httpx2
import pytest

from tests.server.ops.test_faults import FORGETFUL, full_disk
from tests.server.support.hosting import Site, hosting, until
from tests.server.support.postgres import postgres
from tests.server.support.serving import PATIENCE, request, serving


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_a_live_server_says_so_to_every_client_alike(site: Site, path: str) -> None:
    response = request("GET", site.url + path)
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    assert response.headers["cache-control"] == "no-store"
    assert "set-cookie" not in response.headers
    assert response.text.endswith(".\n")
    assert httpx2.head(site.url + path).content == b""
    assert request("GET", site.url + path, headers={"accept-language": "de"}).text == response.text
    assert request("POST", site.url + path).status_code == 405


def test_a_server_whose_bots_still_load_is_ready(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sixth.bots.is_ready", lambda names: False)
    response = request("GET", f"{site.url}/readyz")
    assert response.status_code == 200
    assert "another plays" in response.text


def test_a_stopping_server_is_not_ready(tmp_path: Path) -> None:
    with hosting(tmp_path) as site:
        site.tables.pubsub.close()
        response = request("GET", f"{site.url}/readyz")
        assert (response.status_code, response.text) == (503, "Not ready: this process is about to end.\n")
        assert request("GET", f"{site.url}/healthz").status_code == 200


def test_a_server_without_its_database_is_alive_but_not_ready(tmp_path: Path) -> None:
    with postgres() as database:
        url = database.make_empty()
        late = ".* are late: .*|.*clocks.*"
        with serving(tmp_path / "data", database=url, complaints=late, first=FORGETFUL) as server:

            def answer() -> tuple[int, str]:
                response = request("GET", f"{server.url}/readyz")
                return response.status_code, response.text

            assert answer()[0] == 200
            database.stop()
            assert answer() == (503, "Not ready: the database does not answer.\n")
            assert request("GET", f"{server.url}/healthz").status_code == 200
            database.start()
            until(lambda: answer()[0] == 200, "it was ready again")


def test_an_idle_server_notices_a_full_disk_and_checks_it_at_intervals(tmp_path: Path) -> None:
    late = ".* are looked after later: .*"
    with (
        serving(tmp_path / "data", complaints=late) as server,
        httpx2.Client(base_url=server.url, timeout=PATIENCE) as client,
    ):

        def ready() -> bool:
            return client.get("/readyz").status_code == 200

        log = server.data / "sixth.sqlite3-wal"
        assert ready()
        size = log.stat().st_size
        with full_disk(server):
            until(lambda: not ready(), "it noticed")
            assert client.get("/readyz").text == "Not ready: nothing can be written to the database.\n"
            assert client.get("/healthz").status_code == 200
        until(ready, "it noticed that there was room")
        # A new check uses a page of the database, so it is not made with every request.
        assert {client.get("/readyz").status_code for _ in range(300)} == {200}
        assert log.stat().st_size - size <= 4 * 4200
