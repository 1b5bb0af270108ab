"""Chat at a table: lines without repeats, in one order in all processes, of which the last are kept."""

import pytest

from sixth.rules.game import Refusal
from sixth.server.cluster.pubsub import PubSub
from sixth.server.live.chat import Chat
from sixth.server.protocol.lines import ChatLine

TABLE = "a-table"


@pytest.fixture
def chat() -> Chat:
    return Chat(PubSub())


def texts(chat: Chat) -> list[str]:
    """Return the texts of the lines at the table."""
    return [line.said for line in chat.lines(TABLE)]


def test_the_same_phrase_sent_twice_at_once_is_one_line(chat: Chat) -> None:
    assert chat.say(TABLE, 0, "Ana", "phrase", "hello")
    assert not chat.say(TABLE, 0, "Ana", "phrase", "hello")
    assert chat.say(TABLE, 1, "Bo", "phrase", "hello")
    assert chat.say(TABLE, 0, "Ana", "phrase", "bye")
    assert texts(chat) == ["hello", "hello", "bye"]
    assert chat.count(TABLE) == 3
    assert chat.lines("another") == ()


@pytest.mark.parametrize("kind", ["phrase", "reaction"])
def test_unknown_phrases_and_reactions_are_refused(chat: Chat, kind: str) -> None:
    with pytest.raises(Refusal):
        chat.say(TABLE, 0, "Ana", kind, "anything")  # type: ignore[arg-type]
    chat.receive(TABLE, ChatLine(1, 0, "Ana", kind, "anything"))  # type: ignore[arg-type]
    chat.receive(TABLE, ChatLine(1, 0, "Ana", "no such kind", "anything"))  # type: ignore[arg-type]
    assert texts(chat) == []


def test_lines_of_two_processes_are_in_the_order_of_their_numbers(chat: Chat) -> None:
    for number in (5, 9, 7):
        chat.receive(TABLE, ChatLine(number, 0, "Ana", "text", str(number)))
    assert texts(chat) == ["5", "7", "9"]
    chat.say(TABLE, 1, "Bo", "text", "later")
    assert texts(chat)[-1] == "later"


def test_the_last_fifty_lines_are_kept_and_all_are_counted(chat: Chat) -> None:
    for number in range(120):
        chat.receive(TABLE, ChatLine(number + 1, 0, "Ana", "text", str(number)))
    assert texts(chat) == [str(number) for number in range(70, 120)]
    assert chat.count(TABLE) == 120
