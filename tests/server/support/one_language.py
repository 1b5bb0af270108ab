"""Sentences on a page that are in another language than the page, found by the catalogues."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from babel.messages.catalog import Message

from scripts import words
from sixth.i18n import LANGUAGES, SOURCE
from tests.server.support.pages import Element, Page

_READ: Final = {"aria-label", "title", "placeholder", "alt", "content", "data-words", "data-none"}
"""Attributes whose text people read or hear."""

_INLINE: Final = {"a", "b", "small", "span", "bdi", "strong", "em", "i", "code", "time"}
_PLACE: Final = re.compile(r"\{\w*\}")
_LEAST: Final = 2
"""Words of a sentence that tells languages apart; a single word may be the same in two."""


def _forms(text: Any) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


@cache
def _said_in(code: str) -> frozenset[str]:
    """Return all that the site can say in a language, with places for names and numbers."""
    catalogue = words.read(next(each for each in LANGUAGES if each != SOURCE) if code == SOURCE else code)

    def of(message: Message) -> tuple[str, ...]:
        return _forms(message.id if code == SOURCE else message.string)

    return frozenset(form for message in catalogue if message.id for form in of(message))


class _Sentences:
    """The sentences of other languages than one, which that one does not say."""

    def __init__(self, code: str) -> None:
        own = _said_in(code)
        self._plain: dict[str, str] = {}
        self._open: list[tuple[str, re.Pattern[str], str]] = []
        for other in LANGUAGES:
            for sentence in _said_in(other) - own if other != code else ():
                fixed = _PLACE.split(sentence)
                if sum(len(re.findall(r"[^\W\d_]{2,}", part)) for part in fixed) < _LEAST:
                    continue
                if len(fixed) == 1:
                    self._plain[" ".join(sentence.split())] = other
                else:
                    pattern = "(.+?)".join(re.escape(" ".join(f"|{part}|".split())[1:-1]) for part in fixed)
                    longest = max((" ".join(f"|{part}|".split())[1:-1] for part in fixed), key=len)
                    self._open.append((longest, re.compile(pattern), other))

    def language_of(self, text: str) -> str | None:
        """Return the language of a text if it is a sentence of one of the others."""
        if found := self._plain.get(text):
            return found
        return next(
            (code for part, pattern, code in self._open if part in text and pattern.fullmatch(text)), None
        )


@cache
def _sentences(code: str) -> _Sentences:
    return _Sentences(code)


@cache
def _language_of(text: str, code: str) -> str | None:
    """Return the other language of which a text on a page in `code` is a sentence; most are on many pages."""
    return _sentences(code).language_of(text)


def texts(page: Page) -> Iterator[str]:
    """Yield what people read and hear of a page, and what its scripts are told, except where it is marked.

    An element with a `lang` of its own, such as the name of a language, says itself in which language it is.
    """
    html = next(each for each in page.elements if each.tag == "html")
    yield from _texts(html, html)


def _texts(one: Element, html: Element) -> Iterator[str]:
    if one is not html and "lang" in one.attributes:
        return
    yield from (value for name, value in one.attributes.items() if name in _READ)
    if one.tag in ("script", "style"):
        if one.attributes.get("type") == "application/json":
            yield from _values(json.loads("".join(each for each in one.inside if isinstance(each, str))))
        return
    inner = [each for each in one.inside if isinstance(each, Element)]
    if inner and all(each.tag in _INLINE for each in inner):
        # A sentence with a link or a name in it.
        yield one.text
    for each in one.inside:
        if isinstance(each, str):
            yield each
        else:
            yield from _texts(each, html)


def _values(known: Any) -> Iterator[str]:
    """Yield the texts in what a script is told; the names of its fields are no texts."""
    if isinstance(known, str):
        yield known
    elif isinstance(known, Mapping):
        for each in known.values():
            yield from _values(each)
    elif isinstance(known, Iterable):
        for each in known:
            yield from _values(each)


def foreign_texts(page: Page, code: str) -> list[str]:
    """Return the texts of a page in the language `code` that are sentences of another language."""
    said = {" ".join(each.split()) for each in texts(page)}
    return sorted(f"{other}: {each}" for each in said if (other := _language_of(each, code)))
