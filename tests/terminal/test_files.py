"""Files that a command line names: whole or unchanged, and one sentence for every error."""

import os
from pathlib import Path

import pytest

from sixth.errors import CommandError
from sixth.terminal.files import open_input, open_output


def test_a_device_is_written_to_and_stays_a_device() -> None:
    with open_output(os.devnull) as file:
        file.write(b"x")
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize("name", ["", ".", "no/such/folder/file", "a\0b", "x" * 300])
def test_impossible_names_are_refused_in_one_sentence(name: str) -> None:
    for function in (open_input, open_output):
        with pytest.raises(CommandError, match=r"\.$"), function(name):
            pass


def test_a_name_cannot_move_the_cursor() -> None:
    with pytest.raises(CommandError) as error, open_input("\x1b[2J"):
        pass
    assert "\x1b" not in str(error.value)
