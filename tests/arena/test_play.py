"""Whole arenas: equal results in any number of processes, resumption, and no processes left."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sixth.arena import play
from sixth.arena.contest import ArenaError, Entrant
from tests.arena.tables import ANSWERS, Lifeline, contest, play_deals, script

BOTS = "careful,random,nearest,random"
ARENA = (sys.executable, "-m", "sixth", "arena", BOTS, "--seed", "5")


def results_in(file: Path) -> list[dict[str, Any]]:
    """The deals that a file holds, sorted, without what differs from time to time."""
    lines = [json.loads(line) for line in file.read_bytes().splitlines()[1:]]
    return sorted(
        ({key: line[key] for key in ("deal", "heads", "places", "faults")} for line in lines),
        key=lambda line: int(line["deal"]),
    )


def without_ms(document: dict[str, Any]) -> dict[str, Any]:
    return {**document, "bots": [{**bot, "ms_per_move": None} for bot in document["bots"]]}


Arena = Callable[..., dict[str, Any]]


@pytest.fixture
def arena(run: Any) -> Arena:
    """Return a function that plays an arena to its end in this process, and returns its document."""

    def played(*arguments: str) -> dict[str, Any]:
        result = run(BOTS, "--seed", "5", "--json", *arguments)
        assert (result.code, result.err) == (0, "")
        document: dict[str, Any] = json.loads(result.out)
        return document

    return played


@pytest.mark.parametrize("workers", [1, 3])
def test_any_number_of_processes_plays_what_one_plays_here(workers: int) -> None:
    table = contest(BOTS)
    tally = play(table, rounds=30, workers=workers)
    results = play_deals(table, 8)
    assert [tuple(each) for each in tally.heads] == [
        tuple(sum(heads) / 4 for heads in zip(*result.heads, strict=True)) for result in results
    ]
    assert tally.places.tolist() == [[list(places) for places in result.places] for result in results]


def test_an_arena_that_was_killed_goes_on_to_the_same_end(arena: Arena, tmp_path: Path) -> None:
    whole = arena("--rounds", "200", "--workers", "1")
    file = tmp_path / "kept"
    for kills in (1, 2):
        with subprocess.Popen(
            [*ARENA, "--rounds", "200", "--keep", str(file), "--workers", "2"], stdout=subprocess.DEVNULL
        ) as process:
            wait_for_deals(process, file, 10 * kills)
            process.kill()
        assert process.returncode == -signal.SIGKILL
    assert 20 <= len(results_in(file)) < 50
    assert without_ms(arena("--rounds", "200", "--keep", str(file))) == without_ms(whole)
    assert [line["deal"] for line in results_in(file)] == list(range(50))


def wait_for_deals(process: subprocess.Popen[bytes], file: Path, deals: int) -> None:
    """Return once a file holds so many deals."""
    while not file.exists() or file.read_bytes().count(b"\n") <= deals:
        assert process.poll() is None
        os.sched_yield()


def test_ctrl_c_stops_soon_and_keeps_what_was_done(arena: Arena, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    with subprocess.Popen(
        [*ARENA, "--rounds", "1000000", "--keep", str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        wait_for_deals(process, file, 3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    # The results so far; no more deals than those that are kept.
    assert 3 * 4 <= int(out.split()[0]) <= len(results_in(file)) * 4
    assert err.decode() == f"sixth: Stopped; the same command goes on from {file}.\n"
    count = len(results_in(file))
    document = arena("--rounds", "12", "--keep", str(file))
    assert document["deals"] == 3
    assert len(results_in(file)) >= count


def test_a_kept_arena_is_told_again_without_playing_and_can_be_made_longer(
    arena: Arena, run: Any, tmp_path: Path
) -> None:
    """A longer one needs no seed again."""
    file = tmp_path / "kept"
    document = arena("--rounds", "8", "--keep", str(file))
    first = file.read_bytes()
    assert arena("--rounds", "8", "--keep", str(file)) == document
    assert file.read_bytes() == first
    document = json.loads(run(BOTS, "--json", "--rounds", "20", "--keep", str(file)).out)
    assert (document["seed"], document["deals"]) == (5, 5)
    assert file.read_bytes().startswith(first)
    assert without_ms(document) == without_ms(arena("--rounds", "20"))


SCRIPT = """
import sixth
from sixth.arena import Contest, entrants_from, play
contest = Contest("classic", sixth.games["classic"].replace(seats=2), entrants_from("careful,random"), 1)
print(play(contest, rounds=4, workers=2).deals)
"""


@pytest.mark.parametrize("from_file", [True, False])
def test_a_script_needs_no_main_guard(tmp_path: Path, from_file: bool) -> None:
    file = tmp_path / "script.py"
    file.write_text(SCRIPT, encoding="utf-8")
    command = [sys.executable, str(file) if from_file else "-"]
    process = subprocess.run(command, input=SCRIPT.encode(), capture_output=True, check=True)
    assert (process.stdout, process.stderr) == (b"2\n", b"")


# ------------------------------------------------------------------ no process outlives the arena

SLOW = f"{ANSWERS}    answer(view)\n    if number == 30: time.sleep(600)\n"
DEAF = f"""signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.signal(signal.SIGINT, signal.SIG_IGN)
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], close_fds=False)
{SLOW}"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL, signal.SIGTERM])
def test_bots_in_other_processes_end_with_the_arena(tmp_path: Path, number: signal.Signals) -> None:
    lifeline = Lifeline(tmp_path)
    bot = script(tmp_path, "slow", lifeline.hold + DEAF)
    file = tmp_path / "kept"
    assert bot.command
    command = [
        *ARENA[:-3], "slow,random", "--bot", f"slow={' '.join(bot.command)}", "--seconds", "600",
        "--rounds", "1000", "--workers", "2", "--keep", str(file),
    ]  # fmt: skip
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        wait_for_deals(process, file, 1)
        process.send_signal(number)
        process.wait(60)
    assert lifeline.has_ended()


def test_bots_in_other_processes_end_with_a_process_that_is_killed(tmp_path: Path) -> None:
    lifeline = Lifeline(tmp_path)
    note = tmp_path / "workers"
    text = f"{lifeline.hold}open({str(note)!r}, 'a').write(f'{{os.getppid()}}\\n')\n"
    bot = script(tmp_path, "deaf", text + DEAF)
    table = contest(entrants=(bot, Entrant("random")), seconds=600)

    def kill(results: Any, before: int, deals: int) -> Any:
        yield next(results)
        # The first is the arena itself, which tries the bot; then each worker. Once: results that were
        # already there may still come afterwards.
        os.kill(int(note.read_text().split()[-1]), signal.SIGKILL)
        yield from results

    with pytest.raises(ArenaError, match=r"An arena process ended early \(signal 9\)\."):
        play(table, rounds=1_000, workers=2, progress=kill)
    assert lifeline.has_ended()


def test_a_failure_of_our_own_in_a_process_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sixth.arena.worker_pool.contest_to_json", lambda contest: {"no": "contest"})
    with pytest.raises(ArenaError, match=r"A process of the arena has failed \(Malformed: .*\)\."):
        play(contest(), rounds=3, workers=1)
