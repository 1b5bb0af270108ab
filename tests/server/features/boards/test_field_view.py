"""The histogram of the results of a day, with the own bar."""

from hypothesis import example, given, strategies as st

from sixth.rules.cards import FULL_DECK
from sixth.server.features.boards.field_view import histogram
from sixth.server.features.boards.results import Results

HEADS = st.integers(0, 171)


@given(st.dictionaries(HEADS, st.integers(1, 10_000), min_size=1), st.none() | HEADS)
@example({0: 1}, None)
@example({0: 1}, 171)
def test_each_player_is_in_one_bar_and_the_own_bar_is_marked(counts: dict[int, int], own: int | None) -> None:
    bars = histogram(Results(counts), own)
    assert sum(bar["players"] for bar in bars) == sum(counts.values())
    assert [bar["least"] for bar in bars] == [0, *(bar["most"] + 1 for bar in bars[:-1])]
    for bar in bars:
        assert bar["players"] == sum(counts.get(heads, 0) for heads in range(bar["least"], bar["most"] + 1))
        assert bar["own"] == (own is not None and bar["least"] <= own <= bar["most"])
    assert sum(bar["own"] for bar in bars) == (own is not None)
    assert 1 <= len(bars) <= 18 < FULL_DECK


@given(st.dictionaries(HEADS, st.integers(1, 10_000), min_size=1), HEADS)
def test_bars_lie_beside_one_another_in_the_drawing_and_grow_with_the_players(
    counts: dict[int, int], own: int
) -> None:
    bars = histogram(Results(counts), own)
    ends = [0.0, *(bar["x"] + bar["width"] for bar in bars)]
    assert all(end <= bar["x"] for end, bar in zip(ends, bars, strict=False))
    assert ends[-1] <= 360
    most = max(bars, key=lambda bar: bar["players"])
    assert all(
        bar["height"] <= most["height"] and 0 <= bar["y"] <= bar["y"] + bar["height"] <= 121 for bar in bars
    )
