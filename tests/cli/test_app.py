"""The command line: what it prints, what it exits with, and that every error is one sentence."""

import hashlib
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import typer
from hypothesis import HealthCheck, given, settings, strategies as st

import sixth
from sixth import bots
from sixth.cli import app
from sixth.rules.codec import rules_to_json
from sixth.rules.options import OPTIONS
from sixth.server.core.settings import Settings
from tests.pseudo_terminal import read_all

SIXTH = (sys.executable, "-m", "sixth")
COMMANDS = (
    *("play", "simulate", "arena", "data", "benchmark", "train", "replay", "verify", "coach", "solve"),
    *("people", "puzzles", "tournament", "games", "bots", "serve", "doctor", "join", "bot", "mcp", "db"),
)
TWO = ("simulate", "--bots", "random,nearest", "--games", "3", "--seed", "7")


@pytest.fixture
def records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Three games on disk."""
    file = tmp_path / "games.sixth.jsonl"
    assert app.run([*TWO, "--records", str(file), "--json"]) == 0
    capsys.readouterr()
    return file


# ------------------------------------------------------------------ help, version, lists


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_command_has_help_with_an_example(command: str, run: Any) -> None:
    done = run(*command.split(), "--help")
    assert (done.code, done.err) == (0, "")
    assert re.search(r"Options:\n  -", done.out)
    example = re.search(r"Example: (sixth .+)", done.out.replace("\n  ", " "))
    assert example
    assert example[1].split()[1] in COMMANDS


def test_help_names_every_command() -> None:
    group = typer.main.get_command(app.app)
    assert set(getattr(group, "commands")) == set(COMMANDS)  # noqa: B009


def test_the_version_is_printed(run: Any) -> None:
    done = run("--version")
    assert done.code == 0
    assert re.fullmatch(r"sixth \d+\.\d+\.\d+\n", done.out)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("sixth p", ["play", "people", "puzzles"]),
        ("sixth db pr", ["prune"]),
        ("sixth play --se", ["--set", "--seed"]),
    ],
)
def test_shells_complete_commands_and_options(line: str, words: list[str]) -> None:
    asked = {"_SIXTH_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    answer = subprocess.run(SIXTH, capture_output=True, check=True, text=True, env={**os.environ, **asked})
    assert answer.stdout.split() == words


def test_games_lists_every_named_game_with_all_options(run: Any) -> None:
    done = run("games", "--json")
    entries = json.loads(done.out)
    assert [game["name"] for game in entries] == list(sixth.games)
    for game in entries:
        rules = rules_to_json(sixth.games[game["name"]].replace(seats=2))
        assert {name: game[name] for name in OPTIONS if name != "seats"} == {
            name: value for name, value in rules.items() if name != "seats"
        }
        assert game["about"].endswith(".")
    assert {game["name"]: game["seats"] for game in entries}["kids"] == [2, 3, 4, 5, 6]
    text = run("games").out
    assert all(name in text for name in sixth.games)


def test_bots_lists_them_weakest_first_and_then_the_levels(run: Any) -> None:
    entries = json.loads(run("bots", "--json").out)
    assert [bot["name"] for bot in entries] == list(bots.names)
    assert bots.names[:3] == ("random", "nearest", "careful")
    assert bots.names[-9:-7] == ("champion", "level-1")
    assert re.findall(r"^ ?([a-z0-9-]+) ", run("bots").out, re.MULTILINE) == ["bot", *bots.names]


# ------------------------------------------------------------------ simulate


def test_the_same_seed_gives_the_same_bytes_in_every_process_and_version(run: Any) -> None:
    words = ["simulate", "--bots", "careful,nearest,random", "--games", "5", "--seed", "1", "--records", "-"]
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    process = subprocess.run([*SIXTH, *words], env=environment, capture_output=True, check=True)
    # This changes only with the rules, the deals, the bots or the record format; nothing else may change it.
    assert {hashlib.sha256(data).hexdigest() for data in (process.stdout, run(*words).out.encode())} == {
        "e615f2649bafac081cde4c6fbe8984b7a6224b262f5f638817248ed94ab97355"
    }


def test_simulate_sums_up_as_json(run: Any) -> None:
    summary = json.loads(run(*TWO, "--json").out)
    assert list(summary) == ["game", "rules", "seats", "games", "seed", "rounds", "abandoned", "bots"]
    assert (summary["game"], summary["seats"], summary["games"], summary["seed"]) == ("classic", 2, 3, 7)
    assert [(bot["bot"], bot["seat"]) for bot in summary["bots"]] == [("random", 0), ("nearest", 1)]
    assert sum(bot["win"] for bot in summary["bots"]) == pytest.approx(1, abs=0.001)


def test_simulate_shows_its_random_seed(run: Any) -> None:
    seeds = [
        json.loads(run("simulate", "--bots", "random,random", "--games", "1", "--json").out)["seed"]
        for _ in range(2)
    ]
    assert seeds[0] != seeds[1]
    assert re.search(r"seed \d+\n", run("simulate", "--bots", "random,random", "--games", "1").out)


def test_set_changes_any_option(run: Any) -> None:
    options = {
        "deck": "60", "hand": "7", "rows": "3", "row_limit": "4", "ends": "both", "heads": "light",
        "goal": "most", "end": "elimination:20", "seats": "2",
    }  # fmt: skip
    settings = [word for name, value in options.items() for word in ("--set", f"{name}={value}")]
    rules = json.loads(run(*TWO, "--json", *settings).out)["rules"]
    assert rules == {
        "seats": 2, "deck": 60, "hand": 7, "rows": 3, "row_limit": 4, "deal": "random",
        "play": "simultaneous", "ends": "both", "heads": "light", "goal": "most",
        "end": {"kind": "elimination", "limit": 20},
    }  # fmt: skip


def test_standard_output_holds_nothing_beside_records(run: Any, records: Path) -> None:
    done = run(*TWO, "--records", "-")
    assert done.out == records.read_text(encoding="utf-8")
    assert "3 games of classic" in done.err


def test_a_game_without_end_counts_as_abandoned(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sixth.bots.match.play_games.__kwdefaults__", {"max_rounds": 3})
    done = run(*TWO, "--set", "end=score:99999", "--json")
    summary = json.loads(done.out)
    assert (summary["abandoned"], summary["rounds"]) == (3, 9)
    assert [bot["win"] for bot in summary["bots"]] == [None, None]
    assert "3 games abandoned, because no end was in sight." in run(*TWO, "--set", "end=score:99999").out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--games", "0"), "--games takes a whole number of at least 1, not 0"),
        (("--games", "many"), "takes a whole number, not 'many'"),
        (("--seed", "9" * 5000), "takes a whole number"),
        (("--game", "chess"), "There is no game 'chess'; the games are classic, tactical, "),
        (("--game", "\x1b[31m"), "There is no game"),
        (("--bots", "random,clever"), "There is no bot 'clever'; the bots are random, nearest, careful, "),
        (("--bots", "random,Careful"), "There is no bot 'Careful'"),
        (("--bots", "random,careful:3"), "The bot careful takes nothing behind a colon"),
        (("--bots", "random,montecarlo:0"), "montecarlo takes a number of playouts"),
        (("--bots", "random,search:many"), "search takes a number of playouts"),
        (("--bots", "random,policy:"), "policy takes a file"),
        (("--bots", "random,,random"), "There is no bot ''"),
        (("--bots", "random"), "A game takes 2 to 10 seats, but --bots names 1 bot"),
        (("--bots", ",".join(["random"] * 11)), "but --bots names 11 bots"),
        (("--set", "deck"), "--set takes option=value, as in --set deck=60, not 'deck'"),
        (("--set", "cards=60"), "There is no option 'cards'; the options are seats, deck, "),
        (("--set", "deck=60", "--set", "deck=60"), "--set gives deck twice; give it once"),
        (("--set", "seats=3"), "--set seats=3 does not fit: --bots names 2 bots"),
        (("--set", "hand=60"), "use hand=50 or less"),
        (("--records", "-", "--json"), "both want standard output"),
        (("--nope",), "No such option"),
        (("--games",), "requires an argument"),
        (("extra",), "unexpected extra argument"),
    ],
)
def test_a_senseless_simulation_is_a_usage_error(arguments: tuple[str, ...], sentence: str, run: Any) -> None:
    run(*TWO, *arguments).refuses(2, sentence)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nonsense",), "No such command 'nonsense'"),
        (("simulate",), "Missing option '--bots'"),
        (("replay",), "Missing argument 'FILE'"),
        (("replay", "x", "--at", "1", "--json"), "goes with neither --at nor --seat"),
        (("play", "--bots", "clever"), "There is no bot 'clever'"),
        (("play", "--set", "seats=2"), "with you and --bots there are 4 at the table"),
        (("play", "--game", "kids", "--bots", ",".join(["random"] * 6)), "hand=15 with seats=7"),
        (("serve", "--port", "65536"), "--port takes a number from 0 to 65535, not 65536"),
        (("serve", "--data", "a", "--database", "b"), "give one of them"),
        (("serve", "--workers", "0"), "--workers takes a number from 1 to 256, not 0"),
    ],
)
def test_a_senseless_command_line_is_a_usage_error(
    arguments: tuple[str, ...], sentence: str, run: Any
) -> None:
    done = run(*arguments)
    done.refuses(2, sentence)
    assert "--help)" in done.err


@given(
    arguments=st.lists(
        st.one_of(st.text(max_size=8), st.sampled_from(["--set", "--bots", "--games", "--json"]))
    )
)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_no_command_line_ends_in_a_traceback(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code = app.run(["simulate", "--games", "0", *arguments])
    captured = capsys.readouterr()
    assert code in (0, 2)
    assert "Traceback" not in captured.err
    assert captured.err.count("\n") == (code == 2)


def test_a_file_without_a_policy_is_refused(run: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no policy")
    for name, sentence in (
        ("file", "is not a policy; `sixth train` makes one."),
        ("none", "cannot be read: No such"),
    ):
        run("simulate", "--bots", f"random,policy:{tmp_path / name}").refuses(1, sentence)


@pytest.mark.slow
def test_bots_that_calculate_play_the_same_from_the_same_seed_in_every_process(run: Any) -> None:
    words = ["simulate", "--bots", "search:64,montecarlo:10,policy,expert", "--games", "1", "--seed", "1"]
    words += ["--set", "end=rounds:1", "--set", "hand=4", "--records", "-"]
    process = subprocess.run([*SIXTH, *words], capture_output=True, check=True, text=True)
    assert process.stdout == run(*words).out


# ------------------------------------------------------------------ files


def test_records_are_written_whole_or_not_at_all(run: Any, tmp_path: Path) -> None:
    full = tmp_path / "no" / "folder" / "games"
    run(*TWO, "--records", str(full)).refuses(1, "cannot be written: No such file or directory.")
    run(*TWO, "--records", str(tmp_path)).refuses(1, "is a directory; name a file.")
    run(*TWO, "--records", "").refuses(1, "The name of the file is empty")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_sentence(run: Any) -> None:
    run(*TWO, "--records", "/dev/full").refuses(1, "/dev/full cannot be written: No space left on device.")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "arguments", [("games", "--json"), ("games",), (*TWO, "--records", "-"), ("--help",)]
)
def test_a_full_standard_output_is_one_sentence(arguments: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*SIXTH, *arguments], stdout=full, stderr=subprocess.PIPE, check=False, text=True
        )
    assert done.returncode == 1
    assert done.stderr == "sixth: Standard output cannot be written: No space left on device.\n"


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_files_without_records_are_refused_in_one_sentence(command: str, run: Any, tmp_path: Path) -> None:
    def refuses(name: str, sentence: str) -> None:
        for options in ((), ("--json",)):
            run(command, name, *options).refuses(1, sentence)

    file = tmp_path / "file"
    refuses(str(file), "cannot be read: No such file or directory.")
    refuses(str(tmp_path), "cannot be read: Is a directory.")
    refuses("", "The name of the file is empty")
    refuses("a\0b", "is no name of a file.")
    for data, sentence in (
        (b"", "line 1: there is nothing"),
        (b"\xff\xfe", "line 1: is not UTF-8"),
        (b"{}\n", "line 1: "),
    ):
        file.write_bytes(data)
        refuses(str(file), sentence)
    if os.geteuid() != 0:
        file.chmod(0)
        refuses(str(file), "cannot be read: Permission denied.")


def test_the_games_before_a_wrong_line_are_shown(run: Any, records: Path) -> None:
    lines = records.read_text(encoding="utf-8").splitlines(keepends=True)
    records.write_text("".join(lines[:-1]), encoding="utf-8")
    done = run("replay", str(records), "--json")
    assert done.code == 1
    assert len(done.out.splitlines()) == 2
    assert f"{records}, line {len(lines)}: the game stops in the middle" in done.err


def test_records_are_read_from_standard_input(records: Path) -> None:
    command = [*SIXTH, "replay", "-", "--json"]
    done = subprocess.run(command, input=records.read_bytes(), capture_output=True, check=True)
    assert len(done.stdout.splitlines()) == 3


def test_verify_counts_fair_deals(run: Any, records: Path) -> None:
    done = run("verify", str(records), "--json")
    rounds = [json.loads(line)["rounds"] for line in run("replay", str(records), "--json").out.splitlines()]
    assert done.code == 0
    assert [json.loads(line) for line in done.out.splitlines()] == [
        {"game": f"simulate-7-{number}", "fair": True, "deals": deals}
        for number, deals in enumerate(rounds, 1)
    ]
    assert "simulate-7-1: fair (" in run("verify", str(records)).out


def test_verify_exits_1_for_an_unfair_deal(run: Any, records: Path) -> None:
    text = records.read_text(encoding="utf-8")
    secret = re.search(r'"secret":"([0-9a-f]+)"', text)
    assert secret
    records.write_text(text.replace(secret[1], "00" + secret[1][2:]), encoding="utf-8")
    done = run("verify", str(records), "--json")
    first, second, _ = map(json.loads, done.out.splitlines())
    assert done.code == 1
    assert (first["fair"], second["fair"]) == (False, True)
    assert "the deal of round 1 does not follow" in first["why"]
    assert "not fair: the deal of round 1" in run("verify", str(records)).out


# ------------------------------------------------------------------ pipes, terminals, signals


@pytest.mark.parametrize(
    "arguments", [("simulate", "--bots", "random,random", "--games", "300", "--records", "-"), ()]
)
def test_a_reader_that_closes_the_pipe_is_no_error(arguments: tuple[str, ...], records: Path) -> None:
    command = [*SIXTH, *(arguments or ("replay", str(records)))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()
        assert process.wait(60) == 0


def test_closed_standard_streams_are_no_error() -> None:
    done = subprocess.run(["bash", "-c", '"$@" <&- >&- 2>&-', "bash", *SIXTH, "games"], check=False)
    assert done.returncode == 0


@pytest.mark.parametrize(
    "arguments",
    [("simulate", "--bots", "random,random", "--games=20"), ("arena", "random,random", "--rounds=40")],
)
def test_the_progress_bar_is_for_terminals_only(
    arguments: tuple[str, ...], run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [*arguments, "--seed", "1", "--json"]
    inside, outside = pty.openpty()
    with subprocess.Popen(
        [*SIXTH, *words], stdout=subprocess.PIPE, stderr=outside, env={**os.environ, "TERM": "xterm"}
    ) as process:
        os.close(outside)
        out, _ = process.communicate(timeout=60)
    output = read_all(inside)
    os.close(inside)
    assert b"/20" in output
    assert json.loads(out)["seed"] == 1
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("FORCE_COLOR", "1")
    done = run(*words)
    assert (done.code, done.err) == (0, "")
    assert json.loads(done.out)["seed"] == 1


def test_ctrl_c_stops_a_simulation_and_leaves_no_file(tmp_path: Path) -> None:
    command = [*SIXTH, "simulate", "--bots", "random,random", "--games", "100000"]
    with subprocess.Popen(
        [*command, "--records", str(tmp_path / "games")], stderr=subprocess.PIPE
    ) as process:
        while not list(tmp_path.iterdir()):
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait(60) == 130
    assert list(tmp_path.iterdir()) == []


def test_a_bug_is_reported_in_one_sentence(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(seats: object) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("sixth.cli.lists.ranges_text", fail)
    monkeypatch.delenv("SIXTH_TRACEBACK", raising=False)
    run("games").refuses(1, "Sixth itself has failed (ZeroDivisionError: division by zero); please report it")
    monkeypatch.setenv("SIXTH_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        run("games")


# ------------------------------------------------------------------ serve


class _ServeError(Exception):
    pass


@pytest.fixture
def starts(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """What the server is asked to do, with the default port where no other is named."""
    monkeypatch.delenv("SIXTH_PORT")
    calls: list[Settings] = []
    server = ModuleType("sixth.server.ops.run")

    def serve(settings: Settings) -> None:
        calls.append(settings)
        if settings.port == 1:
            raise _ServeError("Port 1 cannot be used.")

    vars(server).update(serve=serve, open_running=lambda _: False, ServeError=_ServeError)
    monkeypatch.setitem(sys.modules, "sixth.server.ops", ModuleType("sixth.server.ops"))
    monkeypatch.setattr(sys.modules["sixth.server.ops"], "run", server, raising=False)
    monkeypatch.setitem(sys.modules, "sixth.server.ops.run", server)
    return calls


def test_sixth_alone_serves_and_opens_the_browser(run: Any, starts: list[Settings]) -> None:
    assert run().code == 0
    assert starts == [Settings(open=True)]


def test_serve_passes_on_its_options(run: Any, starts: list[Settings]) -> None:
    assert run("serve").code == 0
    assert run("serve", "--host", "0.0.0.0", "--port", "0", "--data", "here", "--open").code == 0
    assert starts == [Settings(), Settings(host="0.0.0.0", port=0, data=Path("here"), open=True)]


@pytest.mark.usefixtures("starts")
def test_a_refusal_of_the_server_is_one_sentence(run: Any) -> None:
    run("serve", "--port", "1").refuses(1, "Port 1 cannot be used.")
