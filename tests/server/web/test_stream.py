"""News of a table: in order, one frame for each thing to be followed, and never lost by a lost connection."""

import gc
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import httpx2
import pytest

import sixth
from sixth.rules.events import Flipped, Placed, Revealed
from tests.server.support.hosting import Site, hosting, until
from tests.server.support.logs import sitting, whole
from tests.server.support.news import Message, listening, up_to
from tests.server.support.playing import Person, play_on
from tests.server.support.serving import PATIENCE, SOON, Server


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all of them: they look at tables of their own."""
    with hosting(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture
def eve(site: Site, request: pytest.FixtureRequest) -> Person:
    """Somebody who looks at a table where a round was played."""
    eve = site.person()
    eve.table = f"table-{abs(hash(request.node.name))}"
    site.store.append(eve.table, 0, LOG)
    return eve


LOG = whole(sixth.games["classic"].replace(seats=3), seed=1, rounds=1)


def shown(log: tuple[object, ...], after: int = 0) -> list[int]:
    """The versions that must have a frame of their own."""
    moments = [at for at, each in enumerate(log, 1) if isinstance(each, Revealed | Placed | Flipped)]
    return [version for version in moments if version > after]


def ids(messages: list[Message]) -> list[int]:
    """Their versions."""
    return [message.version for message in messages if message.version is not None]


@pytest.mark.parametrize("game", ["halves", "kids"])
def test_every_card_that_is_shown_or_placed_has_its_frame_in_order(site: Site, game: str) -> None:
    """Seen live, through a whole game."""
    ana, bo = site.person(), site.person()
    table = ana.open("invite", game=game, seats=2, name="Ana")
    bo.join(table, name="Bo")

    def hear() -> list[Message]:
        found = []
        with listening(bo, after=3) as news:
            for message in news:
                found.append(message)
                if b".sixth.jsonl" in message.raw:
                    break
        return found

    with ThreadPoolExecutor() as threads:
        heard = threads.submit(hear)
        ana.look()
        ana.send("begin")
        play_on([ana, bo], Random(game))
        versions = ids(heard.result())
    log = site.log(table)
    assert versions == sorted(set(versions))
    assert versions[-1] == len(log)
    assert set(versions) >= set(shown(log))


@pytest.mark.parametrize("after", [len(LOG) - 30, len(LOG) - 7, len(LOG) - 2, len(LOG) - 1])
def test_who_comes_back_hears_what_was_missed(eve: Person, after: int) -> None:
    """With the query that a page sends, and with the header that a lost stream sends, which knows better."""
    with listening(eve, after=after) as news:
        messages = up_to(news, len(LOG))
    assert set(shown(LOG, after)) <= set(ids(messages))
    assert min(ids(messages)) > after
    for query in (None, 1, len(LOG), len(LOG) - 3):
        with listening(eve, after=query, last=str(after)) as news:
            assert [each.raw for each in up_to(news, len(LOG))] == [each.raw for each in messages]


@pytest.mark.parametrize("last", ["", "x", "-1", "1.5", "9" * 16, "9" * 5000, "\u0663", "1 2", "0x10"])
def test_a_last_event_that_is_no_version_is_passed_over(eve: Person, last: str) -> None:
    with listening(eve, after=len(LOG) - 2, last=last) as news:
        assert ids(up_to(news, len(LOG)))[-1] == len(LOG)


@pytest.mark.parametrize("after", ["", "x", "-1", "1.5", "9" * 30, "9" * 5000, "1&after=x"])
def test_a_version_that_is_none_is_refused(eve: Person, after: str) -> None:
    answer = eve.client.get(f"/t/{eve.table}/events?after={after}")
    # An address as long as that is refused before anything reads it.
    assert answer.status_code == (414 if len(after) > 2_000 else 422)
    assert "event-stream" not in answer.headers["content-type"]


@pytest.mark.parametrize("after", [len(LOG) + 1, 2**53])
def test_who_knows_more_than_there_is_sees_how_the_table_stands(site: Site, eve: Person, after: int) -> None:
    """As after a copy of the database from yesterday was put back."""
    with listening(eve, after=after) as news:
        assert next(news).id == len(LOG)


def test_who_knows_everything_hears_nothing_until_something_happens(site: Site) -> None:
    ana, bo = site.person(), site.person()
    table = ana.open("invite", seats=3, name="Ana")
    with listening(ana, after=2) as news:
        # Who may talk to whom changes, too, which has no number.
        numbered = (each for each in news if each.version is not None)
        bo.join(table, name="Bo")
        first = next(numbered)
        assert first.id == 3
        assert "Bo sits down" in first.html
        bo.send("leave")
        assert next(numbered).id == 4


def test_who_missed_very_much_sees_how_the_table_stands(eve: Person) -> None:
    with listening(eve, after=1) as news:
        assert ids(up_to(news, len(LOG))) == [len(LOG)]


def test_the_news_are_those_of_the_seat_that_listens(site: Site) -> None:
    ana, bo = site.person(), site.person()
    table = ana.open("invite", seats=2, name="Ana")
    bo.join(table, name="Bo")
    ana.look()
    ana.send("begin")
    state = site.table(table).state
    assert state is not None
    spectator = site.person()
    spectator.table = table
    for who, hand in ((ana, state.hands[0]), (bo, state.hands[1]), (spectator, ())):
        with listening(who, after=1) as news:
            page = up_to(news, len(site.log(table)))[-1].page
        assert ("hand" in page.forms) == bool(hand)
        assert set(page.cards) - {card for row in state.rows for card in row} == set(hand)


def test_a_listener_who_has_gone_is_let_go(site: Site, eve: Person) -> None:
    listeners = site.tables.pubsub._listeners
    with listening(eve, after=1) as news:
        next(news)
        assert len(listeners[eve.table]) == 1
    eve.client.close()
    until(lambda: eve.table not in listeners, "the listener was let go")


def test_many_listen_to_one_table(site: Site) -> None:
    ana = site.person()
    table = ana.open("invite", seats=3, name="Ana")
    crowd = [site.person() for _ in range(20)]

    def hear(person: Person) -> list[int]:
        person.table = table
        with listening(person, after=2) as news:
            return ids(up_to(news, 4))

    with ThreadPoolExecutor(len(crowd)) as threads:
        heard = [threads.submit(hear, each) for each in crowd]
        until(lambda: len(site.tables.pubsub._listeners[table]) == len(crowd), "all listen")
        for name in ("Bo", "Cy"):
            site.person().join(table, name=name)
        assert all(each.result() in ([3, 4], [4]) for each in heard)


def test_streams_end_when_the_server_does(server: Server, tmp_path: Path) -> None:
    """At once and properly, so that browsers come back to the next one."""
    with httpx2.Client(base_url=server.url, follow_redirects=True, timeout=PATIENCE) as client:
        ana = Person(client)
        ana.open("invite", seats=2, name="Ana")
        with listening(ana, after=1) as news:
            assert next(news).id == 2
            began = time.monotonic()
            with ThreadPoolExecutor() as threads:
                code = threads.submit(server.stop)
                assert list(news) == []
                assert time.monotonic() - began < SOON
                assert code.result() == 0
        server.restart()
        with listening(ana, last="2") as news:
            other = Person(httpx2.Client(base_url=server.url, follow_redirects=True, timeout=PATIENCE))
            other.join(ana.table, name="Bo")
            assert next(news).id == 3
            other.client.close()


def test_a_table_before_its_game_has_news_too(site: Site) -> None:
    eve = site.person()
    eve.table = "before"
    log = sitting(sixth.games["classic"].replace(seats=3), seed=1)
    site.store.append(eve.table, 0, log)
    with listening(eve) as news:
        assert up_to(news, len(log))[-1].id == len(log)


def test_a_stream_leaves_no_garbage_that_has_to_be_collected(site: Site, eve: Person) -> None:
    """To collect it would hold up everybody."""

    def visit() -> None:
        with listening(eve, after=len(LOG) - 5) as news:
            next(news)
        until(site.rests, "the stream has ended")

    # What is made once is made.
    visit()
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        visit()
        gc.collect()
        left = [each for each in gc.garbage if type(each).__module__.startswith(("sixth.", "jinja2."))]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert [type(each).__name__ for each in left] == []
