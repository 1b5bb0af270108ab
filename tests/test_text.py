"""Text from elsewhere is shown without being obeyed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixth.text import printable


@given(st.text())
def test_no_text_keeps_anything_that_a_terminal_obeys(text: str) -> None:
    assert printable(text).isprintable()
    assert len(printable(text)) <= 40


@pytest.mark.parametrize("text", ["\x1b[31mred", "a\nb", "a\rb", "\x07", "a\u202eb", "\x9b31m", "a\u2028b"])
def test_control_characters_become_a_mark(text: str) -> None:
    assert "\N{REPLACEMENT CHARACTER}" in printable(text)


def test_plain_text_stays_as_it_is() -> None:
    assert printable("Ana María [bold]") == "Ana María [bold]"
    assert printable("x" * 10_000) == "x" * 39 + "…"
