"""Messages to browsers: encrypted for one browser, and signed by the site."""

from pathlib import Path

import pytest
from cryptography.exceptions import InvalidTag

from sixth.rules.game import Refusal
from sixth.server.features.reminders.messages import (
    check_keys,
    encrypt,
    headers,
    new_key,
    public_key,
    topic_of,
)
from tests.server.support.push_service import (
    check_signature,
    encode,
    new_key as browser_key,
    point,
    push_service,
)


def test_only_its_browser_reads_a_message_and_all_messages_have_one_length(tmp_path: Path) -> None:
    with push_service(tmp_path) as service:
        one, other = service.subscribe(), service.subscribe()
    keys = encode(point(one.secret.public_key())), encode(one.auth)
    short, long = (encrypt({"title": text}, *keys) for text in ("a", "ü" * 100))
    assert len(short) == len(long)
    assert one.read(short).rstrip() == b'{"title": "a"}'
    with pytest.raises(InvalidTag):
        other.read(short)


def test_a_message_is_signed_with_the_key_that_browsers_have() -> None:
    key, now = new_key(), 4_000_000_000_000
    signed = headers(key, origin="https://push.example.org", site="[::1]", topic="t", now=now, ttl=60)
    claims, signer = check_signature(signed["Authorization"], now=now // 1000)
    assert (claims["aud"], claims["sub"], signer) == (
        "https://push.example.org",
        "https://[::1]",
        public_key(key),
    )


def test_each_browser_at_each_table_has_its_own_topic() -> None:
    topics = {topic_of(table, endpoint) for table in ("a", "b") for endpoint in ("x", "y")}
    assert len(topics) == 4
    assert topic_of("a", "x") in topics
    assert {len(each) for each in topics} == {32}


@pytest.mark.parametrize("p256dh", ["", "A", "BAAA", "ä", "A" * 87])
def test_damaged_keys_are_refused(p256dh: str) -> None:
    with pytest.raises(Refusal):
        check_keys(p256dh, "A" * 22)


def test_keys_of_a_browser_are_accepted() -> None:
    check_keys(encode(point(browser_key().public_key())), "A" * 22)
