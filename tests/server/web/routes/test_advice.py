"""The coach at a table: asked where hints are on, heard of by all, and what it says by nobody else."""

from collections.abc import Iterator

import pytest

from sixth import bots
from sixth.coach.advice import advice_for
from sixth.coach.positions import asked_view
from sixth.coach.text import advice_text
from sixth.rules.events import Choose
from sixth.server.table.events import Advised
from sixth.server.table.state import begun
from tests.server.support.hosting import Site, hosting
from tests.server.support.playing import Person


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
    form = next(each for each in shown.all("form") if each.given.get("action", "").endswith("/coach"))
    return {each.given["name"]: each.given["value"] for each in form.all("input")} | more


def test_the_coach_tells_whoever_asks_and_the_others_that_they_did(site: Site) -> None:
    ana, bo = ana_and_bo(site, helps="true")
    state = begun(site.table(ana.table))
    advice = advice_for(asked_view(state, 0))
    assert advice.best in [Choose(card) for card in state.hands[0]]
    form = asked(ana)
    for _ in range(2):
        answer = ana.client.post(f"/t/{ana.table}/coach", data=form, headers={"Origin": site.url})
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
    assert answer.status_code == 409
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
