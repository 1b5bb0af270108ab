"""The simulation plays every round as the rules do: the same rows, takes and heads, card by card."""

import pytest
from hypothesis import given

import sixth
from sixth import sim
from sixth.rules.board import Row
from sixth.rules.options import Rules
from sixth.sim.engine.layout import LANES
from tests.sim.beside import Case, assert_same, by_sim, cases


@given(cases())
def test_every_card_goes_where_the_rules_say(case: Case) -> None:
    assert_same(sim, case)


@pytest.mark.parametrize("name", sixth.games)
def test_random_rounds_are_rounds_of_the_rules(name: str) -> None:
    rules = sixth.games[name].replace(seats=4)
    simulation = sim.Sim(rules)
    count = int(LANES) + 3  # more than a block
    deal = simulation.deals(count, seed=7)
    for take in sim.TAKES:
        trace = simulation.play(deal, take=take, seed=7)
        assert (trace.totals == simulation.random_rounds(count, seed=7, take=take)).all()


def test_the_cheapest_row_is_taken_and_the_first_of_several() -> None:
    rules = Rules(seats=4, hand=6, row_limit=3)
    simulation = sim.Sim(rules)
    deal = simulation.deals(200, seed=1)
    trace = simulation.play(deal)
    low = 0
    for number in range(200):
        rows: list[Row] = [(card,) for card in deal.rows[number].tolist()]
        for card in by_sim(rules, deal, trace, number)[0]:
            if card.why == "low":
                costs = [sum(rules.heads_of[lying] for lying in row) for row in rows]
                assert card.row == costs.index(min(costs))
                low += 1
            rows = list(card.rows)
    assert low > 100


def test_of_two_places_equally_close_the_cheaper_is_chosen() -> None:
    rules = Rules(seats=4, row_limit=3, ends="both")
    simulation = sim.Sim(rules)
    deal = simulation.deals(300, seed=1)
    trace = simulation.play(deal)
    seen = set()
    for number in range(300):
        rows: list[Row] = [(card,) for card in deal.rows[number].tolist()]
        for card in by_sim(rules, deal, trace, number)[0]:
            if card.why == "choice":
                # The other place is as far away on the other side of the card.
                at, back = (0, -1) if card.left else (-1, 0)
                gap = abs(card.card - rows[card.row][at])
                wanted = card.card - gap if card.left else card.card + gap
                other = next(row for row in rows if row[back] == wanted)
                price = sum(rules.heads_of[lying] for lying in other) if len(other) >= 3 else 0
                assert card.heads < price or (card.heads == price and not card.left)
                seen.add((card.left, card.heads > 0))
            rows = list(card.rows)
    assert seen >= {(False, False), (True, False)}
