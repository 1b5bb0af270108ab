"""The file that a person takes along, which may come from anybody."""

import json
from random import Random
from typing import Any

import pytest

from sixth.rules.game import Impossible
from sixth.server.features.profile.file.person_file import read_person_file

PERSON = {
    "kind": "person",
    "format": "sixth-person-1",
    "id": "bcdfghjkmnpqrs",
    "name": "Ana",
    "mark": 1,
    "shown": "hidden",
    "since": 1_700_000_000_000,
}
GAME = {
    "kind": "game",
    "game_id": "g1",
    "seat": 0,
    "game": "classic",
    "began_at": 1_700_000_000_000,
    "seats": 2,
    "rounds": 1,
    "heads": 12,
    "place": 1,
}


def file_of(*lines: Any) -> bytes:
    """Return a file of these lines; texts and bytes stand for themselves."""
    return b"".join(
        line if isinstance(line, bytes) else json.dumps(line, ensure_ascii=False).encode() + b"\n"
        for line in lines
    )


def test_a_byte_order_mark_before_a_file_is_skipped() -> None:
    assert read_person_file(b"\xef\xbb\xbf" + file_of(PERSON)) == read_person_file(file_of(PERSON))


def test_a_file_is_read_with_its_games_and_lines_of_unknown_kinds_are_left_out() -> None:
    other = {"kind": "game", "game_id": "g2", **{key: GAME[key] for key in list(GAME)[2:]}} | {
        "game": "chess"
    }
    file = read_person_file(file_of(PERSON, {"kind": "browser", "x": [1]}, GAME, other, {"kind": "new"}))
    assert (file.name, [each.game_id for each in file.games]) == ("Ana", ["g1", "g2"])
    # A game that this version does not know has other rules.
    assert [each.game for each in file.games] == ["classic", ""]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\x89PNG\r\n",
        b"{}",
        file_of({**PERSON, "format": "sixth-person-9"}),
        file_of(GAME, PERSON),
        b"[" * 5_000,
        b'{"kind":"person"}',
        file_of(PERSON).replace(b'"Ana"', b'"\\ud800"'),
    ],
)
def test_another_file_is_refused_in_a_sentence(body: bytes) -> None:
    with pytest.raises(Impossible, match="This file is not from “Download everything”"):
        read_person_file(body)


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        ({"seat": True}, "seat: a whole number"),
        ({"seat": 2}, "a seat and a place of the 2 seats"),
        ({"place": 0}, "place: a whole number from 1 to 10"),
        ({"heads": -1}, "heads: a whole number from 0 to 1000000"),
        ({"began_at": 10**30}, "began_at: a whole number from 0 to 8640000000000000"),
        ({"game_id": "<b>"}, "game_id: a name of letters and digits"),
        ({"game_id": "g" * 41}, "game_id: a string of up to 40 letters"),
        ({"game": ["classic"]}, "game: a string"),
        ({"more": 1}, "without the unknown key"),
    ],
)
def test_a_wrong_line_is_named_with_what_it_should_be(change: dict[str, Any], wanted: str) -> None:
    with pytest.raises(Impossible) as error:
        read_person_file(file_of(PERSON, GAME, {**GAME, **change}))
    assert str(error.value).startswith("Line 3 of the file is wrong (expected: ")
    assert wanted in str(error.value)


@pytest.mark.parametrize("line", [b"{\n", b"[1]\n", b'{"kind":1}\n', b"\xff\n", b"\n", b'{"kind":NaN}\n'])
def test_a_line_that_is_no_object_with_a_kind_is_refused(line: bytes) -> None:
    with pytest.raises(Impossible, match="Line 2 of the file is wrong"):
        read_person_file(file_of(PERSON, line))


def test_bytes_that_are_changed_at_random_are_read_or_refused_in_a_sentence() -> None:
    random, body, refused = Random(5), bytearray(file_of(PERSON, GAME, GAME)), 0
    for _ in range(3_000):
        changed = bytearray(body)
        for _ in range(random.randint(1, 3)):
            changed[random.randrange(len(changed))] = random.randrange(256)
        try:
            read_person_file(bytes(changed))
        except Impossible:
            refused += 1
    assert 0 < refused < 3_000
