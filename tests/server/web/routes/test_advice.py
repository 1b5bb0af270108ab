"""The coach at a table: asked where hints are on, heard of by all, and what it says by nobody else."""

import time
from collections.abc import Callable, Iterator, Sequence
from random import Random

import httpx2
import pytest

from sixth import bots
from sixth.coach import RoundReview, rounds_of
from sixth.coach.advice import account_of, advice_for
from sixth.coach.positions import asked_view
from sixth.coach.text import advice_text, headline
from sixth.rules.events import Choose
from sixth.rules.record import Record
from sixth.server.table.events import Advised, Coached, OwnEvent
from sixth.server.table.state import current_game, seats_of
from tests.server.support.hosting import Site, hosting
from tests.server.support.playing import ASKS_FOR_PAGE, Person, play_once
from tests.server.support.serving import PATIENCE


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site whose coach is ready."""
    bots.get_ready()
    with hosting(tmp_path_factory.mktemp("advised")) as site:
        yield site


def ana_and_bo(site: Site, **options: str) -> tuple[Person, Person]:
    """Two people at a table that has begun."""
    ana, bo = site.person(), site.person()
    table = ana.open("invite", game="classic", seats=2, name="Ana", **options)
    bo.join(table, name="Bo")
    ana.look()
    ana.send("begin")
    bo.look()
    return ana, bo


def asked(person: Person, **more: str) -> dict[str, str]:
    """What the form that asks the coach sends."""
    shown = person.look().root
    form = next(each for each in shown.all("form") if each.attributes.get("action", "").endswith("/coach"))
    return {each.attributes["name"]: each.attributes["value"] for each in form.all("input")} | more


def test_the_coach_tells_whoever_asks_and_the_others_that_they_did(site: Site) -> None:
    ana, bo = ana_and_bo(site, helps="true")
    state = current_game(site.table(ana.table))
    advice = advice_for(asked_view(state, 0))
    assert advice.best in [Choose(card) for card in state.hands[0]]
    form = asked(ana)
    for _ in range(2):
        answer = ana.client.post(
            f"/t/{ana.table}/coach", data=form, headers={"Origin": site.url, **ASKS_FOR_PAGE}
        )
        assert advice_text(advice) in answer.text
    assert [each for each in site.log(ana.table) if isinstance(each, Advised)] == [Advised(0, 1, 1)]
    others = bo.look().root.text
    assert "coach ×1" in others
    assert advice_text(advice) not in others


def test_a_script_gets_the_sentence_alone(site: Site) -> None:
    ana, _bo = ana_and_bo(site, helps="true")
    sent = {"Origin": site.url, "HX-Request": "true"}
    answer = ana.client.post(f"/t/{ana.table}/coach", data=asked(ana), headers=sent)
    assert answer.text.startswith("The coach would play ")
    assert "<" not in answer.text


def test_where_hints_are_off_there_is_no_coach_before_the_end(site: Site) -> None:
    ana, _bo = ana_and_bo(site)
    assert "Ask the coach" not in ana.look().root.text
    form = {"game": "1", "round": "1", "turn": "1"}
    answer = ana.client.post(f"/t/{ana.table}/coach", data=form, headers={"Origin": site.url})
    assert answer.status_code == 403
    assert "would play" not in answer.text


@pytest.mark.parametrize(
    ("changed", "status"), [({"turn": "2"}, 409), ({"game": "2"}, 409), ({"turn": "x"}, 422)]
)
def test_the_coach_is_asked_for_this_turn_only(site: Site, changed: dict[str, str], status: int) -> None:
    ana, _bo = ana_and_bo(site, helps="true")
    answer = ana.client.post(
        f"/t/{ana.table}/coach", data=asked(ana, **changed), headers={"Origin": site.url}
    )
    assert answer.status_code == status
    assert not [each for each in site.log(ana.table) if isinstance(each, Advised)]


def test_nobody_asks_for_anothers_seat(site: Site) -> None:
    ana, _bo = ana_and_bo(site, helps="true")
    form = asked(ana)
    stranger = site.person()
    answer = stranger.client.post(f"/t/{ana.table}/coach", data=form, headers={"Origin": site.url})
    assert answer.status_code == 403


def worth(person: Person, query: str) -> httpx2.Response:
    """What a script is told of a turn, or of a round."""
    return person.client.get(f"/t/{person.table}/worth?{query}", headers={"HX-Request": "true"})


def play_until(people: Sequence[Person], done: Callable[[], bool]) -> None:
    """Let them do what their pages ask for until it is done."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end
        for person in people:
            person.look()
            if not done() and person.page.chosen is None:
                play_once(person, Random(1))


def test_whoever_wishes_is_told_what_their_turns_were_worth_and_the_others_that_they_wished(
    site: Site,
) -> None:
    ana, bo = ana_and_bo(site, helps="true")
    ana.look()
    ana.send("coached")
    assert [each for each in site.log(ana.table) if isinstance(each, Coached)] == [Coached(0, wished=True)]
    assert "coach" in bo.look().by_id["players"].text
    card = current_game(site.table(ana.table)).hands[0][0]
    ana.send("hand", str(card))
    # Nothing is said of a turn that goes on.
    assert worth(ana, "round=1&turn=1").status_code == 409
    play_until([ana, bo], lambda: current_game(site.table(ana.table)).turn == 2)
    said = worth(ana, "round=1&turn=1")
    assert said.status_code == 200
    assert said.text.startswith(f"{card}")
    # Without scripts a link leads to the same sentence.
    (link,) = ana.look().by_id["worth1-1"].all("a")
    assert said.text in ana.go(link.attributes["href"]).text("note")
    assert said.text not in bo.look().root.text
    assert "worth1-1" not in bo.page.by_id
    assert worth(bo, "round=1&turn=1").status_code == 409
    stranger = site.person()
    stranger.table = ana.table
    assert worth(stranger, "round=1&turn=1").status_code == 403
    for query in ("round=1&turn=2", "round=1", "round=2", "round=9&turn=1"):
        assert worth(ana, query).status_code == 409
    ana.look()
    ana.send("coached")
    assert worth(ana, "round=1&turn=1").status_code == 409
    # That she had asked remains to be seen.
    assert "coach" in bo.look().by_id["players"].text


def test_where_hints_are_off_nobody_is_told_what_turns_were_worth(site: Site) -> None:
    ana, bo = ana_and_bo(site)
    play_until([ana, bo], lambda: current_game(site.table(ana.table)).turn == 2)
    assert "coached" not in ana.look().forms
    form = {"game": "1", "wished": "true"}
    answer = ana.client.post(f"/t/{ana.table}/coached", data=form, headers={"Origin": site.url})
    assert answer.status_code == 403
    assert worth(ana, "round=1&turn=1").status_code == 403


def test_at_the_end_of_a_round_they_are_told_what_it_came_to(site: Site) -> None:
    ana = site.person()
    ana.open("play", game="classic", seats=2, bots="careful", name="Ana", helps="true")
    ana.send("coached")
    play_until([ana], lambda: site.table(ana.table).between_rounds)
    (link,) = ana.look().by_id["worth1-0"].all("a")
    said = ana.go(link.attributes["href"]).text("note")
    table = site.table(ana.table)
    played = tuple(each for each in site.log(ana.table) if not isinstance(each, OwnEvent))
    record = Record("", table.rules, seats_of(table.sitters), None, played)
    (found,) = rounds_of(record, 0)
    account = account_of(found, table.rules)
    assert isinstance(account, RoundReview)
    assert said == headline(account)
