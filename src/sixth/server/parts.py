"""Parts of the page of a table as data, ready for JSON: those of features, and some of the site itself.

`static/table/view/parts.js` draws them, and `templates/table/parts.html` on pages without scripts.
"""

from collections.abc import Mapping, Sequence
from typing import Required, TypedDict


class PartShare(TypedDict):
    """The text that goes with a file to another app, and the label of its link where the system shares."""

    text: str
    label: str


class PartLink(TypedDict, total=False):
    """A link, which may look like a button.

    One to a file has the sentence that says what was `saved`, with a place for the `file`, and the name
    of that where the answer has none.
    """

    address: Required[str]
    label: Required[str]
    is_button: bool
    opens_tab: bool
    saved: str
    file: str
    share: PartShare


class PartForm(TypedDict, total=False):
    """A form with one button, which sends hidden `fields`.

    Screen readers read `name` instead of the label. Scripts send a live form without leaving the page, and
    show `asking` until it is answered.
    """

    action: Required[str]
    label: Required[str]
    id: str
    fields: Mapping[str, str]
    name: str
    is_live: bool
    asking: str


class PartField(TypedDict):
    """A text field of the `form` with this id, wherever that is, which sends a `command`.

    After the form was refused, the field has the refused text instead of `value`, and the error beside it.
    """

    id: str
    form: str
    command: str
    name: str
    label: str
    value: str


class PartScript(TypedDict):
    """A script that works in a part with this id and label: its address, and what it is given."""

    address: str
    id: str
    label: str
    given: Mapping[str, str]


class PartDrawing(TypedDict):
    """A drawing of lines that is 100 wide and 12 high: its paths in SVG, and what screen readers read."""

    label: str
    paths: Sequence[str]


class TablePart(TypedDict, total=False):
    """A part of a page, or an item of its list; `kind` is the class of the list, form or sentence.

    A part with a `summary` is folded below it. `code` and what is `drawn` stand behind the text.
    """

    kind: str
    heading: str
    summary: str
    name: str
    text: str
    code: str
    drawn: PartDrawing
    links: Sequence[PartLink]
    small: Sequence[str]
    field: PartField
    form: PartForm
    items: "Sequence[TablePart]"
    script: PartScript
