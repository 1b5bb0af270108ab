"""The event stream for programs: its questions, its resumption, and the reason of its end."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from sixth.server.api.stream import News
from tests.server.support.hosting import Site
from tests.server.support.programs import SHORT, Program, check_problem
from tests.server.web.test_secrets import cards_of, knowledge

Line = dict[str, Any]


def next_question(lines: Iterator[Line]) -> Line:
    """Return the next line that asks for something."""
    return next(line for line in lines if line["line"] == "ask")


def play_by_lines(program: Program) -> list[Line]:
    """Play to the end of the game by what the lines ask for alone; return all lines."""
    received = []
    with program.listening() as lines:
        for line in lines:
            received.append(line)
            if line["line"] == "ask":
                if line["asks"] == "begin":
                    break
                # A repeated question may be answered late, which does no harm.
                assert program.answer(line).status_code in (200, 409)
    return received


@pytest.mark.parametrize(
    ("game", "options"),
    [("both-ends", SHORT), ("logic", {**SHORT, "deck": 12, "end": "rounds:2"}), ("kids", {"hand": 3})],
)
def test_a_program_plays_by_the_questions_of_its_stream_and_receives_no_hidden_card_of_another(
    site: Site, game: str, options: dict[str, int | str]
) -> None:
    ana = Program.host(site, game=game, seats=2, options=options)
    bo = Program.guest(site, ana.table, "Bo", text="a text of Bo's own")
    eve = Program(site, ana.table)
    with ThreadPoolExecutor() as threads, eve.listening() as spectating:
        playing = [threads.submit(play_by_lines, each) for each in (ana, bo)]
        assert ana.do("begin", game=1).status_code == 200
        streams = [each.result() for each in playing]
        public = []
        for line in spectating:
            public.append(line)
            if any(each["event"] == "game_ended" for each in line.get("events", ())):
                break
    log = site.log(ana.table)
    by_version = knowledge(log)
    for seat, lines in ((0, streams[0]), (1, streams[1]), (None, public)):
        count = 0
        for line in lines:
            now = by_version[line["v"]]
            may = now.public | (now.hands[seat] if seat is not None else frozenset())
            view = line.get("view") or line.get("table", {}).get("view")
            cards = cards_of(view) | _cards_of_events(line.get("events", ()))
            # Cards that were open in an earlier part of the game are no secret.
            past = frozenset[int]().union(*(each.public for each in by_version[: line["v"] + 1]))
            assert cards <= may | past, (seat, line)
            count += len(cards)
            assert "a text of Bo's own" not in str(line) or seat == 1
        assert count > 10
        versions = [line["v"] for line in lines]
        assert versions == sorted(versions)
    numbers = [each["v"] for line in public for each in line.get("events", ())]
    assert numbers == sorted(set(numbers))


def _cards_of_events(events: Any) -> set[int]:
    names = ("card", "cards", "taken", "rows", "hand")
    values = [each[name] for each in events for name in names if name in each]
    flat: list[Any] = [values]
    cards = set()
    while flat:
        each = flat.pop()
        if isinstance(each, list):
            flat += each
        elif isinstance(each, int):
            cards.add(each)
    return cards


def test_a_resumed_stream_repeats_missed_events_and_the_open_question(site: Site) -> None:
    ana = Program.host(site, seats=2, options={"hand": 4})
    bo = Program.guest(site, ana.table, "Bo")
    ana.begin()
    version = ana.look()["version"]
    for each in (ana, bo):
        assert each.do("act", **ana.moment(), action=each.look()["view"]["legal"][-1]).status_code == 200
    if bo.look()["asks"] == "take":
        # Else Ana would be asked for nothing.
        assert bo.play()
    with ana.listening(version) as lines:
        first = next(lines)
        ask = next_question(lines)
    assert first["line"] == "events"
    events = [each["event"] for each in first["events"]]
    assert events[:3] == ["chose", "chose", "revealed"]
    assert "card" not in first["events"][0]
    assert ask["view"] == ana.look()["view"]
    with ana.listening(first["v"]) as lines:
        # Nothing was missed, so the question comes alone.
        assert next(lines) == ask
    with ana.listening() as lines:
        assert next(lines) == {"line": "full", "v": first["v"], "table": ana.look()}
        assert next(lines) == ask


def test_a_stream_cannot_resume_from_a_future_version(site: Site) -> None:
    ana = Program.host(site, seats=2)
    version = ana.look()["version"]
    for since in (version + 1, 2**53):
        answer = ana.client.get(f"/tables/{ana.table}/events", params={"since": since}, headers=ana.proof)
        assert str(version) in check_problem(answer, 409, "from-the-future")
    for since in ("-1", "x", str(2**70)):
        answer = ana.client.get(f"/tables/{ana.table}/events", params={"since": since}, headers=ana.proof)
        check_problem(answer, 422, "wrong-value")


def test_a_token_at_its_limit_of_streams_has_another_when_one_ends(site: Site) -> None:
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
                with ana.listening() as another:
                    assert next(another)["line"] == "full"
                break
            except AssertionError:
                continue
        else:
            pytest.fail("a stream that has ended counts still")


def test_a_player_who_leaves_learns_that_no_question_is_open(site: Site) -> None:
    ana = Program.host(site, seats=2)
    Program.guest(site, ana.table, "Bo")
    assert ana.do("begin", game=1).status_code == 200
    with ana.listening() as lines:
        ask = next_question(lines)
        assert ana.do("leave").status_code == 200
        notice = next(line for line in lines if line["line"] == "gone")
        fields = ("game", "round", "turn", "asks")
        assert [notice[name] for name in fields] == [ask[name] for name in fields]
        assert ana.do("back").status_code == 200
        assert next_question(lines)["view"]["hand"] == ask["view"]["hand"]


def test_a_stream_carries_talk_and_the_reason_of_its_end(site: Site) -> None:
    ana = Program.host(site, seats=2)
    Program.guest(site, ana.table, "Bo")
    with ana.listening() as lines, Program(site, ana.table).listening() as spectating:
        assert (next(lines)["line"], next(spectating)["line"]) == ("full", "full")
        assert ana.do("say", kind="text", said="Good luck!").status_code == 200
        talk = next(lines)
        assert (talk["line"], talk["name"], talk["said"]) == ("said", "Ana", "Good luck!")
        assert ana.do("begin", game=1).status_code == 200
        assert ana.do("config", config={"spectators": False}).status_code == 200
        end = [*spectating][-1]
        assert (end["line"], end["code"], end["why"]) == ("end", "private", "This table is private.")


def test_a_silent_stream_sends_heartbeats_with_its_version(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(News, "heartbeat_s", 0.01)
    ana = Program.host(site, seats=2)
    with ana.listening() as lines:
        full = next(lines)
        assert [next(lines) for _ in range(2)] == [{"line": "here", "v": full["v"]}] * 2
