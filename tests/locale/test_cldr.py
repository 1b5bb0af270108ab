"""Lists, numbers, dates and durations, held to what Babel makes of them."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Literal

import pytest
from babel.dates import format_date, format_datetime, format_timedelta
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent
from babel.units import format_unit
from hypothesis import given, strategies as st

from scripts import cldr as source
from sixth.i18n import LANGUAGES
from sixth.locale import cldr

codes = st.sampled_from(sorted(LANGUAGES))
digits = st.integers(0, 3)


def test_the_data_are_those_that_babel_has_now() -> None:
    assert source.FILE.read_text("utf-8") == source.text()


@given(codes, st.lists(st.text(max_size=5), max_size=6))
def test_lists_are_those_of_babel(code: str, words: list[str]) -> None:
    locale = source.locale_of(code)
    assert cldr.list_text(words, "and", code) == format_list(words, "standard", locale)
    assert cldr.list_text(words, "or", code) == format_list(words, "or", locale)


@given(codes, st.integers(-(10**12), 10**12) | st.floats(-1e9, 1e9), digits)
def test_numbers_are_those_of_babel(code: str, number: float, digits: int) -> None:
    pattern = f"#,##0.{'0' * digits}" if digits else "#,##0"
    locale = source.locale_of(code)
    assert cldr.decimal_text(number, digits, code) == format_decimal(number, pattern, locale)
    of_percents = locale.percent_formats[None].pattern.replace("#,##0", pattern)
    assert cldr.percent_text(number, digits, code) == format_percent(number, of_percents, locale)


@pytest.mark.parametrize("number", [0.0, -0.0, -0.4, 0.5, 1.5, 2.5, 999.5, 1e-9, float("inf"), float("-inf")])
def test_numbers_at_the_edges_are_those_of_babel(number: float) -> None:
    assert cldr.decimal_text(number, 0, "de") == format_decimal(number, "#,##0", "de")


@given(codes, st.dates(date(1, 1, 1)), st.times())
def test_days_and_times_are_those_of_babel(code: str, day: date, at: time) -> None:
    locale = source.locale_of(code)
    lengths: tuple[Literal["medium"], Literal["long"]] = ("medium", "long")
    for length in lengths:
        assert cldr.date_text(day, length, code) == format_date(day, length, locale)
    moment = datetime.combine(day, at, UTC)
    assert cldr.datetime_text(moment, code) == format_datetime(moment, "medium", locale=locale)


@given(codes, st.integers(0, 10**8))
def test_durations_are_those_of_babel(code: str, seconds: int) -> None:
    locale = source.locale_of(code)
    for unit in ("day", "hour", "minute", "second"):
        # Babel misses that both forms of Italian days are the same, and has none for a million French ones.
        if (code, unit) != ("it", "day") and seconds % 1_000_000:
            assert cldr.unit_text(seconds, unit, "long", code) == format_unit(
                seconds, f"duration-{unit}", "long", locale=locale
            )
            assert cldr.unit_text(seconds, unit, "short", code) == format_unit(
                seconds, f"duration-{unit}", "short", locale=locale
            )
    delta = timedelta(seconds=seconds)
    left = cldr.duration_text(seconds, code, least="minute", next_unit_from=2)
    assert left == format_timedelta(delta, threshold=2, granularity="minute", locale=locale)
    if seconds:
        assert cldr.age_text(seconds, code) == format_timedelta(-delta, add_direction=True, locale=locale)


def test_italian_days_are_counted() -> None:
    assert [cldr.unit_text(days, "day", "long", "it") for days in (1, 2)] == ["1 giorno", "2 giorni"]
