"""Where a card goes."""

from itertools import pairwise

from hypothesis import given, strategies as st

from sixth.rules.board import places, put


@st.composite
def boards(draw: st.DrawFn) -> tuple[list[tuple[int, ...]], int]:
    """Rows of cards from anywhere in the deck, and a card for them."""
    card, *rest = draw(st.lists(st.integers(1, 104), min_size=2, max_size=30, unique=True))
    cuts = sorted(draw(st.sets(st.integers(1, len(rest) - 1), max_size=6)) if len(rest) > 1 else ())
    edges = [0, *cuts, len(rest)]
    rows = [tuple(sorted(rest[low:high])) for low, high in pairwise(edges)]
    return rows, card


def test_at_both_ends_the_smallest_difference_decides() -> None:
    rows = [(10, 20), (40, 60)]
    assert places(rows, 29, both=True) == ((0, "right"),)
    assert places(rows, 31, both=True) == ((1, "left"),)
    assert places(rows, 30, both=True) == ((0, "right"), (1, "left"))
    assert places(rows, 15, both=True) == ((1, "left"),)
    assert places(rows, 9, both=True) == ((0, "left"),)


def test_a_card_inside_every_rows_span_goes_nowhere() -> None:
    assert places([(10, 60), (5, 104)], 30, both=True) == ()


@given(board=boards())
def test_at_the_right_ends_a_card_has_the_highest_lower_last_card(
    board: tuple[list[tuple[int, ...]], int],
) -> None:
    rows, card = board
    below = [row[-1] for row in rows if row[-1] < card]
    candidates = places(rows, card, both=False)
    assert len(candidates) == (1 if below else 0)
    for row, end in candidates:
        assert (rows[row][-1], end) == (max(below), "right")


@given(board=boards())
def test_at_both_ends_a_card_has_every_nearest_place_and_never_more_than_two(
    board: tuple[list[tuple[int, ...]], int],
) -> None:
    rows, card = board
    gaps = {(at, "right"): card - row[-1] for at, row in enumerate(rows) if row[-1] < card}
    gaps |= {(at, "left"): row[0] - card for at, row in enumerate(rows) if card < row[0]}
    candidates = places(rows, card, both=True)
    assert set(candidates) == {place for place, gap in gaps.items() if gap == min(gaps.values())}
    assert len(candidates) <= 2


@given(board=boards())
def test_a_row_ascends_after_a_card_was_put_there(board: tuple[list[tuple[int, ...]], int]) -> None:
    rows, card = board
    for both in (False, True):
        for row, end in places(rows, card, both=both):
            new = put(rows[row], card, end)
            assert list(new) == sorted({*rows[row], card})
