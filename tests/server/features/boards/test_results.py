"""Results beside those of others."""

import pytest
from hypothesis import given, strategies as st

from sixth.server.features.boards.results import DealScore, Results, board_score

COUNTS = st.dictionaries(st.integers(0, 60), st.integers(1, 50), min_size=1, max_size=30)


@given(COUNTS, st.integers(0, 60))
def test_a_result_with_one_more_player_and_without_is_the_same(counts: dict[int, int], heads: int) -> None:
    results = Results(counts)
    more = results.including(heads)
    assert more.players == results.players + 1
    assert more.without(heads).mean == pytest.approx(results.mean)


@given(COUNTS)
def test_shares_ahead_are_even_over_the_field(counts: dict[int, int]) -> None:
    results = Results(counts)
    shares = [ahead for heads, count in counts.items() for ahead in [results.ahead(heads)] * count]
    assert sum(each or 0.0 for each in shares) / len(shares) == pytest.approx(0.5)


def test_a_score_is_the_mean_of_the_others_minus_the_own_heads() -> None:
    field = Results({2: 1, 8: 2, 12: 1})
    score = DealScore(2, field.without(2).mean)
    assert score.score == pytest.approx(28 / 3 - 2)
    assert DealScore(7, Results({7: 1}).without(7).mean).score == 0
    assert board_score([score, DealScore(9, 4.0)]) == pytest.approx(28 / 3 - 2 - 5)
    assert Results({}).ahead(3) is None
