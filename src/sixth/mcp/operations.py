"""Operations of the API that a model may call, read from the document of the site (OpenAPI)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote

Json = dict[str, Any]

TAGS: Final = frozenset({"what there is", "tables", "seats", "play", "games that are over", "the daily deal"})
"""The parts of the API that are offered; the others take tokens that are not those of a seat at a table."""

_NEWS: Final = "application/x-ndjson"
_LINES: Final = "application/jsonl"
_REFERENCE: Final = "#/components/schemas/"

WAIT: Final = "wait"
"""The name of the tool for the operation that streams the events of a table."""

_WAIT_ABOUT: Final = (
    "Wait until the table asks your seat for something, the game is over, or `seconds` have passed. Returns"
    " the lines of news since `since`, or else since your last call."
)

MAX_WAIT_S: Final = 60
_SECONDS: Final[Json] = {"type": "integer", "minimum": 1, "maximum": MAX_WAIT_S, "default": 30}


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """An operation: how it is requested, and what the model is told about it.

    `schema` describes all arguments, of the path, the query and the body together.
    """

    name: str
    about: str
    method: str
    path: str
    schema: Json
    query: frozenset[str]
    body: frozenset[str]
    content: frozenset[str]

    @property
    def streams(self) -> bool:
        """Whether the answer is news that goes on."""
        return _NEWS in self.content

    @property
    def has_lines(self) -> bool:
        """Whether the answer is several lines of JSON."""
        return _LINES in self.content

    @property
    def only_reads(self) -> bool:
        """Whether the operation changes nothing."""
        return self.method == "GET"

    @property
    def arguments(self) -> Mapping[str, Json]:
        """The schemas of the arguments, by name."""
        arguments: Mapping[str, Json] = self.schema["properties"]
        return arguments

    def address(self, arguments: Mapping[str, Any]) -> str:
        """Return the path with the `arguments` that belong there."""
        return self.path.format_map({name: quote(str(value), safe="") for name, value in arguments.items()})


def operations_of(document: Json) -> dict[str, Operation]:
    """Return the operations in the `document` of a site that are offered, by the names of their tools."""
    operations = (
        _operation(path, method, described, document["components"]["schemas"])
        for path, methods in document["paths"].items()
        for method, described in methods.items()
        if TAGS & {*described.get("tags", ())}
    )
    return {each.name: each for each in operations}


def _operation(path: str, method: str, described: Json, schemas: Json) -> Operation:
    body_schema = described.get("requestBody", {}).get("content", {}).get("application/json", {})
    body = _resolved(body_schema.get("schema", {}), schemas)
    # A model is a bot, and says so at the table.
    fields = {
        name: field
        for name, field in body.get("properties", {}).items()
        if (name, field.get("type")) != ("bot", "boolean")
    }
    parameters = described.get("parameters", ())
    properties = {each["name"]: each["schema"] for each in parameters} | fields
    required = [each["name"] for each in parameters if each.get("required")] + body.get("required", [])
    content = frozenset(
        each for answer in described["responses"].values() for each in answer.get("content", ())
    )
    streams = _NEWS in content
    if streams:
        properties["seconds"] = _SECONDS
    schema: Json = {"type": "object", "properties": properties, "required": required}
    used = {name: schemas[name] for name in sorted({*_references(properties, schemas)})}
    return Operation(
        name=WAIT if streams else described["operationId"],
        about=_WAIT_ABOUT if streams else described["description"],
        method=method.upper(),
        path=path,
        schema=_local({**schema, "additionalProperties": False, **({"$defs": used} if used else {})}),
        query=frozenset(each["name"] for each in parameters if each["in"] == "query"),
        body=frozenset(fields),
        content=content,
    )


def _resolved(schema: Json, schemas: Json) -> Json:
    """Return the schema that `schema` refers to, or `schema` itself."""
    resolved: Json = schemas[schema["$ref"].removeprefix(_REFERENCE)] if "$ref" in schema else schema
    return resolved


def _references(value: Any, schemas: Json) -> Iterator[str]:
    """Yield the names of all schemas that `value` refers to, directly or through others."""
    if isinstance(value, dict):
        reference = value.get("$ref")
        if isinstance(reference, str):
            name = reference.removeprefix(_REFERENCE)
            yield name
            yield from _references(schemas[name], schemas)
        for each in value.values():
            yield from _references(each, schemas)
    elif isinstance(value, list):
        for each in value:
            yield from _references(each, schemas)


def _local(value: Any) -> Any:
    """Return a schema whose references lead to its own `$defs`, without titles that repeat names."""
    if isinstance(value, dict):
        return {
            name: f"#/$defs/{each.removeprefix(_REFERENCE)}" if name == "$ref" else _local(each)
            for name, each in value.items()
            if not (name == "title" and isinstance(each, str))
        }
    return [_local(each) for each in value] if isinstance(value, list) else value
