"""A reload, a lost connection and a killed server bring everybody back to the same table."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.people import Person, meanwhile
from tests.server.support.serving import serving

_OFFLINE = "No connection. Trying again…"
_UNSENT = "No connection: your last tap may not have arrived."


def _table_with_two(people: People, home: str = "") -> tuple[Person, Person]:
    ana, bo = people.come("Ana", home=home), people.come("Bo", home=home)
    ana.open("invite", seats=4)
    bo.join(ana.page.url)
    ana.page.get_by_role("button", name="Start the game").click()
    for person in (ana, bo):
        person.asked("choose")
        person.page.evaluate("window.stayed = true")
    return ana, bo


def _play_a_turn(ana: Person, bo: Person) -> None:
    before = [len(person.hand()) for person in (ana, bo)]
    # Looked up first: once the last has chosen, the turn may wait for a row of the other.
    for person in [person for person in (ana, bo) if not person.seen().chosen]:
        person.do()
    seen = [ana.seen, bo.seen]
    meanwhile((ana, bo), lambda: all(look().asks == "choose" and not look().chosen for look in seen))
    assert [len(person.hand()) for person in (ana, bo)] == [count - 1 for count in before]


def test_a_reload_in_the_middle_shows_the_same_table(people: People) -> None:
    ana, bo = _table_with_two(people)
    _play_a_turn(ana, bo)
    ana.do()
    ana.waits_for("Bo")
    seen, hand = ana.seen(), ana.hand()
    ana.page.reload()
    assert (ana.seen(), ana.hand()) == (seen, hand)
    assert seen.chosen
    ana.page.goto(ana.home)
    ana.page.go_back()
    assert (ana.seen(), ana.hand()) == (seen, hand)
    _play_a_turn(ana, bo)


def test_who_is_cut_off_is_told_so_and_comes_back_by_itself(people: People) -> None:
    ana, bo = _table_with_two(people)
    ana.forgive("ERR_INTERNET_DISCONNECTED")
    ana.page.set_viewport_size({"width": 360, "height": 640})
    # No line that is open is cut: news of a bot would still come, and change the page under her press.
    ana.waits_for("Ana", "Bo")
    hand = ana.page.locator("#hand").bounding_box()
    ana.context.set_offline(True)
    expect(ana.note).to_have_text(_OFFLINE)
    # On a phone there is no room that it could take.
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


def test_a_killed_server_comes_back_with_nothing_lost(people: People, tmp_path: Path) -> None:
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
        # What is pressed while nobody answers is not pretended to have arrived.
        bo.page.locator("#hand button").first.dblclick()
        expect(bo.note).to_have_text(_UNSENT)
        expect(bo.page.locator("#hand [aria-pressed=true]")).to_have_count(0)
        server.restart()
        for person in (ana, bo):
            expect(person.note).to_be_empty()
        assert [person.hand() for person in (ana, bo)] == hands
        assert ana.seen().chosen
        assert bo.page.evaluate("window.stayed")
        # It is still lifted: one may send it again, or put it back.
        bo.page.locator("#unlift").click()
        _play_a_turn(ana, bo)
        # Their browsers go before the server does.
        people.go()


def test_a_page_without_room_for_its_stream_says_so_and_is_right_all_the_same(
    people: People, tmp_path: Path
) -> None:
    """It looks once more every ten seconds, and has news at once again when there is room."""
    with serving(tmp_path / "data", options=("--streams", "1")) as server:
        ana, bo = people.come("Ana", home=server.url), people.come("Bo", home=server.url)
        bo.forgive("429")
        bo.page.clock.install()
        ana.open("invite", seats=2)
        bo.join(ana.page.url)
        expect(bo.note).to_contain_text("Too many open pages")
        ana.page.get_by_role("button", name="Start the game").click()
        ana.asked("choose")
        bo.page.clock.run_for(10_000)
        bo.asked("choose")
        expect(bo.note).to_contain_text("Too many open pages")
        ana.page.goto(server.url)
        bo.page.clock.run_for(10_000)
        expect(bo.note).to_be_empty()
        ana.page.go_back()


def test_a_page_of_an_earlier_version_loads_itself_anew(people: People) -> None:
    """It listens at the address of then, and puts there what it is sent, as the pages of version 0.3 did."""
    ana = people.come("Ana")
    ana.open("play")
    ana.page.evaluate("window.stayed = true")
    said = ana.page.evaluate("fetch(`${location.pathname}/events`).then((answer) => answer.text())")
    message, end = said.split("\n\n")[:2]
    assert end == "event: end"
    with ana.page.expect_navigation():
        ana.page.evaluate(
            """(patch) => {
              const template = document.createElement("template");
              template.innerHTML = patch;
              const change = template.content.firstElementChild;
              document.getElementById(change.getAttribute("to")).append(...change.childNodes);
            }""",
            message.removeprefix("data: "),
        )
    ana.asked("choose")
    assert not ana.page.evaluate("window.stayed")
