"""Sentences about a daily deal: the place of a player, and the text to share."""

from datetime import date

import pytest
from hypothesis import given, strategies as st

from sixth.i18n import LANGUAGES, using_language
from sixth.server.features.boards.daily.text import beside_text, level, place_text, result_text, share_text
from sixth.server.features.boards.results import Results

DAY = date(2026, 11, 23)
URL = "https://example.org/daily/2026-11-23"


@given(st.lists(st.integers(0, 40), min_size=10, max_size=10), st.sampled_from(sorted(LANGUAGES)))
def test_the_text_to_share_has_a_block_a_turn_the_heads_and_the_link(turns: list[int], language: str) -> None:
    with using_language(language):
        title, line, link = share_text(DAY, turns, URL).splitlines()
    assert "2026" in title
    blocks, _, heads = line.partition(" ")
    assert ["⬜🟨🟧🟥".index(block) for block in blocks] == [level(each) for each in turns]
    assert heads.split()[0] == str(sum(turns))
    assert link == URL


@pytest.mark.parametrize(("heads", "due"), [(0, 0), (1, 1), (4, 1), (5, 2), (9, 2), (10, 3), (40, 3)])
def test_the_more_heads_a_turn_cost_the_worse_is_its_block(heads: int, due: int) -> None:
    assert level(heads) == due


def test_a_result_is_told_beside_par_and_the_bots_from_the_best_on() -> None:
    assert beside_text(14, 11, (17, 9, 23)) == "Par 14 · you 11 · bots 9, 17, 23"
    assert beside_text(None, 11, (17, 9, 23)) == "You 11 · bots 9, 17, 23"


def test_the_place_is_that_among_the_others() -> None:
    assert place_text(63, 5, 100) == "Better than 63 of 100 others, level with 5."
    assert place_text(1, 0, 1) == "Better than 1 of 1 other, level with 0."
    assert place_text(0, 0, 0) == "Nobody else has finished this deal yet."


def test_a_result_has_a_place_once_somebody_else_has_one() -> None:
    assert result_text(Results({7: 1}), 7) == "7 heads"
    assert result_text(Results({3: 2, 7: 2, 9: 1}), 7) == "Place 3 of 5"
