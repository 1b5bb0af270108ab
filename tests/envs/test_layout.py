"""Every number of an observation has one meaning, and every action one number."""

from hypothesis import given

from sixth.envs.layout import Layout
from sixth.rules.events import Choose, Pick, Take
from sixth.rules.options import Rules
from sixth.sim.environment.setup import WAIT
from tests.rules.strategies import all_rules


@given(all_rules())
def test_fields_lie_one_behind_the_other(rules: Rules) -> None:
    layout, end = Layout(rules), 0
    for field in layout.fields.values():
        assert field.start == end
        assert field.about
        assert field.high <= 255
        end = field.stop
    assert layout.size == end


@given(all_rules())
def test_every_action_has_a_number_of_its_own(rules: Rules) -> None:
    layout = Layout(rules)
    cards = range(1, layout.deck + 1)
    numbers = [layout.number(Choose(card)) for card in cards]
    assert numbers == [layout.number(Pick(card)) for card in cards]
    numbers += [layout.number(Take(row)) for row in range(rules.rows)]
    if rules.both_ends:
        numbers += [layout.number(Take(row, "left")) for row in range(rules.rows)]
    assert [WAIT, *numbers] == list(range(layout.actions))
    assert len({layout.describe(number) for number in range(layout.actions)}) == layout.actions
