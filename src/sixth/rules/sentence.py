"""Sentences for people, kept as a template and its values: who shows one can say it in another language.

The rules know no language but that of their source; `sixth.i18n.translate` knows the others.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Words of which one is wanted, as a value of a sentence."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return " or ".join(self.words)


@dataclass(frozen=True, slots=True)
class Sentence:
    """`template` with `values` put in for its `{names}`; a value may be a sentence itself, or `AnyOf`."""

    template: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        # Without values the template is text as it is, braces included.
        return self.template.format(**self.values) if self.values else self.template


def sentence(template: "str | Sentence", /, **values: object) -> Sentence:
    """The sentence that `template` makes with `values`."""
    return template if isinstance(template, Sentence) else Sentence(template, values)
