"""The sizes of the tables of a round."""

import pytest
from hypothesis import given, strategies as st

from sixth.tournaments.seating.table_sizes import SeatingError, table_sizes


@pytest.mark.parametrize(
    ("players", "sizes"),
    [(3, (3,)), (5, (5,)), (6, (3, 3)), (7, (4, 3)), (9, (4, 5)), (10, (4, 3, 3)), (11, (4, 4, 3)),
     (17, (4, 4, 4, 5)), (18, (4, 4, 4, 3, 3)), (20, (4,) * 5)],
)  # fmt: skip
def test_as_many_tables_as_possible_have_four_and_the_others_nearly(
    players: int, sizes: tuple[int, ...]
) -> None:
    assert table_sizes(players) == sizes


@given(st.integers(3, 1_000), st.integers(3, 6))
def test_whoever_comes_from_three_people_on_is_seated_at_tables_of_three_to_six(
    players: int, preferred: int
) -> None:
    sizes = table_sizes(players, preferred)
    assert sum(sizes) == players
    assert set(sizes) <= {3, 4, 5, 6}
    assert len(set(sizes)) <= 2
    assert sorted(sizes, key=lambda size: size != preferred) == list(sizes)


@pytest.mark.parametrize(
    ("players", "bounds"), [(0, (4, 3, 6)), (1, (4, 3, 6)), (2, (4, 3, 6)), (7, (4, 4, 6)), (17, (4, 4, 4))]
)
def test_people_whom_no_tables_hold_are_refused_with_a_sentence(
    players: int, bounds: tuple[int, int, int]
) -> None:
    with pytest.raises(SeatingError) as error:
        table_sizes(players, *bounds)
    assert error.value.code == "no-such-tables"
    assert str(error.value) == f"Tables of {bounds[1]} to {bounds[2]} cannot seat exactly {players}."


def test_a_preferred_size_out_of_bounds_is_refused() -> None:
    with pytest.raises(ValueError, match="preferred"):
        table_sizes(12, 7)
