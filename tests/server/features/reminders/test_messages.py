"""What is sent to a browser: read by it alone, signed by the site, and telling nothing from outside."""

from pathlib import Path

import pytest
from cryptography.exceptions import InvalidTag

from sixth.rules.game import Refusal
from sixth.server.features.reminders.messages import (
    check_keys,
    encrypted,
    headers,
    new_key,
    public_key,
    topic_of,
)
from tests.server.support.push_service import encoded, point, push_service, signed
from tests.server.support.push_service import new_key as browser_key


def test_a_message_says_nothing_by_its_length_and_is_read_by_its_browser_alone(tmp_path: Path) -> None:
    with push_service(tmp_path) as service:
        one, other = service.subscribe(), service.subscribe()
    keys = encoded(point(one.secret.public_key())), encoded(one.auth)
    short, long = (encrypted({"title": text}, *keys) for text in ("a", "ü" * 100))
    assert len(short) == len(long)
    assert one.read(short).rstrip() == b'{"title": "a"}'
    with pytest.raises(InvalidTag):
        other.read(short)


def test_what_is_sent_is_signed_with_the_key_that_browsers_were_given() -> None:
    key, now = new_key(), 4_000_000_000_000
    told = headers(key, origin="https://push.example.org", site="[::1]", topic="t", now=now, ttl=60)
    claims, given = signed(told["Authorization"], now=now // 1000)
    assert (claims["aud"], claims["sub"], given) == (
        "https://push.example.org",
        "https://[::1]",
        public_key(key),
    )


def test_the_topic_is_the_same_for_a_browser_at_a_table_and_for_no_others() -> None:
    topics = {topic_of(table, endpoint) for table in ("a", "b") for endpoint in ("x", "y")}
    assert len(topics) == 4
    assert topic_of("a", "x") in topics
    assert {len(each) for each in topics} == {32}


@pytest.mark.parametrize("p256dh", ["", "A", "BAAA", "ä", "A" * 87])
def test_keys_that_are_none_are_refused(p256dh: str) -> None:
    with pytest.raises(Refusal):
        check_keys(p256dh, "A" * 22)


def test_keys_of_a_browser_are_taken() -> None:
    check_keys(encoded(point(browser_key().public_key())), "A" * 22)
