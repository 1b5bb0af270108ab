"""The cookie that brings a refused form back to its page: it is short, and not trusted."""

from base64 import urlsafe_b64encode

import pytest
from hypothesis import given, strategies as st

from sixth.server.web.middleware.refused_forms import (
    NOT_REFUSED,
    RefusedForm,
    cookie_header,
    cookie_name,
    from_cookie,
    page_of_form,
)

_TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60)


@given(_TEXT, st.dictionaries(_TEXT, _TEXT, max_size=4), _TEXT)
def test_a_form_comes_back_with_its_values(form: str, fields: dict[str, str], why: str) -> None:
    refusal = RefusedForm(form, fields, "", why)
    assert from_cookie(refusal.as_cookie()) == refusal


def test_the_cookie_has_a_size_limit() -> None:
    long = RefusedForm(
        "sit", {f"field {at}": "\U0001f402" * 20_000 for at in range(100)}, "name", "é" * 9_000
    )
    header = cookie_header("/t/x", long, secure=True)
    assert len(header) < 4_000
    assert from_cookie(long.as_cookie()).why.startswith("ééé")
    one = RefusedForm("say", {"text": "x" * 20_000}, "text", "Too long.")
    assert from_cookie(one.as_cookie()).value("say", "text") == "x" * 300


@pytest.mark.parametrize(
    "value",
    ["", "x", "é", "====", "a" * 5_000, *(urlsafe_b64encode(each).decode() for each in (
        b"\xff", b"null", b"[]", b'"x"', b"{", b'{"fields": 1}', b'{"fields": {"a": 1}}', b'{"why": ["x"]}'
    ))],
)  # fmt: skip
def test_a_foreign_cookie_is_ignored(value: str) -> None:
    assert from_cookie(value) == NOT_REFUSED


@given(st.text(max_size=200))
def test_the_cookie_header_is_one_line_of_ascii_for_every_path(path: str) -> None:
    path = path.encode("utf-8", "replace").decode()
    header = cookie_header(path, RefusedForm(why="x"), secure=False)
    assert header.isascii()
    assert header.isprintable()
    assert header.count(";") == 4
    assert cookie_name(path) != cookie_name(f"{path}/")


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/tables", "/"),
        ("/tables/check", None),
        ("/t/abc/sit", "/t/abc"),
        ("/t/abc/push/end", "/t/abc"),
        ("/t/abc/house", "/t/abc/house"),
        ("/t/abc/coach", "/t/abc"),
        ("/g/abc/again", "/g/abc"),
        ("/g/abc/coach", "/g/abc/coach"),
        ("/join", "/join"),
        ("/daily", "/daily"),
        ("/settings", "/settings"),
        ("/nowhere", None),
        ("/rules/classic", None),
        ("//t/abc/sit", None),
    ],
)
def test_each_form_is_on_one_page(path: str, page: str | None) -> None:
    assert page_of_form(path) == page
