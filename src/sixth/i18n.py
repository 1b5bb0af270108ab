"""Texts, lists, numbers and dates in the reader's language, on pages, in streams and in terminals.

Texts come from a dictionary in memory; `gettext.gettext` would look for files on the disk at every call.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime, timedelta
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO
from math import ceil
from typing import Final, Literal

from sixth.locale import cldr
from sixth.locale.catalogues import compiled
from sixth.os_errors import os_error
from sixth.rules.sentence import AllOf, AnyOf, Sentence, SentenceError

SOURCE: Final = "en"
"""The language that the program is written in."""

LANGUAGES: Final[Mapping[str, str]] = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "it": "Italiano",
    "id": "Bahasa Indonesia",
}
"""The name of each language in that language, by its code (BCP 47)."""

_OLD_CODES: Final = {"in": "id"}
"""Codes that ISO 639 has replaced, with today's."""

_MAX_HEADER_LENGTH: Final = 500
"""Characters of a header or of an environment variable that are read."""

_PREFERENCE: Final = re.compile(r"([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,5})(?:;q=([01](?:\.[0-9]{0,3})?))?")
"""One of the languages of an `Accept-Language` header, with its weight."""

_language: ContextVar[str] = ContextVar("language", default=SOURCE)


def current_language() -> str:
    """Return the code of the language in use."""
    return _language.get()


@contextmanager
def using_language(code: str) -> Iterator[None]:
    """Use the language `code` within the block; English if it is none of `LANGUAGES`."""
    before = _language.set(code if code in LANGUAGES else SOURCE)
    try:
        yield
    finally:
        _language.reset(before)


def gettext(text: str) -> str:
    """Return `text` in the language in use."""
    return _look_up(_language.get(), text)


@lru_cache(8192)
def _look_up(code: str, text: str) -> str:
    # The empty text stands for the head of a catalogue.
    return text and _catalogue(code).gettext(text)


def ngettext(one: str, many: str, count: int) -> str:
    """Return the form of a text that fits `count`, in the language in use."""
    return _catalogue(_language.get()).ngettext(one, many, count)


@cache
def _catalogue(code: str) -> NullTranslations:
    if code == SOURCE:
        return NullTranslations()
    text = files("sixth").joinpath(f"locale/{code}/LC_MESSAGES/sixth.po").read_text("utf-8")
    return GNUTranslations(BytesIO(compiled(text)))


def load_catalogues() -> None:
    """Read every catalogue into memory, so that no reader waits for one."""
    for code in LANGUAGES:
        _catalogue(code)


def translate(sentence: Sentence) -> str:
    """Return a sentence of the rules, of a table or of an error in the language in use."""
    template = gettext(sentence.template)
    if not sentence.values:
        return template
    return template.format(**{name: _value(value) for name, value in sentence.values.items()})


def clause(sentence: Sentence) -> str:
    """Return a sentence in the language in use without its full stop, to stand within another."""
    return translate(sentence).rstrip(".")


def error_text(error: BaseException) -> str:
    """Return what an error says, in the language in use if it is of the rules or the system."""
    if isinstance(error, SentenceError):
        return translate(error.sentence)
    return translate(os_error(error)) if isinstance(error, OSError) else str(error)


def _value(value: object) -> object:
    if isinstance(value, Sentence):
        return translate(value)
    if isinstance(value, AllOf):
        return and_list(value.words)
    return or_list(value.words) if isinstance(value, AnyOf) else value


# ------------------------------------------------------------------ lists and numbers


def and_list(words: Iterable[str]) -> str:
    """Return several words as one phrase: "Ana, Bo and Cy"."""
    return cldr.list_text(tuple(words), "and", current_language())


def or_list(words: Iterable[str]) -> str:
    """Return words to choose from as one phrase: "random, draft or halves"."""
    return cldr.list_text(tuple(words), "or", current_language())


def number_text(number: float, *, digits: int = 0) -> str:
    """Return a number with `digits` decimal places."""
    return cldr.decimal_text(number, digits, current_language())


def percent_text(share: float, *, digits: int = 1) -> str:
    """Return a share of 1 as a percentage with `digits` decimal places."""
    return cldr.percent_text(share, digits, current_language())


def datetime_text(moment: datetime) -> str:
    """Return a date with its time."""
    return cldr.datetime_text(moment, current_language())


def date_text(day: date, length: Literal["medium", "long"] = "long") -> str:
    """Return a day: "23 November 2026", or "23 Nov 2026"."""
    return cldr.date_text(day, length, current_language())


_UNITS: Final = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))

_SHORT_S: Final = 600
"""Less time than this is written as minutes and seconds: 4:05."""


def duration_text(seconds: int, length: cldr.Length = "long") -> str:
    """Return a duration in the largest unit that fits exactly: "20 seconds", "3 days"; short: "20 sec"."""
    unit, unit_s = next(each for each in _UNITS if seconds % each[1] == 0)
    return cldr.unit_text(seconds // unit_s, unit, length, current_language())


def time_left_text(seconds: float) -> str:
    """Return how much time is left: "4:05" where it is short, "125 minutes" or "3 hours" where it is not."""
    whole = max(0, ceil(seconds))
    if whole < _SHORT_S:
        return f"{whole // 60}:{whole % 60:02}"
    return cldr.duration_text(whole, current_language(), least="minute", next_unit_from=2)


def ago_text(age: timedelta) -> str:
    """Return an age in the largest unit that fits: "3 hours ago"."""
    return cldr.age_text(max(1, round(age.total_seconds())), current_language())


# ------------------------------------------------------------------ the language for a reader


def best_language(codes: Iterable[str]) -> str:
    """Return the first of these languages that Sixth speaks, by its code; English if it speaks none.

    The country in a code such as `de-AT` makes no difference.
    """
    languages = (re.split("[-_.@]", code.strip().lower(), maxsplit=1)[0] for code in codes)
    return next(
        (code for code in (_OLD_CODES.get(each, each) for each in languages) if code in LANGUAGES), SOURCE
    )


def language_for_header(header: str) -> str:
    """Return the language for an `Accept-Language` header, without its malformed parts."""
    return _for_header(header[:_MAX_HEADER_LENGTH])


@lru_cache(1000)
def _for_header(header: str) -> str:
    matches = (_PREFERENCE.fullmatch("".join(each.split())) for each in header.split(","))
    weights = [(float(each[2] or 1), each[1]) for each in matches if each]
    return best_language(code for weight, code in sorted(weights, key=lambda one: -one[0]) if weight)


def system_language(environment: Mapping[str, str]) -> str:
    """Return the language for a terminal: that of `SIXTH_LANG`, or of the system's own settings."""
    for name in ("SIXTH_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return best_language(environment[name][:_MAX_HEADER_LENGTH].split(":"))
    return SOURCE
