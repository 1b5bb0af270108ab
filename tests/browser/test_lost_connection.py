"""Reloads, lost connections and killed servers: each player comes back to the same table."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.people import Person, begin_together, meanwhile
from tests.server.support.serving import serving

_OFFLINE = "No connection. Trying again…"
_UNSENT = "No connection: your last tap may not have arrived."


def _table_with_two(people: People, home: str = "") -> tuple[Person, Person]:
    ana, bo = people.come("Ana", home=home), people.come("Bo", home=home)
    begin_together(ana, bo, seats=4)
    for person in (ana, bo):
        person.page.evaluate("window.stayed = true")
    return ana, bo


def _play_a_turn(ana: Person, bo: Person) -> None:
    counts = [len(person.hand()) for person in (ana, bo)]
    # Look first: after the last choice the turn may wait for a row of the other player.
    for person in [person for person in (ana, bo) if not person.snapshot().chosen]:
        person.do()
    snapshots = [ana.snapshot, bo.snapshot]
    meanwhile((ana, bo), lambda: all(look().asks == "choose" and not look().chosen for look in snapshots))
    assert [len(person.hand()) for person in (ana, bo)] == [count - 1 for count in counts]


def test_a_reload_in_the_middle_shows_the_same_table(people: People) -> None:
    ana, bo = _table_with_two(people)
    _play_a_turn(ana, bo)
    ana.do()
    ana.wait_until_only("Bo")
    table, hand = ana.snapshot(), ana.hand()
    ana.page.reload()
    assert (ana.snapshot(), ana.hand()) == (table, hand)
    assert table.chosen
    ana.page.goto(ana.home)
    ana.page.go_back()
    assert (ana.snapshot(), ana.hand()) == (table, hand)
    _play_a_turn(ana, bo)


def test_a_lost_connection_is_shown_and_restored_by_itself(people: People) -> None:
    ana, bo = _table_with_two(people)
    ana.forgive("ERR_INTERNET_DISCONNECTED")
    ana.page.set_viewport_size({"width": 360, "height": 640})
    # Open connections stay: else news of a bot would still come and change the page under her press.
    ana.wait_until_only("Ana", "Bo")
    hand = ana.page.locator("#hand").bounding_box()
    ana.context.set_offline(True)
    expect(ana.note).to_have_text(_OFFLINE)
    # On a phone the message has no room of its own.
    assert ana.page.locator("#hand").bounding_box() == hand
    ana.page.locator("#hand button").nth(3).dblclick()
    expect(ana.note).to_have_text(_UNSENT)
    expect(ana.page.locator("#hand [aria-pressed=true]")).to_have_count(0)
    bo.do()
    ana.context.set_offline(False)
    expect(ana.status_of("Bo")).to_have_text("has chosen")
    expect(ana.note).to_be_empty()
    assert ana.page.evaluate("window.stayed")
    _play_a_turn(ana, bo)


def test_nothing_is_lost_when_a_server_is_killed(people: People, tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        ana, bo = _table_with_two(people, server.url)
        _play_a_turn(ana, bo)
        ana.do()
        hands = [person.hand() for person in (ana, bo)]
        for person in (ana, bo):
            person.forgive("ERR_CONNECTION|ERR_INCOMPLETE_CHUNKED")
        server.kill()
        for person in (ana, bo):
            expect(person.note).to_have_text(_OFFLINE)
        # A press without a connection is not shown as sent.
        bo.page.locator("#hand button").first.dblclick()
        expect(bo.note).to_have_text(_UNSENT)
        expect(bo.page.locator("#hand [aria-pressed=true]")).to_have_count(0)
        server.restart()
        for person in (ana, bo):
            expect(person.note).to_be_empty()
        assert [person.hand() for person in (ana, bo)] == hands
        assert ana.snapshot().chosen
        assert bo.page.evaluate("window.stayed")
        # The card is still lifted, to be sent again or put back.
        bo.page.locator("#unlift").click()
        _play_a_turn(ana, bo)
        # Their browsers close before the server does.
        people.go()


def test_a_page_refused_its_stream_says_so_and_stays_current(people: People, tmp_path: Path) -> None:
    """The page asks again every ten seconds, and has news at once when there is room."""
    with serving(tmp_path / "data", options=("--streams", "1")) as server:
        ana, bo = people.come("Ana", home=server.url), people.come("Bo", home=server.url)
        bo.forgive("429")
        bo.page.clock.install()
        ana.open("invite", seats=2)
        bo.join(ana.page.url)
        expect(bo.note).to_contain_text("Too many open pages")
        ana.page.get_by_role("button", name="Start the game").click()
        ana.wait_for_question("choose")
        bo.page.clock.run_for(10_000)
        bo.wait_for_question("choose")
        expect(bo.note).to_contain_text("Too many open pages")
        ana.page.goto(server.url)
        bo.page.clock.run_for(10_000)
        expect(bo.note).to_be_empty()
        people.go()
