"""The operations of an OpenAPI document, with what they take and what they return."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a request or an answer: its name, its kind, and whether it is required."""

    name: str
    kind: str
    required: bool


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation: the fields of its query, of the body that it takes, and of the answer that it gives.

    `content` is the kind of the answer as a whole."""

    method: str
    path: str
    about: str
    query: tuple[Field, ...]
    takes: tuple[Field, ...]
    gives: tuple[Field, ...]
    content: str


def groups(document: Json) -> dict[str, list[Operation]]:
    """Return the operations of a document by tag, in the order of the document."""
    operations: dict[str, list[Operation]] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            operations.setdefault(operation["tags"][0], []).append(
                _operation(document, path, method, operation)
            )
    return operations


def _operation(document: Json, path: str, method: str, operation: Json) -> Operation:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    answer = next(each for status, each in operation["responses"].items() if status.startswith("2"))
    kind, content = next(iter(answer["content"].items()))
    schema = content.get("schema", {})
    query = (each for each in operation.get("parameters", ()) if each["in"] == "query")
    return Operation(
        method=method.upper(),
        path=path,
        about=operation["description"],
        query=tuple(
            Field(each["name"], _kind(each["schema"]), each.get("required", False)) for each in query
        ),
        takes=tuple(_fields(document, body)),
        gives=tuple(_fields(document, schema.get("items", schema))),
        content=_kind(schema) if kind == "application/json" else kind,
    )


def _fields(document: Json, schema: Json) -> Iterator[Field]:
    if "$ref" in schema:
        schema = document["components"]["schemas"][_name(schema["$ref"])]
    for name, each in schema.get("properties", {}).items():
        yield Field(name, _kind(each), name in schema.get("required", ()))


def _kind(schema: Json) -> str:
    """Return the kind of JSON of a schema in a few letters."""
    if "$ref" in schema:
        return _name(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(_kind(each) for each in schema["anyOf"])
    if schema.get("type") == "array":
        return f"[{_kind(schema['items'])}]" if "items" in schema else "[…]"
    if "enum" in schema:
        return " | ".join(f'"{each}"' for each in schema["enum"])
    return str(schema.get("format") or schema.get("type", "JSON"))


def _name(reference: str) -> str:
    return reference.rpartition("/")[2]
