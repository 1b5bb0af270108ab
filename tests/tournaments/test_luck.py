"""What a host is told of luck is what evenings are like."""

from itertools import pairwise
from pathlib import Path

import pytest

from sixth.tournaments.luck import FORMS, Form, chance

BENCH = Path(__file__).parents[2] / "bench"


LONGEST: dict[str, int] = {"games": 10, "games by heads": 10}
"""The most rounds that were simulated, of forms that had fewer than 40."""


@pytest.mark.parametrize("form", FORMS)
def test_with_more_rounds_an_evening_is_never_more_of_a_lottery(form: Form) -> None:
    for people in (8, 10, 20, 100):
        by_rounds = [chance(people, rounds, form) for rounds in range(1, LONGEST.get(form, 40) + 1)]
        assert None not in by_rounds
        for fewer, more in pairwise(each for each in by_rounds if each is not None):
            assert fewer.best <= more.best
            assert fewer.first_three <= more.first_three
            assert fewer.correlation <= more.correlation


@pytest.mark.parametrize("form", FORMS)
def test_any_evening_is_better_than_a_lot_and_worse_than_certain(form: Form) -> None:
    for people in range(8, 121):
        for rounds in (1, 2, 7, LONGEST.get(form, 40)):
            found = chance(people, rounds, form)
            assert found is not None
            assert 0 < found.best <= found.first_three <= 1
            assert 0 < found.correlation < 1


def test_nothing_is_said_of_evenings_that_nobody_has_simulated() -> None:
    assert [chance(7, 5), chance(121, 5), chance(20, 0), chance(20, 41)] == [None] * 4
    assert [chance(20, 11, "games"), chance(20, 11, "games by heads")] == [None] * 2
    assert chance(8, 1) is not None
    assert chance(120, 40) is not None


def test_own_choices_rank_twenty_in_ten_rounds_as_rightly_as_points_in_forty() -> None:
    choices, points = chance(20, 10, "coach"), chance(20, 40)
    assert choices is not None
    assert points is not None
    assert choices.correlation > points.correlation


def test_evenings_of_another_seed_come_out_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(BENCH)
    import evening_forms as forms
    import evenings as bench

    these = forms.draw(forms.population("mixed", times=400), 100, 12, seed=2)
    found = forms.plain_scores(forms.at_tables(these, forms.lots(these, 4)[:, :10]))
    found |= dict(forms.duplicate(these, rounds=10)) | dict(forms.games(these))
    compared: tuple[Form, ...] = ("plain", "heads", "duplicate", "games", "games by heads")
    for form in compared:
        these_evenings, told = bench.rightly(these, found[bench.HOST[form]], 10), chance(12, 10, form)
        assert told is not None
        assert abs(these_evenings["best"][0] - told.best) < 0.2
        assert abs(these_evenings["spearman"][0] - told.correlation) < 0.12
