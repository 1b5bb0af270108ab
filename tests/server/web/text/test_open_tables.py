"""Sentences of the list of open tables: the age of a table, and the changes since the list was read."""

from datetime import timedelta

import pytest

from sixth.server.web.text.open_tables import age_text, list_news_text


@pytest.mark.parametrize(
    ("age", "sentence"),
    [
        (timedelta(seconds=59), "just opened"),
        (timedelta(seconds=60), "1 minute ago"),
        (timedelta(minutes=40), "40 minutes ago"),
        (timedelta(hours=3), "3 hours ago"),
    ],
)
def test_the_age_of_a_table_is_in_minutes_and_then_in_hours(age: timedelta, sentence: str) -> None:
    assert age_text(age) == sentence


def test_changes_of_the_list_are_announced() -> None:
    assert list_news_text([], closed=0) == ""
    assert list_news_text(["Ana"], closed=0) == "Ana has opened a table."
    assert list_news_text(["Ana", "Bo"], closed=1) == (
        "Ana and Bo have opened tables. 1 table is no longer open."
    )
    assert list_news_text([], closed=2) == "2 tables are no longer open."
