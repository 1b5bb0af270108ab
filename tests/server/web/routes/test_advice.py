"""The coach at a table: only its reader sees the advice, and the other players learn that it was given."""

import time
from collections.abc import Callable, Iterator, Sequence
from random import Random

import httpx2
import pytest

from sixth import bots
from sixth.coach import RoundReview, rounds_of
from sixth.coach.jobs import account_of, advice_for
from sixth.coach.positions import asked_view
from sixth.coach.text import advice_text, headline
from sixth.rules.events import Choose
from sixth.rules.record import Record
from sixth.rules.view_json import action_to_json
from sixth.server.table.events import Advised, Coached, OwnEvent
from sixth.server.table.state import current_game, seats_of
from tests.server.support.hosting import Site, hosting
from tests.server.support.playing import ASKS_FOR_PAGE, Person, play_once
from tests.server.support.serving import PATIENCE


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Start a site whose coach is ready."""
    bots.get_ready()
    with hosting(tmp_path_factory.mktemp("advised")) as site:
        yield site


def ana_and_bo(site: Site, **options: str) -> tuple[Person, Person]:
    """Seat two people at a table whose game has begun."""
    ana, bo = site.person(), site.person()
    table = ana.open("invite", game="classic", seats=2, name="Ana", **options)
    bo.join(table, name="Bo")
    ana.look()
    ana.send("begin")
    bo.look()
    return ana, bo


def advice_form(person: Person, **more: str) -> dict[str, str]:
    """Return the form that asks the coach for advice."""
    page = person.look().root
    form = next(each for each in page.all("form") if each.attributes.get("action", "").endswith("/coach"))
    return {each.attributes["name"]: each.attributes["value"] for each in form.all("input")} | more


def test_advice_is_shown_to_its_player_and_others_learn_of_it(site: Site) -> None:
    ana, bo = ana_and_bo(site, helps="true")
    state = current_game(site.table(ana.table))
    advice = advice_for(asked_view(state, 0))
    assert advice.best in [Choose(card) for card in state.hands[0]]
    form = advice_form(ana)
    for _ in range(2):
        answer = ana.client.post(
            f"/t/{ana.table}/coach", data=form, headers={"Origin": site.url, **ASKS_FOR_PAGE}
        )
        assert advice_text(advice) in answer.text
    assert [each for each in site.log(ana.table) if isinstance(each, Advised)] == [Advised(0, 1, 1)]
    text = bo.look().root.text
    assert "coach ×1" in text
    assert advice_text(advice) not in text


def test_a_program_reads_exact_losses_where_the_coach_has_proved_them(site: Site) -> None:
    for game, hand in (("tactical", 3), ("classic", 10)):
        ana, bo = site.person(), site.person()
        table = ana.open("invite", game=game, seats=2, name="Ana", helps="true", hand=f"{hand}")
        bo.join(table, name="Bo")
        ana.look()
        ana.send("begin")
        state = current_game(site.table(table))
        advice = advice_for(asked_view(state, 0))
        answer = ana.client.post(
            f"/api/v1/tables/{table}/coach",
            json={"game": 1, "round": 1, "turn": 1},
            headers={"Authorization": f"Bearer {ana.token()}"},
        ).json()
        assert answer["exact"] == [
            {"answer": action_to_json(each.answer), "loss": each.loss, "chance": each.chance}
            for each in advice.exact
        ]
        assert len(answer["exact"]) == (3 if game == "tactical" else 0)


def test_a_script_receives_the_sentence_alone(site: Site) -> None:
    ana, _bo = ana_and_bo(site, helps="true")
    request_headers = {"Origin": site.url, "HX-Request": "true"}
    answer = ana.client.post(f"/t/{ana.table}/coach", data=advice_form(ana), headers=request_headers)
    assert answer.text.startswith("The coach would play ")
    assert "<" not in answer.text


def test_without_hints_the_coach_says_nothing_before_the_end(site: Site) -> None:
    ana, _bo = ana_and_bo(site)
    assert "Ask the coach" not in ana.look().root.text
    form = {"game": "1", "round": "1", "turn": "1"}
    answer = ana.client.post(f"/t/{ana.table}/coach", data=form, headers={"Origin": site.url})
    assert answer.status_code == 403
    assert "would play" not in answer.text


@pytest.mark.parametrize(
    ("fields", "status"), [({"turn": "2"}, 409), ({"game": "2"}, 409), ({"turn": "x"}, 422)]
)
def test_the_coach_advises_on_the_current_turn_only(site: Site, fields: dict[str, str], status: int) -> None:
    ana, _bo = ana_and_bo(site, helps="true")
    answer = ana.client.post(
        f"/t/{ana.table}/coach", data=advice_form(ana, **fields), headers={"Origin": site.url}
    )
    assert answer.status_code == status
    assert not [each for each in site.log(ana.table) if isinstance(each, Advised)]


def test_a_player_cannot_ask_the_coach_for_another_seat(site: Site) -> None:
    ana, _bo = ana_and_bo(site, helps="true")
    form = advice_form(ana)
    stranger = site.person()
    answer = stranger.client.post(f"/t/{ana.table}/coach", data=form, headers={"Origin": site.url})
    assert answer.status_code == 403


def worth(person: Person, query: str) -> httpx2.Response:
    """Return the sentence for a script about a turn or a round."""
    return person.client.get(f"/t/{person.table}/worth?{query}", headers={"HX-Request": "true"})


def play_until(people: Sequence[Person], over: Callable[[], bool]) -> None:
    """Let these people do what their pages ask for until `over`."""
    end = time.monotonic() + PATIENCE
    while not over():
        assert time.monotonic() < end
        for person in people:
            person.look()
            if not over() and person.page.chosen is None:
                play_once(person, Random(1))


def test_a_player_reads_the_value_of_their_turns_and_others_learn_of_it(
    site: Site,
) -> None:
    ana, bo = ana_and_bo(site, helps="true")
    ana.look()
    ana.send("coached")
    assert [each for each in site.log(ana.table) if isinstance(each, Coached)] == [Coached(0, wished=True)]
    assert "coach" in bo.look().by_id["players"].text
    card = current_game(site.table(ana.table)).hands[0][0]
    ana.send("hand", str(card))
    # A turn in progress has no value yet.
    assert worth(ana, "round=1&turn=1").status_code == 409
    play_until([ana, bo], lambda: current_game(site.table(ana.table)).turn == 2)
    sentence = worth(ana, "round=1&turn=1")
    assert sentence.status_code == 200
    assert sentence.text.startswith(f"{card}")
    # Without scripts a link leads to the same sentence.
    (link,) = ana.look().by_id["worth1-1"].all("a")
    assert sentence.text in ana.go(link.attributes["href"]).text("note")
    assert sentence.text not in bo.look().root.text
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
    # The line that she asked remains in the log.
    assert "coach" in bo.look().by_id["players"].text


def test_without_hints_no_player_reads_the_value_of_turns(site: Site) -> None:
    ana, bo = ana_and_bo(site)
    play_until([ana, bo], lambda: current_game(site.table(ana.table)).turn == 2)
    assert "coached" not in ana.look().forms
    form = {"game": "1", "wished": "true"}
    answer = ana.client.post(f"/t/{ana.table}/coached", data=form, headers={"Origin": site.url})
    assert answer.status_code == 403
    assert worth(ana, "round=1&turn=1").status_code == 403


def test_at_the_end_of_a_round_its_value_is_shown(site: Site) -> None:
    ana = site.person()
    ana.open("play", game="classic", seats=2, bots="careful", name="Ana", helps="true")
    ana.send("coached")
    play_until([ana], lambda: site.table(ana.table).between_rounds)
    (link,) = ana.look().by_id["worth1-0"].all("a")
    sentence = ana.go(link.attributes["href"]).text("note")
    table = site.table(ana.table)
    events = tuple(each for each in site.log(ana.table) if not isinstance(each, OwnEvent))
    record = Record("", table.rules, seats_of(table.sitters), None, events)
    (result,) = rounds_of(record, 0)
    account = account_of(result, table.rules)
    assert isinstance(account, RoundReview)
    assert sentence == headline(account)
