"""A fault in the simulation or in the rules does not go unseen: the comparison itself is tested."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings

from sixth import sim
from sixth.rules import state
from sixth.rules.board import Place, Row, places
from tests.sim.beside import Case, assert_same, cases
from tests.sim.copies import copied

LANES, LAYOUT = "engine/lanes", "engine/layout"
TAKES = "_mask(here & (low | (count >= limit)))"
FAULTS = {
    "a full row takes one card more": (LANES, TAKES, TAKES.replace(">=", ">")),
    "a low card does not take": (LANES, TAKES, TAKES.replace("low | ", "")),
    "the gap is measured backwards": (
        LANES,
        "(board[layout.CARD + lane] - board[at + lane])",
        "(board[at + lane] - board[layout.CARD + lane])",
    ),
    "a row begins empty": (
        LANES,
        "board[layout.COUNT + at + lane] = _1",
        "board[layout.COUNT + at + lane] = _0",
    ),
    "a row that was taken keeps its heads": (LANES, "(cost & ~goes) +", "cost +"),
    "the first card is not moved": (LANES, "here & (anew | left) else", "here & left else"),
    "equally close is always left": (LANES, "(left < right) |", "(left <= right) |"),
    "no more than three heads": (LAYOUT, "HEADS_MASK: Final = np.uint16(7)", "HEADS_MASK = np.uint16(3)"),
    "no more than eight seats": (LAYOUT, "SEAT_MASK: Final = np.uint16(15)", "SEAT_MASK = np.uint16(7)"),
    "cards sorted downwards": (LAYOUT, "(low, low + step)\n", "(low + step, low)\n"),
    "the last card not sorted": (
        LAYOUT,
        "min(start + step, size - step)",
        "min(start + step, size - step - 1)",
    ),
    "every row holds five": (LAYOUT, "min(rules.row_limit, FULL_DECK + 1)", "5"),
    "light heads counted as classic": (
        LAYOUT,
        "np.array(rules.heads_of,",
        'np.array(rules.replace(heads="classic").heads_of,',
    ),
}
"""Faults by what goes wrong: the module, a text in it, and the text instead."""


def compare(room: Any) -> None:
    """The property of `test_against_rules`, as far as the first difference."""

    @settings(max_examples=60, phases=[Phase.generate])
    @given(cases(rounds=1))
    def same(case: Case) -> None:
        assert_same(room, case)

    same()


def test_a_faithful_copy_is_found_right(tmp_path: Path) -> None:
    with copied(tmp_path) as room:
        compare(room)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_simulation_is_found(fault: str, tmp_path: Path) -> None:
    with copied(tmp_path, FAULTS[fault]) as room, pytest.raises(AssertionError):
        compare(room)


def test_a_fault_in_the_rules_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def first_lower(rows: tuple[Row, ...], card: int, *, both: bool) -> tuple[Place, ...]:
        found = places(rows, card, both=both)
        lower = [row for row, cards in enumerate(rows) if cards[-1] < card]
        return ((lower[0], "right"),) if len(found) == 1 and lower else found

    monkeypatch.setattr(state, "places", first_lower)
    with pytest.raises(AssertionError):
        compare(sim)
