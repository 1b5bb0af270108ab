"""Sentences for people as a template and its values, so that a display can translate them.

The rules contain English only; `sixth.i18n.translate` returns the sentences of other languages.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Words that a sentence joins with "or"."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return " or ".join(self.words)


@dataclass(frozen=True, slots=True)
class AllOf:
    """Words that a sentence joins with commas and "and"."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        *first, last = self.words
        return f"{', '.join(first)} and {last}" if first else last


@dataclass(frozen=True, slots=True)
class Sentence:
    """A `template` and the `values` of its `{names}`.

    A value may be a `Sentence`, `AnyOf` or `AllOf`. Programs recognize a sentence by its `code`, which may
    be empty.
    """

    template: str
    values: Mapping[str, object] = field(default_factory=dict)
    code: str = ""

    def __str__(self) -> str:
        # Without values the template is plain text, in which braces stand for themselves.
        return self.template.format(**self.values) if self.values else self.template


def sentence(template: "str | Sentence", /, **values: object) -> Sentence:
    """Return `template` with `values` as a `Sentence`; one that is a `Sentence` already is unchanged."""
    return template if isinstance(template, Sentence) else Sentence(template, values)


class SentenceError(Exception):
    """An error with a stable `code` for programs, and a `sentence` for people that can be translated."""

    def __init__(self, code: str, template: str | Sentence, /, **values: object) -> None:
        # `super().__init__` is not called: `copy` and `pickle` need the `args` of this call.
        self.sentence = replace(sentence(template, **values), code=code)

    @property
    def code(self) -> str:
        """The kind of error, in kebab case."""
        return self.sentence.code

    def __str__(self) -> str:
        return str(self.sentence)
