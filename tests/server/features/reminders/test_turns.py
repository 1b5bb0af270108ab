"""Notifications of turns, from a real server that may be killed to a real push service."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from random import Random
from threading import Event

import pytest

from tests.server.support.hosting import until
from tests.server.support.playing import Person, client_of, play_once
from tests.server.support.push_service import Answer, PushService, push_service
from tests.server.support.serving import PATIENCE, Server, serving
from tests.server.support.wire import wire


class Player:
    """A player whose browser requests notifications.

    `due` is the number of notifications that must have come; turns are added to it while `counts`. `notified`
    is whether that was done for the present turn.
    """

    def __init__(self, server: Server, stack: ExitStack, language: str, service: PushService) -> None:
        client = client_of(server.url)
        client.headers["Accept-Language"] = language
        self.person = Person(stack.enter_context(client))
        self.browser = service.subscribe()
        self.due, self.notified, self.counts = 0, False, False

    @property
    def push(self) -> str:
        return f"/t/{self.person.table}/push"

    def ask(self) -> None:
        """Request notifications from the next turn on, as the player knows of the present one."""
        answer = self.person.client.post(self.push, data=self.browser.form, headers={"HX-Request": "true"})
        assert (answer.status_code, answer.text) == (200, "")
        self.counts, self.notified = True, self.must_act()

    def on(self) -> bool:
        return bool(self.person.client.get(self.push).json()["on"])

    def must_act(self) -> bool:
        page = self.person.look()
        return page.asks in ("take", "side", "next") or (page.asks == "choose" and page.chosen is None)


def begin_game(server: Server, stack: ExitStack, service: PushService) -> list[Player]:
    """Return two players at a table with a day for a turn, whose game has begun and waits for both."""
    ana, bo = (Player(server, stack, language, service) for language in ("en", "de"))
    ana.person.open("invite", seats=2, name="Ana", pace="day")
    bo.person.join(ana.person.table, name="Bo")
    ana.person.look()
    ana.person.send("begin")
    return [ana, bo]


def note(players: Sequence[Player]) -> None:
    """Wait for the notifications of those whose turn has begun."""
    for each in players:
        if not each.notified and each.must_act():
            each.notified = True
            if each.counts:
                each.due += 1
                each.browser.wait(each.due)


def act(player: Player, players: Sequence[Player]) -> None:
    """Play the move for which the table waits."""
    player.person.look()
    assert play_once(player.person, Random(1))
    player.notified = False
    note(players)


def next_turn(players: Sequence[Player]) -> None:
    """Play until the table waits for both players again."""
    for player in players:
        act(player, players)
    while not all(player.must_act() for player in players):
        act(next(each for each in players if each.must_act()), players)


def test_each_turn_brings_one_notification_in_the_language_of_the_player(
    server: Server, service: PushService
) -> None:
    with ExitStack() as stack:
        players = ana, bo = begin_game(server, stack, service)
        assert not ana.on()
        for player in players:
            player.ask()
            assert player.on()
        key = ana.person.client.get(ana.push).json()["key"]
        for _ in range(3):
            next_turn(players)
        hers, his = ana.browser.messages, bo.browser.messages
        path = f"/t/{ana.person.table}"
        code = hers[0].content["body"].removeprefix("Table ")
        assert ana.person.client.post("/join", data={"code": code}).url.path == path
        english = {"title": "It's your turn", "body": f"Table {code}", "lang": "en"}
        german = {"title": "Du bist dran", "body": f"Tisch {code}", "lang": "de"}
        where = {"tag": path, "url": path}
        assert [each.content for each in hers] == [english | where] * ana.due
        assert [each.content for each in his] == [german | where] * bo.due
        for each in (*hers, *his):
            assert each.key == key
            assert each.claims["aud"] == f"https://{service.host}"
            assert each.claims["sub"] == "https://127.0.0.1"
            assert each.headers["host"] == service.host
            assert 86_000 < int(each.headers["ttl"]) <= 86_400 + 10
        # Each browser has one topic, in which a message replaces the last one.
        topics = {each.headers["topic"] for each in (*hers, *his)}
        assert len(topics) == 2
        assert all(len(each) <= 32 for each in topics)

        # The same button ends the notifications, and so does leaving the seat.
        assert ana.person.client.post(f"{ana.push}/end").status_code == 200
        assert not ana.on()
        ana.counts = False
        next_turn(players)
        assert len(ana.browser.messages) == len(hers)
        bo.person.look()
        bo.person.send("leave")
        until(lambda: not bo.on(), "the request is deleted")


def test_a_kill_loses_no_notification_and_repeats_only_the_one_being_sent(
    server: Server, service: PushService
) -> None:
    release = Event()

    def answer(_path: str) -> Answer:
        release.wait(PATIENCE)
        return 201, {}

    with ExitStack() as stack:
        players = ana, bo = begin_game(server, stack, service)
        bo.ask()
        bo.counts = False
        service.answer = answer
        next_turn(players)
        bo.browser.wait(1)
        # The server does not yet know that the push service has the message.
        server.kill()
        release.set()
        server.restart()
        again = bo.browser.wait(2)
        assert again[0].content == again[1].content
        assert again[0].headers["topic"] == again[1].headers["topic"]
        bo.due, bo.counts = 2, True
        # The next message comes with his next turn.
        ana.ask()
        next_turn(players)

        # A subscription that has ended is deleted, and no message is sent to it again.
        service.answer = lambda path: (410 if path == ana.browser.path else 201, {})
        ana.counts = False
        next_turn(players)
        until(lambda: not ana.on(), "the request is deleted")
        next_turn(players)
        assert len(ana.browser.messages) == ana.due + 1


def test_a_player_is_notified_only_while_away_from_the_table(server: Server, service: PushService) -> None:
    with ExitStack() as stack:
        players = ana, bo = begin_game(server, stack, service)
        for player in players:
            player.ask()
        bo.counts = False
        with wire(bo.person) as lines:
            next(lines)
            next_turn(players)
            assert ana.due
        server.kill()
        assert not bo.browser.messages
        server.restart()
        bo.browser.wait(1)


@pytest.mark.parametrize(
    ("change", "status", "text"),
    [
        ({"endpoint": "https://localhost:1/send/x"}, 422, "that push service"),
        ({"endpoint": "http://{host}/send/x"}, 422, "that push service"),
        ({"endpoint": "https://{host}@127.0.0.1/x"}, 422, "that push service"),
        ({"p256dh": "BAAA"}, 422, "damaged"),
        ({"auth": "short"}, 422, "damaged"),
        ({"auth": "ä"}, 422, "damaged"),
        ({"more": "x"}, 422, "incomplete"),
    ],
)
def test_a_subscription_that_no_browser_makes_is_refused(
    shared: "tuple[Player, PushService]", change: dict[str, str], status: int, text: str
) -> None:
    player, service = shared
    form = player.browser.form | {name: value.format(host=service.host) for name, value in change.items()}
    answer = player.person.client.post(player.push, data=form, headers={"HX-Request": "true"})
    assert (answer.status_code, text in answer.text) == (status, True), answer.text
    assert not player.on()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[tuple[Player, PushService]]":
    """A player without notifications."""
    folder = tmp_path_factory.mktemp("push")
    with (
        push_service(folder) as service,
        serving(folder / "data", options=("--push-hosts", service.host)) as server,
        ExitStack() as stack,
    ):
        yield begin_game(server, stack, service)[0], service


def test_only_players_at_a_slow_table_may_request_notifications(shared: "tuple[Player, PushService]") -> None:
    player, _service = shared
    client = player.person.client
    elsewhere = client_of(str(client.base_url))
    with elsewhere:
        assert elsewhere.get(player.push).status_code == 403
        assert elsewhere.post(player.push, data=player.browser.form).status_code == 403
        assert elsewhere.get("/t/nowhere/push").status_code == 404
        quick = Person(elsewhere)
        quick.open("play", name="Ana")
        answer = elsewhere.post(
            f"/t/{quick.table}/push", data=player.browser.form, headers={"HX-Request": "true"}
        )
        assert answer.status_code == 403
        assert answer.text == "Notifications are for tables with at least a day for a turn."
        assert "data-push" not in quick.go(f"/t/{quick.table}?plain=off").html
    page = player.person.go(f"/t/{player.person.table}?plain=off")
    assert f'data-push="{player.push}"' in page.html
