"""Requests to push services: none follows a redirect, and none goes into the own network."""

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
    """A push service on this machine, whose certificate is trusted."""
    with push_service(tmp_path) as service:
        service.now = NOW / 1000
        certificates = create_default_context(cafile=str(service.trust))
        monkeypatch.setattr("sixth.server.features.reminders.sending._certificates", lambda: certificates)
        yield service


def endpoint(service: PushService, *, private: bool = True) -> Endpoint:
    host, _, port = service.host.partition(":")
    return Endpoint(host, int(port), "/send/gone", private)


def post(to: Endpoint) -> tuple[int, int]:
    signed = headers(new_key(), origin=to.origin, site="example.org", topic="t", now=NOW, ttl=60)
    return asyncio.run(send(to, b"sealed", signed))


@pytest.mark.parametrize(
    ("answer", "result"),
    [
        ((201, {}), (201, 0)),
        ((429, {"Retry-After": "120"}), (429, 120)),
        ((503, {"Retry-After": "9999999"}), (503, 3600)),
        ((503, {"Retry-After": "Fri, 31 Dec 1999 23:59:59 GMT"}), (503, 0)),
        ((307, {"Location": "/send/elsewhere"}), (307, 0)),
        ((302, {"Location": "http://169.254.169.254/"}), (302, 0)),
    ],
)
def test_a_request_returns_the_status_and_follows_no_redirect(
    service: PushService, answer: Answer, result: tuple[int, int]
) -> None:
    service.answer = lambda _path: answer
    assert post(endpoint(service)) == result
    assert [each.path for each in service.messages] == ["/send/gone"]
    assert service.messages[0].headers["host"] == service.host


def test_no_request_goes_to_a_private_address(service: PushService) -> None:
    with pytest.raises(UnsentError, match="private"):
        post(endpoint(service, private=False))
    assert not service.messages


def test_no_message_goes_to_an_unknown_host_or_without_a_certificate(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UnsentError):
        post(Endpoint("localhost", 1, "/x", private=True))
    with pytest.raises(UnsentError):
        post(Endpoint("no.such.host.invalid", 443, "/x", private=False))
    # The system does not trust the certificate of this push service.
    monkeypatch.setattr("sixth.server.features.reminders.sending._certificates", create_default_context)
    with pytest.raises(UnsentError):
        post(endpoint(service))
    assert not service.messages
