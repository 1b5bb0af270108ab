"""Pages as a reader without scripts has them: elements, forms, cards."""

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
    """An element of a page with what is inside it.

    Others may be `given` the same, so it is replaced rather than changed.
    """

    tag: str
    given: dict[str, str]
    inside: "list[Element | str]"

    @property
    def id(self) -> str:
        """Its id, or nothing."""
        return self.given.get("id", "")

    @property
    def classes(self) -> list[str]:
        """Its classes."""
        return self.given.get("class", "").split()

    @property
    def text(self) -> str:
        """All text inside that is to be read, with single spaces."""
        return " ".join(" ".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        for each in self.inside if self.tag not in _RAW else ():
            if isinstance(each, str):
                yield each
            else:
                yield from each._texts()

    def all(self, tag: str = "") -> "Iterator[Element]":
        """It and every element inside, those of that tag only if one is named."""
        found: list[Element] = []
        self._gather(found)
        return (each for each in found if tag in ("", each.tag))

    def _gather(self, found: "list[Element]") -> None:
        found.append(self)
        for each in self.inside:
            if type(each) is Element:
                each._gather(found)

    def copied(self) -> "Element":
        """The same once more."""
        inside = [each if isinstance(each, str) else each.copied() for each in self.inside]
        return Element(self.tag, self.given, inside)


@dataclass
class Form:
    """A form: where it goes, what it sends whatever is pressed, what may be chosen, what may be pressed.

    `actions` is where each of its buttons sends it.
    """

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    typed: set[str] = field(default_factory=set)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    actions: dict[tuple[str, str], str] = field(default_factory=dict)


class Page:
    """What a page, or a part of one, offers and shows."""

    def __init__(self, html: str, root: Element | None = None) -> None:
        self.html = html
        self.elements = tuple(root.all() if root else _read(html))
        self.root = self.elements[0]
        self.by_id = {each.given["id"]: each for each in self.elements if "id" in each.given}
        main = next((each for each in self.elements if each.tag == "main" and "data-v" in each.given), None)
        self.version = int(main.given["data-v"]) if main else None
        self.asks = main.given["data-asks"] if main else ""

    def patched(self, patch: str, *, without: Element | None = None) -> "Page":
        """The page after a patch, as `static/table/patch.js` makes it; `without` is left out of it."""
        root = self.root.copied()
        known = {each.id: each for each in root.all() if each.id}
        for change in _read(patch)[0].inside:
            if change == without:
                continue
            if isinstance(change, Element):
                _change(root, known, change)
            else:
                assert not change.strip(), change
        return Page("", root)

    def text(self, id: str) -> str:
        """The text of the element of that id; nothing if there is none."""
        return self.by_id[id].text if id in self.by_id else ""

    @property
    def cards(self) -> list[int]:
        """The cards it shows; whatever tells which card it is (text, class, id, value) says the same."""
        return [_card(each) for each in self.elements if "card" in each.classes]

    @property
    def chosen(self) -> int | None:
        """The card that is marked as chosen."""
        pressed = [each for each in self.elements if each.tag == "button"]
        pressed = [each for each in pressed if each.given.get("aria-pressed") == "true"]
        assert len(pressed) < 2
        return int(pressed[0].given["value"]) if pressed else None

    @cached_property
    def forms(self) -> dict[str, Form]:
        """Its forms by id, or by where they go."""
        forms: dict[str, Form] = {}
        for element in self.elements:
            if element.tag != "form" or element.given["method"] == "get":
                continue
            assert element.given["method"] == "post"
            form = Form(element.given["action"])
            forms[element.id or form.action] = form
            for each in element.all():
                if "form" not in each.given:
                    _note(form, each)
        for each in self.elements:
            if "form" in each.given:
                _note(forms[each.given["form"]], each)
        return forms


def _note(form: Form, each: Element) -> None:
    name, value = each.given.get("name", ""), each.given.get("value", "")
    if each.tag == "button":
        form.buttons.append((name, value))
        form.actions[name, value] = each.given.get("formaction", form.action)
    elif each.tag == "select":
        options = [(option.given.get("value", option.text), option) for option in each.all("option")]
        form.choices[name] = [value for value, _ in options]
        chosen = [value for value, option in options if "selected" in option.given]
        form.fields[name] = (chosen or form.choices[name])[0]
    elif each.tag == "input" and each.given.get("type") in ("radio", "checkbox"):
        form.choices.setdefault(name, []).append(value)
        if "checked" in each.given:
            form.fields[name] = value
    elif each.tag == "input":
        form.fields[name] = value
        if each.given.get("type") != "hidden":
            form.typed.add(name)


def _card(element: Element) -> int:
    told = [int(each.text) for each in element.all("b")]
    told += [int(found[1]) for each in element.classes if (found := re.fullmatch(r"c(\d+)", each))]
    told += [int(element.id[1:])] if re.fullmatch(r"[a-z]\d+", element.id) else []
    told += [int(element.given["value"])] if "value" in element.given else []
    assert len(set(told)) == 1, f"a card says that it is {told}"
    return told[0]


def _change(root: Element, known: dict[str, Element], change: Element) -> None:
    """Do what one element of a patch says; `known` are the elements by id."""
    to = change.given.get("to", change.id)
    old = known.get(to) if to else next(root.all("title"), None) if change.tag == "title" else None
    if old is None:
        return
    known |= {each.id: each for inner in change.inside if isinstance(inner, Element) for each in inner.all()}
    if change.tag == "p-add":
        old.inside += change.inside
    elif change.tag == "p-set":
        new = {name: value for name, value in change.given.items() if name != "to"}
        kept = {name: value for name, value in old.given.items() if name not in new}
        old.given = kept | {name: value for name, value in new.items() if value}
    elif "data-keep" not in old.given:
        old.tag, old.given, old.inside = change.tag, change.given, change.inside


# The parser of the standard library takes thirty times as long, and tests read thousands of pages, whose
# pieces are mostly the same.
_GIVEN: Final = r"""((?:[^>"']++|"[^"]*"|'[^']*')*+)"""
_PIECE: Final = re.compile(
    rf"""(?:(script|style)(?=[\s>]){_GIVEN}>(.*?)</\1\s*|/([a-z][^\s/>]*)\s*|"""
    rf"""(?!(?:script|style)[\s>])([a-z][^\s/>]*){_GIVEN}|!--.*?--|!(?!--)[^>]*)>([^<]*)""",
    re.DOTALL | re.IGNORECASE,
)
"""What follows a <: an element with no tags inside, a start or an end tag, a comment; then text."""

_ATTRIBUTE: Final = re.compile(r"""([^\s=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?""")


class _Piece(NamedTuple):
    """A tag with the text behind it: one that begins or ends an element, or is one, or neither."""

    begins: str
    ends: str
    is_whole: bool
    given: dict[str, str]
    body: str
    text: str


def _read(html: str) -> list[Element]:
    """Return the root of HTML and all its elements, which are closed in order, as those of our pages are."""
    root = Element("", {}, [])
    found, above, inside = [root], [root], root.inside
    before, *pieces = html.split("<")
    if before:
        inside.append(unescape(before))
    begun: str | None = None
    for each in pieces:
        told = each if begun is None else f"{begun}<{each}"
        piece = _piece(told)
        if piece is None:
            # The next < is no tag: it is in a script, or in what an element is given.
            begun = told
            continue
        begun = None
        begins, ends, is_whole, given, body, text = piece
        if begins:
            element = Element(begins, given, [body] if body else [])
            found.append(element)
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
    assert begun is None, "a < is no tag"
    return found


@lru_cache(20_000)
def _piece(html: str) -> _Piece | None:
    """Read what begins with a <, which is left out; None if it goes on beyond the next one."""
    found = _PIECE.fullmatch(html)
    if found is None:
        return None
    raw, of_raw, body, closed, tag, given, text = (each or "" for each in found.groups())
    is_whole = bool(raw) or tag.lower() in _VOID or given.endswith("/")
    return _Piece(
        (raw or tag).lower(), closed.lower(), is_whole, _attributes(of_raw or given), body, unescape(text)
    )


def _attributes(text: str) -> dict[str, str]:
    found = _ATTRIBUTE.findall(text)
    return {name.lower(): unescape(double or single or bare) for name, double, single, bare in found}
