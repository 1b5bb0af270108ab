"""Addresses to which notifications may be sent: push services, but none in the own network."""

import pytest

from sixth.rules.game import Refusal
from sixth.server.core.settings import DEFAULT_SETTINGS
from sixth.server.features.reminders.endpoints import are_public, endpoint_of

OWN = ("push.example.org", "127.0.0.1:8443", *DEFAULT_SETTINGS.push_hosts)


@pytest.mark.parametrize(
    "url",
    [
        "https://fcm.googleapis.com/fcm/send/abc:APA91b-_x",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAAA=",
        "https://web.push.apple.com/QGuQyavXutnMH",
        "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAD%2b",
    ],
)
def test_the_push_services_of_browsers_of_today_are_accepted(url: str) -> None:
    endpoint = endpoint_of(url, DEFAULT_SETTINGS.push_hosts)
    assert (f"{endpoint.origin}{endpoint.path}", endpoint.private) == (url, False)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com:22/x",
        "https://fcm.googleapis.com",
        "https://fcm.googleapis.com.example.org/x",
        "https://fcm.googleapis.com@example.org/x",
        "https://user@fcm.googleapis.com/x",
        "https://example.org/fcm.googleapis.com/x",
        "https://example.org#fcm.googleapis.com/x",
        "https://example.org\\@fcm.googleapis.com/x",
        "https://fcm.googleapis.com/x#y",
        "https://fcm.googleapis.com/x y",
        "https://fcm.googleapis.com/x\nHost: example.org",
        "https://FCM.googleapis.com/x",
        "https://notify.windows.com/x",
        "https://evilnotify.windows.com/x",
        "https://[::1]/x",
        "https://127.0.0.1/x",
        "https://169.254.169.254/latest/meta-data",
        "https://fcm.googleapis.com/" + "x" * 1000,
    ],
)
def test_any_other_address_is_refused(url: str) -> None:
    with pytest.raises(Refusal) as refusal:
        endpoint_of(url, OWN)
    assert refusal.value.code == "push-service"


def test_only_a_host_in_the_settings_may_be_in_the_own_network() -> None:
    assert endpoint_of("https://push.example.org/x", OWN).private
    assert endpoint_of("https://127.0.0.1:8443/x", OWN).private
    assert not endpoint_of("https://a.example.org/x", ("*.example.org",)).private
    assert not endpoint_of("https://fcm.googleapis.com/x", OWN).private


@pytest.mark.parametrize(
    ("addresses", "public"),
    [
        (["142.250.1.95"], True),
        (["142.250.1.95", "2a00:1450:4001::5f"], True),
        ([], False),
        (["142.250.1.95", "10.0.0.1"], False),
        *(
            ([each], False)
            for each in ("127.0.0.1", "192.168.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1")
        ),
        *(([each], False) for each in ("::1", "fe80::1%eth0", "fd00::1", "::ffff:10.0.0.1", "ff02::1")),
    ],
)
def test_addresses_are_public_only_if_each_of_them_is(addresses: list[str], public: bool) -> None:
    assert are_public(addresses) == public
