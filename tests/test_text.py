"""Foreign text: it is safe to print."""

import pytest
from hypothesis import given, strategies as st

from sixth.text import printable


@given(st.text())
def test_printable_text_holds_no_control_characters(text: str) -> None:
    assert printable(text).isprintable()
    assert len(printable(text)) <= 40


@pytest.mark.parametrize("text", ["\x1b[31mred", "a\nb", "a\rb", "\x07", "a\u202eb", "\x9b31m", "a\u2028b"])
def test_control_characters_become_a_replacement_mark(text: str) -> None:
    assert "\N{REPLACEMENT CHARACTER}" in printable(text)


def test_plain_text_stays_unchanged() -> None:
    assert printable("Ana María [bold]") == "Ana María [bold]"
    assert printable("x" * 10_000) == "x" * 39 + "…"
