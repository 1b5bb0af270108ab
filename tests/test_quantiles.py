"""Quantiles, compared with printed tables."""

from math import inf

import pytest

from sixth.quantiles import NORMAL, student


def test_quantiles_of_students_distribution_match_printed_tables() -> None:
    assert student(2) == pytest.approx(4.303, rel=0.04)
    assert student(3) == pytest.approx(3.182, rel=0.01)
    assert student(7) == pytest.approx(2.365, rel=0.001)
    assert student(1_000_000) == pytest.approx(NORMAL, rel=0.0001)
    assert student(inf) == NORMAL
