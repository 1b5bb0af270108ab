"""Who hears that a table moved: those who listen to it, and screens that somebody came to watch."""

from sixth.server.cluster.broadcast import SINGLE_PROCESS
from sixth.server.live.listening.pubsub import PubSub


class Ear:
    """Somebody who listens, and counts what they hear."""

    def __init__(self) -> None:
        self.heard = 0

    def set(self) -> None:
        self.heard += 1


def test_only_those_who_listen_to_a_table_hear_of_it() -> None:
    pubsub, ana, bo = PubSub(SINGLE_PROCESS), Ear(), Ear()
    with pubsub.listening("one", ana):
        with pubsub.listening("two", bo):
            pubsub.moved("one", 5, ())
            assert (ana.heard, bo.heard, pubsub.open) == (1, 0, 2)
            pubsub.notify_all()
            assert (ana.heard, bo.heard) == (2, 1)
        pubsub.notify("two")
        assert bo.heard == 1
        assert pubsub.tables == ("one",)
    assert not pubsub.heard("one")
    assert pubsub.open == 0


def test_a_table_that_nobody_heard_of_may_have_moved_when_somebody_listens_again() -> None:
    pubsub, ana = PubSub(SINGLE_PROCESS), Ear()
    with pubsub.listening("one", ana):
        assert pubsub.unread == {"one"}
        pubsub.unread.clear()
        pubsub.notify_unread("one")
        assert (pubsub.unread, ana.heard) == ({"one"}, 1)
    assert pubsub.unread == set()
    pubsub.notify_unread("one")
    assert pubsub.unread == set()


def test_screens_hear_of_whoever_comes_to_watch_or_goes() -> None:
    pubsub, screen, player, watcher = PubSub(SINGLE_PROCESS), Ear(), Ear(), Ear()
    with pubsub.listening("one", screen, "screen"), pubsub.listening("one", player):
        with pubsub.listening("one", watcher, "watcher"):
            assert pubsub.watchers("one") == 1
        assert pubsub.watchers("one") == 0
        assert (screen.heard, player.heard) == (2, 0)


def test_all_who_listen_hear_that_the_server_stops() -> None:
    pubsub, ana = PubSub(SINGLE_PROCESS), Ear()
    with pubsub.listening("one", ana):
        pubsub.close()
    assert pubsub.closed
    assert ana.heard == 1


def test_subscribers_of_a_topic_hear_of_it_and_a_topic_is_no_table() -> None:
    pubsub, bot, ana = PubSub(SINGLE_PROCESS), Ear(), Ear()
    with pubsub.subscribed("one", bot), pubsub.listening("one", ana):
        pubsub.publish("one")
        pubsub.publish("other")
        assert (bot.heard, ana.heard) == (1, 0)
        pubsub.notify("one")
        assert (bot.heard, ana.heard) == (1, 1)
        assert pubsub.open == 2
    with pubsub.subscribed("one", bot):
        assert (pubsub.tables, pubsub.unread) == ((), set())
        pubsub.close()
    assert (bot.heard, pubsub.open) == (2, 0)
