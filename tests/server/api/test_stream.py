"""News for programs: a line says enough to act on it, what was missed is sent again, an end says why."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from sixth.server.api.stream import News
from tests.server.support.hosting import Site
from tests.server.support.programs import SHORT, Program, check_problem
from tests.server.web.test_secrets import cards_of, knowledge

Line = dict[str, Any]


def until_asked(lines: Iterator[Line]) -> Line:
    """The next line that asks for something."""
    return next(line for line in lines if line["line"] == "ask")


def play_by_lines(program: Program) -> list[Line]:
    """Play to the end of the game, doing nothing but what a line asks for; returns all lines."""
    got = []
    with program.listening() as lines:
        for line in lines:
            got.append(line)
            if line["line"] == "ask":
                if line["asks"] == "begin":
                    break
                # Asked twice it may come late, and that harms nobody.
                assert program.answer(line).status_code in (200, 409)
    return got


@pytest.mark.parametrize(
    ("game", "options"),
    [("both-ends", SHORT), ("logic", {**SHORT, "deck": 12, "end": "rounds:2"}), ("kids", {"hand": 3})],
)
def test_a_program_plays_by_what_it_is_asked_alone_and_is_told_no_card_that_is_not_its_own(
    site: Site, game: str, options: dict[str, int | str]
) -> None:
    ana = Program.host(site, game=game, seats=2, options=options)
    bo = Program.guest(site, ana.table, "Bo", text="a text of Bo's own")
    eve = Program(site, ana.table)
    with ThreadPoolExecutor() as threads, eve.listening() as watched:
        playing = [threads.submit(play_by_lines, each) for each in (ana, bo)]
        assert ana.do("begin", game=1).status_code == 200
        heard = [each.result() for each in playing]
        seen = []
        for line in watched:
            seen.append(line)
            if any(each["event"] == "game_ended" for each in line.get("events", ())):
                break
    log = site.log(ana.table)
    known = knowledge(log)
    for seat, lines in ((0, heard[0]), (1, heard[1]), (None, seen)):
        told = 0
        for line in lines:
            now = known[line["v"]]
            may = now.everybody | (now.hands[seat] if seat is not None else frozenset())
            view = line.get("view") or line.get("table", {}).get("view")
            cards = cards_of(view) | _cards_of_events(line.get("events", ()))
            # What was shown in a part that is over is no secret any more.
            before = frozenset[int]().union(*(each.everybody for each in known[: line["v"] + 1]))
            assert cards <= may | before, (seat, line)
            told += len(cards)
            assert "a text of Bo's own" not in str(line) or seat == 1
        assert told > 10
        versions = [line["v"] for line in lines]
        assert versions == sorted(versions)
    numbers = [each["v"] for line in seen for each in line.get("events", ())]
    assert numbers == sorted(set(numbers))


def _cards_of_events(events: Any) -> set[int]:
    names = ("card", "cards", "taken", "rows", "hand")
    named = [each[name] for each in events for name in names if name in each]
    flat: list[Any] = [named]
    found = set()
    while flat:
        each = flat.pop()
        if isinstance(each, list):
            flat += each
        elif isinstance(each, int):
            found.add(each)
    return found


def test_what_was_missed_is_sent_again_and_what_is_asked_is_asked_again(site: Site) -> None:
    ana = Program.host(site, seats=2, options={"hand": 4})
    bo = Program.guest(site, ana.table, "Bo")
    assert ana.do("begin", game=1).status_code == 200
    begun = ana.look()["version"]
    for each in (ana, bo):
        assert each.do("act", **ana.moment(), action=each.look()["view"]["legal"][-1]).status_code == 200
    if bo.look()["asks"] == "take":
        # Or Ana would be asked for nothing.
        assert bo.play()
    with ana.listening(begun) as lines:
        first = next(lines)
        ask = until_asked(lines)
    assert first["line"] == "events"
    events = [each["event"] for each in first["events"]]
    assert events[:3] == ["chose", "chose", "revealed"]
    assert "card" not in first["events"][0]
    assert ask["view"] == ana.look()["view"]
    with ana.listening(first["v"]) as lines:
        # Nothing was missed: the question alone.
        assert next(lines) == ask
    with ana.listening() as lines:
        assert next(lines) == {"line": "full", "v": first["v"], "table": ana.look()}
        assert next(lines) == ask


def test_nobody_resumes_from_the_future(site: Site) -> None:
    ana = Program.host(site, seats=2)
    version = ana.look()["version"]
    for since in (version + 1, 2**53):
        answer = ana.client.get(f"/tables/{ana.table}/events", params={"since": since}, headers=ana.proof)
        assert str(version) in check_problem(answer, 409, "from-the-future")
    for since in ("-1", "x", str(2**70)):
        answer = ana.client.get(f"/tables/{ana.table}/events", params={"since": since}, headers=ana.proof)
        check_problem(answer, 422, "wrong-value")


def test_a_program_that_knows_nothing_yet_is_told_everything(site: Site) -> None:
    ana = Program.host(site, seats=2)
    with ana.listening(0) as lines:
        assert next(lines)["line"] == "full"


def test_a_token_has_so_many_streams_and_one_more_when_one_ends(site: Site) -> None:
    ana = Program.host(site, seats=2)
    path = f"/tables/{ana.table}/events"
    with ana.listening() as one, ana.listening() as two, ana.listening() as three:
        with ana.listening() as four:
            assert {next(each)["line"] for each in (one, two, three, four)} == {"full"}
            answer = ana.client.get(path, headers=ana.proof)
            check_problem(answer, 429, "too-many")
            assert int(answer.headers["retry-after"]) >= 1
        for _ in range(100):
            try:
                with ana.listening() as again:
                    assert next(again)["line"] == "full"
                break
            except AssertionError:
                continue
        else:
            pytest.fail("a stream that has ended counts still")


def test_who_leaves_is_told_that_nothing_is_asked_any_more(site: Site) -> None:
    ana = Program.host(site, seats=2)
    Program.guest(site, ana.table, "Bo")
    assert ana.do("begin", game=1).status_code == 200
    with ana.listening() as lines:
        ask = until_asked(lines)
        assert ana.do("leave").status_code == 200
        gone = next(line for line in lines if line["line"] == "gone")
        asked = ("game", "round", "turn", "asks")
        assert [gone[name] for name in asked] == [ask[name] for name in asked]
        assert ana.do("back").status_code == 200
        assert until_asked(lines)["view"]["hand"] == ask["view"]["hand"]


def test_a_stream_says_what_people_say_and_why_it_ends(site: Site) -> None:
    ana = Program.host(site, seats=2)
    Program.guest(site, ana.table, "Bo")
    with ana.listening() as lines, Program(site, ana.table).listening() as watched:
        assert (next(lines)["line"], next(watched)["line"]) == ("full", "full")
        assert ana.do("say", kind="text", said="Good luck!").status_code == 200
        said = next(lines)
        assert (said["line"], said["name"], said["said"]) == ("said", "Ana", "Good luck!")
        assert ana.do("begin", game=1).status_code == 200
        assert ana.do("config", config={"spectators": False}).status_code == 200
        end = [*watched][-1]
        assert (end["line"], end["code"], end["why"]) == ("end", "private", "This table is private.")


def test_a_silent_stream_says_that_it_is_there_and_which_version_it_knows(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(News, "heartbeat_s", 0.01)
    ana = Program.host(site, seats=2)
    with ana.listening() as lines:
        full = next(lines)
        assert [next(lines) for _ in range(2)] == [{"line": "here", "v": full["v"]}] * 2
