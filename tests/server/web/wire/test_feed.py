"""What happens at a table is told to everybody who listens, in order, and to nobody who may not look."""

import gc
import time
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest

from tests.server.support.hosting import Site, until
from tests.server.support.playing import Person
from tests.server.support.serving import PATIENCE, Server
from tests.server.support.wire import FeedState, do, events, wire
from tests.server.web.two_players import Two
from tests.server.web.wire.test_endpoint import moment


def test_whoever_comes_is_told_the_whole_state_first(two: Two) -> None:
    eve = two.site.person()
    eve.table = two.table
    for who, seat, hand in ((two.ana, 0, two.hand(0)), (two.bo, 1, two.hand(1)), (eve, None, ())):
        with wire(who) as lines:
            first = next(lines)
        assert first["v"] == len(two.site.log(two.table))
        assert first["full"]["seat"] == seat
        assert first["full"]["view"]["hand"] == [*hand]


def test_a_turn_is_told_by_the_same_lines_to_all_and_the_own_choice_to_its_seat(two: Two) -> None:
    with wire(two.ana) as ana, wire(two.bo) as bo:
        next(ana), next(bo)
        card = two.hand(0)[0]
        do(two.ana, "choose", card=card, **moment(two))
        told = next(ana), next(bo)
        assert told[0] == told[1]
        assert told[0]["events"] == [{"event": "chose", "seat": 0}]
        assert next(ana) == {"v": told[0]["v"], "own": {"chosen": card}}
        do(two.bo, "choose", card=two.hand(1)[0], **moment(two))
        told = next(ana), next(bo)
        assert told[0] == told[1]
        assert events(told[0])[:2] == ["chose", "revealed"]


def test_whoever_comes_back_is_told_what_was_missed_and_no_more(two: Two) -> None:
    known = len(two.site.log(two.table))
    do(two.ana, "choose", card=two.hand(0)[0], **moment(two))
    with wire(two.bo, since=known) as lines:
        assert next(lines)["events"] == [{"event": "chose", "seat": 0}]
    with wire(two.ana, since=known) as lines:
        assert next(lines)["events"] == [{"event": "chose", "seat": 0}]
        assert next(lines)["own"] == {"chosen": two.hand(0)[0]}
    # Its line may have been cut between what happened and its own choice, or before what came then.
    now = known + 1
    with wire(two.ana, since=now) as lines:
        assert next(lines) == {"v": now, "own": {"chosen": two.hand(0)[0]}}
    with wire(two.bo, since=now) as lines:
        do(two.ana, "choose", card=two.hand(0)[1], **moment(two))
        assert next(lines)["v"] == now + 1
    for since in (known + 9, 2**53):
        with wire(two.bo, since=since) as lines:
            assert next(lines)["full"]["id"] == two.table


def test_a_change_of_seats_is_followed_by_the_whole_state(site: Site) -> None:
    ana, bo = site.person(), site.person()
    table = ana.open("invite", seats=3, name="Ana")
    with wire(ana) as lines:
        next(lines)
        bo.join(table, name="Bo")
        assert events(next(lines)) == ["sat"]
        assert next(lines)["full"]["seats"][1]["sitter"]["name"] == "Bo"


def test_whoever_may_no_longer_look_is_told_the_end_and_nothing_else(two: Two) -> None:
    eve = two.site.person()
    eve.table = two.table
    with wire(eve) as lines:
        next(lines)
        two.post(two.ana, "house", stand_in="careful")
        assert [*lines] == [{"end": "private"}]


def test_talk_is_told_once_with_its_number_and_language(two: Two) -> None:
    with wire(two.bo) as lines:
        next(lines)
        headers = {"sec-fetch-site": "same-origin", "accept-language": "fr"}
        assert do(two.ana, "say", headers, kind="text", said="Salut <b>").status_code == 200
        said = next(lines)["said"]
    assert {**said, "number": 0} == {
        "number": 0,
        "seat": 0,
        "name": "Ana",
        "kind": "text",
        "said": "Salut <b>",
        "language": "fr",
    }
    with wire(two.bo, since=len(two.site.log(two.table)), heard=said["number"]) as lines:
        do(two.ana, "choose", card=two.hand(0)[0], **moment(two))
        assert "events" in next(lines)


def test_the_lines_end_when_the_server_does(server: Server) -> None:
    with httpx2.Client(base_url=server.url, follow_redirects=True, timeout=PATIENCE) as client:
        ana = Person(client)
        ana.open("invite", seats=2, name="Ana")
        with wire(ana) as lines:
            next(lines)
            began = time.monotonic()
            server.process.terminate()
            assert [*lines] == [{"end": "closed"}]
            assert time.monotonic() - began < PATIENCE


@pytest.mark.parametrize("ahead", [1, 2**53])
def test_a_page_that_knows_more_than_there_is_is_told_the_whole_state(two: Two, ahead: int) -> None:
    """As after a copy of the database from yesterday was put back."""
    known = len(two.site.log(two.table))
    with wire(two.ana, since=min(known + ahead, 2**53)) as lines:
        first = next(lines)
    assert (first["v"], "full" in first) == (known, True)


def test_many_listen_to_one_table_and_all_hear_everything(site: Site) -> None:
    ana = site.person()
    table = ana.open("invite", seats=3, name="Ana")
    crowd = [site.person() for _ in range(20)]

    def hear(person: Person) -> dict[int, str]:
        person.table, known = table, FeedState(2)
        with wire(person, since=2) as lines:
            while known.version < 4:
                known.add(next(lines))
        return {version: event["event"] for version, event in known.events.items()}

    with ThreadPoolExecutor(len(crowd)) as threads:
        heard = [threads.submit(hear, each) for each in crowd]
        until(lambda: len(site.tables.pubsub._listeners.get(table, ())) == len(crowd), "all listen")
        for name in ("Bo", "Cy"):
            site.person().join(table, name=name)
        assert all(each.result() == {3: "sat", 4: "sat"} for each in heard)


def test_a_page_that_has_gone_is_let_go_and_leaves_no_garbage(two: Two) -> None:
    """To collect it would hold up everybody."""

    def visit() -> None:
        with wire(two.ana) as lines:
            next(lines)
            assert len(two.site.tables.pubsub._listeners[two.table]) == 1
        until(two.site.rests, "the line has ended")
        assert two.table not in two.site.tables.pubsub._listeners

    # What is made once is made.
    visit()
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        visit()
        gc.collect()
        left = [each for each in gc.garbage if type(each).__module__.startswith("sixth.")]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert [type(each).__name__ for each in left] == []
