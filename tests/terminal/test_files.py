"""Files that a command line names are written whole or not at all; every trouble with one is a sentence."""

import os
from pathlib import Path

import pytest

from sixth.errors import CommandError
from sixth.terminal.files import opened, written_whole


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt(), ValueError()])
def test_what_stood_there_stays_when_writing_fails(tmp_path: Path, error: BaseException) -> None:
    target = tmp_path / "games.jsonl"
    target.write_bytes(b"old")

    def write() -> None:
        with written_whole(str(target)) as file:
            file.write(b"new")
            raise error

    with pytest.raises((CommandError, type(error))):
        write()
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    with written_whole(str(link)) as file:
        file.write(b"x")
    assert link.is_symlink()
    assert target.read_bytes() == b"x"


def test_a_device_is_written_to_and_not_replaced() -> None:
    with written_whole(os.devnull) as file:
        file.write(b"x")
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize("name", ["", ".", "no/such/folder/file", "a\0b", "x" * 300])
def test_names_that_cannot_be_files_are_refused_in_a_sentence(name: str) -> None:
    for using in (opened, written_whole):
        with pytest.raises(CommandError, match=r"\.$"), using(name):
            pass


def test_a_name_cannot_move_the_cursor() -> None:
    with pytest.raises(CommandError) as refused, opened("\x1b[2J"):
        pass
    assert "\x1b" not in str(refused.value)
