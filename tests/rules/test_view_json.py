"""Views and actions as bots in other processes read and write them."""

import json
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import sixth
from sixth import Choose, Pick, Take
from sixth.rules.codec import Malformed, dumps, loads
from sixth.rules.events import Action
from sixth.rules.state import State
from sixth.rules.view import View, view
from sixth.rules.view_json import action_from_json, action_to_json, view_from_json, view_to_json
from tests.rules.strategies import audiences, moments


@settings(max_examples=200)
@given(state=moments())
def test_a_view_of_any_rules_comes_back_as_it_was(state: State) -> None:
    for seat in audiences(state):
        line = dumps(view_to_json(view(state, seat)))
        assert "\n" not in line
        assert view_from_json(loads(line)) == view(state, seat)


def test_the_keys_are_the_fields_of_a_view_and_the_form() -> None:
    seat_view = sixth.Game(sixth.games["classic"].replace(seats=3), seed=1).view(0)
    assert list(view_to_json(seat_view)) == ["view", *(field.name for field in fields(View))]


@given(state=moments())
def test_every_legal_action_comes_back_as_it_was(state: State) -> None:
    for seat in range(state.rules.seats):
        seat_view = view(state, seat)
        for action in seat_view.legal:
            assert action_from_json(json.dumps(action_to_json(action)), seat_view) == action


@pytest.mark.parametrize(
    ("action", "value"),
    [
        (Choose(17), {"choose": 17}),
        (Take(2), {"take": 2}),
        (Take(2, "left"), {"take": 2, "end": "left"}),
        (Pick(40), {"pick": 40}),
    ],
)
def test_an_action_is_one_short_object(action: Action, value: dict[str, Any]) -> None:
    assert action_to_json(action) == value


@pytest.mark.parametrize(
    "answer",
    [
        "", "17", "null", "[]", "{}", "choose 17", '{"choose":true}', '{"choose":"17"}', '{"choose":17.0}',
        '{"choose":null}', '{"play":17}', '{"choose":17,"take":2}', '{"choose":17,"why":"low"}',
        '{"choose":1,"choose":2}', '{"take":0,"end":"middle"}', '{"choose":NaN}', "[" * 100_000,
        '{"choose":' + "9" * 10_000 + "}", '{"choose":[17]}', '{"end":"left","take":0}',
    ],
)  # fmt: skip
def test_what_is_no_action_is_refused_in_a_short_sentence(answer: str) -> None:
    seat_view = sixth.Game(sixth.games["classic"].replace(seats=3), seed=1).view(0)
    with pytest.raises(Malformed, match=r"is no action; it takes .+\.$") as refusal:
        action_from_json(answer, seat_view)
    assert len(str(refusal.value)) < 500


def test_an_action_that_is_not_allowed_now_is_refused_with_those_that_are() -> None:
    seat_view = sixth.Game(sixth.games["classic"].replace(seats=3), seed=1).view(0)
    foreign = next(card for card in range(1, 105) if card not in seat_view.hand)
    with pytest.raises(Malformed, match=rf'is not allowed now; what is: {{"choose":{seat_view.hand[0]}}}, '):
        action_from_json(f'{{"choose":{foreign}}}', seat_view)
    with pytest.raises(Malformed, match="is not allowed now"):
        action_from_json('{"take":0}', seat_view)


@given(data=st.data())
def test_a_view_with_a_value_of_another_kind_is_refused(data: st.DataObject) -> None:
    document = view_to_json(sixth.Game(sixth.games["logic"].replace(seats=3), seed=1).view(0))
    value = loads(dumps(document))
    key = data.draw(st.sampled_from(sorted(value)))
    value[key] = data.draw(st.sampled_from([1.5, "x", {}, [[[]]], [1.5], [None, 1.0]]))
    with pytest.raises(Malformed):
        view_from_json(value)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("hands", []),
        ("view", "sixth-view/2"),
        ("pending", [[1, 2, 3]]),
        ("taking", [1]),
        ("rules", {"seats": 11}),
        ("history", [{"event": "chose", "seat": 0, "card": 1}]),
    ],
)
def test_a_view_of_another_form_is_refused(key: str, value: Any) -> None:
    document = loads(dumps(view_to_json(sixth.Game(sixth.games["classic"].replace(seats=3), seed=1).view(0))))
    view_from_json(document)
    other = {**document["rules"], **value} if key == "rules" else value
    with pytest.raises(Malformed):
        view_from_json({**document, key: other})
    with pytest.raises(Malformed):
        view_from_json({name: document[name] for name in document if name != "legal"})
