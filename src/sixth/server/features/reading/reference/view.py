"""An OpenAPI document as a page shows it: what may be asked, what it takes, what it gives."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Field:
    """Something that is sent or given: its name, what kind of thing it is, and whether it must be there."""

    name: str
    kind: str
    required: bool


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that may be asked for: the fields of its address (`query`), of its body, of its answer."""

    method: str
    path: str
    about: str
    query: tuple[Field, ...]
    takes: tuple[Field, ...]
    gives: tuple[Field, ...]
    given: str


def groups(document: Json) -> dict[str, list[Operation]]:
    """Return the operations of a document by what they are about, in its order."""
    found: dict[str, list[Operation]] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            found.setdefault(operation["tags"][0], []).append(_operation(document, path, method, operation))
    return found


def _operation(document: Json, path: str, method: str, operation: Json) -> Operation:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    answer = next(each for status, each in operation["responses"].items() if status.startswith("2"))
    kind, given = next(iter(answer["content"].items()))
    schema = given.get("schema", {})
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
        given=_kind(schema) if kind == "application/json" else kind,
    )


def _fields(document: Json, schema: Json) -> Iterator[Field]:
    if "$ref" in schema:
        schema = document["components"]["schemas"][_name(schema["$ref"])]
    for name, each in schema.get("properties", {}).items():
        yield Field(name, _kind(each), name in schema.get("required", ()))


def _kind(schema: Json) -> str:
    """Return in a few letters what kind of JSON this is."""
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
