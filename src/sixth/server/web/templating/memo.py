"""Parts of a page that are made once and used again for whoever is to see the same, and not sent twice.

    {% memo f.rows, f.asks %} … {% endmemo %}
    {% part "rows" follows.rows(f) %}<ol id="rows"> … </ol>{% endpart %}

What is inside must follow from the values named (which can be looked up) and the language, and from nothing
else. Who chooses a card changes one mark on everybody's page; all the rest is found here.

A `part` is one element with an `id`, or nothing. A page that `has` it already, as a stream has sent it there
before, gets an empty element of that name, which stands for what the page has there (`table/same.js`). A
part that each seat sees otherwise (`{% part "held" own … %}`) is not kept when it is made for the stream of
somebody seated; made for a whole page, or for a spectator, it is kept like any other.
"""

import re
from collections import OrderedDict
from functools import cache
from itertools import count
from typing import Any, Final, Generic, TypeVar

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup

from sixth.i18n import current_language

T = TypeVar("T")

_MAX_PARTS: Final = 2048
"""Parts held, of about a kilobyte each: those of a moment. More of them are no gain, as memory is slow."""

_ROOT: Final = re.compile(r'\s*<([a-z]+)[^>]*? id="([a-z]+)"')


_Parts = dict[str, tuple[object, Markup]]
"""Parts by name: what each follows from, and what stands for it."""


_NONE: Final[_Parts] = {}


class IdentityKey(Generic[T]):
    """A value that is looked for by what it is, not by what it holds, so that nothing has to be compared.

    For values that cannot change. Whoever holds a `Same` holds the value, so nothing else comes to its place.
    """

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IdentityKey) and self.value is other.value


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
        self._numbers = count()

    def parse(self, parser: Parser) -> list[nodes.Node]:
        """The tag as: find it; if it is not there, make what is inside, and keep that; show it."""
        tag = next(parser.stream)
        if tag.value == "part":
            which: list[nodes.Expr] = [
                nodes.Const(parser.stream.expect("string").value),
                nodes.Name("has", "load"),
                nodes.Const(parser.stream.skip_if("name:own")),
            ]
        else:
            which = [nodes.Const(f"{parser.name} {tag.lineno}"), nodes.Const(None), nodes.Const(False)]
        values = parser.parse_tuple()
        inside = parser.parse_statements((f"name:end{tag.value}",), drop_needle=True)
        key, made = parser.free_identifier(), parser.free_identifier()
        for each in (key, made):
            # A parser's own names begin anew with each template, and what is included is one with the rest.
            each.name = f"memo{next(self._numbers)}"
        # Not as a block with a caller, which would make a function for it each time, found or not.
        return [
            nodes.Assign(key, values).set_lineno(tag.lineno),
            nodes.Assign(made, self.call_method("_find", [*which, key])).set_lineno(tag.lineno),
            nodes.If(
                nodes.Compare(made, [nodes.Operand("eq", nodes.Const(None))]),
                [
                    nodes.AssignBlock(made, None, inside),
                    nodes.Assign(made, self.call_method("_keep", [*which, key, made])),
                ],
                [],
                [],
            ).set_lineno(tag.lineno),
            nodes.Output([made]).set_lineno(tag.lineno),
        ]

    def _find(self, name: str, has: Has | None, own: bool, values: object) -> Markup | None:  # noqa: FBT001
        """What stands for a part, or what was made of the same values; None if neither is there."""
        if has is not None:
            known = has.known(name, values)
            if known is not None or (own and has.seated):
                return known
        key = (name, current_language(), values)
        made = self._made.get(key)
        if made is not None:
            self._made.move_to_end(key)
            if has is not None:
                has.gets(name, values, made)
        return made

    def _keep(
        self,
        name: str,
        has: Has | None,
        own: bool,  # noqa: FBT001
        values: object,
        html: str,
    ) -> Markup:
        made = _lineless(html)
        if has is not None:
            has.gets(name, values, made)
        if has is None or not (own and has.seated):
            self._made[name, current_language(), values] = made
            if len(self._made) > _MAX_PARTS:
                self._made.popitem(last=False)
        return made


def _lineless(html: str) -> Markup:
    """The same on one line, as each costs something whenever it is sent."""
    return Markup(html.replace("\n", " "))
