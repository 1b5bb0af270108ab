"""One request to a push service: no farther than asked, and none into one's own network."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from ssl import create_default_context

import pytest

from sixth.server.features.reminders.endpoints import Endpoint
from sixth.server.features.reminders.messages import headers, new_key
from sixth.server.features.reminders.sending import UnsentError, send
from tests.server.support.push_service import Answer, PushService, push_service

NOW = 4_000_000_000_000


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """A push service on this machine, which is believed who it is."""
    with push_service(tmp_path) as running:
        running.now = NOW / 1000
        trusted = create_default_context(cafile=str(running.trust))
        monkeypatch.setattr("sixth.server.features.reminders.sending._trusted", lambda: trusted)
        yield running


def endpoint(service: PushService, *, private: bool = True) -> Endpoint:
    host, _, port = service.host.partition(":")
    return Endpoint(host, int(port), "/send/gone", private)


def sent(to: Endpoint) -> tuple[int, int]:
    signed = headers(new_key(), origin=to.origin, site="example.org", topic="t", now=NOW, ttl=60)
    return asyncio.run(send(to, b"sealed", signed))


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ((201, {}), (201, 0)),
        ((429, {"Retry-After": "120"}), (429, 120)),
        ((503, {"Retry-After": "9999999"}), (503, 3600)),
        ((503, {"Retry-After": "Fri, 31 Dec 1999 23:59:59 GMT"}), (503, 0)),
        ((307, {"Location": "/send/elsewhere"}), (307, 0)),
        ((302, {"Location": "http://169.254.169.254/"}), (302, 0)),
    ],
)
def test_an_answer_is_a_status_and_leads_nowhere(
    service: PushService, answer: Answer, said: tuple[int, int]
) -> None:
    service.answer = lambda _path: answer
    assert sent(endpoint(service)) == said
    assert [each.path for each in service.sent] == ["/send/gone"]
    assert service.sent[0].headers["host"] == service.host


def test_a_name_that_leads_into_a_private_network_is_not_asked(service: PushService) -> None:
    with pytest.raises(UnsentError, match="private"):
        sent(endpoint(service, private=False))
    assert not service.sent


def test_who_is_not_there_or_somebody_else_is_not_waited_for(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UnsentError):
        sent(Endpoint("localhost", 1, "/x", private=True))
    with pytest.raises(UnsentError):
        sent(Endpoint("no.such.host.invalid", 443, "/x", private=False))
    # Whose certificate nobody has vouched for.
    monkeypatch.setattr("sixth.server.features.reminders.sending._trusted", create_default_context)
    with pytest.raises(UnsentError):
        sent(endpoint(service))
    assert not service.sent
