"""Pages as a reader without scripts has them: elements, forms, cards."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from html import unescape
from typing import Final

_RAW = {"script", "style"}
"""Elements whose text has neither tags nor references."""

_VOID = {"br", "hr", "img", "input", "link", "meta"}


@dataclass(slots=True)
class Element:
    """An element of a page with what is inside it."""

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
        if tag in ("", self.tag):
            yield self
        for each in self.inside:
            if type(each) is Element:
                yield from each.all(tag)

    def copied(self) -> "Element":
        """The same once more."""
        inside = [each if isinstance(each, str) else each.copied() for each in self.inside]
        return Element(self.tag, dict(self.given), inside)


@dataclass
class Form:
    """A form: where it goes, what it sends whatever is pressed, what may be chosen, what may be pressed."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    typed: set[str] = field(default_factory=set)
    buttons: list[tuple[str, str]] = field(default_factory=list)


class Page:
    """What a page, or a part of one, offers and shows."""

    def __init__(self, html: str, root: Element | None = None) -> None:
        self.html = html
        self.root = root or _read(html)
        self.elements = tuple(self.root.all())
        self.by_id = {each.given["id"]: each for each in self.elements if "id" in each.given}
        main = next((each for each in self.elements if each.tag == "main" and "data-v" in each.given), None)
        self.version = int(main.given["data-v"]) if main else None
        self.asks = main.given["data-asks"] if main else ""

    def patched(self, patch: str, version: int | None = None, *, without: Element | None = None) -> "Page":
        """The page after a patch that leads to that version, as `static/table/patch.js` makes it.

        `without` is a change that is left out of it.
        """
        root = self.root.copied()
        known = {each.id: each for each in root.all() if each.id}
        for change in _read(patch).inside:
            if change == without:
                continue
            if isinstance(change, Element):
                _change(root, known, change)
            else:
                assert not change.strip(), change
        for main in root.all("main"):
            if version is not None:
                main.given["data-v"] = str(version)
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
        for name, value in change.given.items():
            if name != "to":
                old.given.pop(name, None)
                old.given |= {name: value} if value else {}
    elif change.tag == "p-cut":
        for each in root.all():
            each.inside = [inner for inner in each.inside if inner is not old]
    elif "data-keep" not in old.given:
        old.tag, old.given, old.inside = change.tag, change.given, change.inside


# The parser of the standard library takes ten times as long, and tests read thousands of pages.
_GIVEN: Final = r"""((?:[^>"']++|"[^"]*"|'[^']*')*+)"""
_PIECE: Final = re.compile(
    rf"""([^<]*+)(?:<(script|style)(?=[\s>]){_GIVEN}>(.*?)</\2\s*>|</([a-z][^\s/>]*)\s*>|"""
    rf"""<([a-z][^\s/>]*){_GIVEN}>|<!--.*?-->|<![^>]*>|(<)|\Z)""",
    re.DOTALL | re.IGNORECASE,
)
"""Text and what follows it: an element with no tags inside, an end or a start tag, a comment, a doctype."""

_ATTRIBUTE: Final = re.compile(r"""([^\s=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?""")


def _read(html: str) -> Element:
    """Return the root of HTML whose elements are closed in order, as those of our pages are."""
    root = Element("", {}, [])
    above, inside = [root], root.inside
    for text, raw, of_raw, body, closed, tag, given, stray in _PIECE.findall(html):
        assert not stray, "a < is no tag"
        if text:
            inside.append(unescape(text) if "&" in text else text)
        if tag:
            element = Element(tag.lower(), dict(_attributes(given)), [])
            inside.append(element)
            if element.tag not in _VOID and not given.endswith("/"):
                above.append(element)
                inside = element.inside
        elif closed:
            element = above.pop()
            assert element.tag == closed.lower(), f"</{closed}> stands where </{element.tag}> should"
            inside = above[-1].inside
        elif raw:
            inside.append(Element(raw.lower(), dict(_attributes(of_raw)), [body] if body else []))
    return root


@cache
def _attributes(text: str) -> dict[str, str]:
    found = _ATTRIBUTE.findall(text)
    return {name.lower(): unescape(double or single or bare) for name, double, single, bare in found}
