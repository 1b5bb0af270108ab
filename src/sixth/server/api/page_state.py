"""Models of the state of a table's page, for the document of the API.

`server.protocol.state` makes that state, and a test holds it to these models; the page's scripts have their
types from the document (`scripts/page_types.py`).
"""

from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from sixth.server.api.answers import TableFacts, ViewShown


class PageClock(BaseModel):
    """The clocks, as `ClockShown`; times are milliseconds since 1970, UTC."""

    until: list[int | None]
    banks: list[int]
    pause: int | None
    extended: bool


class PageState(TableFacts):
    """The state of a table's page, which a line of the page has under `full`.

    The page derives the rest (what is asked, which answers are legal). `changed` are the options that the
    host changed last, `coached` the seats that turned the coach's comments on or off, in this order.
    `practice` is whether the day of a daily deal was over.
    """

    practice: bool
    changed: list[str]
    coached: list[tuple[int, bool]]
    clock: PageClock | None
    view: ViewShown | None


def page_schemas() -> dict[str, Any]:
    """Return the schemas of a page's state and of all that it holds, by name, for the document."""
    _, document = models_json_schema([(PageState, "validation")], ref_template="#/components/schemas/{model}")
    schemas: dict[str, Any] = document["$defs"]
    return schemas
