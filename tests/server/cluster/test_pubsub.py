"""Wake-ups of the listeners of tables, of big screens, and of the subscribers of topics."""

from sixth.server.cluster.pubsub import PubSub


class Counter:
    """A listener that counts how often it is woken."""

    def __init__(self) -> None:
        self.count = 0

    def set(self) -> None:
        self.count += 1


def test_only_listeners_of_a_table_are_woken_when_it_moves() -> None:
    pubsub, ana, bo = PubSub(), Counter(), Counter()
    with pubsub.listen("one", ana):
        with pubsub.listen("two", bo):
            pubsub.notify("one")
            assert (ana.count, bo.count, pubsub.open) == (1, 0, 2)
            pubsub.notify_all()
            assert (ana.count, bo.count) == (2, 1)
        pubsub.notify("two")
        assert bo.count == 1
        assert pubsub.tables == ("one",)
    assert not pubsub.has_listeners("one")
    assert pubsub.open == 0


def test_a_table_must_be_read_again_when_its_first_listener_comes() -> None:
    pubsub, ana = PubSub(), Counter()
    with pubsub.listen("one", ana):
        assert pubsub.unread == {"one"}
        pubsub.unread.clear()
        pubsub.notify_unread("one")
        assert (pubsub.unread, ana.count) == ({"one"}, 1)
    assert pubsub.unread == set()
    pubsub.notify_unread("one")
    assert pubsub.unread == set()


def test_screens_are_woken_when_a_watcher_comes_or_goes() -> None:
    pubsub, screen, player, watcher = PubSub(), Counter(), Counter(), Counter()
    with pubsub.listen("one", screen, "screen"), pubsub.listen("one", player):
        with pubsub.listen("one", watcher, "watcher"):
            assert pubsub.watchers("one") == 1
        assert pubsub.watchers("one") == 0
        assert (screen.count, player.count) == (2, 0)


def test_all_listeners_are_woken_when_the_server_stops() -> None:
    pubsub, ana = PubSub(), Counter()
    with pubsub.listen("one", ana):
        pubsub.close()
    assert pubsub.closed
    assert ana.count == 1


def test_subscribers_of_a_topic_are_woken_and_listeners_of_a_table_of_its_name_are_not() -> None:
    pubsub, bot, ana = PubSub(), Counter(), Counter()
    with pubsub.subscribe("one", bot), pubsub.listen("one", ana):
        pubsub.publish("one")
        pubsub.publish("other")
        assert (bot.count, ana.count) == (1, 0)
        pubsub.notify("one")
        assert (bot.count, ana.count) == (1, 1)
        assert pubsub.open == 2
    with pubsub.subscribe("one", bot):
        assert (pubsub.tables, pubsub.unread) == ((), set())
        pubsub.close()
    assert (bot.count, pubsub.open) == (2, 0)
