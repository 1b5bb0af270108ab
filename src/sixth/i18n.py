"""The words of the program in the language of whoever reads them: on a page, in a stream, in a terminal.

Texts are looked up in a dictionary in memory. (`gettext.gettext` would look for files on disk at every call.)
Babel is imported where it is used: words of the source need none of it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO
from math import ceil
from typing import Final, Literal

from sixth.rules.sentence import AnyOf, Sentence

SOURCE: Final = "en"
"""The language that the program is written in."""

LANGUAGES: Final[Mapping[str, str]] = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "it": "Italiano",
    "id": "Bahasa Indonesia",
}
"""Each language by its code (BCP 47), called as its speakers call it."""

_LOCALES: Final = {"en": "en_GB"}
"""Whose lists, numbers and dates a language takes where the language alone does not say."""

_OLD_CODES: Final = {"in": "id"}

_HEADER_LENGTH: Final = 500

_PREFERENCE: Final = re.compile(r"([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,5})(?:;q=([01](?:\.[0-9]{0,3})?))?")
"""One of the languages of an `Accept-Language` header, with its weight."""

_reader: ContextVar[str] = ContextVar("language", default=SOURCE)


def current() -> str:
    """The code of the language in use."""
    return _reader.get()


@contextmanager
def use(code: str) -> Iterator[None]:
    """Speak the language `code`, one of `LANGUAGES`, to the end of the block."""
    before = _reader.set(code if code in LANGUAGES else SOURCE)
    try:
        yield
    finally:
        _reader.reset(before)


def gettext(text: str) -> str:
    """`text` in the language in use."""
    return _translated(_reader.get(), text)


@lru_cache(8192)
def _translated(code: str, text: str) -> str:
    return _catalogue(code).gettext(text)


def ngettext(one: str, many: str, count: int) -> str:
    """The form of a text that fits `count`, in the language in use."""
    return _catalogue(_reader.get()).ngettext(one, many, count)


@cache
def _catalogue(code: str) -> NullTranslations:
    if code == SOURCE:
        return NullTranslations()
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    with files("sixth").joinpath(f"locale/{code}/LC_MESSAGES/sixth.po").open("rb") as file:
        write_mo(compiled, read_po(file, locale=code))
    compiled.seek(0)
    return GNUTranslations(compiled)


def read_all() -> None:
    """Have every catalogue in memory, so that no reader waits for one."""
    for code in LANGUAGES:
        _catalogue(code)


def said(sentence: Sentence) -> str:
    """What the rules, or a table, have to say, in the language in use."""
    template = gettext(sentence.template)
    if not sentence.values:
        return template
    return template.format(**{name: _value(value) for name, value in sentence.values.items()})


def _value(value: object) -> object:
    if isinstance(value, Sentence):
        return said(value)
    return or_list(value.words) if isinstance(value, AnyOf) else value


# ------------------------------------------------------------------ lists and numbers


def and_list(words: Iterable[str]) -> str:
    """Several words as one phrase: "Ana, Bo and Cy"."""
    return _list(tuple(words), "standard", _locale())


def or_list(words: Iterable[str]) -> str:
    """Words to choose from as one phrase: "random, draft or halves"."""
    return _list(tuple(words), "or", _locale())


@lru_cache(4096)
def _list(words: tuple[str, ...], style: Literal["standard", "or"], locale: str) -> str:
    from babel.lists import format_list

    return format_list(words, style=style, locale=locale)


def number_text(number: float, *, digits: int = 0) -> str:
    """A number with so many decimal places."""
    from babel.numbers import format_decimal

    return format_decimal(number, format=f"#,##0.{'0' * digits}" if digits else "#,##0", locale=_locale())


def percent_text(share: float) -> str:
    """A share of 1 as a percentage, with one decimal place."""
    from babel import Locale
    from babel.numbers import format_percent

    pattern = Locale.parse(_locale()).percent_formats[None].pattern.replace("#,##0", "#,##0.0")
    return format_percent(share, format=pattern, locale=_locale())


def moment_text(moment: datetime) -> str:
    """A day and a time."""
    from babel.dates import format_datetime

    return format_datetime(moment, format="medium", locale=_locale())


_UNITS: Final = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))

_SHORT: Final = 600
"""Seconds: what is less is written as minutes and seconds, 4:05."""


def duration_text(seconds: int) -> str:
    """How long something lasts, in the largest unit that fits exactly: "20 seconds", "3 days"."""
    from babel.units import format_unit

    unit, length = next(each for each in _UNITS if seconds % each[1] == 0)
    return format_unit(seconds // length, f"duration-{unit}", length="long", locale=_locale())


def left_text(seconds: float) -> str:
    """How much time is left, in numbers where it is short and in words where it is not."""
    from babel.dates import format_timedelta

    whole = max(0, ceil(seconds))
    if whole < _SHORT:
        return f"{whole // 60}:{whole % 60:02}"
    return format_timedelta(timedelta(seconds=whole), threshold=2, granularity="minute", locale=_locale())


def _locale() -> str:
    code = _reader.get()
    return _LOCALES.get(code, code)


# ------------------------------------------------------------------ who reads what


def best(wanted: Iterable[str]) -> str:
    """The code of the first language in `wanted` that there is, whatever its country; else English."""
    asked = (re.split("[-_.@]", code.strip().lower(), maxsplit=1)[0] for code in wanted)
    return next(
        (code for code in (_OLD_CODES.get(code, code) for code in asked) if code in LANGUAGES), SOURCE
    )


def best_for_header(header: str) -> str:
    """The language for an `Accept-Language` header; what makes no sense in it is passed over."""
    return _best_for(header[:_HEADER_LENGTH])


@lru_cache(1000)
def _best_for(header: str) -> str:
    found = (_PREFERENCE.fullmatch("".join(each.split())) for each in header.split(","))
    asked = [(float(each[2] or 1), each[1]) for each in found if each]
    return best(code for weight, code in sorted(asked, key=lambda one: -one[0]) if weight)


def best_for_system(environment: Mapping[str, str]) -> str:
    """The language for a terminal: `SIXTH_LANG`, or what the settings of the system ask for."""
    for name in ("SIXTH_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return best(environment[name][:_HEADER_LENGTH].split(":"))
    return SOURCE
