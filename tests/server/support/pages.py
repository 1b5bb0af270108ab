"""Pages as a reader without scripts receives them: elements, forms, cards."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from html import unescape
from typing import Final, NamedTuple

_RAW = {"script", "style"}
"""Elements whose text has neither tags nor references."""

_VOID = {"br", "hr", "img", "input", "link", "meta"}


@dataclass(slots=True)
class Element:
    """An element of a page: its tag, attributes and content.

    Elements may share their attributes, so these are replaced rather than changed.
    """

    tag: str
    attributes: dict[str, str]
    inside: "list[Element | str]"

    @property
    def id(self) -> str:
        """The id, or ""."""
        return self.attributes.get("id", "")

    @property
    def classes(self) -> list[str]:
        """The classes."""
        return self.attributes.get("class", "").split()

    @property
    def text(self) -> str:
        """The readable text inside, with single spaces."""
        return " ".join(" ".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        for each in self.inside if self.tag not in _RAW else ():
            if isinstance(each, str):
                yield each
            else:
                yield from each._texts()

    def all(self, tag: str = "") -> "Iterator[Element]":
        """Return this element and all elements inside, or only those with `tag`."""
        elements: list[Element] = []
        self._gather(elements)
        return (each for each in elements if tag in ("", each.tag))

    def _gather(self, elements: "list[Element]") -> None:
        elements.append(self)
        for each in self.inside:
            if type(each) is Element:
                each._gather(elements)


@dataclass
class Form:
    """A form: its address, fields with their values, choices, text fields (`typed`) and buttons.

    `actions` are the addresses to which its buttons send it.
    """

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    typed: set[str] = field(default_factory=set)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    actions: dict[tuple[str, str], str] = field(default_factory=dict)


class Page:
    """A page, or a part of one."""

    def __init__(self, html: str, root: Element | None = None) -> None:
        self.html = html
        self.elements = tuple(root.all() if root else _read(html))
        self.root = self.elements[0]
        self.by_id = {each.attributes["id"]: each for each in self.elements if "id" in each.attributes}
        main = next(
            (each for each in self.elements if each.tag == "main" and "data-v" in each.attributes), None
        )
        self.version = int(main.attributes["data-v"]) if main else None
        self.asks = main.attributes["data-asks"] if main else ""

    def text(self, id: str) -> str:
        """Return the text of the element with this id; "" if there is none."""
        return self.by_id[id].text if id in self.by_id else ""

    @property
    def cards(self) -> list[int]:
        """The cards on the page; text, class, id and value of each must name the same card."""
        return [_card(each) for each in self.elements if "card" in each.classes]

    @property
    def chosen(self) -> int | None:
        """The card that is marked as chosen."""
        pressed = [each for each in self.elements if each.tag == "button"]
        pressed = [each for each in pressed if each.attributes.get("aria-pressed") == "true"]
        assert len(pressed) < 2
        return int(pressed[0].attributes["value"]) if pressed else None

    @cached_property
    def forms(self) -> dict[str, Form]:
        """The forms by their ids or addresses."""
        forms: dict[str, Form] = {}
        for element in self.elements:
            if element.tag != "form" or element.attributes["method"] == "get":
                continue
            assert element.attributes["method"] == "post"
            form = Form(element.attributes["action"])
            forms[element.id or form.action] = form
            for each in element.all():
                if "form" not in each.attributes:
                    _note(form, each)
        for each in self.elements:
            if "form" in each.attributes:
                _note(forms[each.attributes["form"]], each)
        return forms


def _note(form: Form, each: Element) -> None:
    name, value = each.attributes.get("name", ""), each.attributes.get("value", "")
    if each.tag == "button":
        form.buttons.append((name, value))
        form.actions[name, value] = each.attributes.get("formaction", form.action)
    elif each.tag == "select":
        options = [(option.attributes.get("value", option.text), option) for option in each.all("option")]
        form.choices[name] = [value for value, _ in options]
        selected = [value for value, option in options if "selected" in option.attributes]
        form.fields[name] = (selected or form.choices[name])[0]
    elif each.tag == "input" and each.attributes.get("type") in ("radio", "checkbox"):
        form.choices.setdefault(name, []).append(value)
        if "checked" in each.attributes:
            form.fields[name] = value
    elif each.tag == "input":
        form.fields[name] = value
        if each.attributes.get("type") != "hidden":
            form.typed.add(name)


def _card(element: Element) -> int:
    numbers = [int(each.text) for each in element.all("b")]
    numbers += [int(match[1]) for each in element.classes if (match := re.fullmatch(r"c(\d+)", each))]
    numbers += [int(element.id[1:])] if re.fullmatch(r"[a-z]\d+", element.id) else []
    numbers += [int(element.attributes["value"])] if "value" in element.attributes else []
    assert len(set(numbers)) == 1, f"a card has the numbers {numbers}"
    return numbers[0]


# The parser of the standard library takes thirty times as long, and tests read thousands of pages, whose
# pieces are mostly the same.
_ATTRIBUTES: Final = r"""((?:[^>"']++|"[^"]*"|'[^']*')*+)"""
_PIECE: Final = re.compile(
    rf"""(?:(script|style)(?=[\s>]){_ATTRIBUTES}>(.*?)</\1\s*|/([a-z][^\s/>]*)\s*|"""
    rf"""(?!(?:script|style)[\s>])([a-z][^\s/>]*){_ATTRIBUTES}|!--.*?--|!(?!--)[^>]*)>([^<]*)""",
    re.DOTALL | re.IGNORECASE,
)
"""The text after a <: an element without tags inside, a start or an end tag, a comment; then text."""

_ATTRIBUTE: Final = re.compile(r"""([^\s=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?""")


class _Piece(NamedTuple):
    """A tag and the text after it; the tag begins or ends an element, is a whole one, or none."""

    begins: str
    ends: str
    is_whole: bool
    attributes: dict[str, str]
    body: str
    text: str


def _read(html: str) -> list[Element]:
    """Return the root of HTML and all its elements, which must be closed in order."""
    root = Element("", {}, [])
    elements, above, inside = [root], [root], root.inside
    before, *pieces = html.split("<")
    if before:
        inside.append(unescape(before))
    start: str | None = None
    for each in pieces:
        source = each if start is None else f"{start}<{each}"
        piece = _piece(source)
        if piece is None:
            # The next < is no tag: it is in a script or an attribute.
            start = source
            continue
        start = None
        begins, ends, is_whole, attributes, body, text = piece
        if begins:
            element = Element(begins, attributes, [body] if body else [])
            elements.append(element)
            inside.append(element)
            if not is_whole:
                above.append(element)
                inside = element.inside
        elif ends:
            element = above.pop()
            assert element.tag == ends, f"</{ends}> stands where </{element.tag}> should"
            inside = above[-1].inside
        if text:
            inside.append(text)
    assert start is None, "a < is no tag"
    return elements


@lru_cache(20_000)
def _piece(html: str) -> _Piece | None:
    """Return the piece after a <; None if it goes on beyond the next <."""
    match = _PIECE.fullmatch(html)
    if match is None:
        return None
    raw, of_raw, body, end, tag, attributes, text = (each or "" for each in match.groups())
    is_whole = bool(raw) or tag.lower() in _VOID or attributes.endswith("/")
    return _Piece(
        (raw or tag).lower(), end.lower(), is_whole, _attributes(of_raw or attributes), body, unescape(text)
    )


def _attributes(text: str) -> dict[str, str]:
    groups = _ATTRIBUTE.findall(text)
    return {name.lower(): unescape(double or single or bare) for name, double, single, bare in groups}
