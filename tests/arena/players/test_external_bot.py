"""A bot in a process of its own: whatever it does, it loses a round at most, and nothing of it is left."""

import json
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import sixth
from sixth.arena.contest import Contest, Entrant
from sixth.arena.deal import DealResult
from sixth.arena.players.external_bot import ExternalBot, command_problem
from tests.arena.tables import ANSWERS, Lifeline, contest, player_of, script, table_of, without_times

Play = Callable[..., DealResult]


def external(bot: Entrant, table: Contest, **options: Any) -> ExternalBot:
    """The bot as the arena makes it."""
    assert bot.command
    return ExternalBot(bot.command, seconds=table.seconds, start_seconds=table.start_seconds, **options)


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Play]:
    """Plays a deal between a bot of this text and a random one, and sees to it that no process is left."""
    lifeline = Lifeline(tmp_path)

    def call(text: str, *, deals: int = 1, **options: Any) -> DealResult:
        bot = script(tmp_path, "bot", lifeline.hold + text)
        table = contest(entrants=(bot, Entrant("random")), **{"seconds": 20, **options})
        starts: list[int] = []
        ends: list[int] = []
        seats = table_of(table, bot=external(bot, table, on_start=starts.append, on_end=ends.append))
        for deal in range(deals):
            result = seats.play(deal)
        seats.close()
        assert starts
        assert ends == starts
        return result

    yield call
    assert lifeline.has_ended()


def whys(result: DealResult) -> list[str]:
    assert all(each.bot == 0 for each in result.faults)
    assert all(result.places[each.rotation][0] == 1 for each in result.faults)
    return [each.why for each in result.faults]


LOWEST = f"{ANSWERS}    answer(view)\n"


def test_a_bot_that_answers_plays_like_one_in_this_process(play: Play) -> None:
    result = play(LOWEST)
    table = contest(entrants=(Entrant("bot"), Entrant("random")))
    here = table_of(table, bot=player_of(lambda view: view.legal[0])).play(0)
    assert without_times(result) == without_times(here)
    assert not result.faults


@pytest.mark.parametrize("game", sixth.games)
def test_every_game_can_be_played_over_the_line(play: Play, game: str) -> None:
    assert not play(LOWEST, game=game, whole=game == "elimination").faults


def test_a_process_lives_on_from_deal_to_deal(play: Play, tmp_path: Path) -> None:
    note = tmp_path / "starts"
    assert not play(f"open({str(note)!r}, 'a').write('x')\n{LOWEST}", deals=3).faults
    assert note.read_text() == "x"


def test_a_view_says_nothing_but_its_fields(play: Play, tmp_path: Path) -> None:
    note = tmp_path / "views"
    play(f"{ANSWERS}    open({str(note)!r}, 'a').write(line)\n    answer(view)\n")
    for line in note.read_text().splitlines():
        assert list(json.loads(line)) == ["view", *sixth.View.__dataclass_fields__]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "stopped with exit code 0"),
        ("raise SystemExit('no luck')", "stopped with exit code 1: no luck"),
        ("import nothing_of_the_kind", "No module named 'nothing_of_the_kind'"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "was ended by signal 9"),
        ("sys.stdout.close(); os.close(1); time.sleep(600)", "closed its standard input or output"),
        ("input(); print('x' * 70_000, flush=True)", "more than 65536 bytes"),
        ("input(); print('x' * 70_000_000, flush=True)", "more than 65536 bytes"),
        ("input(); print(flush=True)", "wrong answer: An empty line is no action"),
        ("input(); sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()", "is not UTF-8"),
        ("print('hello', flush=True)\n" + LOWEST, "hello"),
        (f"{ANSWERS}    answer(view, {{'choose': 105}})\n", "is not allowed now; what is: "),
        (f"{ANSWERS}    answer(view, 17)\n", "wrong answer: 17 is no action; it takes "),
        (f"{ANSWERS}    answer(view, ['a' * 60_000])\n", "is no action; it takes "),
    ],
)  # fmt: skip
def test_a_bot_that_breaks_the_rules_loses_each_round(play: Play, text: str, why: str) -> None:
    faults = whys(play(text))
    assert len(faults) == 2
    assert all(why in fault for fault in faults)
    assert all(len(fault) < 400 and "\n" not in fault for fault in faults)


def test_two_lines_at_once_are_a_fault_even_if_both_are_legal(play: Play) -> None:
    text = f"{ANSWERS}    sys.stdout.write((json.dumps(view['legal'][0]) + '\\n') * 2); sys.stdout.flush()\n"
    faults = whys(play(text))
    assert len(faults) == 2
    assert all(
        re.fullmatch(r'wrote a line that it was not asked for: \{"choose":.*\}', why) for why in faults
    )


def test_a_bot_that_fails_once_plays_on_in_the_next_round_in_a_new_process(
    play: Play, tmp_path: Path
) -> None:
    note = tmp_path / "starts"
    begin = f"first = not os.path.exists({str(note)!r}); open({str(note)!r}, 'a').write('x')\n"
    result = play(f"{begin}{ANSWERS}    answer(view, 17 if number == 5 and first else None)\n")
    assert [each.rotation for each in result.faults] == [0]
    assert note.read_text() == "xx"


def test_a_late_bot_is_killed_with_all_that_it_started(play: Play, tmp_path: Path) -> None:
    note = tmp_path / "children"
    text = f"""{ANSWERS}
    if number == 3:
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], close_fds=False)
        open({str(note)!r}, "a").write("x")
        time.sleep(600)
    answer(view)
"""
    assert whys(play(text, seconds=1.5)) == ["gave no answer within 1.5 seconds"] * 2
    assert note.read_text() == "xx"


def test_a_bot_without_an_answer_is_given_up_after_three_processes(play: Play) -> None:
    result = play("time.sleep(600)", deals=3, seconds=0.2, start_seconds=0.4)
    sentence = "was given up, because 3 processes gave no answer; the last gave no answer within 0.4 seconds"
    assert whys(result) == [sentence] * 2


def test_a_bot_that_never_reads_is_late_and_does_not_stop_the_arena(play: Play) -> None:
    text = "time.sleep(600)"
    assert "gave no answer" in whys(play(text, seconds=0.1, start_seconds=0.2))[0]


def test_a_bot_that_only_writes_is_stopped(play: Play) -> None:
    text = "while True: print(json.dumps({'choose': 1}), flush=True)"
    assert all("not asked for" in why or "not allowed" in why or "bytes" in why for why in whys(play(text)))


def test_whatever_a_bot_writes_to_standard_error_does_not_block_it(play: Play) -> None:
    text = f"{ANSWERS}    sys.stderr.write('x' * 200_000); answer(view)\n"
    assert not play(text).faults


def test_a_bot_that_ignores_the_end_of_its_input_is_killed(play: Play) -> None:
    assert not play(f"{LOWEST}time.sleep(600)\n").faults


def test_a_bot_that_ends_between_two_rounds_is_started_again(play: Play) -> None:
    # It leaves after each answer to a last card, so that the next round finds it gone.
    text = f"{ANSWERS}    answer(view)\n    if len(view['hand']) == 1: sys.exit(3)\n"
    result = play(text, deals=3)
    assert {each.why for each in result.faults} <= {"stopped with exit code 3"}


def test_a_command_that_does_not_exist_is_refused_before_the_arena(tmp_path: Path) -> None:
    file = tmp_path / "bot"

    def problem() -> str:
        return command_problem("mine", (str(file),)) or ""

    assert re.match(r"The bot mine cannot be started with .*bot: No such file", problem())
    file.write_text("no program")
    assert re.search(r"cannot be started with .*bot: Permission denied", problem())
    file.chmod(0o755)
    assert re.search(r"cannot be started with .*bot: Exec format error", problem())


def test_a_command_that_exists_is_started_and_ended(tmp_path: Path) -> None:
    before = threading.active_count()
    bot = script(tmp_path, "bot", "time.sleep(600)")
    assert bot.command
    assert command_problem(bot.name, bot.command) is None
    assert threading.active_count() == before


def test_a_command_that_vanishes_costs_rounds_only(tmp_path: Path) -> None:
    file = tmp_path / "gone"
    bot = Entrant("bot", (str(file),))
    table = contest(entrants=(bot, Entrant("random")))
    result = table_of(table, bot=external(bot, table)).play(0)
    assert whys(result) == ["could not be started: No such file or directory"] * 2
