"""Sentences for people, kept as a template and its values: who shows one can say it in another language.

The rules know no language but that of their source; `sixth.i18n.translate` knows the others.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Words of which one is wanted, as a value of a sentence."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return " or ".join(self.words)


@dataclass(frozen=True, slots=True)
class AllOf:
    """Words of which all are meant, as a value of a sentence."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        *first, last = self.words
        return f"{', '.join(first)} and {last}" if first else last


@dataclass(frozen=True, slots=True)
class Sentence:
    """`template` with `values` put in for its `{names}`.

    A value may be a sentence itself, `AnyOf` or `AllOf`.
    `code` names the sentence for programs, which never look at its words; it may be empty.
    """

    template: str
    values: Mapping[str, object] = field(default_factory=dict)
    code: str = ""

    def __str__(self) -> str:
        # Without values the template is text as it is, braces included.
        return self.template.format(**self.values) if self.values else self.template


def sentence(template: "str | Sentence", /, **values: object) -> Sentence:
    """Return the sentence that `template` makes with `values`."""
    return template if isinstance(template, Sentence) else Sentence(template, values)


class SentenceError(Exception):
    """An error with a stable `code` for programs, and a `sentence` for people that can be translated."""

    def __init__(self, code: str, template: str | Sentence, /, **values: object) -> None:
        # `super().__init__` is left out: a copy is made from `args`, which are those of this call.
        self.sentence = replace(sentence(template, **values), code=code)

    @property
    def code(self) -> str:
        """What went wrong, in kebab case."""
        return self.sentence.code

    def __str__(self) -> str:
        return str(self.sentence)
