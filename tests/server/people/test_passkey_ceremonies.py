"""Where passkeys work: what the site is to them by its URL."""

import pytest

from sixth.server.people.passkey_ceremonies import RelyingParty, relying_party


@pytest.mark.parametrize(
    ("url", "domain", "origin"),
    [
        ("https://sixth.example.org/", "sixth.example.org", "https://sixth.example.org"),
        ("https://sixth.example.org:443/", "sixth.example.org", "https://sixth.example.org"),
        ("https://Sixth.example.org:8443/", "sixth.example.org", "https://sixth.example.org:8443"),
        ("http://localhost:6106/", "localhost", "http://localhost:6106"),
    ],
)
def test_passkeys_work_over_tls_with_a_domain_and_on_localhost(url: str, domain: str, origin: str) -> None:
    assert relying_party(url) == RelyingParty(domain, origin)


@pytest.mark.parametrize(
    "url",
    [
        "http://sixth.example.org/",
        "http://127.0.0.1:6106/",
        "https://192.168.0.7/",
        "https://[::1]/",
        "https://localhost:99999/",
        "https:///",
    ],
)
def test_passkeys_work_at_no_address_of_a_network_and_without_tls(url: str) -> None:
    assert relying_party(url) is None
