"""Parts of a page that are made once and used again for whoever is to see the same, and not sent twice.

    {% memo f.rows, f.asks %} … {% endmemo %}
    {% part "rows" follows.rows(f) %}<ol id="rows"> … </ol>{% endpart %}

What is inside must follow from the values named (which can be looked up) and the language, and from nothing
else. Who chooses a card changes one mark on everybody's page; all the rest is found here.

A `part` is one element with an `id`, or nothing. A page that `has` it already, as a stream has sent it there
before, gets an empty element of that name, which stands for what the page has there (`table/same.js`). What
each who sits at the table sees otherwise is theirs (`{% part "held" own … %}`), and is not kept for others.
"""

import re
from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from typing import Any, Final, Generic, TypeVar

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup

from sixth.language import current

T = TypeVar("T")

_MOST: Final = 8192
"""Parts held, of about a kilobyte each."""

_ROOT: Final = re.compile(r'\s*<([a-z]+)[^>]*? id="([a-z]+)"')


_Parts = dict[str, tuple[object, Markup]]
"""Parts by name: what each follows from, and what stands for it."""


_NONE: Final[_Parts] = {}


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


class Has:
    """The parts that a page has: those of the frame that was sent to it last."""

    __slots__ = ("_before", "_now", "seated")

    def __init__(self, *, seated: bool = False) -> None:
        """What a page has to which nothing was sent yet; `seated` is whether it shows somebody their seat."""
        self.seated = seated
        self.forget()

    def forget(self) -> None:
        """Take it for a page that may have nothing, so that it gets all."""
        self._before = self._now = _NONE

    def next(self) -> None:
        """Begin another frame; what the one before did not show is not on the page any more."""
        self._before = self._now
        self._now = {}

    def known(self, name: str, values: object) -> Markup | None:
        """What stands for this part, if the page has the one that follows from these values."""
        known = self._before.get(name)
        if known is None or known[0] != values:
            return None
        self._now[name] = known
        return known[1]

    def gets(self, name: str, values: object, part: Markup) -> None:
        """Know that the page gets this part."""
        root = _ROOT.match(part)
        self._now[name] = values, _instead(*root.groups()) if root else Markup()


@cache
def _instead(tag: str, name: str) -> Markup:
    return Markup('<{0} id="{1}" data-same></{0}>').format(tag, name)


class Memo(Extension):
    """The tags."""

    tags = {"memo", "part"}  # noqa: RUF012 # as Jinja has it

    def __init__(self, environment: Any) -> None:
        super().__init__(environment)
        environment.globals["has"] = None
        self._made: OrderedDict[tuple[object, ...], Markup] = OrderedDict()

    def parse(self, parser: Parser) -> nodes.Node:
        """The tag and what is inside as a call of `_memo` or `_part`."""
        tag = next(parser.stream)
        given: list[nodes.Expr] = [nodes.Const(f"{parser.name} {tag.lineno}")]
        more: list[nodes.Keyword] = []
        if tag.value == "part":
            given = [nodes.Const(parser.stream.expect("string").value), nodes.Name("has", "load")]
            more = [nodes.Keyword("own", nodes.Const(parser.stream.skip_if("name:own")))]
        given.append(parser.parse_tuple())
        inside = parser.parse_statements((f"name:end{tag.value}",), drop_needle=True)
        made = self.call_method(f"_{tag.value}", given, more)
        return nodes.CallBlock(made, [], [], inside).set_lineno(tag.lineno)

    def _memo(self, where: str, values: object, caller: Callable[[], str]) -> Markup:
        key = (where, current(), values)
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = _lineless(caller())
            if len(self._made) > _MOST:
                self._made.popitem(last=False)
        else:
            self._made.move_to_end(key)
        return made

    def _part(
        self, name: str, has: Has | None, values: object, caller: Callable[[], str], *, own: bool
    ) -> Markup:
        if has is None:
            return self._memo(name, values, caller)
        known = has.known(name, values)
        if known is not None:
            return known
        made = _lineless(caller()) if own and has.seated else self._memo(name, values, caller)
        has.gets(name, values, made)
        return made


def _lineless(html: str) -> Markup:
    """The same on one line, as each costs something whenever it is sent."""
    return Markup(html.replace("\n", " "))
