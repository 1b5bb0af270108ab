"""A word when it is one's turn: to a real push service, from a real server that may be killed."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from random import Random
from threading import Event

import httpx2
import pytest

from tests.server.support.hosting import until
from tests.server.support.playing import Person, play_once
from tests.server.support.push_service import Answer, PushService, push_service
from tests.server.support.serving import PATIENCE, Server, serving
from tests.server.support.wire import wire


class Player:
    """Somebody at the table whose browser asks; `due` is how often it was told, as long as that `counts`."""

    def __init__(self, server: Server, stack: ExitStack, language: str, service: PushService) -> None:
        client = httpx2.Client(base_url=server.url, follow_redirects=True, timeout=PATIENCE)
        client.headers["Accept-Language"] = language
        self.person = Person(stack.enter_context(client))
        self.browser = service.subscribe()
        self.due, self.told, self.counts = 0, False, False

    @property
    def push(self) -> str:
        return f"/t/{self.person.table}/push"

    def ask(self) -> None:
        """Ask to be told from the next turn on: that it is one's turn now one has seen."""
        answer = self.person.client.post(self.push, data=self.browser.form, headers={"HX-Request": "true"})
        assert (answer.status_code, answer.text) == (200, "")
        self.counts, self.told = True, self.waited_for()

    def on(self) -> bool:
        return bool(self.person.client.get(self.push).json()["on"])

    def waited_for(self) -> bool:
        page = self.person.look()
        return page.asks in ("take", "side", "next") or (page.asks == "choose" and page.chosen is None)


def seated(server: Server, stack: ExitStack, service: PushService) -> list[Player]:
    """Two people at a table with a day for each turn, whose game has begun; it waits for both."""
    ana, bo = (Player(server, stack, language, service) for language in ("en", "de"))
    ana.person.open("invite", seats=2, name="Ana", pace="day")
    bo.person.join(ana.person.table, name="Bo")
    ana.person.look()
    ana.person.send("begin")
    return [ana, bo]


def note(players: Sequence[Player]) -> None:
    """Wait until those have been told who must be, once for each time that they have answered."""
    for each in players:
        if not each.told and each.waited_for():
            each.told = True
            if each.counts:
                each.due += 1
                each.browser.wait(each.due)


def act(player: Player, players: Sequence[Player]) -> None:
    """Do what the table asks of this one."""
    player.person.look()
    assert play_once(player.person, Random(1))
    player.told = False
    note(players)


def next_turn(players: Sequence[Player]) -> None:
    """Everybody answers until the table waits for all of them anew."""
    for player in players:
        act(player, players)
    while not all(player.waited_for() for player in players):
        act(next(each for each in players if each.waited_for()), players)


def test_a_word_comes_once_for_each_turn_and_says_where_in_ones_own_language(
    server: Server, service: PushService
) -> None:
    with ExitStack() as stack:
        players = ana, bo = seated(server, stack, service)
        assert not ana.on()
        for player in players:
            player.ask()
            assert player.on()
        key = ana.person.client.get(ana.push).json()["key"]
        for _ in range(3):
            next_turn(players)
        hers, his = ana.browser.came, bo.browser.came
        path = f"/t/{ana.person.table}"
        code = hers[0].message["body"].removeprefix("Table ")
        assert ana.person.client.post("/join", data={"code": code}).url.path == path
        english = {"title": "It's your turn", "body": f"Table {code}", "lang": "en"}
        german = {"title": "Du bist dran", "body": f"Tisch {code}", "lang": "de"}
        where = {"tag": path, "url": path}
        assert [each.message for each in hers] == [english | where] * ana.due
        assert [each.message for each in his] == [german | where] * bo.due
        for each in (*hers, *his):
            assert each.key == key
            assert each.claims["aud"] == f"https://{service.host}"
            assert each.claims["sub"] == "https://127.0.0.1"
            assert each.headers["host"] == service.host
            assert 86_000 < int(each.headers["ttl"]) <= 86_400 + 10
        # The same by its topic takes the place of the one before; to no two browsers it is the same.
        topics = {each.headers["topic"] for each in (*hers, *his)}
        assert len(topics) == 2
        assert all(len(each) <= 32 for each in topics)

        # Ended by one press; of a seat that was left nothing is told either.
        assert ana.person.client.post(f"{ana.push}/end").status_code == 200
        assert not ana.on()
        ana.counts = False
        next_turn(players)
        assert len(ana.browser.came) == len(hers)
        bo.person.look()
        bo.person.send("leave")
        until(lambda: not bo.on(), "what was asked for was forgotten")


def test_a_kill_loses_nothing_and_repeats_at_most_what_was_being_sent(
    server: Server, service: PushService
) -> None:
    held = Event()

    def answer(_path: str) -> Answer:
        held.wait(PATIENCE)
        return 201, {}

    with ExitStack() as stack:
        players = ana, bo = seated(server, stack, service)
        bo.ask()
        bo.counts = False
        service.answer = answer
        next_turn(players)
        bo.browser.wait(1)
        # Before the server has heard that his word was taken.
        server.kill()
        held.set()
        server.restart()
        again = bo.browser.wait(2)
        assert again[0].message == again[1].message
        assert again[0].headers["topic"] == again[1].headers["topic"]
        bo.due, bo.counts = 2, True
        # Then only when it is his turn anew.
        ana.ask()
        next_turn(players)

        # An address that is gone is forgotten, and nothing is sent there again.
        service.answer = lambda path: (410 if path == ana.browser.path else 201, {})
        ana.counts = False
        next_turn(players)
        until(lambda: not ana.on(), "it was forgotten")
        next_turn(players)
        assert len(ana.browser.came) == ana.due + 1


def test_nobody_is_told_who_looks_at_the_table_and_whoever_has_gone_is(
    server: Server, service: PushService
) -> None:
    with ExitStack() as stack:
        players = ana, bo = seated(server, stack, service)
        for player in players:
            player.ask()
        bo.counts = False
        with wire(bo.person) as lines:
            next(lines)
            next_turn(players)
            assert ana.due
        server.kill()
        assert not bo.browser.came
        server.restart()
        bo.browser.wait(1)


@pytest.mark.parametrize(
    ("change", "status", "said"),
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
def test_what_no_browser_gives_is_refused(
    shared: "tuple[Player, PushService]", change: dict[str, str], status: int, said: str
) -> None:
    player, service = shared
    form = player.browser.form | {name: text.format(host=service.host) for name, text in change.items()}
    answer = player.person.client.post(player.push, data=form, headers={"HX-Request": "true"})
    assert (answer.status_code, said in answer.text) == (status, True), answer.text
    assert not player.on()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[tuple[Player, PushService]]":
    """Somebody at a table who is not told yet."""
    folder = tmp_path_factory.mktemp("push")
    with (
        push_service(folder) as service,
        serving(folder / "data", options=("--push-hosts", service.host)) as server,
        ExitStack() as stack,
    ):
        yield seated(server, stack, service)[0], service


def test_only_who_sits_at_a_table_with_days_for_a_turn_is_told(shared: "tuple[Player, PushService]") -> None:
    player, _service = shared
    client = player.person.client
    elsewhere = httpx2.Client(base_url=client.base_url, follow_redirects=True, timeout=PATIENCE)
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
