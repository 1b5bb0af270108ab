"""The sentences of the coach: whole heads add up, and each sentence fits its figures."""

import pytest
from hypothesis import given, strategies as st

from sixth.coach.account import Account, Decision, Verdict, stored
from sixth.coach.text import answers_text, headline, par_text, summary, whole_terms
from sixth.rules.events import Choose

EXACT = (0.0, 0.0)


def account(heads: int, par: float, luck: float, own: float, *, sign: int = 1) -> Account:
    """An account with these figures, whose luck is that of the deal; the rest is the others' cards."""
    rest = sign * (heads - par) - luck - own
    return Account(heads, par, EXACT, luck, EXACT, own, EXACT, rest, EXACT)


figures = st.floats(-40, 40).map(stored)


@given(st.integers(0, 80), figures.map(abs), figures, figures, st.sampled_from([1, -1]))
def test_par_luck_and_choices_add_up_in_whole_heads_and_none_is_off_by_one(
    heads: int, par: float, luck: float, own: float, sign: int
) -> None:
    each = account(heads, par, luck, own, sign=sign)
    whole = whole_terms(each)
    assert whole[0] + each.sign * (whole[1] + whole[2]) == heads
    exact = (each.par, each.deal + each.others, each.own)
    assert all(abs(one - other) < 1 for one, other in zip(whole, exact, strict=True))


@pytest.mark.parametrize(
    ("heads", "par", "own", "sentence"),
    [
        (15, 6.2, 7.9, "Luck cost you 1 head, your choices 8."),
        (14, 6.0, 0.2, "Luck cost you 8 heads, your choices nothing."),
        (14, 6.0, 8.1, "Luck evened out; your choices cost you 8 heads."),
        (6, 6.0, 0.0, "Luck evened out, and your choices cost nothing."),
        (6, 6.0, 3.0, "Luck saved you 3 heads, but your choices cost 3."),
        (2, 6.0, 0.0, "Luck saved you 4 heads, and your choices cost nothing."),
    ],
)
def test_a_result_is_said_in_one_sentence_of_whole_heads(
    heads: int, par: float, own: float, sentence: str
) -> None:
    assert headline(account(heads, par, 0.0, own)) == sentence


def test_heads_that_are_wanted_cost_as_well() -> None:
    # Eight fewer than par are eight lost.
    each = account(6, 14.0, 8.0, 0.0, sign=-1)
    assert headline(each) == "Luck cost you 8 heads, your choices nothing."
    assert par_text(each) == "6 heads, 8 under par"


def test_par_stands_beside_a_result() -> None:
    assert par_text(account(14, 6.2, 0.0, 8.0)) == "14 heads, 8 over par"
    assert par_text(account(6, 6.2, 0.0, 0.0)) == "6 heads, exactly par"
    assert summary(account(14, 6.2, 0.5, 6.0)).startswith("14 heads, 7.8 over par: the deal cost 0.5, ")


@pytest.mark.parametrize(
    ("verdict", "loss", "text"),
    [
        ("best", 0.0, "23: the coach would have chosen the same."),
        ("forced", 0.0, "23: no choice."),
        ("fine", 0.1, "23: no clear best."),
        ("unclear", 0.9, "23: no clear best."),
        ("slip", 0.4, "23 cost less than 1 head; 62 was better."),
        ("mistake", 1.4, "23 cost 1 head; 62 was better."),
        ("blunder", 3.1, "23 cost 3 heads; 62 was better."),
    ],
)
def test_a_better_card_is_named_where_one_is_clearly_better(verdict: Verdict, loss: float, text: str) -> None:
    decision = Decision(1, "choose", Choose(23), Choose(62), loss, EXACT, verdict, ())
    assert answers_text([decision]) == text
