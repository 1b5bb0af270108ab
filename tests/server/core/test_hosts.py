"""Hosts as URLs have them, and texts that only look like hosts."""

import pytest

from sixth.server.core.hosts import MAX_HOST_LENGTH, is_host

LABEL = "a" * 63


HOSTS = """sixth.example.org SIXTH.example.org. localhost:6106 xn--bcher-kva.example my_pi.local a x:0
127.0.0.1 192.168.0.7:80 [::1] [2001:db8::7]:65535 [::ffff:192.0.2.1]"""

OTHERS = """. .. a..b .a -a.example a-.example a/b a?b a#b u@a a,b [ [] [::1 ::1 [::1]x [1.2.3.4] [::g]
[fe80::1%eth0] 1.2.3 1.2.3.256 a: a:x a:65536 a:-1 a:99999999 a:8:9 ä.example ١.example %41"""


@pytest.mark.parametrize("text", [*HOSTS.split(), ".".join([LABEL] * 3 + ["a" * 60])])
def test_names_and_addresses_with_or_without_a_port_are_hosts(text: str) -> None:
    assert is_host(text)


LONG = (f"{LABEL}a.example", "x" * 6000, "1" * 6000, "[" + ":" * 6000 + "]")


@pytest.mark.parametrize("text", ["", " ", "a b", "a\n", *OTHERS.split(), *LONG])
def test_other_texts_are_no_hosts(text: str) -> None:
    assert not is_host(text)


def test_a_host_with_its_port_has_255_characters_at_most() -> None:
    longest = ".".join([LABEL] * 3 + ["a" * 63])
    assert len(longest) == MAX_HOST_LENGTH
    assert is_host(longest)
    assert not is_host(f"{longest}:1")
