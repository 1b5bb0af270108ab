"""The feed of a table: all events in order, to all who may watch the table."""

import gc

from tests.server.support.hosting import Site, until
from tests.server.support.wire import do, events, wire
from tests.server.web.two_players import Two
from tests.server.web.wire.test_endpoint import moment


def test_a_feed_begins_with_the_whole_state(two: Two) -> None:
    eve = two.site.person()
    eve.table = two.table
    for who, seat, hand in ((two.ana, 0, two.hand(0)), (two.bo, 1, two.hand(1)), (eve, None, ())):
        with wire(who) as lines:
            first = next(lines)
        assert first["v"] == len(two.site.log(two.table))
        assert first["full"]["seat"] == seat
        assert first["full"]["view"]["hand"] == [*hand]


def test_all_receive_the_same_lines_of_a_turn_and_a_seat_its_own_choice(two: Two) -> None:
    with wire(two.ana) as ana, wire(two.bo) as bo:
        next(ana), next(bo)
        card = two.hand(0)[0]
        do(two.ana, "choose", card=card, **moment(two))
        lines = next(ana), next(bo)
        assert lines[0] == lines[1]
        version = lines[0]["v"]
        assert lines[0]["events"] == [{"v": version, "event": "chose", "seat": 0}]
        assert next(ana) == {"line": "own", "v": version, "own": {"chosen": card}}
        do(two.bo, "choose", card=two.hand(1)[0], **moment(two))
        lines = next(ana), next(bo)
        assert lines[0] == lines[1]
        assert events(lines[0])[:2] == ["chose", "revealed"]


def test_a_resumed_feed_sends_the_missed_events_and_no_more(two: Two) -> None:
    version = len(two.site.log(two.table))
    do(two.ana, "choose", card=two.hand(0)[0], **moment(two))
    with wire(two.bo, since=version) as lines:
        assert events(next(lines)) == ["chose"]
    with wire(two.ana, since=version) as lines:
        assert events(next(lines)) == ["chose"]
        assert next(lines)["own"] == {"chosen": two.hand(0)[0]}
    # The connection may break between an event and the player's own choice, or before the next event.
    now = version + 1
    with wire(two.ana, since=now) as lines:
        assert next(lines) == {"line": "own", "v": now, "own": {"chosen": two.hand(0)[0]}}
    with wire(two.bo, since=now) as lines:
        do(two.ana, "choose", card=two.hand(0)[1], **moment(two))
        assert next(lines)["v"] == now + 1
    # A page may be ahead after yesterday's copy of the database was restored.
    for since in (now + 2, 2**53):
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


def test_a_feed_ends_without_news_for_an_audience_that_may_no_longer_watch(two: Two) -> None:
    eve = two.site.person()
    eve.table = two.table
    with wire(eve) as lines:
        next(lines)
        two.post(two.ana, "house", stand_in="careful")
        assert [(line["line"], line["code"]) for line in lines] == [("end", "private")]


def test_talk_is_sent_once_with_its_number_and_language(two: Two) -> None:
    version = len(two.site.log(two.table))
    with wire(two.bo) as lines:
        next(lines)
        headers = {"sec-fetch-site": "same-origin", "accept-language": "fr"}
        assert do(two.ana, "say", headers, kind="text", said="Salut <b>").status_code == 200
        talk = next(lines)
    assert {**talk, "number": 0} == {
        "line": "said",
        "v": version,
        "number": 0,
        "seat": 0,
        "name": "Ana",
        "kind": "text",
        "said": "Salut <b>",
        "language": "fr",
    }
    assert len(two.site.log(two.table)) == version, "talk is no part of the game"
    with wire(two.bo, since=version, heard=talk["number"]) as lines:
        do(two.ana, "choose", card=two.hand(0)[0], **moment(two))
        assert "events" in next(lines)


def test_a_closed_feed_is_released_and_leaves_no_garbage(two: Two) -> None:
    """Its collection would hold up all requests."""

    def visit() -> None:
        with wire(two.ana) as lines:
            next(lines)
            assert len(two.site.tables.pubsub._listeners[two.table]) == 1
        until(two.site.rests, "the line has ended")
        assert two.table not in two.site.tables.pubsub._listeners

    # Shared lines are encoded once.
    visit()
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        visit()
        gc.collect()
        # A page that was asked for before may end meanwhile; what features keep of it is no part of a feed.
        own = [each for each in gc.garbage if type(each).__module__.startswith("sixth.")]
        garbage = [each for each in own if not type(each).__module__.startswith("sixth.server.features.")]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert [type(each).__name__ for each in garbage] == []
