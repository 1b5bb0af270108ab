"""Parts of a page that are made once and used again for whoever is to see the same: `{% memo … %}`.

    {% memo f.rows, f.asks %} … {% endmemo %}

What is inside must follow from the values named (frozen, so that they can be looked up) and the language, and
from nothing else. Who chooses a card changes one mark on everybody's page; all the rest is found here.
"""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup

from sixth.language import current

T = TypeVar("T")

_MOST: Final = 8192
"""Parts held, of about a kilobyte each."""


class Same(Generic[T]):
    """A value that is looked for by what it is, not by what it holds, so that nothing has to be compared.

    For values that cannot change. Whoever holds a `Same` holds the value, so nothing else comes to its place.
    """

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value


class Memo(Extension):
    """The tag."""

    tags = {"memo"}  # noqa: RUF012 # as Jinja has it

    def __init__(self, environment: Any) -> None:
        super().__init__(environment)
        self._made: OrderedDict[tuple[object, ...], Markup] = OrderedDict()

    def parse(self, parser: Parser) -> nodes.Node:
        """The tag and what is inside as a call of `_part`."""
        line = next(parser.stream).lineno
        values = parser.parse_tuple()
        inside = parser.parse_statements(("name:endmemo",), drop_needle=True)
        where = nodes.Const(f"{parser.name} {line}")
        return nodes.CallBlock(self.call_method("_part", [where, values]), [], [], inside).set_lineno(line)

    def _part(self, where: str, values: object, caller: Callable[[], str]) -> Markup:
        key = (where, current(), values)
        part = self._made.get(key)
        if part is None:
            part = self._made[key] = Markup(caller())
            if len(self._made) > _MOST:
                self._made.popitem(last=False)
        else:
            self._made.move_to_end(key)
        return part
