"""The environment of the test run: a test that falls back on what is its owner's fails."""

import os
import socket
import subprocess
import sys

import pytest

from sixth.cli.app import run
from sixth.server.core import settings
from tests.environment import DEFAULT_PORT, HOME, NOWHERE, own_environment

OF_A_PERSON = {
    "COLUMNS": "33",
    "FORCE_COLOR": "1",
    "HOME": "/home/ana",
    "LANG": "de_DE.UTF-8",
    "LC_ALL": "it_IT.UTF-8",
    "NUMBA_DISABLE_JIT": "1",
    "PGPORT": "1",
    "PYTHONWARNINGS": "ignore",
    "SIXTH_DATABASE": "postgresql://db/sixth",
    "SIXTH_LANG": "fr",
    "SIXTH_PORT": "6106",
    "TERM": "dumb",
    "XDG_CACHE_HOME": "/home/ana/cache",
    "XDG_DATA_HOME": "/home/ana/data",
}


def test_no_variable_of_a_person_counts_but_those_that_find_programs_and_change_tests() -> None:
    kept = {"PATH": "/usr/bin", "SIXTH_TEST_ATTACKS": "500", "HYPOTHESIS_PROFILE": "explore"}
    own = own_environment(OF_A_PERSON | kept)
    assert own == own_environment(kept)
    assert kept.items() <= own.items()


@pytest.mark.parametrize("command", [["serve"], ["db", "check"], ["people", "list"]])
def test_a_command_that_is_told_no_folder_finds_none(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(command) == 1
    assert NOWHERE in capsys.readouterr().err


def test_a_server_that_is_told_no_port_takes_a_free_one() -> None:
    assert settings.read({}, os.environ).port == 0
    assert settings.DEFAULT_SETTINGS.port == DEFAULT_PORT


@pytest.mark.parametrize("call", ["bind", "connect"])
def test_a_test_that_uses_the_default_port_fails(call: str) -> None:
    with socket.socket() as own, pytest.raises(AssertionError, match="may be playing"):
        getattr(own, call)(("127.0.0.1", DEFAULT_PORT))


def test_the_home_of_the_tests_is_in_the_clone() -> None:
    assert HOME.is_relative_to(os.path.realpath(f"{__file__}/../.."))
    assert os.path.expanduser("~") == str(HOME)  # noqa: PTH111 # as libraries ask


def test_commands_of_the_tests_obey_ctrl_c_where_the_run_itself_is_in_the_background() -> None:
    code = "import signal, tests.environment; print(signal.getsignal(signal.SIGINT))"
    words = ["sh", "-c", 'trap "" INT; exec "$@"', "sh", sys.executable, "-c", code]
    assert "default_int_handler" in subprocess.run(words, check=True, capture_output=True, text=True).stdout
