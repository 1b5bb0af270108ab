"""What people say to each other: said once, in order whichever process heard it, and bounded."""

import pytest

from sixth.rules.game import Refusal
from sixth.server.cluster.broadcast import SINGLE_PROCESS
from sixth.server.live.chat import Chat, Line

TABLE = "a-table"


@pytest.fixture
def chat() -> Chat:
    return Chat(SINGLE_PROCESS)


def said(chat: Chat) -> list[str]:
    """What was said at the table."""
    return [line.said for line in chat.lines(TABLE)]


def test_the_same_words_pressed_twice_are_said_once(chat: Chat) -> None:
    assert chat.say(TABLE, 0, "Ana", "phrase", "hello")
    assert not chat.say(TABLE, 0, "Ana", "phrase", "hello")
    assert chat.say(TABLE, 1, "Bo", "phrase", "hello")
    assert chat.say(TABLE, 0, "Ana", "phrase", "bye")
    assert said(chat) == ["hello", "hello", "bye"]
    assert chat.count(TABLE) == 3
    assert chat.lines("another") == ()


@pytest.mark.parametrize("kind", ["phrase", "reaction"])
def test_only_phrases_and_signs_that_there_are_can_be_said(chat: Chat, kind: str) -> None:
    with pytest.raises(Refusal):
        chat.say(TABLE, 0, "Ana", kind, "anything")  # type: ignore[arg-type]
    chat.hear(TABLE, Line(1, 0, "Ana", kind, "anything"))  # type: ignore[arg-type]
    chat.hear(TABLE, Line(1, 0, "Ana", "no such kind", "anything"))  # type: ignore[arg-type]
    assert said(chat) == []


def test_lines_of_two_processes_are_in_the_order_of_their_numbers(chat: Chat) -> None:
    for number in (5, 9, 7):
        chat.hear(TABLE, Line(number, 0, "Ana", "text", str(number)))
    assert said(chat) == ["5", "7", "9"]
    chat.say(TABLE, 1, "Bo", "text", "later")
    assert said(chat)[-1] == "later"


def test_the_last_fifty_lines_are_kept_and_all_are_counted(chat: Chat) -> None:
    for number in range(120):
        chat.hear(TABLE, Line(number + 1, 0, "Ana", "text", str(number)))
    assert said(chat) == [str(number) for number in range(70, 120)]
    assert chat.count(TABLE) == 120
